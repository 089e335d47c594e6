//! The legal moves of the player to move.

use serde_json::{Value, json};

use super::{
    Phase, Rummy,
    melds::melding::HAND,
    moves::{Move, Source},
};
use crate::engine::{card::Card, rules::LegalMoves, seat::Seat};

/// The legal moves. A declaration that doesn't hold is one, but nobody wants it: only one that holds is listed.
pub(super) fn moves(rummy: &Rummy, seat: Seat) -> LegalMoves<Move> {
    match rummy.phase {
        Phase::Draw => LegalMoves::listed(at_the_start(rummy)),
        Phase::Discard => {
            let hand = distinct(&rummy.player(seat).hand);
            let discards = hand.iter().map(|&card| Move::Discard { card });
            LegalMoves {
                moves: declaration_that_holds(rummy, seat)
                    .into_iter()
                    .chain(discards)
                    .chain([Move::Drop {}])
                    .collect(),
                open: vec![declarations(&hand)],
            }
        }
        Phase::Deal | Phase::Rebuild | Phase::Over => LegalMoves::none(),
    }
}

fn at_the_start(rummy: &Rummy) -> Vec<Move> {
    let open = rummy.check_open_draw().is_ok().then_some(Source::Open);
    std::iter::once(Source::Closed)
        .chain(open)
        .map(|from| Move::Draw { from })
        .chain([Move::Drop {}])
        .collect()
}

fn distinct(hand: &[Card]) -> Vec<Card> {
    let mut cards = hand.to_vec();
    cards.sort_unstable();
    cards.dedup();
    cards
}

fn declaration_that_holds(rummy: &Rummy, seat: Seat) -> Option<Move> {
    let player = rummy.player(seat);
    let best = player.grouping.as_ref().filter(|best| best.holds)?;
    let groups: Vec<Vec<Card>> = best
        .groups
        .iter()
        .map(|group| group.of(&player.hand))
        .collect();
    let left = best.left(player.hand.len()).of(&player.hand);
    left.first().map(|&discard| Move::Declare {
        discard,
        groups: groups.into(),
    })
}

/// The form of every declaration with these cards.
fn declarations(hand: &[Card]) -> Value {
    let card = json!({ "type": "string", "enum": hand });
    json!({
        "type": "object",
        "description": "Lays out the hand: a card to put down, and the thirteen others in groups. If the groups don't \
            hold it costs 80 points; a declaration that holds, if the hand has one, is among the moves.",
        "properties": {
            "type": { "type": "string", "const": "rummy.declare" },
            "discard": card,
            "groups": {
                "type": "array",
                "minItems": 1,
                "maxItems": HAND,
                "items": { "type": "array", "minItems": 1, "maxItems": HAND, "items": card },
            },
        },
        "required": ["type", "discard", "groups"],
        "additionalProperties": false,
    })
}
