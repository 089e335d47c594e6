//! The turn of one player, up to now.

use serde::{Deserialize, Serialize};

use super::sequence::End;
use crate::engine::seat::Seat;

/// How many cards at one end of another player's sequence make a JU (§5.1).
pub(super) const JU: usize = 4;

/// A player's turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Turn {
    pub(super) seat: Seat,
    /// Whether it began with a draw. It did unless the deck was empty; then a card must be laid if one can be (§6.1).
    pub(super) drew: bool,
    /// Whether a card was laid, on anyone.
    pub(super) played: bool,
    /// What was laid on others, by end. An end on which nothing was laid is not listed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) laid: Vec<Laid>,
    /// How many cards the player still has to give away.
    pub(super) owed: usize,
    /// How many turns in a row, just before this one, passed because the deck was empty and no card could be laid.
    pub(super) stuck: u8,
}

/// How many cards were laid in a turn at one end of another player's sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Laid {
    pub(super) onto: Seat,
    pub(super) end: End,
    pub(super) cards: usize,
}

impl Laid {
    /// How many cards are owed for what was laid here: one for a JU, and one for each further card (§5.1).
    pub(super) const fn owes(&self) -> usize {
        (self.cards + 1).saturating_sub(JU)
    }
}

impl Turn {
    /// A turn that begins now.
    pub(super) const fn new(seat: Seat, drew: bool, stuck: u8) -> Self {
        Self {
            seat,
            drew,
            played: false,
            laid: Vec::new(),
            owed: 0,
            stuck,
        }
    }

    /// Whether the turn can't end before a card is laid, where one can be.
    pub(super) const fn must_lay(&self) -> bool {
        !self.drew && !self.played
    }

    /// Counts cards that were laid at an end of another player's sequence, and hands back the count of that end and
    /// how many more cards are owed for it now.
    pub(super) fn count(&mut self, onto: Seat, end: End, cards: usize) -> (Laid, usize) {
        let index = self
            .laid
            .iter()
            .position(|laid| laid.onto == onto && laid.end == end)
            .unwrap_or_else(|| {
                self.laid.push(Laid {
                    onto,
                    end,
                    cards: 0,
                });
                self.laid.len() - 1
            });
        let laid = &mut self.laid[index];
        let before = laid.owes();
        laid.cards += cards;
        let more = laid.owes() - before;
        self.owed += more;
        (*laid, more)
    }
}
