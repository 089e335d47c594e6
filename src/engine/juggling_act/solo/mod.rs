//! The solo performance of Juggling Act: empty both hands before the third dead space.
//!
//! The rules are in `docs/rules/juggling-act-solo.md`; the numbers in comments here are its sections. Hands, throws,
//! preparing and catching are those of the game for several players.

mod events;
mod moves;
mod options;
mod play;
mod position;
mod text;
mod view;

pub use events::Event;
pub use moves::{Hand, Move, Place, Placing, Placings};
pub use options::Options;
pub use view::{Phase as VisiblePhase, View};

use serde::{Deserialize, Serialize};

use super::{hands::Hands, row::Row, throw::Throw};
use crate::engine::{
    card::Card,
    deck::{self, Pile},
    rules::{About, Game, IllegalMove, ImpossiblePosition, InvalidOption, LegalMoves, Turn},
    score::{Better, Score},
    seat::Seat,
    viewer::Viewer,
};

/// A solo performance.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Solo {
    phase: Phase,
    /// The number of the turn, from 1; 0 before the deal.
    turn: u8,
    hands: Hands,
    /// The cards in front of the performer, from the last throw.
    in_front: Option<Throw>,
    jokers_up: u8,
    /// The cards that left the game, in the order in which they did.
    gone: Row,
    /// The cards that stay out.
    out: Pile,
}

/// The next step of the performance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Phase {
    /// The hands must be shuffled and dealt.
    Deal,
    /// The performer moves.
    Turn,
    /// Both hands are empty.
    Won,
    /// There was a dead space and no Joker left to turn.
    Lost,
}

impl Solo {
    /// The Jokers that lie beside the hands (§2.2).
    const JOKERS: u8 = 2;
    /// How many cards each hand is dealt (§2.1).
    const HAND_SIZE: u8 = 10;

    /// The score of a performance that was won (§1.2).
    fn score(&self) -> Score {
        match self.phase {
            Phase::Won => Some(self.jokers_up.into()),
            Phase::Deal | Phase::Turn | Phase::Lost => None,
        }
    }
}

impl Game for Solo {
    const ABOUT: About = About {
        name: "Juggling Act: solo performance",
        players: 1..=1,
        better: Better::Higher,
        rules: 1,
        text: include_str!("../../../../docs/rules/juggling-act-solo.md"),
    };

    type Options = Options;
    type Move = Move;
    type Event = Event;
    type View = View;

    fn check(_options: &Options) -> Result<(), InvalidOption> {
        Ok(())
    }

    fn set_up(_options: &Options, _seats: u8) -> Self {
        Self {
            phase: Phase::Deal,
            turn: 0,
            hands: Hands::default(),
            in_front: None,
            jokers_up: Self::JOKERS,
            gone: Row::default(),
            out: Pile::default(),
        }
    }

    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Deal => Turn::Shuffle(deck::fresh(1, 0)),
            Phase::Turn => Turn::Seat(Seat::FIRST),
            Phase::Won | Phase::Lost => Turn::Over,
        }
    }

    fn shuffled(&mut self, order: Vec<Card>) -> Vec<Event> {
        self.deal(order)
    }

    fn play(&mut self, _seat: Seat, mv: &Move) -> Result<Vec<Event>, IllegalMove> {
        play::play(self, mv)
    }

    fn legal_moves(&self, _seat: Seat) -> LegalMoves<Move> {
        play::legal_moves(self)
    }

    /// There is no stand-in for the performer: a performance that is given up is over (§7). This move is never made.
    fn stand_in(&self, _seat: Seat, _stayed: &[bool]) -> Move {
        Move::PASS
    }

    fn view(&self, viewer: Viewer) -> View {
        view::view(self, viewer)
    }

    fn shows_move(_mv: &Move, _seat: Seat, _viewer: Viewer) -> bool {
        true
    }

    /// One round, without a score unless it was won: a performance that was given up is lost.
    fn rounds(&self) -> Vec<Vec<Score>> {
        vec![vec![self.score()]]
    }

    fn from_position(
        _options: &Options,
        _seats: u8,
        view: View,
        turn: &[Seat],
    ) -> Result<Self, ImpossiblePosition> {
        position::from_view(view, turn)
    }
}
