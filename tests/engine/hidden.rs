//! What each viewer may not see, written down by hand from the rules: what the law of no leak holds every view
//! against. A view is never asked what it hides, or one that shows too much would be believed.

use cardpost::engine::{any::Kind, viewer::Viewer};
use serde_json::Value;

/// The places in a record's view, as JSON pointers, whose cards this viewer of the running game may not know.
pub fn places(kind: Kind, whole: &Value, viewer: Viewer) -> Vec<String> {
    let is_own = |seat: usize| matches!(viewer, Viewer::Seat(own) if own.index() == seat);
    match kind {
        Kind::Golf => golf(whole, is_own),
        Kind::JugglingAct => juggling_act(whole, is_own),
        Kind::JugglingActSolo => all_of(whole, "/out/cards"),
        Kind::Rummy => rummy(whole, is_own),
        Kind::Ju => ju(whole, is_own),
    }
}

/// Golf, §8: face-down cards, one's own too; the stock; the card that another drew.
fn golf(whole: &Value, is_own: impl Fn(usize) -> bool) -> Vec<String> {
    let mut places = all_of(whole, "/stock/cards");
    for (seat, hand) in list(whole, "/hands").iter().enumerate() {
        for (slot, up) in list(hand, "/face_up").iter().enumerate() {
            if up == false {
                places.push(format!("/hands/{seat}/slots/{slot}"));
            }
        }
    }
    if let Some(seat) = whole["drawn"]["seat"].as_u64()
        && !is_own(usize::try_from(seat).unwrap())
    {
        places.push("/drawn/card".into());
    }
    places
}

/// Juggling Act, §7: the hidden hands of others, the score piles, the cards that stay out.
fn juggling_act(whole: &Value, is_own: impl Fn(usize) -> bool) -> Vec<String> {
    let mut places = all_of(whole, "/out/cards");
    for seat in 0..list(whole, "/players").len() {
        places.extend(all_of(whole, &format!("/players/{seat}/score_pile/cards")));
        if !is_own(seat) {
            places.extend(all_of(whole, &format!("/players/{seat}/hidden")));
        }
    }
    places
}

/// Indian Rummy, §8: the closed pile; the hands of others, unless they are laid out.
fn rummy(whole: &Value, is_own: impl Fn(usize) -> bool) -> Vec<String> {
    let mut places = all_of(whole, "/closed/cards");
    for (seat, hand) in list(whole, "/hands").iter().enumerate() {
        if !is_own(seat) && hand["laid_out"].is_null() {
            places.extend(all_of(whole, &format!("/hands/{seat}/cards")));
        }
    }
    places
}

/// JU, §10: the deck; the hands of others; a card given from a hand, to all but the giver.
fn ju(whole: &Value, is_own: impl Fn(usize) -> bool) -> Vec<String> {
    let mut places = all_of(whole, "/deck/cards");
    for seat in 0..list(whole, "/places").len() {
        if !is_own(seat) {
            places.extend(all_of(whole, &format!("/places/{seat}/hand/cards")));
        }
        let given = format!("/places/{seat}/given");
        for (i, card) in list(whole, &given).iter().enumerate() {
            let giver = usize::try_from(card["by"].as_u64().unwrap()).unwrap();
            if card["from"] == "hand" && !is_own(giver) {
                places.push(format!("{given}/{i}/card"));
            }
        }
    }
    places
}

/// Every place of a list of cards.
fn all_of(whole: &Value, pointer: &str) -> Vec<String> {
    (0..list(whole, pointer).len())
        .map(|i| format!("{pointer}/{i}"))
        .collect()
}

fn list<'a>(whole: &'a Value, pointer: &str) -> &'a [Value] {
    whole
        .pointer(pointer)
        .and_then(Value::as_array)
        .unwrap_or_else(|| panic!("there is no list at {pointer}: {whole}"))
}
