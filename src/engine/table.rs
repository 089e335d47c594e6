//! A game in play: the state of its kind, with the rules that all kinds share for turns, resignations and the outcome.

use serde::{Deserialize, Serialize};

use super::{
    any::{AnyEvent, AnyMove, AnyOptions, AnyState, AnyView, Kind, PlayError},
    card::Card,
    deck,
    rules::{Foresight, IllegalMove, ImpossiblePosition, LegalMoves, Turn},
    score::Outcome,
    seat::Seat,
    viewer::Viewer,
};

/// A game in play.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Table {
    state: AnyState,
    seats: u8,
    /// The number of shuffles so far, which is the number of the next shuffle.
    shuffles: u32,
    /// The seats that resigned, in the order of resigning.
    left: Vec<Seat>,
}

/// Why a move was not made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// Another seat is to move.
    #[error("it is not the turn of seat {0}")]
    NotYourTurn(Seat),
    /// The rules refuse the move.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

/// The error for an order of cards that does not fit the shuffle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadShuffle {
    /// The game does not wait for a shuffle.
    #[error("the game does not wait for a shuffle")]
    NotNow,
    /// The order does not list exactly the cards to shuffle.
    #[error("the order lists {given} cards that are not exactly the {wanted} cards to shuffle")]
    OtherCards {
        /// The number of cards in the order.
        given: usize,
        /// The number of cards to shuffle.
        wanted: usize,
    },
}

impl Table {
    /// Creates a game that waits for its first shuffle. The options and the number of seats must have been checked.
    pub fn new(options: &AnyOptions, seats: u8) -> Self {
        Self::at(AnyState::set_up(options, seats), seats)
    }

    /// Creates a game that starts from a position, given as a view of [`Viewer::Record`] and the seats to move.
    ///
    /// # Errors
    /// If no game with these options can be in this position.
    pub fn from_position(
        options: &AnyOptions,
        seats: u8,
        view: AnyView,
        turn: &[Seat],
    ) -> Result<Self, ImpossiblePosition> {
        ImpossiblePosition::unless(!turn.is_empty(), || "nobody is to move".into())?;
        ImpossiblePosition::unless(turn.iter().all(|seat| seat.number() < seats), || {
            format!("a seat to move does not exist: there are {seats} seats, numbered from 0")
        })?;
        AnyState::from_position(options, seats, view, turn).map(|state| Self::at(state, seats))
    }

    const fn at(state: AnyState, seats: u8) -> Self {
        Self {
            state,
            seats,
            shuffles: 0,
            left: Vec::new(),
        }
    }

