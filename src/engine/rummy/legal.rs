//! The legal moves of the player to move.

use serde_json::{Value, json};

use super::{
    Phase, Rummy,
    hand::HAND_SIZE,
    moves::{Move, Source},
};
use crate::engine::{card::Card, rules::LegalMoves, seat::Seat};

/// The legal moves. A wrong declaration is legal too, but of no use to a player, so only a valid one is listed.
pub(super) fn moves(rummy: &Rummy, seat: Seat) -> LegalMoves<Move> {
    match rummy.phase {
        Phase::Draw => LegalMoves::listed(start_of_turn(rummy)),
        Phase::Discard => {
            let hand = distinct(&rummy.player(seat).hand);
            let discards = hand.iter().map(|&card| Move::Discard { card });
            LegalMoves {
                moves: valid_declaration(rummy, seat)
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

fn start_of_turn(rummy: &Rummy) -> Vec<Move> {
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

fn valid_declaration(rummy: &Rummy, seat: Seat) -> Option<Move> {
    let player = rummy.player(seat);
    let best = player.melding.as_ref().filter(|best| best.holds)?;
    let groups: Vec<Vec<Card>> = best
        .melds
        .iter()
        .map(|meld| meld.of(&player.hand))
        .collect();
    let left = best.left(player.hand.len()).of(&player.hand);
    left.first().map(|&discard| Move::Declare {
        discard,
        groups: groups.into(),
    })
}

/// The JSON Schema that matches every declaration with these cards.
fn declarations(hand: &[Card]) -> Value {
    let card = json!({ "type": "string", "enum": hand });
    json!({
        "type": "object",
        "description": "Declares: a card to discard, and the thirteen others in groups. A wrong declaration costs \
            80 points. If the hand has a valid declaration, one is among the moves.",
        "properties": {
            "type": { "type": "string", "const": "rummy.declare" },
            "discard": card,
            "groups": {
                "type": "array",
                "minItems": 1,
                "maxItems": HAND_SIZE,
                "items": { "type": "array", "minItems": 1, "maxItems": HAND_SIZE, "items": card },
            },
        },
        "required": ["type", "discard", "groups"],
        "additionalProperties": false,
    })
}
