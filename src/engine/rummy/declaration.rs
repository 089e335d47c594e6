//! Declarations: whether the groups use exactly the cards of the hand, and whether the declaration is valid (§5).
//!
//! A *group* is a number of cards that a declaration lays together. It may or may not be a meld.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    hand::HAND_SIZE,
    melds::meld::{MeldKind, MeldRules},
    moves::Groups,
};
use crate::engine::{card::Card, deck, rules::IllegalMove};

/// Cards that are laid together in a hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RummyGroup)]
pub struct Group {
    /// The kind of meld that they are; `null` if they are not a meld.
    pub kind: Option<MeldKind>,
    /// The cards: a sequence in ascending order with each joker in the place that it fills, a set with its jokers last.
    pub cards: Vec<Card>,
}

impl Group {
    /// Creates a group of cards, in the order of the best meld that they form.
    pub(super) fn of(rules: MeldRules, cards: &[Card]) -> Self {
        if let Ok(reading) = rules.read(cards) {
            return Self {
                kind: Some(reading.kind),
                cards: reading.order(),
            };
        }
        let mut cards = cards.to_vec();
        cards.sort_unstable();
        Self { kind: None, cards }
    }
}

/// The reason why a declaration is not valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = RummyFault)]
pub enum Fault {
    /// One of the groups is not a meld.
    #[serde(rename = "not_a_group")]
    NotAMeld,
    /// No sequence is pure.
    NoPureSequence,
    /// There is only one sequence.
    OneSequence,
}

/// The answer to whether a declaration would be valid, before it is made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RummyVerdict)]
pub struct Verdict {
    /// Whether the declaration would be valid.
    pub holds: bool,
    /// The reason, as a sentence.
    pub reason: String,
    /// The groups, each with the kind of meld that it is.
    pub groups: Vec<Group>,
}

impl Verdict {
    /// Judges groups that use exactly the cards of a hand.
    pub(super) fn new(rules: MeldRules, groups: &Groups) -> Self {
        let (groups, fault) = judge(rules, groups);
        Self {
            holds: fault.is_none(),
            reason: reason(rules, &groups, fault),
            groups,
        }
    }
}

/// Returns the groups, each with its kind, and the fault that makes the declaration invalid, if it has one (§5.2).
pub(super) fn judge(rules: MeldRules, groups: &Groups) -> (Vec<Group>, Option<Fault>) {
    let groups: Vec<Group> = groups
        .as_slice()
        .iter()
        .map(|cards| Group::of(rules, cards))
        .collect();
    let count = |wanted: fn(MeldKind) -> bool| {
        let kinds = groups.iter().filter_map(|group| group.kind);
        kinds.filter(|&kind| wanted(kind)).count()
    };
    let fault = if groups.iter().any(|group| group.kind.is_none()) {
        Some(Fault::NotAMeld)
    } else if count(|kind| kind == MeldKind::PureSequence) == 0 {
        Some(Fault::NoPureSequence)
    } else if count(MeldKind::is_sequence) < 2 {
        Some(Fault::OneSequence)
    } else {
        None
    };
    (groups, fault)
}

fn reason(rules: MeldRules, groups: &[Group], fault: Option<Fault>) -> String {
    match fault {
        None => "The declaration is valid: it has a pure sequence, a second sequence, and every card is in a meld.".into(),
        Some(Fault::NotAMeld) => {
            let wrong = groups.iter().find_map(|group| {
                let error = rules.read(&group.cards).err()?;
                Some(format!(
                    "{} is not a meld: {error}.",
                    for_people(&group.cards)
                ))
            });
            wrong.unwrap_or_default()
        }
        Some(Fault::NoPureSequence) => {
            "There is no pure sequence. In a pure sequence no card stands for another.".into()
        }
        Some(Fault::OneSequence) => "There is only one sequence. A declaration needs two.".into(),
    }
}

/// Returns the cards as people write them, separated by spaces.
pub(super) fn for_people(cards: &[Card]) -> String {
    let names: Vec<String> = cards.iter().map(|card| card.for_people()).collect();
    names.join(" ")
}

/// Checks that the groups and the discard use exactly the cards of the hand (§5.1).
pub(super) fn check_layout(
    hand: &[Card],
    discard: Card,
    groups: &Groups,
) -> Result<(), IllegalMove> {
    if groups.as_slice().iter().any(Vec::is_empty) {
        return Err(IllegalMove::new(
            "empty-group",
            "One of the groups has no cards.",
        ));
    }
    let laid: Vec<Card> = std::iter::once(discard).chain(groups.cards()).collect();
    if deck::same_cards(hand, &laid) {
        return Ok(());
    }
    let count = |cards: &[Card], card| cards.iter().filter(|&&other| other == card).count();
    if let Some(&card) = laid.iter().find(|&&card| count(hand, card) == 0) {
        return Err(not_held(card));
    }
    if let Some(&card) = laid
        .iter()
        .find(|&&card| count(&laid, card) > count(hand, card))
    {
        return Err(IllegalMove::new(
            "card-laid-twice",
            format!(
                "{} is laid out {} times, but you hold it {} times.",
                card.for_people(),
                count(&laid, card),
                count(hand, card),
            ),
        ));
    }
    let missing: Vec<String> = hand
        .iter()
        .filter(|&&card| count(&laid, card) < count(hand, card))
        .map(|card| card.for_people())
        .collect();
    Err(IllegalMove::new(
        "card-missing",
        format!(
            "All {HAND_SIZE} cards other than the discard must be in groups, but {} is not.",
            missing.first().map_or("one of them", String::as_str),
        ),
    ))
}

/// The refusal of a card that is not in the player's hand.
pub(super) fn not_held(card: Card) -> IllegalMove {
    IllegalMove::new(
        "card-not-held",
        format!("You don't hold {}.", card.for_people()),
    )
}
