//! The published vector of the deals, and what makes them fair.

use cardpost::engine::{
    card::Card,
    chance::{DealKey, Entropy, Seed},
    deck,
};

/// Game id, seed and entropies of the published vector.
fn vector() -> ([u8; 16], Seed, [Option<Entropy>; 2]) {
    let game = std::array::from_fn(|i| u8::try_from(i).unwrap());
    let seed = Seed::new(std::array::from_fn(|i| u8::try_from(i).unwrap()));
    (
        game,
        seed,
        [None, Some(Entropy::new(vec![0x00, 0xff]).unwrap())],
    )
}

fn vector_key() -> DealKey {
    let (game, seed, entropies) = vector();
    DealKey::new(&seed, game, entropies.iter().map(Option::as_ref))
}

fn start_of(order: &[Card]) -> String {
    order[..8]
        .iter()
        .map(Card::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn the_commitment_is_that_of_the_vector() {
    let (game, seed, _) = vector();
    assert_eq!(
        hex::encode(seed.commitment(game).0),
        "f1e17fde6f2f6bbfd67430d1a255b8455ca384a0b11f9a5e07681c0b95903629"
    );
}

#[test]
fn the_deal_key_is_that_of_the_vector() {
    assert_eq!(
        hex::encode(vector_key().as_bytes()),
        "86035459d9c3d8d3af5d1966a3c54e355d8a80906d4058bd2826a48d798494ee"
    );
}

#[test]
fn the_shuffles_are_those_of_the_vector() {
    let key = vector_key();
    assert_eq!(
        start_of(&key.shuffle(0, deck::fresh(1, 0))),
        "9C 3D KC KS 6D 2S 3H 9D"
    );
    assert_eq!(
        start_of(&key.shuffle(1, deck::fresh(2, 1))),
        "4H QC AC 9H 8D QD 9S 9D"
    );
}

#[test]
fn the_seating_is_that_of_the_vector() {
    assert_eq!(vector_key().seating(4), [2, 3, 1, 0]);
}

#[test]
fn a_shuffle_keeps_the_cards() {
    let deck = deck::fresh(3, 1);
    let order = vector_key().shuffle(7, deck.clone());
    assert_ne!(order, deck);
    assert!(deck::same_cards(&order, &deck));
}

#[test]
fn entropy_is_read_from_hexadecimal_and_bounded() {
    let read = |text: &str| serde_json::from_value::<Entropy>(text.into());
    assert_eq!(read("00ff").unwrap().as_bytes(), [0x00, 0xff]);
    assert_eq!(serde_json::to_value(read("00FF").unwrap()).unwrap(), "00ff");
    assert!(read("").is_err(), "no bytes are no entropy");
    assert!(read("0").is_err(), "half a byte");
    assert!(read("zz").is_err(), "no hexadecimal");
    assert!(read(&"00".repeat(32)).is_ok());
    assert!(read(&"00".repeat(33)).is_err(), "33 bytes are too many");
}

#[test]
fn a_seed_is_not_printed() {
    let (_, seed, _) = vector();
    assert_eq!(format!("{seed:?}"), "Seed(…)");
    assert_eq!(format!("{:?}", vector_key()), "DealKey(…)");
}
