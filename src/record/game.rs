//! A game as its log tells it.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    chain::Hash,
    clock::{self, Pause, Timing},
    entry::{Body, CancelReason, Created, Entry, Logged, Seating},
    id::{GameId, PlayerId},
    time::Timestamp,
};
use crate::engine::{
    any::{AnyEvent, Kind},
    chance::{DealKey, Entropy, Seed},
    rules::Turn,
    score::Outcome,
    seat::Seat,
    table::{BadShuffle, Refusal, Table},
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
pub struct TurnSince {
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
    pub turn: TurnSince,
    /// What became of the players' time, in a game with a clock that has started.
    pub timing: Option<Timing>,
    /// Whose turn is being played for them, because they missed it. Nobody's where a change is complete.
    pub standing_in: Option<Seat>,
    /// How it ended.
    pub result: Option<Outcome>,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it started.
    pub started_at: Option<Timestamp>,
    /// When it ended, or was called off.
    pub finished_at: Option<Timestamp>,
}

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
    pub fn begin(first: &Logged) -> Result<Self, FoldError> {
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
                turn: TurnSince {
                    seats: Vec::new(),
                    since: *at,
                },
                timing: None,
                standing_in: None,
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
    pub fn from_log<'a>(log: impl IntoIterator<Item = &'a Logged>) -> Result<Self, FoldError> {
        let mut log = log.into_iter();
        let mut game = Self::begin(log.next().ok_or(FoldError::Start(0))?)?;
        log.try_for_each(|logged| game.apply(logged))?;
        Ok(game)
    }

    /// Goes on with the next entry, checking it against the rules. The hash is taken as it stands.
    ///
    /// # Errors
    /// When it can't follow what was before it. The game may then be half changed, and is of no more use.
    pub fn apply(&mut self, logged: &Logged) -> Result<(), FoldError> {
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
                let is_missed = self.standing_in == Some(*seat);
                let is_overdue = is_missed && self.is_to_be_retired(*seat);
                let table = self.playing(seq)?;
                let has_left = table.has_left(*seat);
                if *stand_in != (has_left || is_missed) || (is_overdue && !has_left) {
                    return Err(FoldError::Status(seq));
                }
                if *stand_in
                    && table.turn() == Turn::Seat(*seat)
                    && table.stand_in_for(*seat) != *mv
                {
                    return Err(FoldError::StandIn(seq));
                }
                let made = table.play(*seat, mv);
                same(&made.map_err(|error| FoldError::Move(seq, error))?, events)?;
            }
            Body::TimedOut { seat, .. } => {
                let is_timed = self.created.clock.is_some();
                let is_missed = self.standing_in.is_some();
                let table = self.playing(seq)?;
                if !is_timed || is_missed || table.to_move() != [*seat] || table.has_left(*seat) {
                    return Err(FoldError::Status(seq));
                }
            }
            Body::Resigned { seat, retired } => {
                let is_due = self.standing_in == Some(*seat) && self.is_to_be_retired(*seat);
                let table = self.playing(seq)?;
                if seat.number() >= table.seats() {
                    return Err(FoldError::NoSuchSeat(seq));
                }
                if *retired != is_due {
                    return Err(FoldError::Status(seq));
                }
                let left = table.leave(*seat);
                left.map_err(|error| FoldError::Move(seq, error))?;
            }
            Body::Finished { result } => {
                if self.playing(seq)?.outcome().as_ref() != Some(result) {
                    return Err(FoldError::Result(seq));
                }
            }
            Body::Created(_) => return Err(FoldError::Start(seq)),
            Body::Cancelled { reason } => {
                let fits = match reason {
                    CancelReason::ByCreator | CancelReason::Deserted => self.status == Status::Open,
                    CancelReason::Abandoned => !self.is_over(),
                    CancelReason::TooLong => self.status == Status::Playing,
                };
                if !fits {
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
        self.note(logged);
        Ok(())
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

    /// Takes down what an entry changes beside the cards, which have changed already.
    pub(super) fn note(&mut self, logged: &Logged) {
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
                self.standing_in = Some(*seat);
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
        self.note_turn(logged);
    }

    /// Takes down whose turn it is now, and what the turn before it took of its player's time.
    fn note_turn(&mut self, logged: &Logged) {
        let Entry { at, ref body, .. } = logged.entry;
        let seats = self.to_move();
        let is_alone = self.seats() == 1 && matches!(body, Body::Move { .. });
        if self.turn.seats == seats && !is_alone {
            return;
        }
        let paused = match body {
            Body::Move { paused, .. } => i64::try_from(*paused).unwrap_or(i64::MAX / 2),
            _ => 0,
        };
        let before = std::mem::replace(&mut self.turn, TurnSince { seats, since: at });
        self.standing_in = None;
        if let (Some(timing), Some(clock), Some(seat)) =
            (&mut self.timing, &self.created.clock, before.seats.first())
        {
            let took = at.after(before.since) - TimeDelta::milliseconds(paused);
            timing.turn_ended(clock, *seat, took);
        }
    }

    /// When the player whose turn it is must have moved, given the times for which their clocks stand still.
    pub fn deadline(&self, pauses: &[Pause]) -> Option<Timestamp> {
        let (clock, timing) = (self.created.clock.as_ref()?, self.timing.as_ref()?);
        let seat = self.turn.seats.first()?;
        let allowance = timing.allowance(clock, *seat);
        Some(clock::deadline(self.turn.since, allowance, pauses))
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
    pub fn has_left(&self, seat: Seat) -> bool {
        self.table
            .as_ref()
            .is_some_and(|table| table.has_left(seat))
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
    pub fn goes_on_by_itself(&self) -> bool {
        match (self.status, &self.table) {
            (Status::Playing, Some(table)) => match table.turn() {
                Turn::Shuffle(_) | Turn::Over => true,
                Turn::Seat(seat) => table.has_left(seat) || self.standing_in == Some(seat),
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
