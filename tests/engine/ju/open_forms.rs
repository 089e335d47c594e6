//! §11, plays of several cards: described by a schema, and listed by one example each.

use proptest::prelude::*;
use rand::{RngExt, SeedableRng, rngs::StdRng, seq::IndexedRandom};
use serde_json::{Value, json};

use super::*;

#[test]
fn each_end_that_takes_several_cards_has_a_schema_and_its_longest_play_as_example() {
    let mut table = Position {
        players: &[
            place("5S", "QC QD KD AH 3H 9C"),
            place("JS", "+"),
            place("4S", "+"),
        ],
        ..Position::default()
    }
    .table();
    let legal = table.legal_moves(seat(0));
    assert_eq!(
        legal.open,
        [json!({
            "type": "object",
            "properties": {
                "type": {"const": "ju.play"},
                "cards": {
                    "type": "array",
                    "prefixItems": [{"enum": ["QC", "QD"]}, {"enum": ["KD"]}, {"enum": ["AH"]}],
                    "items": false, "minItems": 2, "maxItems": 3, "uniqueItems": true,
                },
                "onto": {"const": 1},
                "end": {"const": "right"},
            },
            "required": ["type", "cards", "onto", "end"],
            "additionalProperties": false,
        })]
    );
    let right = End::Right;
    let listed = [
        lay("QC", 1, right),
        lay("QD", 1, right),
        lay("3H", 2, End::Left),
        lay("QC KD AH", 1, right),
        pass(),
    ];
    assert_eq!(legal.moves, listed);
    play(&mut table, 0, &lay("QD KD AH", 1, right));
    assert_eq!(table.legal_moves(seat(0)).open, [] as [Value; 0]);
}

/// The longest chain round the table of ranks: fifteen cards, two of them of ranks that came already.
#[test]
fn a_chain_of_more_than_thirteen_cards_needs_a_second_card_of_a_rank() {
    let hand = "QC KC AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QD KD 3D";
    let mut table = Position {
        players: &[place("5S", hand), place("JS", "+")],
        deck: Deck::Drawn(21, ""),
        ..Position::default()
    }
    .table();
    let legal = table.legal_moves(seat(0));
    let longest = lay(
        "QC KC AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QD KD",
        1,
        End::Right,
    );
    assert!(legal.moves.contains(&longest));
    let schema = &legal.open[legal.open.len() - 1];
    let validator = jsonschema::validator_for(schema).unwrap();
    let fits = |mv: &AnyMove| validator.is_valid(&serde_json::to_value(mv).unwrap());
    assert!(fits(&longest));
    let twice = lay("QC KC AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC", 1, End::Right);
    assert!(!fits(&twice));
    assert_refused(&mut table, 0, &twice, "not-in-hand");
    let events = play(&mut table, 0, &longest);
    assert!(matches!(
        events[1],
        Event::Made {
            cards: 15,
            owed: 12,
            ..
        }
    ));
}

/// A random instance of one of the schemas, sometimes spoilt.
fn instance(schema: &Value, random: &mut StdRng) -> Value {
    let cards = &schema["properties"]["cards"];
    let steps = cards["prefixItems"].as_array().unwrap();
    let length = random.random_range(2..=steps.len());
    let mut chosen: Vec<Value> = Vec::new();
    for step in &steps[..length] {
        let choices = step["enum"].as_array().unwrap();
        let fresh = choices.iter().filter(|card| !chosen.contains(card));
        let fresh: Vec<&Value> = fresh.collect();
        chosen.extend(fresh.choose(random).map(|&card| card.clone()));
    }
    if random.random_bool(0.3) {
        let (a, b) = (
            random.random_range(0..length),
            random.random_range(0..length),
        );
        let card = chosen[a].clone();
        chosen[b] = card;
    }
    json!({
        "type": "ju.play", "cards": chosen,
        "onto": schema["properties"]["onto"]["const"], "end": schema["properties"]["end"]["const"],
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_play_of_several_cards_is_accepted_exactly_if_it_fits_a_schema(seed: u64, seats in 2_u8..=8) {
        let mut random = StdRng::seed_from_u64(seed);
        let mut table = Table::new(&Kind::Ju.default_options(), seats);
        for _ in 0..200 {
            match table.turn() {
                Turn::Over => break,
                Turn::Shuffle(mut cards) => {
                    use rand::seq::SliceRandom;
                    cards.shuffle(&mut random);
                    table.shuffled(cards).unwrap();
                }
                Turn::Seat(mover) => {
                    let legal = table.legal_moves(mover);
                    for schema in &legal.open {
                        let validator = jsonschema::validator_for(schema).unwrap();
                        let mv = instance(schema, &mut random);
                        let accepted = table.clone().play(mover, &wire(&mv)).is_ok();
                        prop_assert_eq!(validator.is_valid(&mv), accepted, "{}", mv);
                    }
                    // Mostly passing lets the hands grow, and with them the chains.
                    let pass = legal.moves.last().unwrap();
                    let mv = if random.random_bool(0.8) { pass } else { legal.moves.choose(&mut random).unwrap() };
                    table.play(mover, mv).unwrap();
                }
            }
        }
    }
}
