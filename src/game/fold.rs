//! Folding a log into a game, entry by entry. Each entry is checked against the rules and against the game before it.

use super::{
    CurrentTurn, Game, Status,
    entry::{Body, CancelReason, ChainedEntry, Created, Entry},
};
use crate::{
    engine::{
        any::{AnyEvent, AnyMove},
        card::Card,
        rules::Turn,
        seat::Seat,
        table::{BadShuffle, Refusal, Table},
    },
    types::id::PlayerId,
};

/// The reason why an entry can't be the next one of a log.
#[derive(Debug, thiserror::Error)]
pub enum FoldError {
    /// The first entry is not `created`, or a later one is.
    #[error("entry {0}: the first entry of a log must be \"created\", and no other may be")]
    Start(u32),
    /// The positions are not consecutive.
    #[error("entry {found} is in the place of entry {expected}")]
    Seq {
        /// The position that was expected.
        expected: u32,
        /// The position that was found.
        found: u32,
    },
    /// The settings of the game are not valid.
    #[error("entry 1: {0}")]
    Created(String),
    /// The entry is not possible at this stage of the game.
    #[error("entry {0} is not possible at this stage of the game")]
    Status(u32),
    /// A player joins twice or without a free seat, or leaves without having joined.
    #[error(
        "entry {0}: a player joins twice or without a free seat, or leaves without having joined"
    )]
    Member(u32),
    /// The seated players are not the members, or their number is not allowed in this kind of game.
    #[error(
        "entry {0}: the seated players are not the players that joined, or their number is not allowed in this game"
    )]
    Seated(u32),
    /// There is no such seat.
    #[error("entry {0}: there is no such seat")]
    NoSuchSeat(u32),
    /// The shuffle is not of the cards that had to be shuffled, or no shuffle was due.
    #[error("entry {0}: {1}")]
    Shuffle(u32, BadShuffle),
    /// The move is not legal.
    #[error("entry {0}: {1}")]
    Move(u32, Refusal),
    /// The stand-in makes another move by the rules.
    #[error("entry {0}: by the rules, the stand-in makes another move")]
    StandIn(u32),
    /// The events are not those that follow by the rules.
    #[error("entry {0}: the events are not those that follow by the rules")]
    Events(u32),
    /// The result is not the one that follows by the rules.
    #[error("entry {0}: the result is not the one that follows by the rules")]
    Result(u32),
}

impl Game {
    /// Creates a game from the first entry of its log.
    ///
    /// # Errors
    /// When the entry is not `created`, or its settings are not valid.
    pub fn from_first_entry(first: &ChainedEntry) -> Result<Self, FoldError> {
        match &first.entry {
            Entry {
                seq: 1,
                at,
                body: Body::Created(created),
                ..
            } => Ok(Self {
                created: checked(created)?.clone(),
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

    /// Folds a whole log into a game.
    ///
    /// # Errors
    /// When the log is empty, or an entry can't follow those before it.
    pub fn from_log<'a>(
        log: impl IntoIterator<Item = &'a ChainedEntry>,
    ) -> Result<Self, FoldError> {
        let mut log = log.into_iter();
        let mut game = Self::from_first_entry(log.next().ok_or(FoldError::Start(0))?)?;
        log.try_for_each(|logged| game.apply(logged))?;
        Ok(game)
    }

    /// Applies the next entry, after checking it against the rules. The hash is not checked.
    ///
    /// # Errors
    /// When the entry can't follow those before it. The game may then be partly changed and must be dropped.
    pub fn apply(&mut self, logged: &ChainedEntry) -> Result<(), FoldError> {
        let Entry { seq, ref body, .. } = logged.entry;
        if seq != self.version + 1 {
            return Err(FoldError::Seq {
                expected: self.version + 1,
                found: seq,
            });
        }
        match body {
            Body::Shuffled {
                number,
                cards,
                events,
            } => self.apply_shuffle(seq, *number, cards, events)?,
            Body::Move {
                seat,
                mv,
                events,
                stand_in,
                ..
            } => {
                self.check_stand_in(seq, *seat, mv, *stand_in)?;
                let made = self.playing(seq)?.play(*seat, mv);
                let made = made.map_err(|error| FoldError::Move(seq, error))?;
                check_events(seq, &made, events)?;
            }
            Body::TimedOut { seat, .. } => self.check_time_out(seq, *seat)?,
            Body::Resigned { seat, retired } => self.apply_resignation(seq, *seat, *retired)?,
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

    fn apply_shuffle(
        &mut self,
        seq: u32,
        number: u32,
        cards: &[Card],
        events: &[AnyEvent],
    ) -> Result<(), FoldError> {
        let table = self.playing(seq)?;
        if number != table.next_shuffle() {
            return Err(FoldError::Status(seq));
        }
        let made = table.shuffled(cards.to_vec());
        let made = made.map_err(|error| FoldError::Shuffle(seq, error))?;
        check_events(seq, &made, events)
    }

    fn check_time_out(&mut self, seq: u32, seat: Seat) -> Result<(), FoldError> {
        let is_timed = self.created.clock.is_some();
        let is_missed = self.missed_turn.is_some();
        let table = self.playing(seq)?;
        if is_timed && !is_missed && table.to_move() == [seat] && !table.has_resigned(seat) {
            Ok(())
        } else {
            Err(FoldError::Status(seq))
        }
    }

    fn apply_resignation(&mut self, seq: u32, seat: Seat, retired: bool) -> Result<(), FoldError> {
        let is_due = self.missed_turn == Some(seat) && self.is_to_be_retired(seat);
        let table = self.playing(seq)?;
        if seat.number() >= table.seats() {
            return Err(FoldError::NoSuchSeat(seq));
        }
        if retired != is_due {
            return Err(FoldError::Status(seq));
        }
        table
            .resign(seat)
            .map_err(|error| FoldError::Move(seq, error))?;
        Ok(())
    }

    /// Checks that the stand-in moves exactly for players who resigned or missed their turn, and makes the move that
    /// the rules say.
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

    /// Returns whether these are the members, each once, and their number is allowed in this kind of game.
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

/// Checks that an entry has the events that the rules make of it.
fn check_events(seq: u32, made: &[AnyEvent], written: &[AnyEvent]) -> Result<(), FoldError> {
    if made == written {
        Ok(())
    } else {
        Err(FoldError::Events(seq))
    }
}

/// Checks the settings of a new game.
fn checked(created: &Created) -> Result<&Created, FoldError> {
    created
        .options
        .check()
        .map_err(|error| FoldError::Created(error.to_string()))?;
    let about = created.kind.about();
    if created.options.kind() != created.kind || !about.players.contains(&created.seats) {
        let seats = created.seats;
        return Err(FoldError::Created(format!(
            "{} can't be played by {seats} players",
            about.name
        )));
    }
    if let Some(Err(error)) = created.clock.map(|clock| clock.check()) {
        return Err(FoldError::Created(error.to_string()));
    }
    Ok(created)
}
