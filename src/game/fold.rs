//! How a log adds up to a game: entry by entry, each checked against the rules and against what was before it.

use super::{
    CurrentTurn, Game, Status,
    entry::{Body, CancelReason, ChainedEntry, Created, Entry},
};
use crate::{
    engine::{
        any::{AnyEvent, AnyMove},
        rules::Turn,
        seat::Seat,
        table::{BadShuffle, Refusal, Table},
    },
    types::id::PlayerId,
};

/// An entry that can't follow what the log said before it.
#[derive(Debug, thiserror::Error)]
pub enum FoldError {
    /// A log begins with `created`, and only there.
    #[error("entry {0} can't stand there: a log begins with \"created\", and only there")]
    Start(u32),
    /// The positions are not consecutive.
    #[error("entry {found} stands where entry {expected} should")]
    Seq {
        /// The position that should come.
        expected: u32,
        /// The position that came.
        found: u32,
    },
    /// No game can be created like this.
    #[error("entry 1: {0}")]
    Created(String),
    /// The entry doesn't fit how far the game has come.
    #[error("entry {0} doesn't fit how far the game has come")]
    Status(u32),
    /// Who joins has a seat already or finds none free, or who leaves has none.
    #[error(
        "entry {0}: nobody can join twice or without a free seat, or leave without having joined"
    )]
    Member(u32),
    /// Those who are seated are not those who joined, or are too few or too many.
    #[error(
        "entry {0}: those who are seated are not those who joined, or can't play this as so many"
    )]
    Seated(u32),
    /// There is no such seat.
    #[error("entry {0}: there is no such seat")]
    NoSuchSeat(u32),
    /// The shuffle is not of the cards that were to be shuffled, or not its turn.
    #[error("entry {0}: {1}")]
    Shuffle(u32, BadShuffle),
    /// The move is not legal.
    #[error("entry {0}: {1}")]
    Move(u32, Refusal),
    /// For a player who left or missed their turn, the rules make another move.
    #[error("entry {0}: for a player who left or missed their turn, the rules make another move")]
    StandIn(u32),
    /// The entry tells other events than the rules do.
    #[error("entry {0}: the rules make other events of it")]
    Events(u32),
    /// The entry tells another result than the rules do.
    #[error("entry {0}: by the rules the result is another")]
    Result(u32),
}

impl Game {
    /// The game that begins with this entry.
    ///
    /// # Errors
    /// When it is not the entry of a creation, or no game can be created like that.
    pub fn from_first_entry(first: &ChainedEntry) -> Result<Self, FoldError> {
        match &first.entry {
            Entry {
                seq: 1,
                at,
                body: Body::Created(created),
                ..
            } => Ok(Self {
                created: possible(created)?.clone(),
                status: Status::Open,
                version: 1,
                head: first.hash,
                members: Vec::new(),
                seated: Vec::new(),
                table: None,
                turn: CurrentTurn {
                    seats: Vec::new(),
                    since: *at,
                },
                timing: None,
                missed_turn: None,
                result: None,
                created_at: *at,
                started_at: None,
                finished_at: None,
            }),
            other => Err(FoldError::Start(other.seq)),
        }
    }