    /// Reads a serialized table of this kind.
    pub fn read(kind: Kind, json: &str) -> Result<Self, serde_json::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Raw<'a> {
            #[serde(borrow)]
            state: &'a serde_json::value::RawValue,
            seats: u8,
            shuffles: u32,
            left: Vec<Seat>,
        }
        let raw: Raw<'_> = serde_json::from_str(json)?;
        let mut state = serde_json::Deserializer::from_str(raw.state.get());
        Ok(Self {
            state: kind.read_state(&mut state)?,
            seats: raw.seats,
            shuffles: raw.shuffles,
            left: raw.left,
        })
    }

    /// Returns the kind of the game.
    pub const fn kind(&self) -> Kind {
        self.state.kind()
    }

    /// Returns the number of seats.
    pub const fn seats(&self) -> u8 {
        self.seats
    }

    /// Returns the number of the next shuffle, from 0.
    pub const fn next_shuffle(&self) -> u32 {
        self.shuffles
    }

    /// Returns the seats that resigned, in the order of resigning.
    pub fn left(&self) -> &[Seat] {
        &self.left
    }

    /// Returns whether the player of this seat has resigned.
    pub fn has_resigned(&self, seat: Seat) -> bool {
        self.left.contains(&seat)
    }

    /// Returns the input that the game waits for. A deserted game is over.
    pub fn turn(&self) -> Turn {
        if self.is_deserted() {
            Turn::Over
        } else {
            self.state.turn()
        }
    }

    /// Returns the seats to move. The list is empty while the game waits for a shuffle, and when it is over.
    pub fn to_move(&self) -> Vec<Seat> {
        match self.turn() {
            Turn::Seat(seat) => vec![seat],
            Turn::Shuffle(_) | Turn::Over => Vec::new(),
        }
    }

    /// Applies a shuffle: `order` is the new order of the cards of [`Turn::Shuffle`], with the top card at index 0.
    ///
    /// # Errors
    /// If the game does not wait for a shuffle, or `order` does not list exactly the cards to shuffle.
    pub fn shuffled(&mut self, order: Vec<Card>) -> Result<Vec<AnyEvent>, BadShuffle> {
        let Turn::Shuffle(cards) = self.turn() else {
            return Err(BadShuffle::NotNow);
        };
        if !deck::same_cards(&cards, &order) {
            return Err(BadShuffle::OtherCards {
                given: order.len(),
                wanted: cards.len(),
            });
        }
        self.shuffles += 1;
        Ok(self.state.shuffled(order))
    }

    /// Makes a move.
    ///
    /// # Errors
    /// If the game is over, another seat is to move, or the rules refuse the move. The game is then unchanged.
    pub fn play(&mut self, seat: Seat, mv: &AnyMove) -> Result<Vec<AnyEvent>, Refusal> {
        match self.turn() {
            Turn::Over => return Err(Refusal::GameOver),
            Turn::Seat(mover) if mover == seat => {}
            Turn::Seat(_) | Turn::Shuffle(_) => return Err(Refusal::NotYourTurn(seat)),
        }
        self.state.play(seat, mv).map_err(|error| match error {
            PlayError::Illegal(illegal) => illegal.into(),
            PlayError::Kind(mismatch) => {
                IllegalMove::new("another-game", mismatch.to_string()).into()
            }
        })
    }

    /// Returns the legal moves of this seat. The list is empty if another seat is to move.
    pub fn legal_moves(&self, seat: Seat) -> LegalMoves<AnyMove> {
        match self.turn() {
            Turn::Seat(mover) if mover == seat => self.state.legal_moves(seat),
            Turn::Seat(_) | Turn::Shuffle(_) | Turn::Over => LegalMoves::none(),
        }
    }

    /// Judges a legal move without making it. Returns `None` for a move that can't be right or wrong.
    pub fn foresee(&self, seat: Seat, mv: &AnyMove) -> Option<Foresight> {
        self.state.foresee(seat, mv)
    }

    /// Resigns for a seat. The stand-in makes all its later moves.
    ///
    /// # Errors
    /// If the game is over, or the seat has already resigned.
    pub fn resign(&mut self, seat: Seat) -> Result<(), Refusal> {
        if self.turn() == Turn::Over || self.has_resigned(seat) {
            return Err(Refusal::GameOver);
        }
        self.left.push(seat);
        Ok(())
    }

    /// Returns the move of the stand-in if the seat to move has resigned.
    pub fn stand_in(&self) -> Option<(Seat, AnyMove)> {
        match self.turn() {
            Turn::Seat(seat) if self.has_resigned(seat) => Some((seat, self.stand_in_for(seat))),
            Turn::Seat(_) | Turn::Shuffle(_) | Turn::Over => None,
        }
    }

    /// Returns the move of the stand-in for the seat to move, used when its player has resigned or missed the turn.
    pub fn stand_in_for(&self, seat: Seat) -> AnyMove {
        let stayed: Vec<bool> = Seat::all(self.seats)
            .map(|seat| !self.has_resigned(seat))
            .collect();
        self.state.stand_in(seat, &stayed)
    }

    /// Returns what this viewer sees.
    pub fn view(&self, viewer: Viewer) -> AnyView {
        self.state.view(viewer)
    }

    /// Returns the outcome, or `None` while the game is not over.
    pub fn outcome(&self) -> Option<Outcome> {
        (self.turn() == Turn::Over).then(|| {
            let better = self.kind().about().better;
            Outcome::new(self.state.rounds(), better, &self.left)
        })
    }

    /// Returns whether too few players stayed to continue: at most one, after at least one has resigned.
    fn is_deserted(&self) -> bool {
        let staying = usize::from(self.seats).saturating_sub(self.left.len());
        !self.left.is_empty() && staying <= 1
    }
}
