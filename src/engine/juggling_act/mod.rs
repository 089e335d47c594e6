//! Juggling Act: throw the cards of two hands whose order is fixed, and be the first to empty both.
//!
//! The rules are in `docs/rules/juggling-act.md`; the numbers in comments here are its sections. The solo performance,
//! [`solo`], is a game of its own with the same hands and throws.

mod catch;
mod events;
mod hands;
mod moves;
mod options;
mod place;
mod play;
mod position;
mod prepare;
mod row;
pub mod solo;
mod text;
mod throw;
mod view;

pub use events::{DealtHands, Event, SeenPlace, SeenPlacing};
pub use moves::{Hand, Move, Place, Placing, Placings};
pub use options::{Options, Rounds};
pub use throw::{NotAThrow, Pattern, Strength, Throw, height};
pub use view::{FaceDown, InPlayView, Phase as VisiblePhase, PlayerView, View};

use serde::{Deserialize, Serialize};

use self::{hands::Hands, row::Row};
use super::{
    card::Card,
    deck::{self, Pile},
    rules::{About, Game, IllegalMove, ImpossiblePosition, InvalidOption, LegalMoves, Turn},
    score::{self, Better, Score},
    seat::Seat,
    viewer::Viewer,
};

/// A game of Juggling Act.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JugglingAct {
    options: Options,
    /// The round on the table, counted from 1; 0 before the first deal.
    round: u8,
    phase: Phase,
    /// The player to move, in the phase [`Phase::Turn`].
    mover: Seat,
    players: Vec<Player>,
    in_play: Option<InPlay>,
    /// The throw that ended the round (§6.1).
    set_aside: Row,
    /// The cards that stay out (§2.4).
    out: Pile,
}

/// The next step of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Phase {
    /// The next round must be shuffled and dealt. The finished one still lies on the table.
    Deal,
    /// The mover throws, prepares or catches.
    Turn,
    /// The last round was scored.
    Over,
}

/// The cards and scores of a player.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Player {
    hands: Hands,
    score_pile: Pile,
    /// The score of each round that was finished.
    scores: Vec<i32>,
}

/// The throw in play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct InPlay {
    owner: Seat,
    /// The cards that are still in play.
    throw: Throw,
}

impl Player {
    /// The player's score of the round on the table (§6.2).
    fn points(&self) -> i32 {
        // A deck has 52 cards.
        let count = |cards: usize| i32::try_from(cards).unwrap_or_default();
        count(self.score_pile.len()) - count(self.hands.len())
    }
}

impl JugglingAct {
    fn seats(&self) -> u8 {
        // At most four seats are set up.
        u8::try_from(self.players.len()).unwrap_or(u8::MAX)
    }

    /// How many cards a hidden and a face-up hand are dealt (§2.2).
    const fn hand_sizes(seats: u8) -> [u8; 2] {
        if seats <= 3 { [9, 8] } else { [7, 6] }
    }

    /// How many cards a player is dealt.
    const fn dealt_to_each(seats: u8) -> u8 {
        let [hidden, face_up] = Self::hand_sizes(seats);
        hidden + face_up
    }

    fn rounds_in_all(&self) -> u8 {
        self.options.rounds.at_a_table_of(self.seats())
    }

    /// The player who begins the round on the table (§2.5).
    fn first_seat(&self) -> Seat {
        Seat::new(self.round.saturating_sub(1) % self.seats())
    }

    fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index()]
    }

    fn totals(&self) -> Vec<i32> {
        score::totals(self.players.iter().map(|player| &player.scores))
    }
}

impl Game for JugglingAct {
    const ABOUT: About = About {
        name: "Juggling Act",
        players: 2..=4,
        better: Better::Higher,
        rules: 1,
        text: include_str!("../../../docs/rules/juggling-act.md"),
    };

    type Options = Options;
    type Move = Move;
    type Event = Event;
    type View = View;

    fn check(options: &Options) -> Result<(), InvalidOption> {
        // Every value that can be parsed is valid.
        let Options {
            rounds: Rounds::One | Rounds::OnePerPlayer,
        } = options;
        Ok(())
    }

    fn set_up(options: &Options, seats: u8) -> Self {
        Self {
            options: options.clone(),
            round: 0,
            phase: Phase::Deal,
            mover: Seat::FIRST,
            players: vec![Player::default(); usize::from(seats)],
            in_play: None,
            set_aside: Row::default(),
            out: Pile::default(),
        }
    }

    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Deal => Turn::Shuffle(deck::fresh(1, 0)),
            Phase::Turn => Turn::Seat(self.mover),
            Phase::Over => Turn::Over,
        }
    }

    fn shuffled(&mut self, order: Vec<Card>) -> Vec<Event> {
        self.deal(order)
    }

    fn play(&mut self, seat: Seat, mv: &Move) -> Result<Vec<Event>, IllegalMove> {
        play::play(self, seat, mv)
    }

    fn legal_moves(&self, _seat: Seat) -> LegalMoves<Move> {
        play::legal_moves(self)
    }

    fn stand_in(&self, seat: Seat, _stayed: &[bool]) -> Move {
        if self.in_play.is_some() {
            return Move::PASS;
        }
        let hand = if self.player(seat).hands.of(Hand::FaceUp).is_empty() {
            Hand::Hidden
        } else {
            Hand::FaceUp
        };
        Move::Throw {
            hand,
            at: 0,
            count: 1,
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        view::view(self, viewer)
    }

    fn shows_move(mv: &Move, seat: Seat, viewer: Viewer) -> bool {
        viewer.sees_as(seat) || !mv.tells_hidden_places()
    }

    fn rounds(&self) -> Vec<Vec<Score>> {
        score::rounds(self.players.iter().map(|player| &player.scores))
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
