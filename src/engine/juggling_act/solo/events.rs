//! Events: the effects of moves and of the deal.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::moves::{Hand, Place, Placing};
use crate::engine::{card::Card, rules::Shown, viewer::Viewer};

/// Something that happened in a solo performance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", deny_unknown_fields)]
#[schema(as = SoloEvent)]
pub enum Event {
    /// The two hands were dealt.
    #[serde(rename = "solo.dealt")]
    Dealt {
        /// The top hand, left to right.
        top: Vec<Card>,
        /// The bottom hand, left to right.
        bottom: Vec<Card>,
        /// How many cards stay out.
        out: usize,
    },
    /// The performer threw cards: they lie in front of them now.
    #[serde(rename = "solo.thrown")]
    Thrown {
        /// The hand that they came from.
        hand: Hand,
        /// The index of the leftmost one in it.
        at: u32,
        /// The cards, left to right.
        cards: Vec<Card>,
        /// The cards that lay in front of the performer before, and left the game.
        replaced: Vec<Card>,
    },
    /// The performer prepared.
    #[serde(rename = "solo.prepared")]
    Prepared {
        /// The card that was moved; `null` where none was, as the places then are.
        card: Option<Card>,
        /// Where it lay.
        from: Option<Place>,
        /// Where it lies now.
        to: Option<Place>,
    },
    /// The performer caught the throw: its cards went back into the hands.
    #[serde(rename = "solo.caught")]
    Caught {
        /// Where each card is now, in the order of the throw, once all are put back.
        cards: Vec<Placing>,
    },
    /// A card of a hand left the game.
    #[serde(rename = "solo.discarded")]
    Discarded {
        /// The hand that it came from.
        hand: Hand,
        /// The index that it had in it.
        at: u32,
        /// The card.
        card: Card,
    },
    /// A turn began, and the lowest card in front of the performer left the game.
    #[serde(rename = "solo.dropped")]
    Dropped {
        /// The card.
        card: Card,
        /// How many cards are left in front of the performer.
        left: usize,
    },
    /// A turn began with nothing in front of the performer.
    #[serde(rename = "solo.dead_space")]
    DeadSpace {
        /// Which one it is, from 1. At the third, no Joker is left to turn.
        number: u8,
        /// How many Jokers are face up now.
        jokers_up: u8,
    },
    /// Both hands are empty: the performance is won.
    #[serde(rename = "solo.won")]
    Won {
        /// The Jokers that are still face up.
        score: u8,
    },
    /// No Joker was left to turn: the performance is lost.
    #[serde(rename = "solo.lost")]
    Lost {},
}

impl Shown for Event {
    /// Both hands are face up: every viewer sees every event in full.
    fn shown_to(&self, _viewer: Viewer) -> Option<Self> {
        Some(self.clone())
    }
}
