//! Indian Rummy with thirteen cards: the first player to lay out their hand in melds scores nothing, and the lowest
//! total wins.
//!
//! The rules are in `docs/rules/rummy.md`; the numbers in comments here are its sections. [`MeldRules`] decides whether
//! cards are a meld, and [`Melding`] finds the best division of a hand into melds.

mod deal;
mod declaration;
mod events;
mod hand;
mod legal;
pub mod melds;
mod moves;
mod options;
mod play;
mod position;
mod text;
mod view;
mod wild;

pub use declaration::{Fault, Group, Verdict};
pub use events::Event;
pub use hand::{HAND_SIZE, MAX_POINTS};
pub use melds::meld::{MeldKind, MeldRules, NotAMeld, Reading};
pub use melds::melding::Melding;
pub use melds::positions::Positions;
pub use moves::{Groups, Move, Source};
pub use options::{Length, Limit, Options};
pub use view::{Best, Closed, Hand, HandStatus, LaidOut, Open, Phase as VisiblePhase, View};
pub use wild::{ParseWildError, Wild};

use serde::{Deserialize, Serialize};

use super::{
    card::{Card, compact},
    deck::{self, Pile},
    rules::{
        About, Foresight, Game, IllegalMove, ImpossiblePosition, InvalidOption, LegalMoves, Turn,
    },
    score::{self, Better, Score},
    seat::Seat,
    viewer::Viewer,
};

/// A game of Rummy.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rummy {
    options: Options,
    /// The deal on the table, counted from 1; 0 before the first.
    deal: u32,
    /// The face-up card under the closed pile.
    indicator: Option<Card>,
    /// By seat; empty before the first deal.
    players: Vec<Player>,
    closed: Pile,
    open: Pile,
    /// Whether the lowest card of the open pile is the one that was turned up at the deal.
    turned_up: bool,
    phase: Phase,
    /// The player to move. Without meaning while no player is to move.
    mover: Seat,
    /// For each seat, the score of each deal that it was dealt into.
    scores: Vec<Vec<i32>>,
}

/// The next step of the match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Phase {
    /// The next deal must be shuffled and dealt. The finished deal is still on the table.
    Deal,
    /// The closed pile is empty at the start of the mover's turn and must be rebuilt.
    Rebuild,
    /// The mover draws a card.
    Draw,
    /// The mover holds fourteen cards and discards or declares.
    Discard,
    /// The match has ended.
    Over,
}

/// A player in a deal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Player {
    status: Status,
    /// Whether they have drawn in this deal.
    has_drawn: bool,
    /// The cards in the order in which they came, whether in play or not.
    #[serde(with = "compact")]
    hand: Vec<Card>,
    /// The melding of the hand: as it was declared, or else the best one. It is stored because finding the best one
    /// costs more than the rest of a move, and every view needs it. `None` for hidden hands that are out of play.
    #[serde(default, rename = "grouping", skip_serializing_if = "Option::is_none")]
    melding: Option<Melding>,
}

/// The status of a player in a deal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Status {
    Playing,
    Dropped,
    Declared,
    DeclaredWrongly,
    Out,
}

impl Rummy {
    fn seats(&self) -> u8 {
        // A game has at most eight seats.
        u8::try_from(self.scores.len()).unwrap_or(u8::MAX)
    }

    fn totals(&self) -> Vec<i32> {
        score::totals(&self.scores)
    }

    /// Whether a total puts a player out of the match (§7.2).
    fn puts_out(&self, total: i32) -> bool {
        match self.options.length {
            Length::Deals { .. } => false,
            Length::Pool { limit } => limit.is_reached_by(total),
        }
    }

    /// Whether a seat is dealt cards in deal number `deal`, which is at most the next one (§7.2).
    fn is_in(&self, seat: Seat, deal: u32) -> bool {
        let scores = &self.scores[seat.index()];
        let was_in = u32::try_from(scores.len()).is_ok_and(|deals| deals >= deal);
        was_in || !self.puts_out(scores.iter().sum())
    }

    /// Returns the first seat of deal number `deal`: seat 0 in the first deal, then each time the next seat on the left
    /// that is still in the match (§2.5).
    fn first_seat_of(&self, deal: u32) -> Seat {
        let mut first = Seat::FIRST;
        for deal in 2..=deal {
            let mut next = first.left(self.seats()).round_the_table(self.seats());
            first = next.find(|&seat| self.is_in(seat, deal)).unwrap_or(first);
        }
        first
    }

