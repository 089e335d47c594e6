//! The view of a solo performance.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Hand, Solo};
use crate::engine::{card::Card, juggling_act::FaceDown, viewer::Viewer};

/// A solo performance as a viewer sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SoloState)]
pub struct View {
    /// The next step of the performance.
    pub phase: Phase,
    /// The number of the turn, from 1; 0 before the deal.
    pub turn: u8,
    /// The top hand, left to right.
    pub top: Vec<Card>,
    /// The bottom hand, left to right.
    pub bottom: Vec<Card>,
    /// The cards that lie in front of the performer: what is left of the throw.
    pub in_front: Vec<Card>,
    /// How many of the two Jokers are face up.
    #[schema(maximum = 2)]
    pub jokers_up: u8,
    /// The cards that left the game, in the order in which they did.
    pub gone: Vec<Card>,
    /// The cards that stay out.
    pub out: FaceDown,
    /// Whether the performance was won; `null` while it goes on.
    pub won: Option<bool>,
    /// The Jokers that were face up when it was won; `null` while it goes on, and where it was lost.
    pub score: Option<i32>,
}

/// The next step in a solo performance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SoloPhase)]
pub enum Phase {
    /// The hands are dealt.
    Deal,
    /// The performer throws, prepares, catches or discards.
    Turn,
    /// Nothing: the performance was won or lost.
    Over,
}

pub(super) fn view(solo: &Solo, viewer: Viewer) -> View {
    View {
        phase: match solo.phase {
            super::Phase::Deal => Phase::Deal,
            super::Phase::Turn => Phase::Turn,
            super::Phase::Won | super::Phase::Lost => Phase::Over,
        },
        turn: solo.turn,
        top: solo.hands.of(Hand::Top).to_vec(),
        bottom: solo.hands.of(Hand::Bottom).to_vec(),
        in_front: solo
            .in_front
            .as_ref()
            .map_or_else(Vec::new, |throw| throw.cards().to_vec()),
        jokers_up: solo.jokers_up,
        gone: solo.gone.0.clone(),
        out: FaceDown::of(&solo.out, viewer),
        won: match solo.phase {
            super::Phase::Deal | super::Phase::Turn => None,
            super::Phase::Won => Some(true),
            super::Phase::Lost => Some(false),
        },
        score: solo.score(),
    }
}
