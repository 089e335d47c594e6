//! The course of a game: what a player does, and everything that follows from it, as entries of the log.

use super::{
    Game, Status,
    chain::{self, Hash, Salt},
    clock::{self, Pauses},
    entry::{Body, CancelReason, ChainedEntry, Created, Entry},
    fold::FoldError,
};
use crate::{
    engine::{
        any::AnyMove,
        chance::{DealKey, Entropy, Seed},
        rules::Turn,
        seat::Seat,
        table::{BadShuffle, Refusal},
    },
    types::{id::PlayerId, time::Timestamp},
};

/// When entries are written, and what they are salted with: the values that come from outside.
pub struct EntryStamp<'a> {
    /// The moment of all entries that are written together.
    pub at: Timestamp,
    /// Draws a salt.
    pub salt: &'a mut dyn FnMut() -> Salt,
}

/// Why the course of a game did not go on.
#[derive(Debug, thiserror::Error)]
pub enum GameWriterError {
    /// The move was refused: nothing was written.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The game is not where it would have to be: nothing was written.
    #[error("the game is not being played")]
    NotPlaying,
    /// The program contradicts itself. The game must not be stored.
    #[error(transparent)]
    Fold(#[from] FoldError),
    /// The program contradicts itself. The game must not be stored.
    #[error(transparent)]
    Shuffle(#[from] BadShuffle),
    /// An entry can't be written as JSON. The game must not be stored.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

/// A new entry: as it is stored beside its hash, and as a value.
#[derive(Debug, Clone, PartialEq)]
pub struct NewEntry {
    /// The canonical JSON without the hash.
    pub json: String,
    /// The entry with its hash.
    pub logged: ChainedEntry,
}

/// A game that is going on, and the entries that it has been given since.
pub struct GameWriter<'a> {
    game: Game,
    stamp: EntryStamp<'a>,
    entries: Vec<NewEntry>,
}

impl<'a> GameWriter<'a> {
    /// Creates a game, in which its creator takes a seat.
    ///
    /// # Errors
    /// When an entry can't be written.
    pub fn create(
        created: Created,
        creator: PlayerId,
        entropy: Option<Entropy>,
        mut stamp: EntryStamp<'a>,
    ) -> Result<Self, GameWriterError> {
        let first = new_entry(&mut stamp, None, created.seats, Body::Created(created))?;
        let game = Game::from_first_entry(&first.logged)?;
        let mut writer = Self {
            game,
            stamp,
            entries: vec![first],
        };
        writer.join(creator, entropy)?;
        Ok(writer)
    }

    /// Goes on with a game.
    pub const fn resume(game: Game, stamp: EntryStamp<'a>) -> Self {
        Self {
            game,
            stamp,
            entries: Vec::new(),
        }
    }

    /// The game, and what was written since the course began.
    pub fn finish(self) -> (Game, Vec<NewEntry>) {
        (self.game, self.entries)
    }

    /// The game as it stands now.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// A player takes a seat. The caller has checked that there is one.
    ///
    /// # Errors
    /// When the entry can't be written.
    pub fn join(
        &mut self,
        player: PlayerId,
        entropy: Option<Entropy>,
    ) -> Result<(), GameWriterError> {
        self.write(Body::Joined {
            player,
            entropy,
            bot: None,
        })
    }

    /// A bot takes a seat, as a player of its own. The caller has checked that there is one.
    ///
    /// # Errors
    /// When the entry can't be written.
    pub fn join_bot(&mut self, player: PlayerId, bot: String) -> Result<(), GameWriterError> {
        self.write(Body::Joined {
            player,
            entropy: None,
            bot: Some(bot),
        })
    }

    /// Writes an entry that changes no cards: leaving before the start, calling the game off.
    ///
    /// # Errors
    /// When the entry can't be written.
    pub fn write(&mut self, body: Body) -> Result<(), GameWriterError> {
        let entry = new_entry(&mut self.stamp, Some(&self.game), self.game.seats(), body)?;
        self.game.update_from(&entry.logged);
        self.entries.push(entry);
        Ok(())
    }

    /// Everyone who plays has joined: draws the seats and deals.
    ///
    /// # Errors
    /// When an entry can't be written.
    pub fn start(&mut self, seed: &Seed) -> Result<(), GameWriterError> {
        let key = self.game.deal_key(seed);
        let players = self.game.drawn_seats(&key);
        self.write(Body::Seated { players })?;
        self.run_automatic(&key)
    }

    /// A player moves, and what follows from it happens. `pauses` are the times for which clocks stand
    /// still.
    ///
    /// # Errors
    /// When the move is refused, or an entry can't be written.
    pub fn play(
        &mut self,
        seat: Seat,
        mv: AnyMove,
        pauses: &Pauses,
        seed: &Seed,
    ) -> Result<(), GameWriterError> {
        let paused = self.paused(pauses);
        self.write_move(seat, mv, false, paused)?;
        self.run_automatic(&self.game.deal_key(seed))
    }

    /// The player whose turn it is has missed it: the stand-in plays it, and after too many in a row they are
    /// retired. What follows from it happens. The caller has checked that it is time.
    ///
    /// # Errors
    /// When nobody is to move, or an entry can't be written.
    pub fn time_out(&mut self, pauses: &Pauses, seed: &Seed) -> Result<(), GameWriterError> {
        let seat = *self
            .game
            .turn
            .seats
            .first()
            .ok_or(GameWriterError::NotPlaying)?;
        let paused = self.paused(pauses);
        self.write(Body::TimedOut { seat, paused })?;
        if self.game.is_to_be_retired(seat) {
            self.write_resignation(seat, true)?;
        }
        self.run_automatic(&self.game.deal_key(seed))
    }

    /// Calls the game off when it is being played and its log has as many entries as it may have.
    ///
    /// # Errors
    /// When the entry can't be written.
    pub fn cancel_if_longer_than(&mut self, limit: u32) -> Result<(), GameWriterError> {
        if self.game.status == Status::Playing && self.game.version >= limit {
            let reason = CancelReason::TooLong;
            self.write(Body::Cancelled { reason })?;
        }
        Ok(())
    }

    /// For how long of this turn the player's clock has stood still, in milliseconds.
    fn paused(&self, pauses: &Pauses) -> u64 {
        let game = &self.game;
        if game.timing.is_none() {
            return 0;
        }
        let seat = game.turn.seats.first();
        let player = seat.and_then(|seat| game.player_on(*seat));
        let theirs = clock::of_player(pauses, player);
        let paused = clock::paused(game.turn.since, self.stamp.at, &theirs);
        u64::try_from(paused.num_milliseconds()).unwrap_or_default()
    }

    /// A player leaves the running game for good, and what follows from it happens.
    ///
    /// # Errors
    /// When they have left already, or an entry can't be written.
    pub fn resign(&mut self, seat: Seat, seed: &Seed) -> Result<(), GameWriterError> {
        self.write_resignation(seat, false)?;
        self.run_automatic(&self.game.deal_key(seed))
    }

    fn write_resignation(&mut self, seat: Seat, retired: bool) -> Result<(), GameWriterError> {
        let table = self
            .game
            .table
            .as_mut()
            .ok_or(GameWriterError::NotPlaying)?;
        table.resign(seat)?;
        self.write(Body::Resigned { seat, retired })
    }

    fn write_move(
        &mut self,
        seat: Seat,
        mv: AnyMove,
        stand_in: bool,
        paused: u64,
    ) -> Result<(), GameWriterError> {
        if self.game.status != Status::Playing {
            return Err(GameWriterError::NotPlaying);
        }
        let table = self
            .game
            .table
            .as_mut()
            .ok_or(GameWriterError::NotPlaying)?;
        let events = table.play(seat, &mv)?;
        self.write(Body::Move {
            seat,
            mv,
            events,
            stand_in,
            paused,
        })
    }

    /// Everything that happens without a player: shuffles, the moves of those who left or missed their turn, the
    /// end.
    fn run_automatic(&mut self, key: &DealKey) -> Result<(), GameWriterError> {
        loop {
            let table = self
                .game
                .table
                .as_mut()
                .ok_or(GameWriterError::NotPlaying)?;
            match table.turn() {
                Turn::Shuffle(cards) => {
                    let number = table.next_shuffle();
                    let cards = key.shuffle(number, cards);
                    let events = table.shuffled(cards.clone())?;
                    self.write(Body::Shuffled {
                        number,
                        cards,
                        events,
                    })?;
                }
                Turn::Seat(seat)
                    if table.has_resigned(seat) || self.game.missed_turn == Some(seat) =>
                {
                    let mv = table.stand_in_for(seat);
                    self.write_move(seat, mv, true, 0)?;
                }
                Turn::Seat(_) => return Ok(()),
                Turn::Over => {
                    return match table.outcome() {
                        Some(result) => self.write(Body::Finished { result }),
                        None => Err(GameWriterError::NotPlaying),
                    };
                }
            }
        }
    }
}

fn new_entry(
    stamp: &mut EntryStamp<'_>,
    game: Option<&Game>,
    seats: u8,
    body: Body,
) -> Result<NewEntry, GameWriterError> {
    let (version, head) = game.map_or((0, Hash::START), |game| (game.version, game.head));
    let salt = body.hides_something(seats).then(|| (stamp.salt)());
    let entry = Entry {
        seq: version + 1,
        at: stamp.at,
        body,
        salt,
    };
    let json = chain::canonical(&entry)?;
    let hash = head.link(&json);
    Ok(NewEntry {
        json,
        logged: ChainedEntry { entry, hash },
    })
}
