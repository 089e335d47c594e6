//! Properties of the log of every game of every kind.

use cardpost::{
    engine::{
        chance::{Entropy, Seed},
        seat::Seat,
        table::Table,
        viewer::Viewer,
    },
    game::{
        Game, Status,
        chain::{self, Hash, Salt},
        clock::{Clock, Pause},
        entry::{Body, ChainedEntry, Created, Entry, Seating, Visibility},
        writer::{EntryStamp, GameWriter, NewEntry},
    },
    record::{Record, ndjson, replay::replay, script::Script, text},
    types::{
        id::{GameId, PlayerId},
        span::Span,
        time::Timestamp,
    },
};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng, rngs::StdRng, seq::IndexedRandom};
use serde_json::Value;
use uuid::Uuid;

use crate::support::{
    sample::Sampler,
    walk::{Setup, any_setup},
};

/// The maximum number of actions in one game, since games of some kinds are long.
const ACTS: usize = 250;

fn moment(second: i64) -> Timestamp {
    Timestamp::new(chrono::DateTime::from_timestamp(1_800_000_000 + second, 0).unwrap())
}

/// Returns no clock, or one with short times, so that turns are missed.
fn any_clock(random: &mut StdRng) -> Option<Clock> {
    let retire_after = random.random_range(1..=3);
    match random.random_range(0..3) {
        0 => None,
        1 => Some(Clock::PerTurn {
            per_turn: Span::seconds(60),
            retire_after,
        }),
        _ => Some(Clock::Bank {
            bank: Span::seconds(200),
            increment: Span::seconds(20),
            retire_after,
        }),
    }
}

/// A game that is played at random with a writer, and all its entries.
struct Playthrough {
    game: Game,
    seed: Seed,
    written: Vec<NewEntry>,
    random: StdRng,
    second: i64,
}

impl Playthrough {
    fn begin(setup: &Setup) -> Self {
        let mut random = StdRng::seed_from_u64(setup.seed);
        let sampler = Sampler::new(setup.kind);
        let options = loop {
            let options = setup
                .kind
                .parse_options(&sampler.options(&mut random))
                .unwrap();
            if options.check().is_ok() {
                break options;
            }
        };
        let id = GameId::new(Uuid::from_u128(random.random()));
        let seed = Seed::new(random.random());
        let created = Created {
            game: id,
            kind: setup.kind,
            rules: setup.kind.about().rules,
            options,
            seats: setup.seats,
            visibility: Visibility::Public,
            seating: if random.random_bool(0.5) {
                Seating::Random
            } else {
                Seating::AsJoined
            },
            commitment: seed.commitment(id.as_bytes()),
            clock: any_clock(&mut random),
        };
        let players: Vec<PlayerId> = (0..setup.seats)
            .map(|_| PlayerId::new(Uuid::from_u128(random.random())))
            .collect();
        let entropies: Vec<Option<Entropy>> = players
            .iter()
            .map(|_| {
                random
                    .random_bool(0.5)
                    .then(|| Entropy::new(random.random::<[u8; 9]>().to_vec()).unwrap())
            })
            .collect();
        let mut salts = StdRng::seed_from_u64(setup.seed);
        let mut salt = || Salt::new(salts.random());
        let stamp = EntryStamp {
            at: moment(0),
            salt: &mut salt,
        };
        let mut writer =
            GameWriter::create(created, players[0], entropies[0].clone(), stamp).unwrap();
        for (player, entropy) in players.iter().zip(&entropies).skip(1) {
            if random.random_bool(0.2) {
                writer.join_bot(*player, "steady".into()).unwrap();
            } else {
                writer.join(*player, entropy.clone()).unwrap();
            }
        }
        writer.start(&seed).unwrap();
        let (game, written) = writer.finish();
        Self {
            game,
            seed,
            written,
            random,
            second: 0,
        }
    }

