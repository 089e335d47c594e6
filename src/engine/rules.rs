//! The interface that every kind of game implements.
//!
//! A game is a state with its moves, events and views. The state is a pure function of the options, the number of
//! seats, the shuffles and the moves. `tests/engine/laws.rs` tests the laws of this interface for all games.

use std::{fmt, ops::RangeInclusive};

use serde::{Serialize, de::DeserializeOwned};
use utoipa::ToSchema;

use super::{
    card::Card,
    score::{Better, Score},
    seat::Seat,
    viewer::Viewer,
};

/// The fixed facts about a kind of game.
#[derive(Debug, Clone)]
pub struct About {
    /// The name for people.
    pub name: &'static str,
    /// The allowed numbers of players.
    pub players: RangeInclusive<u8>,
    /// Whether the highest or the lowest total wins.
    pub better: Better,
    /// The version of the rules for new games. The behaviour of a version never changes once a record of it exists: a
    /// corrected rule becomes a new version, and the old version is kept.
    pub rules: u16,
    /// The rules for people, as Markdown.
    pub text: &'static str,
}

/// The input that a game waits for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Turn {
    /// These cards must be shuffled and their order passed to [`Game::shuffled`] before the next move.
    Shuffle(Vec<Card>),
    /// This seat must move.
    Seat(Seat),
    /// No input: the game has ended.
    Over,
}

/// A move that the rules refuse.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct IllegalMove {
    /// The stable name of the rule that refuses the move, for programs: `no-such-slot`.
    pub rule: &'static str,
    /// A sentence for the player.
    pub message: String,
}

impl IllegalMove {
    /// Creates a refusal by `rule`, with a sentence for the player.
    pub fn new(rule: &'static str, message: impl Into<String>) -> Self {
        Self {
            rule,
            message: message.into(),
        }
    }
}

/// All legal moves of a player.
#[derive(Debug, Clone, PartialEq)]
pub struct LegalMoves<M> {
    /// All moves whose form is not in `open`, and at least one example of each form in `open` that has any legal move.
    pub moves: Vec<M>,
    /// The JSON Schemas of kinds of moves that have too many concrete forms to list.
    pub open: Vec<serde_json::Value>,
}

impl<M> LegalMoves<M> {
    /// Creates a complete list, without open forms.
    pub const fn listed(moves: Vec<M>) -> Self {
        Self {
            moves,
            open: Vec::new(),
        }
    }

    /// Creates an empty list, for a seat that is not to move.
    pub const fn none() -> Self {
        Self::listed(Vec::new())
    }

    /// Converts each move to another type.
    pub fn map<N>(self, convert: impl FnMut(M) -> N) -> LegalMoves<N> {
        LegalMoves {
            moves: self.moves.into_iter().map(convert).collect(),
            open: self.open,
        }
    }
}

/// The judgement of a legal move that can be right or wrong, such as a declaration in Rummy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Foresight {
    /// Whether the move would be right.
    pub holds: bool,
    /// The reason, as a sentence.
    pub reason: String,
}

/// An option with a value that the game does not allow.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{detail}")]
pub struct InvalidOption {
    /// The place in the options, as a JSON pointer: `/holes`.
    pub pointer: &'static str,
    /// The problem, as a sentence.
    pub detail: String,
}

/// The error for a position that can't occur in a game, with the reason.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no game can be in this position: {0}")]
pub struct ImpossiblePosition(pub String);

impl ImpossiblePosition {
    /// Returns an error with this reason unless `holds` is true.
    pub fn unless(holds: bool, reason: impl FnOnce() -> String) -> Result<(), Self> {
        if holds { Ok(()) } else { Err(Self(reason())) }
    }
}

/// The names of the players, by seat, for texts that people read.
#[derive(Debug, Clone, Copy)]
pub struct Names<'a>(pub &'a [String]);

impl Names<'_> {
    /// Returns the name of the player on a seat, or the number of the seat if it has no name.
    pub fn of(&self, seat: Seat) -> impl fmt::Display {
        match self.0.get(seat.index()) {
            Some(name) => name.clone(),
            None => format!("Seat {seat}"),
        }
    }
}

/// An event that shows each viewer only what they may see.
pub trait Shown: Sized {
    /// Returns the event as this viewer sees it, or `None` if it is hidden from them entirely.
    fn shown_to(&self, viewer: Viewer) -> Option<Self>;
}

