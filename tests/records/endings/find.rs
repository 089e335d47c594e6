//! Playing games until one has the wanted ending.

use cardpost::{
    engine::{
        chance::{Entropy, Seed},
        seat::Seat,
    },
    game::{
        Game, Status,
        chain::Salt,
        clock::{Clock, Pause},
        entry::{Body, ChainedEntry, Created, Seating, Visibility},
        writer::{EntryStamp, GameWriter, NewEntry},
    },
    record::Record,
    types::{
        id::{GameId, PlayerId},
        span::Span,
        time::Timestamp,
    },
};
use chrono::{DateTime, TimeDelta};
use uuid::Uuid;

use super::{Cause, End, Ending, Trouble};
use crate::support::pick::Picker;

/// The maximum number of games to try.
const TRIES: u64 = 3000;
/// The number of games with the wanted ending, of which the shortest is taken.
const FOUND: usize = 6;
/// The number of moves after which a game is given up, because short records are wanted.
const MOVES: u32 = 1200;
/// The number of missed turns in a row after which a player is retired.
const RETIRE_AFTER: u8 = 2;

const NAMES: [&str; 8] = ["Ann", "Ben", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal"];

impl Ending {
    /// Returns a short record of a game with this ending, by a version of the rules.
    pub fn find(&self, rules: u16) -> Option<String> {
        // Each ending starts with another number, so that the games differ from the beginning.
        let name = format!("{} {rules} {}", self.kind, self.name);
        let first = name.bytes().fold(0, |sum: u64, byte| {
            sum.wrapping_mul(31).wrapping_add(byte.into()) % (1 << 40)
        });
        let found = (first..first + TRIES).filter_map(|number| self.play(rules, number));
        found.take(FOUND).min_by_key(String::len)
    }

    /// Plays a game, and returns its record if it has this ending.
    fn play(&self, rules: u16, number: u64) -> Option<String> {
        let mut play = Play::begin(self, rules, number);
        let mut missed = 0;
        let mut leaves: &[(u32, u8)] = match self.trouble {
            Trouble::Leave(leaves) => leaves,
            Trouble::None | Trouble::Miss { .. } | Trouble::MissTheLast => &[],
        };
        for made in 0..MOVES {
            if play.game.status != Status::Playing {
                break;
            }
            let mover = play.game.turn.seats[0];
            if let Some(((after, seat), rest)) = leaves.split_first()
                && *after <= made
            {
                leaves = rest;
                play.act(|writer, seed| writer.resign(Seat::new(*seat), seed));
                continue;
            }
            let misses = match self.trouble {
                Trouble::Miss { after, seat, times } => {
                    after <= made && mover == Seat::new(seat) && missed < times
                }
                Trouble::MissTheLast => play.would_end_if_missed(),
                Trouble::None | Trouble::Leave(_) => false,
            };
            if misses {
                missed += 1;
                let pauses = [(play.game.player_on(mover)?, play.pause())];
                play.act(|writer, seed| writer.time_out(&pauses, seed));
                continue;
            }
            let table = play.game.table.as_ref()?;
            let mv = self.style.choose(table, mover, &mut play.picker);
            let pauses = [(play.game.player_on(mover)?, play.pause())];
            play.act(|writer, seed| writer.play(mover, mv.clone(), &pauses, seed));
        }
        let wanted = match self.trouble {
            Trouble::Miss { times, .. } => times,
            Trouble::MissTheLast => 1,
            Trouble::None | Trouble::Leave(_) => 0,
        };
        if play.game.status != Status::Finished || !leaves.is_empty() || missed != wanted {
            return None;
        }
        let end = End {
            game: &play.game,
            log: &play.log,
        };
        (self.is_met)(&end).then(|| play.record())
    }
}

/// A game that is being played, determined by an ending and a number.
struct Play {
    game: Game,
    log: Vec<ChainedEntry>,
    seed: Seed,
    picker: Picker,
    salts: Picker,
    at: Timestamp,
}

impl Play {
    fn begin(ending: &Ending, rules: u16, number: u64) -> Self {
        let mut picker = Picker::new(number);
        let mut salts = Picker::new(!number);
        let seed = Seed::new(bytes(&mut picker));
        let players: Vec<PlayerId> = (0..ending.seats)
            .map(|_| PlayerId::new(uuid(&mut picker)))
            .collect();
        let id = GameId::new(uuid(&mut picker));
        let is_timed = matches!(ending.trouble, Trouble::Miss { .. } | Trouble::MissTheLast);
        let options = serde_json::from_str(ending.options).expect("JSON");
        let created = Created {
            game: id,
            kind: ending.kind,
            rules,
            options: ending.kind.parse_options(&options).expect("options"),
            seats: ending.seats,
            visibility: if picker.below(4) == 0 {
                Visibility::Private
            } else {
                Visibility::Public
            },
            seating: if picker.below(2) == 0 {
                Seating::Random
            } else {
                Seating::AsJoined
            },
            commitment: seed.commitment(id.as_bytes()),
            clock: is_timed.then(|| clock(&mut picker)),
        };
        let at = DateTime::from_timestamp_secs(
            1_796_029_200 + i64::try_from(number % 100_000).expect("few"),
        );
        let at = Timestamp::new(at.expect("a moment of this century"));
        let mut salt = || Salt::new(bytes(&mut salts));
        let stamp = EntryStamp {
            at,
            salt: &mut salt,
        };
        let entropy = |picker: &mut Picker| {
            let bytes = bytes::<4>(picker).to_vec();
            (picker.below(3) > 0).then(|| Entropy::new(bytes).expect("four bytes"))
        };
        let mut writer =
            GameWriter::create(created, players[0], entropy(&mut picker), stamp).expect("a game");
        for (i, player) in (1..).zip(&players[1..]) {
            if i == 1 && picker.below(3) == 0 {
                writer.join(*player, entropy(&mut picker)).expect("a seat");
                writer
                    .write(Body::Left { player: *player })
                    .expect("an entry");
            }
            if !is_timed && i + 1 == players.len() && picker.below(4) == 0 {
                writer.join_bot(*player, "steady".into()).expect("a seat");
            } else {
                writer.join(*player, entropy(&mut picker)).expect("a seat");
            }
        }
        writer.start(&seed).expect("enough players");
        let (game, written) = writer.finish();
        Self {
            game,
            log: logged(written).collect(),
            seed,
            picker,
            salts,
            at,
        }
    }

    /// Returns a pause within the current turn, in most cases of length zero.
    fn pause(&self) -> Pause {
        let from = self.game.turn.since;
        let length = if self.game.version.is_multiple_of(3) {
            2
        } else {
            0
        };
        Pause {
            from,
            until: from.plus(TimeDelta::seconds(length)),
        }
    }

    fn act(
        &mut self,
        act: impl FnOnce(
            &mut GameWriter<'_>,
            &Seed,
        ) -> Result<(), cardpost::game::writer::GameWriterError>,
    ) {
        self.at = self.at.plus(TimeDelta::milliseconds(7250));
        let mut salt = || Salt::new(bytes(&mut self.salts));
        let stamp = EntryStamp {
            at: self.at,
            salt: &mut salt,
        };
        let mut writer = GameWriter::resume(self.game.clone(), stamp);
        act(&mut writer, &self.seed).expect("what is chosen is legal");
        let (game, written) = writer.finish();
        self.game = game;
        self.log.extend(logged(written));
    }

    /// Returns whether the stand-in's move would end the game.
    fn would_end_if_missed(&self) -> bool {
        let mut salt = || Salt::new([0; 16]);
        let stamp = EntryStamp {
            at: self.at,
            salt: &mut salt,
        };
        let mut writer = GameWriter::resume(self.game.clone(), stamp);
        writer
            .time_out(&[], &self.seed)
            .expect("somebody is to move");
        let (game, written) = writer.finish();
        let log: Vec<ChainedEntry> = logged(written).collect();
        game.status == Status::Finished
            && End {
                game: &game,
                log: &log,
            }
            .cause()
                == Cause::StandIn
    }

    fn record(&self) -> String {
        let names = NAMES.map(str::to_owned).into_iter();
        let record = Record::new(&self.game, &self.log, self.seed, names);
        serde_json::to_string(&record.expect("it is finished")).expect("JSON")
    }
}

fn logged(written: Vec<NewEntry>) -> impl Iterator<Item = ChainedEntry> {
    written.into_iter().map(|written| written.logged)
}

fn clock(picker: &mut Picker) -> Clock {
    if picker.below(2) == 0 {
        Clock::PerTurn {
            per_turn: Span::seconds(5),
            retire_after: RETIRE_AFTER,
        }
    } else {
        Clock::Bank {
            bank: Span::seconds(20),
            increment: Span::seconds(2),
            retire_after: RETIRE_AFTER,
        }
    }
}

/// Returns bytes from a picker.
fn bytes<const N: usize>(picker: &mut Picker) -> [u8; N] {
    std::array::from_fn(|_| u8::try_from(picker.below(256)).expect("a byte"))
}

fn uuid(picker: &mut Picker) -> Uuid {
    Uuid::from_u128(u128::from_be_bytes(bytes(picker)))
}
