//! The view of a game of Golf.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Golf, layout::SLOTS};
use crate::engine::{card::Card, seat::Seat, viewer::Viewer};

/// A game of Golf as a viewer sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = GolfState)]
pub struct View {
    /// The current hole, counted from 1; 0 before the first deal.
    pub hole: u8,
    /// How many holes are played.
    pub holes: u8,
    /// The player who is first in this hole.
    pub first_seat: Seat,
    /// The next step of the game.
    pub phase: Phase,
    /// The cards in front of each seat.
    pub hands: Vec<Hand>,
    /// The face-down pile.
    pub stock: Stock,
    /// The face-up pile.
    pub discards: Discards,
    /// The card that was drawn from the stock and is not used yet.
    pub drawn: Option<Drawn>,
    /// The player who went out in this hole: all others have one more turn.
    pub went_out: Option<Seat>,
    /// For each seat, the score of each hole that was finished.
    pub scores: Vec<Vec<i32>>,
    /// For each seat, the sum of the scores.
    pub totals: Vec<i32>,
}

/// The next step in a game of Golf.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = GolfPhase)]
pub enum Phase {
    /// The next hole is dealt.
    Deal,
    /// The player to move turns up two cards.
    TurnUp,
    /// The player to move takes a card from the stock or the discard pile.
    Draw,
    /// The player to move uses or discards the card that they drew.
    Use,
    /// Nothing: the last hole was scored.
    Over,
}

/// The six cards in front of a player. Slots 0 1 2 are the top row, 3 4 5 the bottom row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = GolfHand)]
pub struct Hand {
    /// The card in each slot; `null` for one that lies face down, to its owner too.
    #[schema(value_type = Vec<Option<Card>>, min_items = 6, max_items = 6)]
    pub slots: [Option<Card>; SLOTS],
    /// Whether the card in each slot lies face up.
    #[schema(value_type = Vec<bool>, min_items = 6, max_items = 6)]
    pub face_up: [bool; SLOTS],
}

/// The face-down pile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = GolfStock)]
pub struct Stock {
    /// How many cards it has.
    pub size: usize,
    /// The cards, top first: `null` to everyone while the game runs.
    pub cards: Option<Vec<Card>>,
}

/// The face-up pile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = GolfDiscards)]
pub struct Discards {
    /// How many cards it has.
    pub size: usize,
    /// The top card.
    pub top: Option<Card>,
    /// The cards under it, top first: `null` while the game runs. The log shows how they fell.
    pub under: Option<Vec<Card>>,
}

/// A card that was drawn and is not used yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = GolfDrawn)]
pub struct Drawn {
    /// The player who drew it.
    pub seat: Seat,
    /// The card; `null` to everyone else.
    pub card: Option<Card>,
}

pub(super) fn view(golf: &Golf, viewer: Viewer) -> View {
    View {
        hole: golf.hole,
        holes: golf.options.holes.0,
        first_seat: golf.first_seat(),
        phase: phase(golf.phase),
        hands: golf
            .layouts
            .iter()
            .map(|layout| Hand {
                slots: std::array::from_fn(|slot| {
                    let seen = layout.face_up()[slot] || viewer.sees_all();
                    seen.then(|| layout.cards()[slot])
                }),
                face_up: *layout.face_up(),
            })
            .collect(),
        stock: Stock {
            size: golf.stock.len(),
            cards: viewer.sees_all().then(|| golf.stock.top_first()),
        },
        discards: Discards {
            size: golf.discards.len(),
            top: golf.discards.top(),
            under: viewer
                .sees_all()
                .then(|| golf.discards.under_top().iter().rev().copied().collect()),
        },
        drawn: match golf.phase {
            super::Phase::Use(card) => Some(Drawn {
                seat: golf.mover,
                card: viewer.sees_as(golf.mover).then_some(card),
            }),
            super::Phase::Deal
            | super::Phase::TurnUp
            | super::Phase::Rebuild
            | super::Phase::Draw
            | super::Phase::Over => None,
        },
        went_out: golf.went_out,
        scores: golf.scores.clone(),
        totals: golf.totals(),
    }
}

const fn phase(phase: super::Phase) -> Phase {
    match phase {
        super::Phase::Deal => Phase::Deal,
        super::Phase::TurnUp => Phase::TurnUp,
        // The pile is rebuilt at the start of the turn of the one who then draws.
        super::Phase::Rebuild | super::Phase::Draw => Phase::Draw,
        super::Phase::Use(_) => Phase::Use,
        super::Phase::Over => Phase::Over,
    }
}
