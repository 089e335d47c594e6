//! Writing changes: all of a change or nothing, and each only once.

use cardpost::{
    engine::{
        any::{AnyMove, Kind},
        chance::Seed,
        rules::Turn,
        seat::Seat,
    },
    game::{
        Game,
        chain::Salt,
        change::Change,
        entry::{Created, Seating, Visibility},
        player::Player,
        schedule::Schedule,
        stored::StoredGame,
        writer::{EntryStamp, GameWriter},
    },
    store::{Store, outcome::WriteOutcome, players::tokens::StoredToken},
    types::{
        id::{GameId, PlayerId, TokenId},
        time::Timestamp,
    },
};
use uuid::Uuid;

use crate::support::database::Database;

const SEED: Seed = Seed::new([7; 32]);

pub fn now() -> Timestamp {
    Timestamp::new(chrono::DateTime::from_timestamp_secs(1_800_000_000).unwrap())
}

/// What is done with the course of a game.
fn course_of<T>(game: Game, act: impl FnOnce(&mut GameWriter<'_>) -> T) -> (T, Change) {
    let base_version = game.version;
    let mut salt = || Salt::new([1; 16]);
    let mut writer = GameWriter::resume(
        game,
        EntryStamp {
            at: now(),
            salt: &mut salt,
        },
    );
    let done = act(&mut writer);
    let (game, entries) = writer.finish();
    (
        done,
        Change {
            base_version,
            game,
            entries,
            schedule: Schedule::default(),
            notices: Vec::new(),
        },
    )
}

/// Stores a player.
async fn player(store: &Store, number: u128) -> PlayerId {
    let id = PlayerId::new(Uuid::from_u128(number));
    let player = Player {
        id,
        name: format!("P{number}"),
        created_at: now(),
    };
    let token = StoredToken {
        id: TokenId::new(Uuid::from_u128(number)),
        label: String::new(),
        created_at: now(),
    };
    let mut hash = [0; 32];
    hash[..16].copy_from_slice(&number.to_be_bytes());
    store
        .create_player(&player, &token, &hash, None, None)
        .await
        .unwrap();
    id
}

/// Stores a running game of two players.
pub async fn running_game(store: &Store, number: u128) -> Game {
    let id = GameId::new(Uuid::from_u128(number));
    let (ann, ben) = (
        player(store, 2 * number).await,
        player(store, 2 * number + 1).await,
    );
    let created = Created {
        game: id,
        kind: Kind::Golf,
        rules: 1,
        options: Kind::Golf.default_options(),
        seats: 2,
        visibility: Visibility::Public,
        seating: Seating::AsJoined,
        commitment: SEED.commitment(id.as_bytes()),
        clock: None,
    };
    let mut salt = || Salt::new([1; 16]);
    let stamp = EntryStamp {
        at: now(),
        salt: &mut salt,
    };
    let mut writer = GameWriter::create(created, ann, None, stamp).unwrap();
    writer.join(ben, None).unwrap();
    writer.start(&SEED).unwrap();
    let (game, written) = writer.finish();
    let stored = StoredGame::new(game.clone(), SEED, None, Vec::new());
    assert_eq!(
        store
            .create_game(&stored, &written, Schedule::default(), &[], None, None)
            .await
            .unwrap(),
        WriteOutcome::Yes
    );
    game
}

/// The n-th legal move of whoever is to move.
fn a_move(game: &Game, n: usize) -> (Seat, AnyMove) {
    let table = game.table.as_ref().unwrap();
    let Turn::Seat(seat) = table.turn() else {
        panic!("nobody is to move")
    };
    (seat, table.legal_moves(seat).moves[n].clone())
}

pub fn change(game: &Game, n: usize) -> Change {
    let (seat, mv) = a_move(game, n);
    let (played, change) = course_of(game.clone(), |writer| writer.play(seat, mv, &[], &SEED));
    played.unwrap();
    change
}

async fn loaded(store: &Store, game: &Game) -> Game {
    store
        .game(game.id(), None)
        .await
        .unwrap()
        .unwrap()
        .stored
        .game
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_read_as_it_was_written() {
    let database = Database::new();
    let store = Store::new(database.url(), 4).unwrap();
    let mut game = running_game(&store, 1).await;
    for n in [0, 3, 0, 0, 2] {
        assert_eq!(loaded(&store, &game).await, game);
        let change = change(&game, n);
        game = change.game.clone();
        assert_eq!(store.append(change).await.unwrap(), WriteOutcome::Yes);
    }
    let log = store.log(game.id(), game.kind(), 0, 1000).await.unwrap();
    assert_eq!(Game::from_log(&log).unwrap(), game);
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_changes_of_the_same_version_one_is_stored() {
    let database = Database::new();
    let store = Store::new(database.url(), 4).unwrap();
    let other_instance = Store::new(database.url(), 4).unwrap();
    let mut game = running_game(&store, 1).await;
    for _ in 0..20 {
        let (one, two) = (change(&game, 0), change(&game, 1));
        let (first, second) = tokio::join!(
            store.append(one.clone()),
            other_instance.append(two.clone())
        );
        let winner = match (first.unwrap(), second.unwrap()) {
            (WriteOutcome::Yes, WriteOutcome::TooLate) => one.game,
            (WriteOutcome::TooLate, WriteOutcome::Yes) => two.game,
            both => panic!("{both:?}"),
        };
        game = loaded(&store, &game).await;
        assert_eq!(game, winner);
        let log = store.log(game.id(), game.kind(), 0, 1000).await.unwrap();
        assert_eq!(
            Game::from_log(&log).unwrap(),
            game,
            "nothing of the loser is stored"
        );
    }
    store.close().await;
    other_instance.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_of_many_games_at_once_are_all_stored() {
    let database = Database::new();
    let store = Store::new(database.url(), 6).unwrap();
    let mut games = Vec::new();
    for number in 1..=40 {
        games.push(running_game(&store, number).await);
    }
    for _ in 0..5 {
        let changes: Vec<Change> = games.iter().map(|game| change(game, 0)).collect();
        games = changes.iter().map(|change| change.game.clone()).collect();
        let stored =
            futures_util::future::join_all(changes.into_iter().map(|change| store.append(change)))
                .await;
        assert!(
            stored
                .into_iter()
                .all(|stored| stored.unwrap() == WriteOutcome::Yes)
        );
    }
    for game in &games {
        assert_eq!(loaded(&store, game).await, *game);
    }
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_change_that_cannot_be_stored_takes_no_other_with_it() {
    let database = Database::new();
    let store = Store::new(database.url(), 6).unwrap();
    let mut games = Vec::new();
    for number in 1..=12 {
        games.push(running_game(&store, number).await);
    }
    let mut changes: Vec<Change> = games.iter().map(|game| change(game, 0)).collect();
    // Its entry has the position of one that is there already.
    changes[5].entries[0].logged.entry.seq = 1;
    let stored =
        futures_util::future::join_all(changes.into_iter().map(|change| store.append(change)))
            .await;
    for (i, stored) in stored.into_iter().enumerate() {
        if i == 5 {
            assert!(stored.is_err(), "it can't be stored");
            assert_eq!(
                loaded(&store, &games[i]).await,
                games[i],
                "nothing of it is stored"
            );
        } else {
            assert_eq!(stored.unwrap(), WriteOutcome::Yes, "game {i}");
        }
    }
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_was_closed_takes_nothing_more() {
    let database = Database::new();
    let store = Store::new(database.url(), 4).unwrap();
    let game = running_game(&store, 1).await;
    store.close().await;
    assert!(store.append(change(&game, 0)).await.is_err());
    assert!(store.ping().await.is_err());
}
