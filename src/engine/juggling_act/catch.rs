//! Catching: the cards of a throw go back into the hands, each to a place of its owner's choice (§5.6).

use serde_json::{Map, Value, json};

use super::{
    hands::Hands,
    place::{HandName, Place, Placing, Placings},
    row::in_words,
    throw::Throw,
};
use crate::engine::{deck, rules::IllegalMove};

/// Puts the cards of a throw back. Returns the place that each of them has now, in the order of the throw.
pub(super) fn catch<H: HandName>(
    hands: &mut Hands,
    throw: &Throw,
    places: &Placings<H>,
) -> Result<Vec<Placing<H>>, IllegalMove> {
    let places = places.as_slice();
    let cards: Vec<_> = places.iter().map(|placing| placing.card).collect();
    if !deck::same_cards(&cards, throw.cards()) {
        return Err(IllegalMove::new(
            "catch-all",
            format!(
                "A catch puts back every card of the throw, each once: {}.",
                in_words(throw.cards()),
            ),
        ));
    }
    let mut after = hands.clone();
    for &Placing { card, hand, at } in places {
        after.put(card, Place { hand, at })?;
    }
    *hands = after;
    Ok(throw
        .cards()
        .iter()
        .filter_map(|&card| places.iter().find(|placing| placing.card == card).copied())
        .collect())
}

/// The refusal of a catch when nothing is in play.
pub(super) fn nothing_to_catch() -> IllegalMove {
    IllegalMove::new("nothing-in-play", "There is no throw that you could catch.")
}

/// One of the legal catches: the cards go to the right end of the second hand, in the order of the throw.
pub(super) fn example<H: HandName>(hands: &Hands, throw: &Throw) -> Placings<H> {
    let [_, hand] = H::BOTH;
    // Hands have a few cards.
    let end = u32::try_from(hands.of(hand).len()).unwrap_or_default();
    let places: Vec<Placing<H>> = (end..)
        .zip(throw.cards())
        .map(|(at, &card)| Placing { card, hand, at })
        .collect();
    Placings::from(places)
}

/// The JSON Schema of exactly those catches that the rules accept.
///
/// How far right a card can go depends on how many were put into the same hand before it, and a schema can't count. So
/// there is a definition for each number of cards that were put back and each number of those that went into the
/// first hand: it says where the next card can go, and refers to the one definition that comes after it, so that a
/// validator follows a single path.
pub(super) fn schema<H: HandName>(move_type: &str, hands: &Hands, throw: &Throw) -> Value {
    let cards = throw.cards();
    let each_card: Vec<Value> = cards
        .iter()
        .map(|card| json!({"contains": {"properties": {"card": {"const": card}}}}))
        .collect();
    let placing = json!({
        "type": "object",
        "properties": {
            "card": {"enum": cards},
            "hand": {"enum": H::BOTH},
            "at": {"type": "integer", "minimum": 0},
        },
        "required": ["card", "hand", "at"],
        "additionalProperties": false,
    });
    json!({
        "type": "object",
        "properties": {
            "type": {"const": move_type},
            "places": {
                "type": "array",
                "minItems": cards.len(),
                "maxItems": cards.len(),
                "items": placing,
                "allOf": each_card,
                "$ref": reference(0, 0),
            },
        },
        "required": ["type", "places"],
        "additionalProperties": false,
        "$defs": steps::<H>(hands, cards.len()),
    })
}

fn step_name(put_back: usize, in_first: usize) -> String {
    format!("{put_back}_put_back_{in_first}_in_first_hand")
}

fn reference(put_back: usize, in_first: usize) -> String {
    format!("#/$defs/{}", step_name(put_back, in_first))
}

fn steps<H: HandName>(hands: &Hands, cards: usize) -> Map<String, Value> {
    let [first, second] = H::BOTH;
    let mut steps = Map::new();
    for put_back in 0..cards {
        // The schema of the next item of the list, which does not depend on the values of the earlier items.
        let of_the_next = |name: &str, schema: Value| {
            let mut items = vec![Value::Bool(true); put_back];
            items.push(json!({"properties": {name: schema}}));
            json!({ "prefixItems": items })
        };
        for in_first in 0..=put_back {
            let go_on = |hand: H, there: usize, in_first: usize| {
                let most = hands.of(hand).len() + there;
                let mut step = of_the_next("at", json!({ "maximum": most }));
                if put_back + 1 < cards {
                    step["$ref"] = reference(put_back + 1, in_first).into();
                }
                step
            };
            let step = json!({
                "if": of_the_next("hand", json!({ "const": first })),
                "then": go_on(first, in_first, in_first + 1),
                "else": go_on(second, put_back - in_first, in_first),
            });
            steps.insert(step_name(put_back, in_first), step);
        }
    }
    steps
}
