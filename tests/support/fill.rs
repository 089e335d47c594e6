//! Games that are played in memory and stored as a server stores them: databases to check and to measure with.

use cardpost::{
    engine::{
        any::{AnyMove, Kind},
        chance::{Entropy, Seed},
        table::Table,
    },
    game::{
        Game, Status,
        chain::Salt,
        change::Change,
        entry::{Created, Seating, Visibility},
        player::Player,
        schedule::Schedule,
        stored::StoredGame,
        writer::{EntryStamp, GameWriter, NewEntry},
    },
    store::{Store, outcome::WriteOutcome, players::tokens::StoredToken},
    types::{
        id::{GameId, PlayerId, TokenId},
        time::Timestamp,
    },
};
use uuid::Uuid;

use super::pick::Picker;

/// A game that is to be played: all of it follows from these values.
#[derive(Debug, Clone)]
pub struct Plan {
    /// What its id, its seed and its moves follow from.
    pub number: u64,
    /// The kind.
    pub kind: Kind,
    /// The options, as JSON.
    pub options: serde_json::Value,
    /// How many play.
    pub seats: u8,
    /// Who may see it.
    pub visibility: Visibility,
    /// After so many moves nobody goes on.
    pub moves: usize,
}

/// A game of this kind that does not take long.
pub fn short(kind: Kind, number: u64) -> Plan {
    let (options, seats) = match kind {
        Kind::Golf => (serde_json::json!({"holes": 3}), 2),
        Kind::JugglingAct => (serde_json::json!({"rounds": "one"}), 2),
        Kind::JugglingActSolo => (serde_json::json!({}), 1),
        Kind::Rummy => (
            serde_json::json!({"match": {"type": "deals", "deals": 2}}),
            3,
        ),
        Kind::Ju => (serde_json::json!({"target": 50}), 3),
    };
    Plan {
        number,
        kind,
        options,
        seats,
        visibility: Visibility::Public,
        moves: usize::MAX,
    }
}

/// The moment so many seconds after the beginning.
fn moment(second: u64) -> Timestamp {
    let second = i64::try_from(second).expect("a few years at most");
    Timestamp::new(
        chrono::DateTime::from_timestamp_secs(1_796_029_200 + second).expect("so are these"),
    )
}

/// Bytes that follow from a number.
fn bytes<const N: usize>(picker: &mut Picker) -> [u8; N] {
    std::array::from_fn(|_| u8::try_from(picker.below(256)).expect("a byte"))
}

/// Stores new players.
pub async fn players(store: &Store, number: u8) -> Vec<PlayerId> {
    let mut players = Vec::new();
    for i in 1..=number {
        let id = Uuid::from_u128(i.into());
        let player = Player {
            id: PlayerId::new(id),
            name: format!("P{i}"),
            created_at: moment(0),
        };
        let token = StoredToken {
            id: TokenId::new(id),
            label: String::new(),
            created_at: moment(0),
        };
        store
            .create_player(&player, &token, &[i; 32], None, None)
            .await
            .expect("a new player");
        players.push(player.id);
    }
    players
}

/// A legal move: a type of move first, so that rare ones are made as often as common ones.
fn choose(table: &Table, picker: &mut Picker) -> AnyMove {
    let seat = table.to_move()[0];
    let moves = table.legal_moves(seat).moves;
    let type_of = |mv: &AnyMove| serde_json::to_value(mv).expect("JSON")["type"].clone();
    let types: Vec<_> = moves.iter().map(type_of).collect();
    let mut distinct = types.clone();
    distinct.dedup();
    let wanted = picker.one(&distinct);
    let of_type: Vec<&AnyMove> = std::iter::zip(&moves, &types)
        .filter(|(_, of)| *of == wanted)
        .map(|(mv, _)| mv)
        .collect();
    (*picker.one(&of_type)).clone()
}

