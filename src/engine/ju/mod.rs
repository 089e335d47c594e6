//! JU: players lay cards on the sequences in front of all players. Four cards at one end of another player's sequence
//! let a player give a card away. The lowest total wins once a player reaches the target.
//!
//! The rules are in `docs/rules/ju.md`; the numbers in comments here are its sections.

mod chain;
mod events;
mod gaps;
mod legal;
mod moves;
mod options;
mod place;
mod play;
mod position;
mod round;
mod sequence;
mod text;
mod turn;
mod view;

pub use events::{Cause, Count, Event};
pub use moves::Move;
pub use options::Options;
pub use place::Source;
pub use sequence::{End, Sequence, points};
pub use view::{Deck, Given, Hand, Laid, Phase, Place as VisiblePlace, Turn as VisibleTurn, View};

use serde::{Deserialize, Serialize};

use self::{place::PlayerSide, turn::Turn as PlayersTurn};
use super::{
    card::Card,
    deck::{self, Pile},
    rules::{About, Game, IllegalMove, ImpossiblePosition, InvalidOption, LegalMoves, Turn},
    score::{self, Better, Score},
    seat::Seat,
    viewer::Viewer,
};

/// A game of JU.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ju {
    options: Options,
    /// The round on the table, counted from 1; 0 before the first deal.
    round: u32,
    /// The cards of each seat; empty before the first deal.
    places: Vec<PlayerSide>,
    deck: Pile,
    stage: Stage,
    /// For each seat, the score of each round that was scored.
    scores: Vec<Vec<i32>>,
}

/// The next step of the game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Stage {
    /// The next round must be shuffled and dealt. The scored round is still on the table.
    Deal,
    /// A player plays their turn.
    Turn(PlayersTurn),
    /// A player reached the target.
    Over,
}

impl Ju {
    fn seats(&self) -> u8 {
        // A game has at most eight seats.
        u8::try_from(self.scores.len()).unwrap_or(u8::MAX)
    }

    /// The seat with the first turn of the round on the table (§2.3).
    fn first_seat(&self) -> Seat {
        let rounds_before = self.round.saturating_sub(1) % u32::from(self.seats());
        Seat::new(u8::try_from(rounds_before).unwrap_or_default())
    }

    fn place(&self, seat: Seat) -> &PlayerSide {
        &self.places[seat.index()]
    }

    /// The cards that a round is played with: one deck and two jokers (§2.1).
    fn fresh_deck() -> Vec<Card> {
        deck::fresh(1, 2)
    }

    /// The cards that a seat gave away in the round.
    fn given_by(&self, giver: Seat) -> impl Iterator<Item = &place::Given> {
        let all = self.places.iter().flat_map(|place| &place.given);
        all.filter(move |given| given.by == giver)
    }

    fn totals(&self) -> Vec<i32> {
        score::totals(&self.scores)
    }
}

impl Game for Ju {
    const ABOUT: About = About {
        name: "JU",
        players: 2..=8,
        better: Better::Lower,
        rules: 1,
        text: include_str!("../../../docs/rules/ju.md"),
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
            round: 0,
            places: Vec::new(),
            deck: Pile::default(),
            stage: Stage::Deal,
            scores: vec![Vec::new(); usize::from(seats)],
        }
    }

    fn turn(&self) -> Turn {
        match &self.stage {
            Stage::Deal => Turn::Shuffle(Self::fresh_deck()),
            Stage::Turn(turn) => Turn::Seat(turn.seat),
            Stage::Over => Turn::Over,
        }
    }

    fn shuffled(&mut self, order: Vec<Card>) -> Vec<Event> {
        self.deal(order)
    }

    fn play(&mut self, seat: Seat, mv: &Move) -> Result<Vec<Event>, IllegalMove> {
        play::play(self, seat, mv)
    }

    fn legal_moves(&self, _seat: Seat) -> LegalMoves<Move> {
        match &self.stage {
            Stage::Turn(turn) => legal::legal_moves(self, turn),
            Stage::Deal | Stage::Over => LegalMoves::none(),
        }
    }

    fn stand_in(&self, _seat: Seat, stayed: &[bool]) -> Move {
        match &self.stage {
            Stage::Turn(turn) => legal::stand_in(self, turn, stayed),
            Stage::Deal | Stage::Over => Move::Pass {},
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        view::view(self, viewer)
    }

    fn shows_move(mv: &Move, seat: Seat, viewer: Viewer) -> bool {
        match mv {
            // The move doesn't say whether the card comes from the sequence or, unseen, from the hand. The event does.
            Move::Give { .. } => viewer.sees_as(seat),
            Move::Play { .. } | Move::Block { .. } | Move::Pass {} => true,
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
