//! Games: the state that a log adds up to, and the log itself.

pub mod chain;
pub mod change;
pub mod clock;
pub mod entry;
pub mod fold;
pub mod notice;
pub mod player;
pub mod schedule;
pub mod shown;
pub mod stored;
pub mod writer;

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use self::{
    chain::Hash,
    clock::{Pauses, Timing},
    entry::{Body, ChainedEntry, Created, Entry, Seating},
};
use crate::{
    engine::{
        any::Kind,
        chance::{DealKey, Entropy, Seed},
        rules::Turn,
        score::Outcome,
        seat::Seat,
        table::Table,
    },
    types::{
        id::{GameId, PlayerId},
        time::Timestamp,
    },
};

/// The stage that a game has reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Players can join.
    Open,
    /// The game is being played.
    Playing,
    /// The game was played to its end.
    Finished,
    /// The game was cancelled before its end.
    Cancelled,
}

/// A player who has joined a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// The player.
    pub player: PlayerId,
    /// The entropy that the player added to the deal.
    pub entropy: Option<Entropy>,
    /// The name of the bot, if the member is a bot.
    pub bot: Option<String>,
}

/// The current turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CurrentTurn {
    /// The seats that must move. Empty before the start and after the end.
    pub seats: Vec<Seat>,
    /// When the turn began. In a game for one player every move begins a new turn.
    pub since: Timestamp,
}

/// A game, as the fold of its log.
#[derive(Debug, Clone, PartialEq)]
pub struct Game {
    /// The settings that the game was created with.
    pub created: Created,
    /// The stage that the game has reached.
    pub status: Status,
    /// The position of the last entry in the log.
    pub version: u32,
    /// The hash of the last entry.
    pub head: Hash,
    /// The players who have joined, in the order of joining.
    pub members: Vec<Member>,
    /// The player of each seat, once the game has started.
    pub seated: Vec<PlayerId>,
    /// The cards, once the game has started.
    pub table: Option<Table>,
    /// The current turn.
    pub turn: CurrentTurn,
    /// The time that each player has used and the turns they missed. `None` before the start and in a game without a
    /// clock.
    pub timing: Option<Timing>,
    /// The seat that missed the current turn, while the stand-in plays it. Always `None` once a change is complete.
    pub missed_turn: Option<Seat>,
    /// The result of a finished game.
    pub result: Option<Outcome>,
    /// When the game was created.
    pub created_at: Timestamp,
    /// When the game started.
    pub started_at: Option<Timestamp>,
    /// When the game was finished or cancelled.
    pub finished_at: Option<Timestamp>,
}

impl Game {
    /// Updates everything but the cards from an entry. The caller has already applied the entry to the table.
    pub(super) fn update_from(&mut self, logged: &ChainedEntry) {
        let Entry {
            seq, at, ref body, ..
        } = logged.entry;
        match body {
            Body::Joined {
                player,
                entropy,
                bot,
            } => self.members.push(Member {
                player: *player,
                entropy: entropy.clone(),
                bot: bot.clone(),
            }),
            Body::Left { player } => self.members.retain(|member| member.player != *player),
            Body::Seated { players } => {
                let seats = u8::try_from(players.len()).unwrap_or(u8::MAX);
                self.status = Status::Playing;
                self.seated.clone_from(players);
                self.table = Some(Table::new(&self.created.options, seats));
                self.timing = self.created.clock.map(|clock| Timing::new(&clock, seats));
                self.started_at = Some(at);
            }
            Body::Move {
                seat,
                stand_in: false,
                ..
            } => {
                if let Some(timing) = &mut self.timing {
                    timing.moved(*seat);
                }
            }
            Body::TimedOut { seat, .. } => {
                self.missed_turn = Some(*seat);
                if let Some(timing) = &mut self.timing {
                    timing.missed(*seat);
                }
            }
            Body::Finished { result } => {
                self.status = Status::Finished;
                self.result = Some(result.clone());
                self.finished_at = Some(at);
            }
            Body::Cancelled { .. } => {
                self.status = Status::Cancelled;
                self.finished_at = Some(at);
            }
            Body::Created(_)
            | Body::Shuffled { .. }
            | Body::Move { stand_in: true, .. }
            | Body::Resigned { .. } => {}
        }
        self.version = seq;
        self.head = logged.hash;
        self.update_turn(logged);
    }

    /// Updates the current turn, and charges the turn that has ended to the clock of its player.
    fn update_turn(&mut self, logged: &ChainedEntry) {
        let Entry { at, ref body, .. } = logged.entry;
        let seats = self.to_move();
        let is_alone = self.seats() == 1 && matches!(body, Body::Move { .. });
        if self.turn.seats == seats && !is_alone {
            return;
        }
        let paused = match body {
            Body::Move { paused, .. } => i64::try_from(*paused).unwrap_or(i64::MAX / 2),
            Body::Created(_)
            | Body::Joined { .. }
            | Body::Left { .. }
            | Body::Seated { .. }
            | Body::Shuffled { .. }
            | Body::TimedOut { .. }
            | Body::Resigned { .. }
            | Body::Finished { .. }
            | Body::Cancelled { .. } => 0,
        };
        let previous = std::mem::replace(&mut self.turn, CurrentTurn { seats, since: at });
        self.missed_turn = None;
        if let (Some(timing), Some(clock), Some(seat)) = (
            &mut self.timing,
            &self.created.clock,
            previous.seats.first(),
        ) {
            let took = at.after(previous.since) - TimeDelta::milliseconds(paused);
            timing.turn_ended(clock, *seat, took);
        }
    }

