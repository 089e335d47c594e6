//! The view of a game of Juggling Act.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{InPlay, JugglingAct, Player, moves::Hand};
use crate::engine::{card::Card, deck::Pile, seat::Seat, viewer::Viewer};

/// A game of Juggling Act as a viewer sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = JugglingState)]
pub struct View {
    /// The round on the table, counted from 1; 0 before the first deal.
    pub round: u8,
    /// The number of rounds.
    pub rounds: u8,
    /// The player who began this round.
    pub first_seat: Seat,
    /// The next step of the game.
    pub phase: Phase,
    /// The cards of each seat.
    pub players: Vec<PlayerView>,
    /// The throw in play; `null` when nothing is in play.
    pub in_play: Option<InPlayView>,
    /// The throw that ended the round.
    pub set_aside: Vec<Card>,
    /// The cards that stay out of the round.
    pub out: FaceDown,
    /// For each seat, the score of each round that was finished.
    pub scores: Vec<Vec<i32>>,
    /// For each seat, the sum of the scores.
    pub totals: Vec<i32>,
}

/// The next step in a game of Juggling Act.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = JugglingPhase)]
pub enum Phase {
    /// The next round is dealt.
    Deal,
    /// A player throws, prepares or catches.
    Turn,
    /// Nothing: the last round was scored.
    Over,
}

/// The cards of a player, left to right.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = JugglingPlayer)]
pub struct PlayerView {
    /// The hidden hand: every card is `null` to everyone but the player.
    pub hidden: Vec<Option<Card>>,
    /// The face-up hand.
    pub face_up: Vec<Card>,
    /// The cards that the player took.
    pub score_pile: FaceDown,
}

/// The cards of a throw that are still in play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = JugglingInPlay)]
pub struct InPlayView {
    /// The player who threw it.
    pub owner: Seat,
    /// Its cards, left to right.
    #[schema(min_items = 1)]
    pub cards: Vec<Card>,
}

/// Cards that lie face down.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = JugglingFaceDown)]
pub struct FaceDown {
    /// The number of cards.
    pub size: usize,
    /// The cards, top first: `null` but in the record of a finished game.
    pub cards: Option<Vec<Card>>,
}

impl FaceDown {
    /// A pile as this viewer sees it.
    pub(super) fn of(pile: &Pile, viewer: Viewer) -> Self {
        Self {
            size: pile.len(),
            cards: viewer.sees_all().then(|| pile.top_first()),
        }
    }
}

pub(super) fn view(game: &JugglingAct, viewer: Viewer) -> View {
    View {
        round: game.round,
        rounds: game.rounds_in_all(),
        first_seat: game.first_seat(),
        phase: match game.phase {
            super::Phase::Deal => Phase::Deal,
            super::Phase::Turn => Phase::Turn,
            super::Phase::Over => Phase::Over,
        },
        players: Seat::all(game.seats())
            .zip(&game.players)
            .map(|(seat, player)| player_view(player, seat, viewer))
            .collect(),
        in_play: game
            .in_play
            .as_ref()
            .map(|InPlay { owner, throw }| InPlayView {
                owner: *owner,
                cards: throw.cards().to_vec(),
            }),
        set_aside: game.set_aside.0.clone(),
        out: FaceDown::of(&game.out, viewer),
        scores: game
            .players
            .iter()
            .map(|player| player.scores.clone())
            .collect(),
        totals: game.totals(),
    }
}

fn player_view(player: &Player, seat: Seat, viewer: Viewer) -> PlayerView {
    let sees_hidden = viewer.sees_as(seat);
    PlayerView {
        hidden: player
            .hands
            .of(Hand::Hidden)
            .iter()
            .map(|&card| sees_hidden.then_some(card))
            .collect(),
        face_up: player.hands.of(Hand::FaceUp).to_vec(),
        score_pile: FaceDown::of(&player.score_pile, viewer),
    }
}