/// An event that can be told to people.
pub trait Tell {
    /// Returns the event as a sentence, or `None` if it has no meaning for a reader.
    fn tell(&self, names: Names<'_>) -> Option<String>;
}

/// A view that can be shown to people as text.
pub trait Picture {
    /// Returns the table as text of several lines, each with a line end.
    fn picture(&self, names: Names<'_>) -> String;
}

/// A kind of game, by the type of its state.
///
/// The wire types derive `serde` and `utoipa`, so that the OpenAPI document always agrees with the code. Moves and
/// events are unions with the discriminator `type`. Its values begin with a prefix for the game (`golf.draw`), which
/// allows flat unions over all games.
pub trait Game: Sized + Clone + fmt::Debug + PartialEq + Serialize + DeserializeOwned {
    /// The fixed facts about this kind.
    const ABOUT: About;

    /// The options of a game. Every option has a default.
    type Options: Clone + fmt::Debug + PartialEq + Default + Serialize + DeserializeOwned + ToSchema;
    /// A move of a player.
    type Move: Clone + fmt::Debug + PartialEq + Serialize + DeserializeOwned + ToSchema;
    /// An effect of a move or a shuffle. The events are enough to animate a table without comparing states.
    type Event: Shown
        + Tell
        + Clone
        + fmt::Debug
        + PartialEq
        + Serialize
        + DeserializeOwned
        + ToSchema;
    /// The part of the state that one viewer may see. Hidden cards are `None`.
    type View: Picture + Clone + fmt::Debug + PartialEq + Serialize + DeserializeOwned + ToSchema;

    /// Checks that the game allows these options.
    ///
    /// # Errors
    /// Names the first option with a value that is not allowed.
    fn check(options: &Self::Options) -> Result<(), InvalidOption>;

    /// Creates a game that waits for its first shuffle. The caller must have checked the options and the number of
    /// seats.
    fn set_up(options: &Self::Options, seats: u8) -> Self;

    /// Returns the input that the game waits for.
    fn turn(&self) -> Turn;

    /// Applies a shuffle: `order` is the new order of the cards of [`Turn::Shuffle`], with the top card at index 0. The
    /// caller must have checked that they are the same cards.
    fn shuffled(&mut self, order: Vec<Card>) -> Vec<Self::Event>;

    /// Makes a move for the seat to move, and returns its effects.
    ///
    /// # Errors
    /// If the rules refuse the move. The state is then unchanged.
    fn play(&mut self, seat: Seat, mv: &Self::Move) -> Result<Vec<Self::Event>, IllegalMove>;

    /// Returns the moves that [`Self::play`] would accept from the seat to move.
    fn legal_moves(&self, seat: Seat) -> LegalMoves<Self::Move>;

    /// Judges a legal move without making it. Returns `None` for a move that can't be right or wrong. The judgement must
    /// follow from what the mover sees, so that it reveals nothing hidden.
    fn foresee(&self, seat: Seat, mv: &Self::Move) -> Option<Foresight> {
        let _ = (seat, mv);
        None
    }

    /// Returns the move of the stand-in. It reveals nothing and needs no choice, and a few such moves always end a turn.
    /// `stayed` holds for each seat whether its player is still in the game.
    fn stand_in(&self, seat: Seat, stayed: &[bool]) -> Self::Move;

    /// Returns what this viewer sees, built field by field. The view of [`Viewer::Record`] is complete: it holds every
    /// card of the deck exactly once, and [`Self::from_position`] creates the same state from it.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// Returns whether a move that `seat` made may be shown to this viewer. If not, the events show its public part.
    fn shows_move(mv: &Self::Move, seat: Seat, viewer: Viewer) -> bool;

    /// Returns for each seat the scores of the rounds that have been scored.
    fn rounds(&self) -> Vec<Vec<Score>>;

    /// Creates a state from a view of [`Viewer::Record`] and the seats to move, so that a game can start from any
    /// position.
    ///
    /// # Errors
    /// If no game with these options can be in this position.
    fn from_position(
        options: &Self::Options,
        seats: u8,
        view: Self::View,
        turn: &[Seat],
    ) -> Result<Self, ImpossiblePosition>;
}
