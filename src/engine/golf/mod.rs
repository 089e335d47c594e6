//! Six-card Golf: one deal is a hole, and the lowest total after the last hole wins.
//!
//! The rules are in `docs/rules/golf.md`; the numbers in comments here are its sections.

mod events;
mod layout;
mod moves;
mod options;
mod play;
mod position;
mod text;
mod view;

pub use events::Event;
pub use layout::{Layout, SLOTS, points};
pub use moves::{Move, SlotPair};
pub use options::{Holes, Options};
pub use view::{Discards, Drawn, Hand, Phase as VisiblePhase, Stock, View};

use serde::{Deserialize, Serialize};

use super::{
    card::Card,
    deck::{self, Pile},
    rules::{About, Game, IllegalMove, ImpossiblePosition, InvalidOption, LegalMoves, Turn},
    score::{self, Better, Score},
    seat::Seat,
    viewer::Viewer,
};

/// A game of Golf.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Golf {
    options: Options,
    /// The current hole, counted from 1; 0 before the first deal.
    hole: u8,
    layouts: Vec<Layout>,
    stock: Pile,
    discards: Pile,
    phase: Phase,
    /// The player to move, in phases in which a player moves.
    mover: Seat,
    /// The first player to have six cards face up in this hole.
    went_out: Option<Seat>,
    /// For each seat, the score of each hole that was finished.
    scores: Vec<Vec<i32>>,
}

/// The next step of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Phase {
    /// The next hole must be shuffled and dealt. The finished one still lies on the table.
    Deal,
    /// The mover turns up two cards.
    TurnUp,
    /// The stock is empty at the start of the mover's turn and must be rebuilt.
    Rebuild,
    /// The mover takes a card from the stock or the discard pile.
    Draw,
    /// The mover drew this card from the stock, and places or discards it.
    Use(Card),
    /// The last hole was scored.
    Over,
}

impl Golf {
    fn seats(&self) -> u8 {
        // At most six seats are set up.
        u8::try_from(self.scores.len()).unwrap_or(u8::MAX)
    }

    /// The seat that acts first in the current hole (§2.5).
    fn first_seat(&self) -> Seat {
        Seat::new(self.hole.saturating_sub(1) % self.seats())
    }

    fn layout(&self, seat: Seat) -> &Layout {
        &self.layouts[seat.index()]
    }

    /// One deck for up to four players, two for more (§2.1).
    fn fresh_deck(seats: u8) -> Vec<Card> {
        deck::fresh(if seats <= 4 { 1 } else { 2 }, 0)
    }

    fn totals(&self) -> Vec<i32> {
        score::totals(&self.scores)
    }
}

impl Game for Golf {
    const ABOUT: About = About {
        name: "Golf (six cards)",
        players: 2..=6,
        better: Better::Lower,
        rules: 1,
        text: include_str!("../../../docs/rules/golf.md"),
    };

    type Options = Options;
    type Move = Move;
    type Event = Event;
    type View = View;

    fn check(options: &Options) -> Result<(), InvalidOption> {
        options.check()
    }

    fn set_up(options: &Options, seats: u8) -> Self {
        Self {
            options: options.clone(),
            hole: 0,
            layouts: Vec::new(),
            stock: Pile::default(),
            discards: Pile::default(),
            phase: Phase::Deal,
            mover: Seat::FIRST,
            went_out: None,
            scores: vec![Vec::new(); usize::from(seats)],
        }
    }

    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Deal => Turn::Shuffle(Self::fresh_deck(self.seats())),
            Phase::Rebuild => Turn::Shuffle(self.discards.under_top().to_vec()),
            Phase::TurnUp | Phase::Draw | Phase::Use(_) => Turn::Seat(self.mover),
            Phase::Over => Turn::Over,
        }
    }

    fn shuffled(&mut self, order: Vec<Card>) -> Vec<Event> {
        match self.phase {
            Phase::Rebuild => self.rebuild(order),
            Phase::Deal | Phase::TurnUp | Phase::Draw | Phase::Use(_) | Phase::Over => {
                self.deal(order)
            }
        }
    }

    fn play(&mut self, seat: Seat, mv: &Move) -> Result<Vec<Event>, IllegalMove> {
        play::play(self, seat, mv)
    }

    fn legal_moves(&self, _seat: Seat) -> LegalMoves<Move> {
        LegalMoves::listed(play::legal_moves(self))
    }

    fn stand_in(&self, seat: Seat, _stayed: &[bool]) -> Move {
        match self.phase {
            Phase::TurnUp => Move::TurnUp {
                slots: self.layout(seat).first_two_face_down(),
            },
            Phase::Use(_) => Move::Discard {},
            Phase::Draw | Phase::Deal | Phase::Rebuild | Phase::Over => Move::Draw {},
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        view::view(self, viewer)
    }

    fn shows_move(mv: &Move, _seat: Seat, _viewer: Viewer) -> bool {
        // A move names slots, and which slot a player chose is seen by all.
        match mv {
            Move::TurnUp { .. }
            | Move::Draw {}
            | Move::Place { .. }
            | Move::Discard {}
            | Move::Take { .. } => true,
        }
    }

    fn rounds(&self) -> Vec<Vec<Score>> {
        score::rounds(&self.scores)
    }

    fn from_position(
        options: &Options,
        seats: u8,
        view: View,
        turn: &[Seat],
    ) -> Result<Self, ImpossiblePosition> {
        position::from_view(options, seats, view, turn)
    }
}