    /// Makes a move, or now and then lets a player resign or miss their turn. Returns `false` when the game is over.
    fn act(&mut self) -> bool {
        if self.game.status != Status::Playing {
            return false;
        }
        self.second += self.random.random_range(0..100);
        let table = self.game.table.as_ref().unwrap();
        let mover = self.game.turn.seats[0];
        let leaves = self.random.random_bool(0.01).then(|| {
            let staying: Vec<Seat> = Seat::all(table.seats())
                .filter(|seat| !table.has_resigned(*seat))
                .collect();
            *staying.choose(&mut self.random).unwrap()
        });
        let mv = table
            .legal_moves(mover)
            .moves
            .choose(&mut self.random)
            .unwrap()
            .clone();
        let mut salts = StdRng::seed_from_u64(u64::from(self.game.version));
        let mut salt = || Salt::new(salts.random());
        let stamp = EntryStamp {
            at: moment(self.second),
            salt: &mut salt,
        };
        let mut writer = GameWriter::resume(self.game.clone(), stamp);
        let pause = Pause {
            from: moment(self.second - 7),
            until: moment(self.second + 9),
        };
        let pauses = [(self.game.player_on(mover).unwrap(), pause)];
        let is_timed = writer.game().created.clock.is_some();
        match leaves {
            Some(seat) => writer.resign(seat, &self.seed).unwrap(),
            None if is_timed && self.random.random_bool(0.1) => {
                writer.time_out(&pauses, &self.seed).unwrap();
            }
            None => writer.play(mover, mv, &pauses, &self.seed).unwrap(),
        }
        let (game, written) = writer.finish();
        self.game = game;
        self.written.extend(written);
        true
    }

