//! Cards in an order that matters.

use serde::{Deserialize, Serialize};

use crate::engine::card::{Card, compact};

/// Cards that lie in a row, left to right. In snapshots a row is one string.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Row(#[serde(with = "compact")] pub(super) Vec<Card>);

/// Cards for people to read: `7♠ 7♦`.
pub(super) fn in_words(cards: &[Card]) -> String {
    let names: Vec<String> = cards.iter().map(|card| card.for_people()).collect();
    names.join(" ")
}