    /// Folds a log into the game that it tells.
    ///
    /// # Errors
    /// When the log is empty, or an entry can't follow what was before it.
    pub fn from_log<'a>(
        log: impl IntoIterator<Item = &'a ChainedEntry>,
    ) -> Result<Self, FoldError> {
        let mut log = log.into_iter();
        let mut game = Self::from_first_entry(log.next().ok_or(FoldError::Start(0))?)?;
        log.try_for_each(|logged| game.apply(logged))?;
        Ok(game)
    }

    /// Goes on with the next entry, checking it against the rules. The hash is taken as it stands.
    ///
    /// # Errors
    /// When it can't follow what was before it. The game may then be half changed, and is of no more use.
    pub fn apply(&mut self, logged: &ChainedEntry) -> Result<(), FoldError> {
        let Entry { seq, ref body, .. } = logged.entry;
        if seq != self.version + 1 {
            return Err(FoldError::Seq {
                expected: self.version + 1,
                found: seq,
            });
        }
        let same = |events: &[AnyEvent], told: &[AnyEvent]| {
            if events == told {
                Ok(())
            } else {
                Err(FoldError::Events(seq))
            }
        };
        match body {
            Body::Shuffled {
                number,
                cards,
                events,
            } => {
                let table = self.playing(seq)?;
                if *number != table.next_shuffle() {
                    return Err(FoldError::Status(seq));
                }
                let made = table.shuffled(cards.clone());
                same(
                    &made.map_err(|error| FoldError::Shuffle(seq, error))?,
                    events,
                )?;
            }
            Body::Move {
                seat,
                mv,
                events,
                stand_in,
                ..
            } => {
                self.check_stand_in(seq, *seat, mv, *stand_in)?;
                let made = self.playing(seq)?.play(*seat, mv);
                same(&made.map_err(|error| FoldError::Move(seq, error))?, events)?;
            }
            Body::TimedOut { seat, .. } => {
                let is_timed = self.created.clock.is_some();
                let is_missed = self.missed_turn.is_some();
                let table = self.playing(seq)?;
                if !is_timed || is_missed || table.to_move() != [*seat] || table.has_resigned(*seat)
                {
                    return Err(FoldError::Status(seq));
                }
            }
            Body::Resigned { seat, retired } => {
                let is_due = self.missed_turn == Some(*seat) && self.is_to_be_retired(*seat);
                let table = self.playing(seq)?;
                if seat.number() >= table.seats() {
                    return Err(FoldError::NoSuchSeat(seq));
                }
                if *retired != is_due {
                    return Err(FoldError::Status(seq));
                }
                let left = table.resign(*seat);
                left.map_err(|error| FoldError::Move(seq, error))?;
            }
            Body::Finished { result } => {
                if self.playing(seq)?.outcome().as_ref() != Some(result) {
                    return Err(FoldError::Result(seq));
                }
            }
            Body::Created(_) => return Err(FoldError::Start(seq)),
            Body::Cancelled { reason } => {
                if !self.can_be_cancelled(*reason) {
                    return Err(FoldError::Status(seq));
                }
            }
            Body::Joined { player, .. } => {
                self.open(seq)?;
                let is_full = self.members.len() >= usize::from(self.created.seats);
                if is_full || self.is_member(*player) {
                    return Err(FoldError::Member(seq));
                }
            }
            Body::Left { player } => {
                self.open(seq)?;
                if !self.is_member(*player) {
                    return Err(FoldError::Member(seq));
                }
            }
            Body::Seated { players } => {
                self.open(seq)?;
                if !self.can_play(players) {
                    return Err(FoldError::Seated(seq));
                }
            }
        }
        self.update_from(logged);
        Ok(())
    }

    /// Checks whether the stand-in moves exactly where the player left or missed their turn, and as the rules say.
    fn check_stand_in(
        &mut self,
        seq: u32,
        seat: Seat,
        mv: &AnyMove,
        stand_in: bool,
    ) -> Result<(), FoldError> {
        let is_missed = self.missed_turn == Some(seat);
        let is_overdue = is_missed && self.is_to_be_retired(seat);
        let table = self.playing(seq)?;
        let has_resigned = table.has_resigned(seat);
        if stand_in != (has_resigned || is_missed) || (is_overdue && !has_resigned) {
            return Err(FoldError::Status(seq));
        }
        if stand_in && table.turn() == Turn::Seat(seat) && table.stand_in_for(seat) != *mv {
            return Err(FoldError::StandIn(seq));
        }
        Ok(())
    }

    fn can_be_cancelled(&self, reason: CancelReason) -> bool {
        match reason {
            CancelReason::ByCreator | CancelReason::Deserted => self.status == Status::Open,
            CancelReason::Abandoned => !self.is_over(),
            CancelReason::TooLong => self.status == Status::Playing,
        }
    }

    fn open(&self, seq: u32) -> Result<(), FoldError> {
        match self.status {
            Status::Open => Ok(()),
            Status::Playing | Status::Finished | Status::Cancelled => Err(FoldError::Status(seq)),
        }
    }

    fn is_member(&self, player: PlayerId) -> bool {
        self.members.iter().any(|member| member.player == player)
    }

    /// Whether these are the members, each once, and the game is one for so many.
    fn can_play(&self, players: &[PlayerId]) -> bool {
        let mut members: Vec<PlayerId> = self.members.iter().map(|member| member.player).collect();
        let mut players = players.to_vec();
        members.sort_unstable();
        players.sort_unstable();
        players == members
            && u8::try_from(players.len())
                .is_ok_and(|seats| self.kind().about().players.contains(&seats))
    }

    fn playing(&mut self, seq: u32) -> Result<&mut Table, FoldError> {
        match (self.status, &mut self.table) {
            (Status::Playing, Some(table)) => Ok(table),
            _ => Err(FoldError::Status(seq)),
        }
    }
}

/// What a game was created with, if one can be.
fn possible(created: &Created) -> Result<&Created, FoldError> {
    created
        .options
        .check()
        .map_err(|error| FoldError::Created(error.to_string()))?;
    let about = created.kind.about();
    if created.options.kind() != created.kind || !about.players.contains(&created.seats) {
        let seats = created.seats;
        return Err(FoldError::Created(format!(
            "{} is no game for {seats} players",
            about.name
        )));
    }
    if let Some(Err(error)) = created.clock.map(|clock| clock.check()) {
        return Err(FoldError::Created(error.to_string()));
    }
    Ok(created)
}
