//! Writing a game: turns what players do, and everything that follows from it, into entries of the log.

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

/// The time and the salts of new entries. They come from outside, so that a writer is deterministic.
pub struct EntryStamp<'a> {
    /// The time of all entries that are written together.
    pub at: Timestamp,
    /// Returns a new random salt.
    pub salt: &'a mut dyn FnMut() -> Salt,
}

/// The reason why a change was not written. After any error the writer must be dropped and nothing may be stored.
#[derive(Debug, thiserror::Error)]
pub enum GameWriterError {
    /// The rules refuse the move.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The game is not being played.
    #[error("the game is not being played")]
    NotPlaying,
    /// A bug: the writer made an entry that the fold refuses.
    #[error(transparent)]
    Fold(#[from] FoldError),
    /// A bug: the writer shuffled other cards than the rules asked for.
    #[error(transparent)]
    Shuffle(#[from] BadShuffle),
    /// A bug: an entry can't be serialized.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

/// An entry that is ready to be stored.
#[derive(Debug, Clone, PartialEq)]
pub struct NewEntry {
    /// The canonical JSON of the entry, without the hash.
    pub json: String,
    /// The entry with its hash.
    pub logged: ChainedEntry,
}

/// A game together with the entries that have been added to it and are not stored yet.
pub struct GameWriter<'a> {
    game: Game,
    stamp: EntryStamp<'a>,
    entries: Vec<NewEntry>,
}

impl<'a> GameWriter<'a> {
    /// Creates a game, and lets its creator join.
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

    /// Continues an existing game.
    pub const fn resume(game: Game, stamp: EntryStamp<'a>) -> Self {
        Self {
            game,
            stamp,
            entries: Vec::new(),
        }
    }

    /// Returns the changed game and its new entries.
    pub fn finish(self) -> (Game, Vec<NewEntry>) {
        (self.game, self.entries)
    }

    /// Returns the game with all entries written so far.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Lets a player join. The caller has checked that a seat is free.
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

    /// Lets a bot join, as a player of its own. The caller has checked that a seat is free.
    pub fn join_bot(&mut self, player: PlayerId, bot: String) -> Result<(), GameWriterError> {
        self.write(Body::Joined {
            player,
            entropy: None,
            bot: Some(bot),
        })
    }

    /// Writes an entry that changes no cards, such as leaving before the start or cancelling the game.
    pub fn write(&mut self, body: Body) -> Result<(), GameWriterError> {
        let entry = new_entry(&mut self.stamp, Some(&self.game), self.game.seats(), body)?;
        self.game.update_from(&entry.logged);
        self.entries.push(entry);
        Ok(())
    }

    /// Starts the game with the players who have joined: seats them and deals.
    pub fn start(&mut self, seed: &Seed) -> Result<(), GameWriterError> {
        let key = self.game.deal_key(seed);
        let players = self.game.drawn_seats(&key);
        self.write(Body::Seated { players })?;
        self.run_automatic(&key)
    }

    /// Makes a player's move and all automatic steps after it.
    ///
    /// # Errors
    /// When the rules refuse the move, or the game is not being played.
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

    /// Ends the current turn as missed: the stand-in plays it, or the player is retired after too many missed turns in
    /// a row. All automatic steps follow. The caller has checked that the deadline has passed.
    ///
    /// # Errors
    /// When no seat must move.
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

    /// Cancels a running game that has `limit` entries or more.
    pub fn cancel_if_longer_than(&mut self, limit: u32) -> Result<(), GameWriterError> {
        if self.game.status == Status::Playing && self.game.version >= limit {
            let reason = CancelReason::TooLong;
            self.write(Body::Cancelled { reason })?;
        }
        Ok(())
    }

    /// Returns for how many milliseconds of the current turn its player's clock was paused.
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

    /// Lets a player resign, and makes all automatic steps after it.
    ///
    /// # Errors
    /// When the player has resigned already, or the game is not being played.
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

    /// Makes all steps that need no player, until a player must move: shuffles, moves of the stand-in, the end.
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