    fn log(&self) -> Vec<ChainedEntry> {
        self.written
            .iter()
            .map(|written| written.logged.clone())
            .collect()
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn folding_the_log_gives_the_stored_game_after_every_entry(setup in any_setup()) {
        let mut play = Playthrough::begin(&setup);
        let mut folded = Game::from_log(&play.log()).unwrap();
        for _ in 0..ACTS {
            prop_assert_eq!(&folded, &play.game);
            let snapshot = serde_json::to_string(play.game.table.as_ref().unwrap()).unwrap();
            prop_assert_eq!(&Table::read(setup.kind, &snapshot).unwrap(), folded.table.as_ref().unwrap());
            let before = play.written.len();
            if !play.act() {
                break;
            }
            for written in &play.written[before..] {
                folded.apply(&written.logged).unwrap();
            }
        }
    }

    #[test]
    fn every_entry_is_the_same_after_serializing_and_reading(setup in any_setup()) {
        let mut play = Playthrough::begin(&setup);
        for _ in 0..ACTS {
            if !play.act() {
                break;
            }
        }
        let mut hash = Hash::START;
        for (seq, NewEntry { json, logged }) in (1..).zip(&play.written) {
            let read = Entry::read(setup.kind, json).unwrap();
            prop_assert_eq!(&read, &logged.entry);
            prop_assert_eq!(read.seq, seq);
            prop_assert_eq!(&chain::canonical(&read).unwrap(), json, "an entry has one canonical form");
            hash = hash.link(json);
            prop_assert_eq!(logged.hash, hash, "the chain holds");
        }
        prop_assert_eq!(play.game.head, hash);
    }

    #[test]
    fn an_entry_has_a_salt_if_and_only_if_it_hides_something(setup in any_setup()) {
        let mut play = Playthrough::begin(&setup);
        for _ in 0..ACTS {
            if !play.act() {
                break;
            }
        }
        for logged in play.log() {
            let whole = serde_json::to_value(logged.shown_to(Viewer::Record)).unwrap();
            let mut hidden_from_someone = false;
            for viewer in Viewer::of_a_running_game(setup.seats) {
                let mut shown = serde_json::to_value(logged.shown_to(viewer)).unwrap();
                let salt = shown.as_object_mut().unwrap().remove("salt");
                let mut rest = whole.clone();
                let full_salt = rest.as_object_mut().unwrap().remove("salt");
                if shown == rest {
                    prop_assert_eq!(salt, full_salt, "whoever sees all of it can check the hash");
                } else {
                    prop_assert_eq!(salt, None, "a salt beside what is hidden lets it be guessed");
                    hidden_from_someone = true;
                }
            }
            prop_assert_eq!(logged.entry.salt.is_some(), hidden_from_someone);
        }
    }

    #[test]
    fn a_replay_of_a_record_ends_in_the_same_state(setup in any_setup()) {
        let mut play = Playthrough::begin(&setup);
        while play.written.len() < 20_000 && play.act() {}
        let log = play.log();
        let names = (0..setup.seats).map(|seat| format!("P{seat}"));
        let record = Record::new(&play.game, &log, play.seed, names);
        prop_assert!(record.is_ok(), "the game has no end: {} entries", log.len());
        let json = serde_json::to_string(&record.unwrap()).unwrap();
        let script = Script::read(&json).unwrap();
        let table = replay(&script, None, &mut |_| {}).unwrap();
        prop_assert_eq!(table.outcome(), play.game.result.clone());
        prop_assert_eq!(
            serde_json::to_value(table.view(Viewer::Record)).unwrap(),
            serde_json::to_value(play.game.table.as_ref().unwrap().view(Viewer::Record)).unwrap()
        );
    }

    #[test]
    fn an_ndjson_record_is_read_if_it_is_complete(setup in any_setup()) {
        let mut play = Playthrough::begin(&setup);
        while play.written.len() < 20_000 && play.act() {}
        let names = (0..setup.seats).map(|seat| format!("P{seat}"));
        let record = Record::new(&play.game, &play.log(), play.seed, names).unwrap();
        let json = serde_json::to_string(&record).unwrap();
        let lines = ndjson::write(&record).unwrap();
        prop_assert_eq!(lines.lines().count(), record.log.len() + 2);
        let joined = ndjson::join_lines(&lines).unwrap();
        let whole: Value = serde_json::from_str(&json).unwrap();
        prop_assert_eq!(serde_json::from_str::<Value>(&joined).unwrap(), whole);
        prop_assert_eq!(Script::read(&lines).unwrap(), Script::read(&json).unwrap());
        prop_assert_eq!(&*ndjson::join_lines(&json).unwrap(), &json);
        let without_last = lines.trim_end().rsplit_once('\n').unwrap().0;
        prop_assert_eq!(Script::read(without_last).unwrap_err().pointer, "/result");
        let within_last = &lines[..lines.len() - 3];
        prop_assert!(Script::read(within_last).is_err());
    }

    #[test]
    fn the_text_of_a_record_has_every_player_round_and_total(setup in any_setup()) {
        let mut play = Playthrough::begin(&setup);
        while play.written.len() < 20_000 && play.act() {}
        let names: Vec<String> = (0..setup.seats).map(|seat| format!("P{seat}")).collect();
        let record = Record::new(&play.game, &play.log(), play.seed, names.clone()).unwrap();
        let told = text::tell(&record).unwrap();
        for name in &names {
            prop_assert!(told.contains(name), "{told}");
        }
        prop_assert!(told.contains("from 15 January 2027, 08:00"), "{told}");
        let (_, ending) = told.split_once("\nThe game is over\n").unwrap();
        let rounds = record.result.rounds.iter().map(Vec::len).max().unwrap();
        let rows = ending.lines().filter(|line| line.starts_with("  ") && !line.contains('.')).count();
        prop_assert_eq!(rows, if rounds == 0 { 0 } else { rounds + 2 }, "{}", ending);
        for total in record.result.totals.iter().flatten() {
            prop_assert!(ending.contains(&total.to_string()), "{ending}");
        }
    }

    #[test]
    fn a_changed_missing_or_repeated_entry_is_refused(setup in any_setup()) {
        let mut play = Playthrough::begin(&setup);
        for _ in 0..40 {
            if !play.act() {
                break;
            }
        }
        let log = play.log();
        let at = play.random.random_range(1..log.len() - 1);
        let mut without = log.clone();
        without.remove(at);
        prop_assert!(Game::from_log(&without).is_err(), "entry {at} can be left out");
        let mut doubled = log.clone();
        doubled.insert(at, log[at].clone());
        prop_assert!(Game::from_log(&doubled).is_err(), "entry {at} can be doubled");
        let mut swapped = log.clone();
        swapped.swap(at, at + 1);
        prop_assert!(Game::from_log(&swapped).is_err(), "entries {at} and the next can be swapped");
        for (i, logged) in log.iter().enumerate() {
            if let Body::Move { events, .. } | Body::Shuffled { events, .. } = &logged.entry.body
                && !events.is_empty()
            {
                let mut other = log.clone();
                let (Body::Move { events, .. } | Body::Shuffled { events, .. }) = &mut other[i].entry.body else {
                    unreachable!()
                };
                events.pop();
                prop_assert!(Game::from_log(&other).is_err(), "the events of entry {i} can be changed");
            }
        }
    }
}
