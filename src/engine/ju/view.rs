//! What a viewer sees of a game of JU.

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
    /// The round on the table, counted from 1; 0 before the first deal.
    pub round: u32,
    /// The total that ends the game once a player has reached it.
    #[schema(value_type = u16)]
    pub target: i64,
    /// Who has the first turn of this round.
    pub first_seat: Seat,
    /// What happens next.
    pub phase: Phase,
    /// The face-down cards in the middle of the table.
    pub deck: Deck,
    /// Each seat's cards.
    pub places: Vec<Place>,
    /// The turn that is being played; `null` between rounds.
    pub turn: Option<Turn>,
    /// For each seat, the score of each round that was scored.
    pub scores: Vec<Vec<i32>>,
    /// For each seat, the sum of the scores.
    pub totals: Vec<i32>,
}

/// What happens next in a game of JU.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = JuPhase)]
pub enum Phase {
    /// The next round is dealt. The last one, if there was one, still lies on the table.
    Deal,
    /// The player to move lays cards, or passes.
    Play,
    /// The player to move gives away a card that they owe.
    Give,
    /// Nothing: a player has reached the target.
    Over,
}

/// The face-down cards in the middle of the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = JuDeck)]
pub struct Deck {
    /// How many there are.
    pub size: usize,
    /// The cards, top first: `null` to everyone while the game runs.
    pub cards: Option<Vec<Card>>,
}

/// A player's cards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = JuPlace)]
pub struct Place {
    /// The hand.
    pub hand: Hand,
    /// The face-up cards, from left to right. A joker blocks the end that it lies at.
    pub sequence: Vec<Card>,
    /// The face-down cards that others gave to the player, the oldest first.
    pub given: Vec<Given>,
}

/// The cards in a player's hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = JuHand)]
pub struct Hand {
    /// How many there are.
    pub size: usize,
    /// The cards, in the order in which they came: `null` to everyone but the player.
    pub cards: Option<Vec<Card>>,
}

/// A card that was given to a player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = JuGiven)]
pub struct Given {
    /// The card. One from a hand is `null` to everyone but the giver, until the round is scored.
    pub card: Option<Card>,
    /// Who gave it.
    pub by: Seat,
    /// Where it came from.
    pub from: Source,
}

/// The turn that is being played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = JuTurn)]
pub struct Turn {
    /// Whose it is.
    pub seat: Seat,
    /// Whether it began with a draw. It did unless the deck was empty; then a card must be laid if one can be.
    pub drew: bool,
    /// Whether a card was laid in it, on anyone.
    pub played: bool,
    /// How many cards were laid in it on others, for each end on which any were.
    pub laid: Vec<Laid>,
    /// How many cards the player has to give away now.
    pub owed: usize,
    /// How many turns in a row, just before this one, passed because the deck was empty and no card could be laid.
    /// When it is as many as there are players, the round ends.
    pub stuck: u8,
}

/// How many cards were laid in this turn at one end of another player's sequence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = JuLaid)]
pub struct Laid {
    /// Whose sequence it is.
    pub onto: Seat,
    /// The end.
    pub end: End,
    /// How many cards were laid there.
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

/// A card from a sequence was seen by all. One from a hand is known to its giver alone, until the given cards are
/// turned up to be scored.
fn show_given(given: place::Given, scored: bool, viewer: Viewer) -> Given {
    let known = match given.from {
        Source::Sequence => true,
        Source::Hand => scored || viewer.sees_as(given.by),
    };
    Given {
        card: known.then_some(given.card),
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
