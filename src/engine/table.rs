//! A game in play: the state of its kind, and what is the same for every kind: whose turn it is, who left, how it
//! ended.

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
    /// The shuffles so far: the number of the next one.
    shuffles: u32,
    /// Who left, in the order of leaving.
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

/// An order of cards that is not an order of the cards to be shuffled.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadShuffle {
    /// Nothing is to be shuffled now.
    #[error("nothing is to be shuffled now")]
    NotNow,
    /// The cards are others.
    #[error("the order lists {given} cards, and not exactly the {wanted} that are to be shuffled")]
    OtherCards {
        /// How many cards the order lists.
        given: usize,
        /// How many cards are to be shuffled.
        wanted: usize,
    },
}

impl Table {
    /// A new game with checked options for an allowed number of seats, waiting for its first shuffle.
    pub fn new(options: &AnyOptions, seats: u8) -> Self {
        Self::at(AnyState::set_up(options, seats), seats)
    }

    /// A game that starts in the middle, from what the record's viewer sees.
    ///
    /// # Errors
    /// When no game with these options could be in this position.
    pub fn from_position(
        options: &AnyOptions,
        seats: u8,
        view: AnyView,
        turn: &[Seat],
    ) -> Result<Self, ImpossiblePosition> {
        ImpossiblePosition::unless(!turn.is_empty(), || "nobody is to move".into())?;
        ImpossiblePosition::unless(turn.iter().all(|seat| seat.number() < seats), || {
            format!("there are {seats} seats, numbered from 0, and one to move is none of them")
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

    /// Reads a table of this kind as it was serialized.
    ///
    /// # Errors
    /// When it is none.
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

    /// The kind of the game.
    pub const fn kind(&self) -> Kind {
        self.state.kind()
    }

    /// The number of seats.
    pub const fn seats(&self) -> u8 {
        self.seats
    }

    /// The number of the next shuffle, from 0.
    pub const fn next_shuffle(&self) -> u32 {
        self.shuffles
    }

    /// The seats that left, in the order of leaving.
    pub fn left(&self) -> &[Seat] {
        &self.left
    }

    /// Whether this seat has left.
    pub fn has_resigned(&self, seat: Seat) -> bool {
        self.left.contains(&seat)
    }

    /// What the game waits for.
    pub fn turn(&self) -> Turn {
        if self.is_deserted() {
            Turn::Over
        } else {
            self.state.turn()
        }
    }

    /// The seats that are to move, for people: empty while the game waits for a shuffle, and when it is over.
    pub fn to_move(&self) -> Vec<Seat> {
        match self.turn() {
            Turn::Seat(seat) => vec![seat],
            Turn::Shuffle(_) | Turn::Over => Vec::new(),
        }
    }

    /// Goes on with the order in which the cards of [`Turn::Shuffle`] lie now, index 0 on top.
    ///
    /// # Errors
    /// When nothing is to be shuffled, or the order is one of other cards.
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
    /// When the game is over, another seat is to move, or the rules refuse the move. The game is then untouched.
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

    /// Every legal move of this seat: none unless it is its turn.
    pub fn legal_moves(&self, seat: Seat) -> LegalMoves<AnyMove> {
        match self.turn() {
            Turn::Seat(mover) if mover == seat => self.state.legal_moves(seat),
            Turn::Seat(_) | Turn::Shuffle(_) | Turn::Over => LegalMoves::none(),
        }
    }

    /// What the mover can be told of a legal move that they only try, beside its being legal.
    pub fn foresee(&self, seat: Seat, mv: &AnyMove) -> Option<Foresight> {
        self.state.foresee(seat, mv)
    }

    /// The seat leaves the game for good: from now on its moves are those of [`Self::stand_in`].
    ///
    /// # Errors
    /// When the game is over, or the seat has left already.
    pub fn resign(&mut self, seat: Seat) -> Result<(), Refusal> {
        if self.turn() == Turn::Over || self.has_resigned(seat) {
            return Err(Refusal::GameOver);
        }
        self.left.push(seat);
        Ok(())
    }

    /// The move that is due from a seat whose player left, if one is.
    pub fn stand_in(&self) -> Option<(Seat, AnyMove)> {
        match self.turn() {
            Turn::Seat(seat) if self.has_resigned(seat) => Some((seat, self.stand_in_for(seat))),
            Turn::Seat(_) | Turn::Shuffle(_) | Turn::Over => None,
        }
    }

    /// The move that is made for the seat that is to move when its player does not make one: because they left, or
    /// missed their turn.
    pub fn stand_in_for(&self, seat: Seat) -> AnyMove {
        let stayed: Vec<bool> = Seat::all(self.seats)
            .map(|seat| !self.has_resigned(seat))
            .collect();
        self.state.stand_in(seat, &stayed)
    }

    /// What this viewer sees.
    pub fn view(&self, viewer: Viewer) -> AnyView {
        self.state.view(viewer)
    }

    /// How the game ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        (self.turn() == Turn::Over).then(|| {
            let better = self.kind().about().better;
            Outcome::new(self.state.rounds(), better, &self.left)
        })
    }

    /// Whether so many left that there is nobody to play with: one player is left over, or none of a solo.
    fn is_deserted(&self) -> bool {
        let staying = usize::from(self.seats).saturating_sub(self.left.len());
        !self.left.is_empty() && staying <= 1
    }
}