    /// Returns the time by which the current turn must be made. `None` in a game without a clock and on the turn of a
    /// bot, which has no deadline.
    pub fn deadline(&self, pauses: &Pauses) -> Option<Timestamp> {
        self.turn_after(10, pauses)
    }

    /// Returns the time at which the current turn has used the given number of tenths of its allowance. Ten tenths are
    /// the [deadline](Game::deadline).
    pub fn turn_after(&self, tenths: i32, pauses: &Pauses) -> Option<Timestamp> {
        let (clock, timing) = (self.created.clock.as_ref()?, self.timing.as_ref()?);
        let seat = *self.turn.seats.first()?;
        if self.bot_on(seat).is_some() {
            return None;
        }
        let theirs = clock::of_player(pauses, self.player_on(seat));
        let allowance = timing.allowance(clock, seat) / 10 * tenths;
        Some(clock::deadline(self.turn.since, allowance, &theirs))
    }

    /// Returns the seat and the name of the bot whose turn it is.
    pub fn bot_to_move(&self) -> Option<(Seat, &str)> {
        let seat = *self.turn.seats.first()?;
        Some((seat, self.bot_on(seat)?))
    }

    /// Returns whether the player on this seat has missed so many turns in a row that they must be retired.
    pub fn is_to_be_retired(&self, seat: Seat) -> bool {
        match (&self.timing, &self.created.clock) {
            (Some(timing), Some(clock)) => timing.is_to_be_retired(clock, seat),
            _ => false,
        }
    }

    /// Returns the id of the game.
    pub const fn id(&self) -> GameId {
        self.created.game
    }

    /// Returns the kind of the game.
    pub const fn kind(&self) -> Kind {
        self.created.kind
    }

    /// Returns the player who may start or cancel the game while it is open: the earliest member who is a person. That
    /// is the creator until they leave.
    pub fn host(&self) -> Option<PlayerId> {
        let mut people = self.members.iter().filter(|member| member.bot.is_none());
        people.next().map(|member| member.player)
    }

    /// Returns the number of seats: before the start the number of players who can join, afterwards the number who
    /// play.
    pub fn seats(&self) -> u8 {
        self.table.as_ref().map_or(self.created.seats, Table::seats)
    }

    /// Returns the player on a seat. Before the start, seats are numbered in the order of joining.
    pub fn player_on(&self, seat: Seat) -> Option<PlayerId> {
        if self.table.is_some() {
            self.seated.get(seat.index()).copied()
        } else {
            self.members.get(seat.index()).map(|member| member.player)
        }
    }

    /// Returns the name of the bot on a seat, if a bot plays there.
    pub fn bot_on(&self, seat: Seat) -> Option<&str> {
        let player = self.player_on(seat)?;
        let mut members = self.members.iter();
        members
            .find(|member| member.player == player)
            .and_then(|member| member.bot.as_deref())
    }

    /// Returns the seat of a player.
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        Seat::all(self.seats()).find(|&seat| self.player_on(seat) == Some(player))
    }

    /// Returns whether the player on this seat has resigned.
    pub fn has_resigned(&self, seat: Seat) -> bool {
        self.table
            .as_ref()
            .is_some_and(|table| table.has_resigned(seat))
    }

    fn to_move(&self) -> Vec<Seat> {
        match (self.status, &self.table) {
            (Status::Playing, Some(table)) => table.to_move(),
            _ => Vec::new(),
        }
    }

    /// Returns the player of each seat, drawn or in the order of joining, as the game was created. Call it once all
    /// players have joined.
    pub fn drawn_seats(&self, key: &DealKey) -> Vec<PlayerId> {
        let members = || self.members.iter().map(|member| member.player);
        match self.created.seating {
            Seating::AsJoined => members().collect(),
            Seating::Random => {
                let members: Vec<PlayerId> = members().collect();
                let seats = u8::try_from(members.len()).unwrap_or(u8::MAX);
                let order = key.seating(seats).into_iter();
                order.map(|member| members[usize::from(member)]).collect()
            }
        }
    }

    /// Returns whether the next step needs no player: a shuffle, a move of the stand-in, or the end of the game.
    pub fn has_automatic_step(&self) -> bool {
        match (self.status, &self.table) {
            (Status::Playing, Some(table)) => match table.turn() {
                Turn::Shuffle(_) | Turn::Over => true,
                Turn::Seat(seat) => table.has_resigned(seat) || self.missed_turn == Some(seat),
            },
            _ => false,
        }
    }

    /// Returns the key that all shuffles of this game are derived from. Call it once all players have joined.
    pub fn deal_key(&self, seed: &Seed) -> DealKey {
        let entropies = self.members.iter().map(|member| member.entropy.as_ref());
        DealKey::new(seed, self.id().as_bytes(), entropies)
    }

    /// Returns whether the game is finished or cancelled, after which it never changes.
    pub const fn is_over(&self) -> bool {
        match self.status {
            Status::Open | Status::Playing => false,
            Status::Finished | Status::Cancelled => true,
        }
    }
}
