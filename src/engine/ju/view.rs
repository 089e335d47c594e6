//! The view of a game of JU.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    Ju, Stage,
    place::{self, Source},
    sequence::End,
    turn,
};
use crate::engine::{card::Card, seat::Seat, viewer::Viewer};

/// A game of JU as a viewer sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = JuState)]
pub struct View {
    /// The number of the current round, from 1; 0 before the first deal.
    pub round: u32,
    /// The total that ends the game once a player has reached it.
    #[schema(value_type = u16)]
    pub target: i64,
    /// The seat with the first turn of this round.
    pub first_seat: Seat,
    /// The next step of the game.
    pub phase: Phase,
    /// The face-down cards in the middle of the table.
    pub deck: Deck,
    /// Each seat's cards.
    pub places: Vec<Place>,
    /// The current turn; `null` between rounds.
    pub turn: Option<Turn>,
    /// For each seat, its score in each round that was scored.
    pub scores: Vec<Vec<i32>>,
    /// For each seat, the sum of its scores.
    pub totals: Vec<i32>,
}

/// The next step of a game of JU.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = JuPhase)]
pub enum Phase {
    /// The next round is dealt. The last round, if there was one, is still on the table.
    Deal,
    /// The player to move lays cards, or passes.
    Play,
    /// The player to move gives away a card that they owe.
    Give,
    /// The game is over: a player has reached the target.
    Over,
}

/// The face-down cards in the middle of the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = JuDeck)]
pub struct Deck {
    /// The number of cards.
    pub size: usize,
    /// The cards, top first; `null` while the game is running.
    pub cards: Option<Vec<Card>>,
}

/// A player's cards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = JuPlace)]
pub struct Place {
    /// The hand.
    pub hand: Hand,
    /// The face-up cards, from left to right. A joker blocks its end.
    pub sequence: Vec<Card>,
    /// The face-down cards that others gave to the player, the oldest first.
    pub given: Vec<Given>,
}

/// The cards in a player's hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = JuHand)]
pub struct Hand {
    /// The number of cards.
    pub size: usize,
    /// The cards in the order in which they came; `null` for all viewers except the player.
    pub cards: Option<Vec<Card>>,
}

/// A card that was given to a player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = JuGiven)]
pub struct Given {
    /// The card. A card from a hand is `null` for all viewers except the giver until the round is scored.
    pub card: Option<Card>,
    /// The player who gave it.
    pub by: Seat,
    /// The origin of the card.
    pub from: Source,
}

/// The current turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = JuTurn)]
pub struct Turn {
    /// The player to move.
    pub seat: Seat,
    /// Whether the turn started with a draw. If not, the deck was empty and a card must be laid if possible.
    pub drew: bool,
    /// Whether a card was laid in this turn, on any sequence.
    pub played: bool,
    /// The cards laid in this turn on other players' sequences, for each end with such cards.
    pub laid: Vec<Laid>,
    /// The number of cards that the player now has to give away.
    pub owed: usize,
    /// The number of turns in a row, just before this one, that passed because the deck was empty and no card could be
    /// laid. The round ends when this reaches the number of players.
    pub stuck: u8,
}

/// The number of cards that were laid in this turn at one end of another player's sequence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = JuLaid)]
pub struct Laid {
    /// The seat of the sequence.
    pub onto: Seat,
    /// The end.
    pub end: End,
    /// The number of cards that were laid there.
    pub cards: usize,
}

pub(super) fn view(ju: &Ju, viewer: Viewer) -> View {
    let scored = match ju.stage {
        Stage::Deal | Stage::Over => true,
        Stage::Turn(_) => false,
    };
    View {
        round: ju.round,
        target: ju.options.target,
        first_seat: ju.first_seat(),
        phase: phase(&ju.stage),
        deck: Deck {
            size: ju.deck.len(),
            cards: viewer.sees_all().then(|| ju.deck.top_first()),
        },
        places: Seat::all(ju.seats())
            .zip(&ju.places)
            .map(|(seat, place)| Place {
                hand: Hand {
                    size: place.hand.len(),
                    cards: viewer.sees_as(seat).then(|| place.hand.clone()),
                },
                sequence: place.sequence.cards().to_vec(),
                given: place
                    .given
                    .iter()
                    .map(|&given| show_given(given, scored, viewer))
                    .collect(),
            })
            .collect(),
        turn: match &ju.stage {
            Stage::Turn(turn) => Some(show_turn(turn)),
            Stage::Deal | Stage::Over => None,
        },
        scores: ju.scores.clone(),
        totals: ju.totals(),
    }
}

const fn phase(stage: &Stage) -> Phase {
    match stage {
        Stage::Deal => Phase::Deal,
        Stage::Turn(turn) if turn.owed > 0 => Phase::Give,
        Stage::Turn(_) => Phase::Play,
        Stage::Over => Phase::Over,
    }
}

/// Shows a given card. A card from a sequence was seen by all viewers. A card from a hand is known only to its giver
/// until the given cards are turned up and scored.
fn show_given(given: place::Given, scored: bool, viewer: Viewer) -> Given {
    let is_known = match given.from {
        Source::Sequence => true,
        Source::Hand => scored || viewer.sees_as(given.by),
    };
    Given {
        card: is_known.then_some(given.card),
        by: given.by,
        from: given.from,
    }
}

fn show_turn(turn: &turn::Turn) -> Turn {
    Turn {
        seat: turn.seat,
        drew: turn.drew,
        played: turn.played,
        laid: turn
            .laid
            .iter()
            .map(|&turn::Laid { onto, end, cards }| Laid { onto, end, cards })
            .collect(),
        owed: turn.owed,
        stuck: turn.stuck,
    }
}
