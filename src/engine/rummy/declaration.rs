//! Declarations: whether the groups are a layout of the hand, and whether they hold (§5).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    melds::{
        meld::{GroupKind, GroupRules},
        melding::HAND,
    },
    moves::Groups,
};
use crate::engine::{card::Card, deck, rules::IllegalMove};

/// Cards that lie together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RummyGroup)]
pub struct Group {
    /// What they are; `null` where they are no group.
    pub kind: Option<GroupKind>,
    /// The cards: a sequence from its lowest up with jokers where they stand, a set with its jokers last.
    pub cards: Vec<Card>,
}

impl Group {
    /// Some cards, as what they are together.
    pub(super) fn of(rules: GroupRules, cards: &[Card]) -> Self {
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

/// What is wrong with a declaration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = RummyFault)]
pub enum Fault {
    /// Some cards that lie together are no group.
    NotAGroup,
    /// There is no pure sequence.
    NoPureSequence,
    /// There is only one sequence.
    OneSequence,
}

/// Whether a declaration would hold, before it is made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RummyVerdict)]
pub struct Verdict {
    /// Whether it would hold.
    pub holds: bool,
    /// Why it would or wouldn't, as a sentence.
    pub reason: String,
    /// The groups, as what they are.
    pub groups: Vec<Group>,
}

impl Verdict {
    /// The verdict on groups that are a layout of a hand.
    pub(super) fn new(rules: GroupRules, groups: &Groups) -> Self {
        let (groups, fault) = judge(rules, groups);
        Self {
            holds: fault.is_none(),
            reason: reason(rules, &groups, fault),
            groups,
        }
    }
}

/// What each of the groups is, and what is wrong with them as a declaration, if anything (§5.2).
pub(super) fn judge(rules: GroupRules, groups: &Groups) -> (Vec<Group>, Option<Fault>) {
    let groups: Vec<Group> = groups
        .as_slice()
        .iter()
        .map(|cards| Group::of(rules, cards))
        .collect();
    let count = |wanted: fn(GroupKind) -> bool| {
        let kinds = groups.iter().filter_map(|group| group.kind);
        kinds.filter(|&kind| wanted(kind)).count()
    };
    let fault = if groups.iter().any(|group| group.kind.is_none()) {
        Some(Fault::NotAGroup)
    } else if count(|kind| kind == GroupKind::PureSequence) == 0 {
        Some(Fault::NoPureSequence)
    } else if count(GroupKind::is_sequence) < 2 {
        Some(Fault::OneSequence)
    } else {
        None
    };
    (groups, fault)
}

fn reason(rules: GroupRules, groups: &[Group], fault: Option<Fault>) -> String {
    match fault {
        None => "It holds: a pure sequence, a second sequence, and every card in a group.".into(),
        Some(Fault::NotAGroup) => {
            let wrong = groups.iter().find_map(|group| {
                let error = rules.read(&group.cards).err()?;
                Some(format!(
                    "{} is no group: {error}.",
                    for_people(&group.cards)
                ))
            });
            wrong.unwrap_or_default()
        }
        Some(Fault::NoPureSequence) => {
            "There is no pure sequence: one without a card that stands for another.".into()
        }
        Some(Fault::OneSequence) => "There is only one sequence: it takes two.".into(),
    }
}

/// Cards as people write them.
pub(super) fn for_people(cards: &[Card]) -> String {
    let names: Vec<String> = cards.iter().map(|card| card.for_people()).collect();
    names.join(" ")
}

/// Whether the groups and the card to put down are exactly the cards of the hand (§5.1).
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
                "{} is laid out {} times, and you hold it {} times.",
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
            "All {HAND} cards that stay must be in groups: {} is not.",
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