/// A game as it was played: its start, with the entries that led there, and all that came after.
pub struct Played {
    /// The secret of the game.
    pub seed: Seed,
    /// The game when it started.
    pub start: Game,
    /// The entries up to there.
    pub first: Vec<NewEntry>,
    /// What was stored with each move since the start.
    pub changes: Vec<Change>,
}

/// Plays a game.
pub fn play(plan: &Plan, players: &[PlayerId]) -> Played {
    let mut picker = Picker::new(plan.number);
    let mut salts = picker.clone();
    let mut salt = || Salt::new(bytes(&mut salts));
    let seed = Seed::new(bytes(&mut picker));
    let id = GameId::new(Uuid::from_u64_pair(
        0x0192_0000_0000_7000,
        (0b10 << 62) | plan.number,
    ));
    let created = Created {
        game: id,
        kind: plan.kind,
        rules: plan.kind.about().rules,
        options: plan.kind.parse_options(&plan.options).expect("options"),
        seats: plan.seats,
        visibility: plan.visibility,
        seating: Seating::Random,
        commitment: seed.commitment(id.as_bytes()),
        clock: None,
    };
    let mut second = plan.number;
    let stamp = EntryStamp {
        at: moment(second),
        salt: &mut salt,
    };
    let entropy = Entropy::new(vec![1, 2, 3]).expect("three bytes");
    let mut writer = GameWriter::create(created, players[0], Some(entropy), stamp).expect("a game");
    for player in &players[1..usize::from(plan.seats)] {
        writer.join(*player, None).expect("a free seat");
    }
    writer.start(&seed).expect("enough players");
    let (start, first) = writer.finish();
    let (mut end, mut changes) = (start.clone(), Vec::new());
    for _ in 0..plan.moves {
        if end.status != Status::Playing {
            break;
        }
        second += 1;
        let mv = choose(end.table.as_ref().expect("cards"), &mut picker);
        let stamp = EntryStamp {
            at: moment(second),
            salt: &mut salt,
        };
        let mover = end.turn.seats[0];
        let base_version = end.version;
        let mut writer = GameWriter::resume(end, stamp);
        writer.play(mover, mv, &[], &seed).expect("a legal move");
        let (game, entries) = writer.finish();
        end = game.clone();
        changes.push(Change {
            base_version,
            game,
            entries,
            schedule: Schedule::default(),
            notices: Vec::new(),
        });
    }
    Played {
        seed,
        start,
        first,
        changes,
    }
}

impl Played {
    async fn store_start(&self, store: &Store) {
        let is_private = self.start.created.visibility == Visibility::Private;
        let join_code = is_private.then(|| format!("code of {}", self.start.id()));
        let new = StoredGame::new(self.start.clone(), self.seed, join_code, Vec::new());
        let schedule = Schedule::default();
        let stored = store
            .create_game(&new, &self.first, schedule, &[], None, None)
            .await;
        assert_eq!(stored.expect("a new game"), WriteOutcome::Yes);
    }
}

/// Plays a game and stores it, all that came after its start as one change.
pub async fn store(store: &Store, plan: &Plan, players: &[PlayerId]) -> Game {
    let played = play(plan, players);
    played.store_start(store).await;
    let base_version = played.start.version;
    let Some(last) = played.changes.last() else {
        return played.start;
    };
    let game = last.game.clone();
    let entries = played.changes.into_iter().flat_map(|change| change.entries);
    let change = Change {
        base_version,
        game: game.clone(),
        entries: entries.collect(),
        schedule: Schedule::default(),
        notices: Vec::new(),
    };
    let stored = store.append(change).await;
    assert_eq!(stored.expect("nobody else plays"), WriteOutcome::Yes);
    game
}

/// Stores a game move by move.
pub async fn store_step_by_step(store: Store, played: Played) -> Game {
    played.store_start(&store).await;
    let mut game = played.start;
    for change in played.changes {
        game = change.game.clone();
        let stored = store.append(change).await;
        assert_eq!(stored.expect("nobody else plays"), WriteOutcome::Yes);
    }
    game
}
