//! Rummy in words.

use std::fmt::Write as _;

use super::{
    Event, GroupKind, View,
    declaration::{Fault, Group, for_people},
    moves::Source,
    options::Length,
    view::{Hand, HandStatus, LaidOut},
};
use crate::engine::{card::Card, rules::Names, seat::Seat};

pub(super) fn tell(event: &Event, names: Names<'_>) -> String {
    match event {
        Event::Dealt {
            deal,
            dealer,
            first_seat,
            indicator,
            wild,
            open,
            closed,
            ..
        } => format!(
            "{} deals deal {deal}. {} is turned up: {}s are wild. {} starts the open pile, {closed} cards are in the \
             closed one, {} acts first.",
            names.of(*dealer),
            indicator.for_people(),
            rank_for_people(&wild.to_string()),
            open.for_people(),
            names.of(*first_seat),
        ),
        Event::Drawn {
            seat, from, card, ..
        } => drawn(*seat, *from, *card, names),
        Event::Discarded { seat, card } => {
            format!("{} discards {}.", names.of(*seat), card.for_people())
        }
        Event::Dropped { seat, points } => {
            format!("{} drops, for {points} points.", names.of(*seat))
        }
        Event::Declared {
            seat,
            discard,
            groups,
            fault,
        } => format!(
            "{} puts down {} and lays out {}: {}",
            names.of(*seat),
            discard.for_people(),
            groups_for_people(groups),
            verdict(*fault),
        ),
        Event::ClosedPileRebuilt { closed } => {
            format!(
                "The closed pile is empty: {closed} cards of the open one are shuffled into a new one."
            )
        }
        Event::DealScored {
            deal,
            hands,
            scores,
            totals,
        } => scored(*deal, hands, scores, totals, names),
        Event::WentOut { seat, total } => {
            format!("{} is out with {total} points.", names.of(*seat))
        }
    }
}

fn drawn(seat: Seat, from: Source, card: Option<Card>, names: Names<'_>) -> String {
    let player = names.of(seat);
    match (from, card) {
        (Source::Open, Some(card)) => {
            format!("{player} takes {} from the open pile.", card.for_people())
        }
        (Source::Closed, Some(card)) => {
            format!("{player} draws {} from the closed pile.", card.for_people())
        }
        (Source::Closed | Source::Open, None) => {
            format!("{player} draws a card from the closed pile.")
        }
    }
}

const fn verdict(fault: Option<Fault>) -> &'static str {
    match fault {
        None => "it holds.",
        Some(Fault::NotAGroup) => "that doesn't hold, since not all of it are groups.",
        Some(Fault::NoPureSequence) => "that doesn't hold, since no sequence is pure.",
        Some(Fault::OneSequence) => "that doesn't hold, since there is only one sequence.",
    }
}

fn scored(
    deal: u32,
    hands: &[Option<LaidOut>],
    scores: &[Option<i32>],
    totals: &[i32],
    names: Names<'_>,
) -> String {
    let mut text = String::new();
    for (seat, hand) in (0..).map(Seat::new).zip(hands) {
        if let Some(hand) = hand {
            let _ = write!(text, "{} lays out {}. ", names.of(seat), laid_out(hand));
        }
    }
    let _ = write!(text, "Deal {deal} is scored:");
    let mut comma = "";
    for (seat, (score, total)) in (0..).map(Seat::new).zip(scores.iter().zip(totals)) {
        if let Some(score) = score {
            let _ = write!(text, "{comma} {} {score} ({total} in all)", names.of(seat));
            comma = ",";
        }
    }
    text.push('.');
    text
}

fn groups_for_people(groups: &[Group]) -> String {
    let groups: Vec<String> = groups
        .iter()
        .map(|group| for_people(&group.cards))
        .collect();
    groups.join(" / ")
}

fn laid_out(hand: &LaidOut) -> String {
    let mut parts: Vec<String> = hand
        .groups
        .iter()
        .map(|group| for_people(&group.cards))
        .collect();
    if !hand.left.is_empty() {
        parts.push(format!("left {}", for_people(&hand.left)));
    }
    parts.join(" / ")
}

/// The name of a rank: `T` is a 10 to people.
fn rank_for_people(rank: &str) -> &str {
    if rank == "T" { "10" } else { rank }
}

pub(super) fn picture(view: &View, names: Names<'_>) -> String {
    let mut text = match view.length {
        Length::Deals { deals } => format!("Deal {} of {deals}", view.deal),
        Length::Pool { limit } => format!("Deal {}, pool of {}", view.deal, limit.0),
    };
    if let (Some(wild), Some(indicator)) = (view.wild, view.indicator) {
        let wild = wild.to_string();
        let _ = write!(
            text,
            ", {}s are wild ({})",
            rank_for_people(&wild),
            indicator.for_people()
        );
    }
    text.push('\n');
    let seats = || (0..).map(Seat::new).zip(&view.hands);
    let name = |seat| names.of(seat).to_string();
    let width = seats().map(|(seat, _)| name(seat).chars().count()).max();
    let width = width.unwrap_or_default();
    for (seat, hand) in seats() {
        let total = view.totals.get(seat.index()).copied().unwrap_or_default();
        let cards = picture_of_hand(hand);
        let _ = writeln!(text, "  {:width$}  {cards}   total {total}", name(seat));
    }
    let top = view
        .open
        .top
        .map_or_else(|| "none".into(), Card::for_people);
    let _ = writeln!(
        text,
        "  closed pile {} cards, open pile {} cards, on top {top}",
        view.closed.size, view.open.size,
    );
    if let Some(best) = &view.best {
        let groups: Vec<String> = best.groups.iter().map(in_words).collect();
        let left = for_people(&best.left);
        let _ = writeln!(
            text,
            "  at best {} points: {}; left {left}",
            best.points,
            groups.join(", ")
        );
    }
    text
}

fn picture_of_hand(hand: &Hand) -> String {
    let cards = match (&hand.laid_out, &hand.cards) {
        (Some(hand), _) => laid_out(hand),
        (None, Some(cards)) => {
            let mut cards = cards.clone();
            cards.sort_unstable();
            for_people(&cards)
        }
        (None, None) => vec!["▒▒"; hand.size].join(" "),
    };
    match hand.status {
        HandStatus::Playing => cards,
        HandStatus::Dropped => format!("dropped {cards}"),
        HandStatus::Declared => format!("declared {cards}"),
        HandStatus::DeclaredWrongly => format!("declared wrongly {cards}"),
        HandStatus::Out => "out of the pool".into(),
    }
}

fn in_words(group: &Group) -> String {
    let kind = match group.kind {
        Some(GroupKind::PureSequence) => "pure sequence",
        Some(GroupKind::ImpureSequence) => "impure sequence",
        Some(GroupKind::Set) => "set",
        None => "no group",
    };
    format!("{kind} {}", for_people(&group.cards))
}