    fn first_seat(&self) -> Seat {
        self.first_seat_of(self.deal)
    }

    /// Returns the seats that are dealt into deal number `deal`, from the first seat to the dealer.
    fn order_of(&self, deal: u32) -> impl Iterator<Item = Seat> {
        let order = self.first_seat_of(deal).round_the_table(self.seats());
        order.filter(move |&seat| self.is_in(seat, deal))
    }

    /// Returns the dealer: the last seat before the first one among the seats that are in (§2.5).
    fn dealer(&self) -> Seat {
        self.order_of(self.deal.max(1))
            .last()
            .unwrap_or(Seat::FIRST)
    }

    /// Returns the decks and printed jokers for this number of players (§2.1).
    fn fresh_deck(players: usize) -> Vec<Card> {
        let decks = match players {
            ..=2 => 1,
            3..=6 => 2,
            7.. => 3,
        };
        deck::fresh(decks, 1)
    }

    fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index()]
    }

    /// The rules for melds in this deal.
    fn meld_rules(&self) -> MeldRules {
        MeldRules {
            wild: Wild::of_indicator(self.indicator.unwrap_or(Card::JOKER)),
            jokers_in_sets: self.options.jokers_in_sets,
        }
    }

    /// Whether a valid declaration has ended the deal.
    fn is_declared(&self) -> bool {
        let mut players = self.players.iter();
        players.any(|player| player.status == Status::Declared)
    }

    /// Judges a declaration that `seat` may make now without making it. The other players don't learn of it, and it
    /// costs nothing. Returns `None` for other moves, and for a declaration that [`Game::play`] refuses.
    pub fn would_hold(&self, seat: Seat, mv: &Move) -> Option<Verdict> {
        let Move::Declare { discard, groups } = mv else {
            return None;
        };
        if self.phase != Phase::Discard || self.mover != seat {
            return None;
        }
        declaration::check_layout(&self.player(seat).hand, *discard, groups).ok()?;
        Some(Verdict::new(self.meld_rules(), groups))
    }
}

impl Game for Rummy {
    const ABOUT: About = About {
        name: "Indian Rummy (13 cards)",
        players: 2..=8,
        better: Better::Lower,
        rules: 1,
        text: include_str!("../../../docs/rules/rummy.md"),
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
            deal: 0,
            indicator: None,
            players: Vec::new(),
            closed: Pile::default(),
            open: Pile::default(),
            turned_up: false,
            phase: Phase::Deal,
            mover: Seat::FIRST,
            scores: vec![Vec::new(); usize::from(seats)],
        }
    }

    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Deal => Turn::Shuffle(Self::fresh_deck(self.order_of(self.deal + 1).count())),
            Phase::Rebuild => Turn::Shuffle(self.open.under_top().to_vec()),
            Phase::Draw | Phase::Discard => Turn::Seat(self.mover),
            Phase::Over => Turn::Over,
        }
    }

    fn shuffled(&mut self, order: Vec<Card>) -> Vec<Event> {
        match self.phase {
            Phase::Rebuild => self.rebuild(order),
            Phase::Deal | Phase::Draw | Phase::Discard | Phase::Over => self.deal(order),
        }
    }

    fn play(&mut self, seat: Seat, mv: &Move) -> Result<Vec<Event>, IllegalMove> {
        play::play(self, seat, mv)
    }

    fn legal_moves(&self, seat: Seat) -> LegalMoves<Move> {
        legal::moves(self, seat)
    }

    fn stand_in(&self, _seat: Seat, _stayed: &[bool]) -> Move {
        Move::Drop {}
    }

    fn view(&self, viewer: Viewer) -> View {
        view::view(self, viewer)
    }

    fn shows_move(mv: &Move, _seat: Seat, _viewer: Viewer) -> bool {
        // A move names a pile, a card that is discarded face up, or a hand that is laid out for all.
        match mv {
            Move::Draw { .. } | Move::Discard { .. } | Move::Declare { .. } | Move::Drop {} => true,
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

    fn foresee(&self, seat: Seat, mv: &Move) -> Option<Foresight> {
        self.would_hold(seat, mv).map(|verdict| Foresight {
            holds: verdict.holds,
            reason: verdict.reason,
        })
    }
}
