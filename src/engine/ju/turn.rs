//! The current turn of a player.

use serde::{Deserialize, Serialize};

use super::sequence::End;
use crate::engine::seat::Seat;

/// The number of cards at one end of another player's sequence that make a JU (§5.1).
pub(super) const JU: usize = 4;

/// A player's turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Turn {
    pub(super) seat: Seat,
    /// Whether the turn started with a draw. If not, the deck was empty and a card must be laid if possible (§6.1).
    pub(super) drew: bool,
    /// Whether a card was laid, on any sequence.
    pub(super) played: bool,
    /// The cards laid on others, by end. Ends without such cards are not listed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) laid: Vec<Laid>,
    /// The number of cards that the player still has to give away.
    pub(super) owed: usize,
    /// The number of turns in a row, just before this one, that passed because the deck was empty and no card could be
    /// laid.
    pub(super) stuck: u8,
}

/// The number of cards that were laid in a turn at one end of another player's sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Laid {
    pub(super) onto: Seat,
    pub(super) end: End,
    pub(super) cards: usize,
}

impl Laid {
    /// The number of cards owed for the cards laid here: one for a JU, and one for each further card (§5.1).
    pub(super) const fn owes(&self) -> usize {
        (self.cards + 1).saturating_sub(JU)
    }
}

impl Turn {
    /// Creates a turn that starts now.
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

    /// Whether a card must be laid before the turn can end, if one can be laid.
    pub(super) const fn must_lay(&self) -> bool {
        !self.drew && !self.played
    }

    /// Counts cards that were laid at an end of another player's sequence. Returns the count of that end and the number
    /// of additional cards that are now owed for it.
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
        let owed_before = laid.owes();
        laid.cards += cards;
        let more = laid.owes() - owed_before;
        self.owed += more;
        (*laid, more)
    }
}
