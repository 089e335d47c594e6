//! Playing the game of a record again, from its seed and the actions of the players.

use std::collections::VecDeque;

use cardpost::{
    engine::{
        any::Kind,
        chance::{Commitment, Seed},
    },
    game::{
        Game,
        chain::{Hash, Salt},
        clock::{Pause, Pauses},
        entry::{Body, ChainedEntry, Entry},
        writer::{EntryStamp, GameWriter, NewEntry},
    },
    record::{NamedSeat, Record},
    types::{id::GameId, time::Timestamp},
};
use chrono::TimeDelta;
use serde::Deserialize;
use serde_json::Value;

/// The input for playing a game again. Of the log it has only what came from outside: the actions and their times, the
/// salts, and the lengths of pauses.
#[derive(Deserialize)]
struct Told {
    id: GameId,
    kind: Kind,
    seats: Vec<NamedSeat>,
    deal: ToldDeal,
    log: Vec<Value>,
}

#[derive(Deserialize)]
struct ToldDeal {
    seed: Seed,
    commitment: Commitment,
}

/// A game that was played again.
pub struct Again {
    pub game: Game,
    pub log: Vec<ChainedEntry>,
    /// Its record, as a download has it.
    pub record: String,
}

impl Again {
    /// Plays the game of a record again.
    pub fn play(text: &str) -> Self {
        let told: Told = serde_json::from_str(text).unwrap();
        let seed = told.deal.seed;
        assert_eq!(seed.commitment(told.id.as_bytes()), told.deal.commitment);
        let entries = told.log.iter();
        let entries = entries.map(|entry| Entry::from_value(told.kind, entry).unwrap());
        let entries: Vec<Entry> = entries.collect();
        let mut salts: VecDeque<Salt> = entries.iter().filter_map(|entry| entry.salt).collect();
        let mut salt = || salts.pop_front().expect("as many salts as before");

        let [first, second, rest @ ..] = &entries[..] else {
            panic!("nobody joined")
        };
        let (
            Body::Created(created),
            Body::Joined {
                player, entropy, ..
            },
        ) = (&first.body, &second.body)
        else {
            panic!("a log begins with its creator's joining")
        };
        let stamp = EntryStamp {
            at: first.at,
            salt: &mut salt,
        };
        let writer = GameWriter::create(created.clone(), *player, entropy.clone(), stamp).unwrap();
        let (mut game, mut written) = writer.finish();
        for entry in rest {
            let pauses = pauses(&game, &entry.body);
            let stamp = EntryStamp {
                at: entry.at,
                salt: &mut salt,
            };
            let mut writer = GameWriter::resume(game, stamp);
            act(&mut writer, &entry.body, &pauses, &seed);
            let (after, more) = writer.finish();
            game = after;
            written.extend(more);
        }
        assert!(salts.is_empty(), "fewer salts than before");
        chained(&written);
        let log: Vec<ChainedEntry> = written.into_iter().map(|written| written.logged).collect();
        let names = told.seats.into_iter().map(|seat| seat.name);
        let record = Record::new(&game, &log, seed, names).unwrap();
        Self {
            record: serde_json::to_string(&record).unwrap(),
            game,
            log,
        }
    }
}

/// Repeats the action of an entry. Automatic entries are skipped, since the writer adds them after each action.
fn act(writer: &mut GameWriter<'_>, body: &Body, pauses: &Pauses, seed: &Seed) {
    match body {
        Body::Joined {
            player,
            entropy,
            bot: None,
        } => writer.join(*player, entropy.clone()),
        Body::Joined {
            player,
            bot: Some(bot),
            ..
        } => writer.join_bot(*player, bot.clone()),
        Body::Left { .. } => writer.write(body.clone()),
        // The log does not say who started the game, and it makes no difference.
        Body::Seated { .. } => writer.start(seed),
        Body::Move {
            seat,
            mv,
            stand_in: false,
            ..
        } => writer.play(*seat, mv.clone(), pauses, seed),
        Body::TimedOut { .. } => writer.time_out(pauses, seed),
        Body::Resigned {
            seat,
            retired: false,
        } => writer.resign(*seat, seed),
        Body::Move { stand_in: true, .. }
        | Body::Shuffled { .. }
        | Body::Resigned { retired: true, .. }
        | Body::Finished { .. } => Ok(()),
        Body::Created(_) | Body::Cancelled { .. } => panic!("no game that was finished"),
    }
    .unwrap();
}

/// Returns a pause of the length that an entry says.
fn pauses(game: &Game, body: &Body) -> Vec<(cardpost::types::id::PlayerId, Pause)> {
    let (Body::Move { paused, .. } | Body::TimedOut { paused, .. }) = body else {
        return Vec::new();
    };
    let player = game
        .turn
        .seats
        .first()
        .and_then(|seat| game.player_on(*seat));
    let from: Timestamp = game.turn.since;
    let until = from.plus(TimeDelta::milliseconds(i64::try_from(*paused).unwrap()));
    player
        .map(|player| (player, Pause { from, until }))
        .into_iter()
        .collect()
}

/// Checks that each hash is that of the stored JSON.
fn chained(written: &[NewEntry]) {
    let mut head = Hash::START;
    for written in written {
        head = head.link(&written.json);
        assert_eq!(head, written.logged.hash);
    }
}
