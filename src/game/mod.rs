//! A game as its log tells it.

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

/// How far a game has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Players can join.
    Open,
    /// It is being played.
    Playing,
    /// It was played to its end.
    Finished,
    /// It was called off before its end.
    Cancelled,
}

/// A player who takes part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// Who.
    pub player: PlayerId,
    /// What they added to the deal.
    pub entropy: Option<Entropy>,
    /// The name of the bot that plays, where no person does.
    pub bot: Option<String>,
}

/// Whose turn it is, and since when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CurrentTurn {
    /// The seats that are to move: none before the start and after the end.
    pub seats: Vec<Seat>,
    /// Since when just these are. At a table for one every move begins a new turn.
    pub since: Timestamp,
}

/// A game: what its log adds up to.
#[derive(Debug, Clone, PartialEq)]
pub struct Game {
    /// What it was created with.
    pub created: Created,
    /// How far it has come.
    pub status: Status,
    /// The position of the last entry in the log.
    pub version: u32,
    /// The hash of the last entry.
    pub head: Hash,
    /// Who takes part, in the order of joining.
    pub members: Vec<Member>,
    /// The player of each seat, once the game has started.
    pub seated: Vec<PlayerId>,
    /// The cards, once the game has started.
    pub table: Option<Table>,
    /// Whose turn it is.
    pub turn: CurrentTurn,
    /// What became of the players' time, in a game with a clock that has started.
    pub timing: Option<Timing>,
    /// Whose turn is being played for them, because they missed it. Nobody's where a change is complete.
    pub missed_turn: Option<Seat>,
    /// How it ended.
    pub result: Option<Outcome>,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it started.
    pub started_at: Option<Timestamp>,
    /// When it ended, or was called off.
    pub finished_at: Option<Timestamp>,
}

impl Game {
    /// Takes down what an entry changes beside the cards, which have changed already.
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

    /// Takes down whose turn it is now, and what the turn before it took of its player's time.
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

    /// When the player whose turn it is must have moved, given the times for which clocks stand still. A bot always has
    /// its time.
    pub fn deadline(&self, pauses: &Pauses) -> Option<Timestamp> {
        self.turn_after(10, pauses)
    }

    /// When the player whose turn it is will have taken so many tenths of their time, if they don't move before. As with
    /// [`Game::deadline`], which is at ten of them.
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

    /// The bot whose turn it is, by name, and its seat.
    pub fn bot_to_move(&self) -> Option<(Seat, &str)> {
        let seat = *self.turn.seats.first()?;
        Some((seat, self.bot_on(seat)?))
    }

    /// Whether the player on this seat has missed as many turns in a row as they are retired for.
    pub fn is_to_be_retired(&self, seat: Seat) -> bool {
        match (&self.timing, &self.created.clock) {
            (Some(timing), Some(clock)) => timing.is_to_be_retired(clock, seat),
            _ => false,
        }
    }

    /// The id of the game.
    pub const fn id(&self) -> GameId {
        self.created.game
    }

    /// The kind of the game.
    pub const fn kind(&self) -> Kind {
        self.created.kind
    }

    /// Who may start or cancel the game while it is open: the first person of those who joined and are still there,
    /// at first the one who created it.
    pub fn host(&self) -> Option<PlayerId> {
        let mut people = self.members.iter().filter(|member| member.bot.is_none());
        people.next().map(|member| member.player)
    }

    /// How many seats there are: as many as can join, or as many as play.
    pub fn seats(&self) -> u8 {
        self.table.as_ref().map_or(self.created.seats, Table::seats)
    }

    /// The player on a seat; before the start, seats are counted in the order of joining.
    pub fn player_on(&self, seat: Seat) -> Option<PlayerId> {
        if self.table.is_some() {
            self.seated.get(seat.index()).copied()
        } else {
            self.members.get(seat.index()).map(|member| member.player)
        }
    }

    /// The name of the bot on a seat, where one plays.
    pub fn bot_on(&self, seat: Seat) -> Option<&str> {
        let player = self.player_on(seat)?;
        let mut members = self.members.iter();
        members
            .find(|member| member.player == player)
            .and_then(|member| member.bot.as_deref())
    }

    /// The seat of a player.
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        Seat::all(self.seats()).find(|&seat| self.player_on(seat) == Some(player))
    }

    /// Whether the player on this seat left the running game.
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

    /// The player of each seat, once everyone has joined: as the game was created to seat them.
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

    /// Whether something is due that happens by itself: a shuffle, the move of a player who left or missed their turn,
    /// the end.
    pub fn has_automatic_step(&self) -> bool {
        match (self.status, &self.table) {
            (Status::Playing, Some(table)) => match table.turn() {
                Turn::Shuffle(_) | Turn::Over => true,
                Turn::Seat(seat) => table.has_resigned(seat) || self.missed_turn == Some(seat),
            },
            _ => false,
        }
    }

    /// What all shuffles of this game follow from, once everyone has joined.
    pub fn deal_key(&self, seed: &Seed) -> DealKey {
        let entropies = self.members.iter().map(|member| member.entropy.as_ref());
        DealKey::new(seed, self.id().as_bytes(), entropies)
    }

    /// Whether the game can't change any more.
    pub const fn is_over(&self) -> bool {
        match self.status {
            Status::Open | Status::Playing => false,
            Status::Finished | Status::Cancelled => true,
        }
    }
}
