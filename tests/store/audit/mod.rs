//! Checking what is stored: damage is planted in every column that is checked, and each is found and named.

mod log;
mod rows;

use std::{collections::HashMap, num::NonZeroUsize};

use cardpost::{
    engine::any::Kind,
    game::{Game, entry::Visibility},
    service::audit::{self, Audited},
    store::Store,
    types::id::GameId,
};
use futures_util::TryStreamExt as _;

use crate::support::{
    database::Database,
    fill::{self, Plan},
};

const JOBS: NonZeroUsize = NonZeroUsize::new(3).unwrap();

/// Which game something is done to.
#[derive(Debug, Clone, Copy)]
enum Of {
    /// One that was played to its end.
    Finished,
    /// One that is being played, by two.
    Running,
    /// The same, private.
    Private,
}

impl Of {
    fn plan(self, number: u64) -> Plan {
        let (moves, visibility) = match self {
            Self::Finished => (usize::MAX, Visibility::Public),
            Self::Running => (9, Visibility::Public),
            Self::Private => (9, Visibility::Private),
        };
        Plan {
            visibility,
            moves,
            ..fill::short(Kind::Golf, number)
        }
    }
}

/// Stores a game for each of these, next to two that nothing is done to.
async fn filled(database: &Database, of: impl Iterator<Item = Of>) -> Vec<Game> {
    let store = Store::new(database.url(), 4).unwrap();
    let players = fill::players(&store, 3).await;
    let mut games = Vec::new();
    for (number, of) in (0..).zip(of.chain([Of::Finished, Of::Running])) {
        games.push(fill::store(&store, &of.plan(number), &players).await);
    }
    store.close().await;
    games
}

async fn audited(database: &Database) -> HashMap<GameId, Audited> {
    let store = Store::new(database.url(), 4).unwrap();
    let all: Vec<Audited> = audit::all(&store, JOBS).try_collect().await.unwrap();
    store.close().await;
    all.into_iter()
        .map(|audited| (audited.game, audited))
        .collect()
}

fn told(audited: &Audited) -> Vec<String> {
    audited
        .differences
        .iter()
        .map(ToString::to_string)
        .collect()
}

/// Plants damage in a game of its own for each row of the table, and sees that each is told just as it should be:
/// the places in order, and a word that must be in the first sentence.
async fn find(damages: &[(Of, &str, &[&str], &str)]) {
    let database = Database::new();
    let games = filled(&database, damages.iter().map(|(of, ..)| *of)).await;
    let mut statements = String::from("SET session_replication_role = replica;");
    for ((_, damage, ..), game) in damages.iter().zip(&games) {
        let id = format!("'{}'", game.id());
        statements += &damage
            .replace("OF GAME", &format!("WHERE game_id = {id}"))
            .replace("THE GAME", &format!("WHERE id = {id}"))
            .replace("THIS", &id);
        statements.push(';');
    }
    database.run(&statements);
    let audited = audited(&database).await;
    assert_eq!(audited.len(), games.len());
    for ((_, damage, places, word), game) in damages.iter().zip(&games) {
        let differences = &audited[&game.id()].differences;
        let found: Vec<&str> = differences.iter().map(|it| it.location.as_str()).collect();
        let all = told(&audited[&game.id()]);
        assert_eq!(found, *places, "{damage}: {all:#?}");
        assert!(
            differences[0].description.contains(word),
            "{damage}: {all:#?}"
        );
    }
    for game in &games[damages.len()..] {
        assert_eq!(
            told(&audited[&game.id()]),
            [""; 0],
            "nothing was done to it"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn games_of_every_kind_that_nothing_was_done_to_are_as_they_should_be() {
    let database = Database::new();
    let store = Store::new(database.url(), 4).unwrap();
    let players = fill::players(&store, 8).await;
    let mut entries = HashMap::new();
    for (number, kind) in (0..20).zip(Kind::ALL.iter().cycle()) {
        let mut plan = fill::short(*kind, number);
        plan.moves = if number < 2 { usize::MAX } else { 20 };
        let game = fill::store(&store, &plan, &players).await;
        entries.insert(game.id(), u64::from(game.version));
    }
    // Longer than what is read at once.
    let long = Plan {
        moves: 700,
        options: serde_json::json!({"holes": 18}),
        ..fill::short(Kind::Golf, 20)
    };
    let game = fill::store(&store, &long, &players).await;
    assert!(game.version > 256, "{}", game.version);
    entries.insert(game.id(), u64::from(game.version));
    store.close().await;
    let audited = audited(&database).await;
    assert_eq!(audited.len(), entries.len());
    for (game, audited) in audited {
        assert_eq!(told(&audited), [""; 0]);
        assert_eq!(audited.entries, entries[&game]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_before_its_start_and_one_that_was_called_off_are_as_they_should_be() {
    use crate::support::{
        client::Caller as _,
        server::TestServer,
        table::{Table, golf, new_players, private_golf},
    };
    let server = TestServer::start();
    let players = new_players(&server, 3).await;
    let open = Table::seat(players[..2].to_vec(), &private_golf(3)).await;
    let left = Table::seat(players[..2].to_vec(), &golf(3)).await;
    players[0].post(&left.path("/leave")).expect(200).await;
    let off = Table::seat(players[..1].to_vec(), &golf(3)).await;
    players[0].post(&off.path("/cancel")).expect(200).await;
    let resigned = Table::seat(players.clone(), &golf(3)).await;
    players[1].post(&resigned.path("/resign")).expect(200).await;
    let over = Table::seat(players, &golf(3)).await;
    over.end().await;
    let audited = audited(server.database()).await;
    for table in [open, left, off, resigned, over] {
        let audited = &audited[&table.game.parse().unwrap()];
        assert_eq!(told(audited), [""; 0]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_is_written_to_meanwhile_is_seen_as_of_one_moment() {
    let database = Database::new();
    let store = Store::new(database.url(), 4).unwrap();
    let players = fill::players(&store, 2).await;
    let plan = Plan {
        moves: 400,
        options: serde_json::json!({"holes": 18}),
        ..fill::short(Kind::Golf, 1)
    };
    let played = fill::play(&plan, &players);
    let id = played.start.id();
    let writing = tokio::spawn(fill::store_step_by_step(store.clone(), played));
    let (mut seen, mut checks) = (0, 0);
    while !writing.is_finished() {
        if let Some(audited) = audit::one(&store, id).await.unwrap() {
            assert_eq!(told(&audited), [""; 0]);
            assert!(audited.entries >= seen);
            seen = audited.entries;
            checks += 1;
        }
    }
    let end = writing.await.unwrap();
    assert!(checks > 1, "nothing was written while it was checked");
    assert_eq!(
        audit::one(&store, id).await.unwrap().unwrap().entries,
        u64::from(end.version)
    );
    store.close().await;
}
