//! The contract of a game: what every kind offers, and nothing of what only one of them needs.
//!
//! A game is a state with its moves, events and views. The state is a pure function of the options, the number of
//! seats, the shuffles and the moves; no other chance exists. The laws that every game keeps are tested once for all
//! of them, in `tests/engine/laws.rs`.

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
    /// How many can play.
    pub players: RangeInclusive<u8>,
    /// Which total wins.
    pub better: Better,
    /// The version of the rules that new games are played by. What a version does never changes once a record of
    /// it exists: a corrected rule is a new version beside the old one.
    pub rules: u16,
    /// The rules for people, as Markdown.
    pub text: &'static str,
}

/// What a game waits for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Turn {
    /// These cards must be shuffled, and the order handed to [`Game::shuffled`], before anyone moves.
    Shuffle(Vec<Card>),
    /// This seat must move.
    Seat(Seat),
    /// Nothing: the game has ended.
    Over,
}

/// A move that the rules refuse.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct IllegalMove {
    /// A stable name of the rule that refuses it, for programs: `no-such-slot`.
    pub rule: &'static str,
    /// A sentence for the player.
    pub message: String,
}

impl IllegalMove {
    /// A refusal by `rule`, with a sentence for the player.
    pub fn new(rule: &'static str, message: impl Into<String>) -> Self {
        Self {
            rule,
            message: message.into(),
        }
    }
}

/// Every legal move of a player.
#[derive(Debug, Clone, PartialEq)]
pub struct LegalMoves<M> {
    /// Every concrete one. Of a form in `open` at least one example, where one exists.
    pub moves: Vec<M>,
    /// The JSON Schemas of kinds of moves that have too many concrete forms to list.
    pub open: Vec<serde_json::Value>,
}

impl<M> LegalMoves<M> {
    /// These moves, and no open form.
    pub const fn listed(moves: Vec<M>) -> Self {
        Self {
            moves,
            open: Vec::new(),
        }
    }

    /// No moves, for a seat that is not to move.
    pub const fn none() -> Self {
        Self::listed(Vec::new())
    }

    /// The same, each move turned into another type.
    pub fn map<N>(self, convert: impl FnMut(M) -> N) -> LegalMoves<N> {
        LegalMoves {
            moves: self.moves.into_iter().map(convert).collect(),
            open: self.open,
        }
    }
}

/// Whether a legal move that can be judged right or wrong would be right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Foresight {
    /// Whether it would be right.
    pub holds: bool,
    /// Why, or why not, as a sentence.
    pub reason: String,
}

/// An option with a value that the game is not played with.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{detail}")]
pub struct InvalidOption {
    /// Its place in the options, as a JSON pointer: `/holes`.
    pub pointer: &'static str,
    /// What is wrong with it, as a sentence.
    pub detail: String,
}

/// A position that no game could be in.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no game can be in this position: {0}")]
pub struct ImpossiblePosition(pub String);

impl ImpossiblePosition {
    /// Refuses for this reason unless `holds`.
    ///
    /// # Errors
    /// When `holds` is false.
    pub fn unless(holds: bool, reason: impl FnOnce() -> String) -> Result<(), Self> {
        if holds { Ok(()) } else { Err(Self(reason())) }
    }
}

/// The names of the players, by seat, for texts that people read.
#[derive(Debug, Clone, Copy)]
pub struct Names<'a>(pub &'a [String]);

impl Names<'_> {
    /// The name of the player on a seat, or the number of the seat where nobody is named.
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
/// The wire types derive `serde` and `utoipa`, so that the published document says exactly what a game takes and
/// shows. Moves and events are unions with the discriminator `type`, whose values begin with a prefix of the
/// game's own (`golf.draw`), so that the unions over all games are flat.
pub trait Game: Sized + Clone + fmt::Debug + PartialEq + Serialize + DeserializeOwned {
    /// The fixed facts about this kind.
    const ABOUT: About;

    /// The options of a game. Every option has a default.
    type Options: Clone + fmt::Debug + PartialEq + Default + Serialize + DeserializeOwned + ToSchema;
    /// A move of a player.
    type Move: Clone + fmt::Debug + PartialEq + Serialize + DeserializeOwned + ToSchema;
    /// What a move or a shuffle did: enough to animate a table without comparing states.
    type Event: Shown
        + Tell
        + Clone
        + fmt::Debug
        + PartialEq
        + Serialize
        + DeserializeOwned
        + ToSchema;
    /// What a viewer sees of the state. Cards that they may not see are `None`.
    type View: Picture + Clone + fmt::Debug + PartialEq + Serialize + DeserializeOwned + ToSchema;

    /// Checks that the game can be played with these options.
    ///
    /// # Errors
    /// Names the first option that has a value the game is not played with.
    fn check(options: &Self::Options) -> Result<(), InvalidOption>;

    /// Creates a game that waits for its first shuffle. The caller has checked the options and the number of seats.
    fn set_up(options: &Self::Options, seats: u8) -> Self;

    /// What the game waits for.
    fn turn(&self) -> Turn;

    /// Goes on with the order in which the cards of [`Turn::Shuffle`] lie now, index 0 on top. The caller has
    /// checked that they are the same cards.
    fn shuffled(&mut self, order: Vec<Card>) -> Vec<Self::Event>;

    /// Makes a move for the seat whose turn it is, and says what it did.
    ///
    /// # Errors
    /// When the rules refuse it. The state is then untouched.
    fn play(&mut self, seat: Seat, mv: &Self::Move) -> Result<Vec<Self::Event>, IllegalMove>;

    /// Every move that [`Self::play`] would accept from the seat whose turn it is.
    fn legal_moves(&self, seat: Seat) -> LegalMoves<Self::Move>;

    /// What the mover can be told of a legal move that they only try, beside its being legal: nothing, unless it is
    /// a move that is legal and yet can be judged right or wrong. It must follow from what the mover sees.
    fn foresee(&self, seat: Seat, mv: &Self::Move) -> Option<Foresight> {
        let _ = (seat, mv);
        None
    }

    /// The move that is made for a seat whose player left. It reveals nothing, needs no choice, and a few of them
    /// always end a turn. `stayed` tells for each seat whether its player is still in the game.
    fn stand_in(&self, seat: Seat, stayed: &[bool]) -> Self::Move;

    /// What this viewer sees, built field by field. The view of [`Viewer::Record`] is complete: every card of the
    /// deck stands in it exactly once, and [`Self::from_position`] makes the same state of it.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// Whether a move that `seat` made may be shown to this viewer. Where it may not, the events tell what is public
    /// of it.
    fn shows_move(mv: &Self::Move, seat: Seat, viewer: Viewer) -> bool;

    /// The scores of the rounds that were scored, for each seat.
    fn rounds(&self) -> Vec<Vec<Score>>;

    /// The state behind a record's view with the given seats to move, so that a game can start in the middle.
    ///
    /// # Errors
    /// When no game with these options could be in this position.
    fn from_position(
        options: &Self::Options,
        seats: u8,
        view: Self::View,
        turn: &[Seat],
    ) -> Result<Self, ImpossiblePosition>;
}
