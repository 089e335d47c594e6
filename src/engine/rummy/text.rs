//! Texts for people: the events and the table of Rummy.

use std::fmt::Write as _;

use super::{
    Event, MeldKind, View,
    declaration::{Fault, Group, for_people},
    moves::Source,
    options::Length,
    view::{Hand, HandStatus, LaidOut},
};
use crate::engine::{
    card::Card,
    rules::{Names, Picture, Tell},
    seat::Seat,
    words::{agree, count},
};

impl Tell for Event {
    #[allow(clippy::too_many_lines, reason = "one arm for each event")]
    fn tell(&self, names: Names<'_>) -> Option<String> {
        Some(match self {
            Self::Dealt {
                deal,
                dealer,
                first_seat,
                indicator,
                wild,
                open,
                closed,
                ..
            } => format!(
                "{} deals deal {deal}. The indicator is {}: {} are wild. {} starts the open pile. {} {} in the closed \
             pile. {} has the first turn.",
                names.of(*dealer),
                indicator.for_people(),
                ranks_for_people(&wild.to_string()),
                open.for_people(),
                count(*closed, "card"),
                agree(*closed, "is", "are"),
                names.of(*first_seat),
            ),
            Self::Drawn {
                seat, from, card, ..
            } => drawn(*seat, *from, *card, names),
            Self::Discarded { seat, card } => {
                format!("{} discards {}.", names.of(*seat), card.for_people())
            }
            Self::Dropped { seat, points } => {
                format!(
                    "{} drops, for {}.",
                    names.of(*seat),
                    count(*points, "point")
                )
            }
            Self::Declared {
                seat,
                discard,
                groups,
                fault,
            } => format!(
                "{} discards {} and declares {}: {}",
                names.of(*seat),
                discard.for_people(),
                groups_for_people(groups),
                verdict(*fault),
            ),
            Self::ClosedPileRebuilt { closed } => {
                format!(
                    "The closed pile is empty: {} of the open pile {} shuffled to form a new one.",
                    count(*closed, "card"),
                    agree(*closed, "is", "are"),
                )
            }
            Self::DealScored {
                deal,
                hands,
                scores,
                totals,
            } => scored(*deal, hands, scores, totals, names),
            Self::WentOut { seat, total } => {
                format!(
                    "{} is out with {}.",
                    names.of(*seat),
                    count(*total, "point")
                )
            }
        })
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
        None => "the declaration is valid.",
        Some(Fault::NotAMeld) => "the declaration is wrong, since not every group is a meld.",
        Some(Fault::NoPureSequence) => "the declaration is wrong, since no sequence is pure.",
        Some(Fault::OneSequence) => "the declaration is wrong, since there is only one sequence.",
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
        parts.push(format!("left over {}", for_people(&hand.left)));
    }
    parts.join(" / ")
}

/// The cards of a rank: `Aces`, `10s`, `7s`.
fn ranks_for_people(rank: &str) -> String {
    match rank {
        "A" => "Aces".into(),
        "T" => "10s".into(),
        "J" => "Jacks".into(),
        "Q" => "Queens".into(),
        "K" => "Kings".into(),
        number => format!("{number}s"),
    }
}

impl Picture for View {
    fn picture(&self, names: Names<'_>) -> String {
        let mut text = match self.length {
            Length::Deals { deals } => format!("Deal {} of {deals}", self.deal),
            Length::Pool { limit } => format!("Deal {}, pool of {}", self.deal, limit.0),
        };
        if let (Some(wild), Some(indicator)) = (self.wild, self.indicator) {
            let wild = wild.to_string();
            let _ = write!(
                text,
                ", {} are wild ({})",
                ranks_for_people(&wild),
                indicator.for_people()
            );
        }
        text.push('\n');
        let seats = || (0..).map(Seat::new).zip(&self.hands);
        let name = |seat| names.of(seat).to_string();
        let width = seats().map(|(seat, _)| name(seat).chars().count()).max();
        let width = width.unwrap_or_default();
        for (seat, hand) in seats() {
            let total = self.totals.get(seat.index()).copied().unwrap_or_default();
            let cards = picture_of_hand(hand);
            let _ = writeln!(text, "  {:width$}  {cards}   total {total}", name(seat));
        }
        let top = self
            .open
            .top
            .map_or_else(|| "none".into(), Card::for_people);
        let _ = writeln!(
            text,
            "  closed pile {}, open pile {}, on top {top}",
            count(self.closed.size, "card"),
            count(self.open.size, "card"),
        );
        if let Some(best) = &self.best {
            let melds: Vec<String> = best.groups.iter().map(in_words).collect();
            let left = match for_people(&best.left) {
                left if left.is_empty() => "nothing".into(),
                left => left,
            };
            let melds = match melds.join(", ") {
                melds if melds.is_empty() => "no melds".into(),
                melds => melds,
            };
            let points = count(best.points, "point");
            let _ = writeln!(text, "  at best {points}: {melds}; left over {left}");
        }
        text
    }
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
        Some(MeldKind::PureSequence) => "pure sequence",
        Some(MeldKind::ImpureSequence) => "impure sequence",
        Some(MeldKind::Set) => "set",
        None => "not a meld",
    };
    format!("{kind} {}", for_people(&group.cards))
}
