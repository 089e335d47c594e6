//! Texts for people: the events and the table of JU.

use std::fmt::Write as _;

use super::{
    Event, View,
    events::Cause,
    place::Source,
    turn::JU,
    view::{Given, Phase, Place},
};
use crate::engine::{
    card::Card,
    rules::{Names, Picture, Tell},
    seat::Seat,
    words::{agree, count},
};

/// A card that is face down for the viewer.
const FACE_DOWN: &str = "▒▒";

impl Tell for Event {
    #[allow(clippy::too_many_lines, reason = "one arm for each event")]
    fn tell(&self, names: Names<'_>) -> Option<String> {
        Some(match self {
            Self::Dealt {
                round,
                first_seat,
                face_up,
                deck,
                ..
            } => tell_dealt(*round, *first_seat, face_up, *deck, names),
            Self::Drawn { seat, card, .. } => {
                let card = card.map_or_else(|| "a card".into(), Card::for_people);
                format!("{} draws {card}.", names.of(*seat))
            }
            Self::Played {
                seat,
                cards,
                onto,
                end,
            } => {
                let cards = row(cards);
                if seat == onto {
                    format!("{} plays {cards} at their own {end} end.", names.of(*seat))
                } else {
                    let (name, onto) = (names.of(*seat), names.of(*onto));
                    format!("{name} plays {cards} at the {end} end of {onto}.")
                }
            }
            Self::Blocked { seat, end } => {
                format!("{} blocks their {end} end with a joker.", names.of(*seat))
            }
            Self::Made {
                seat,
                onto,
                cards,
                owed,
                ..
            } => {
                let ju = if *cards > JU {
                    "an Advanced JU"
                } else {
                    "a JU"
                };
                let (name, onto) = (names.of(*seat), names.of(*onto));
                format!(
                    "{name} makes {ju} of {cards} cards on {onto} and owes {}.",
                    count(*owed, "card")
                )
            }
            Self::Given {
                seat,
                to,
                card,
                from,
            } => {
                let card = card.map_or_else(|| "a card".into(), Card::for_people);
                let from = match from {
                    Source::Sequence => "the middle of their sequence",
                    Source::Hand => "their hand",
                };
                let (name, to) = (names.of(*seat), names.of(*to));
                format!("{name} gives {to} {card} from {from}.")
            }
            Self::Lapsed { seat, owed } => {
                format!(
                    "{} has nothing left to give: {} owed {}.",
                    names.of(*seat),
                    count(*owed, "card"),
                    agree(*owed, "lapses", "lapse"),
                )
            }
            Self::Passed { seat } => format!("{} passes.", names.of(*seat)),
            Self::RoundScored {
                round,
                cause,
                out,
                scores,
                totals,
                ..
            } => {
                let cause = tell_cause(*cause, *out, names);
                format!("{cause} {}", tell_scores(*round, scores, totals, names))
            }
        })
    }
}

fn tell_dealt(
    round: u32,
    first_seat: Seat,
    face_up: &[Card],
    deck: usize,
    names: Names<'_>,
) -> String {
    let face_up = by_seat(face_up, |seat, card| {
        format!("{} {}", names.of(seat), card.for_people())
    });
    format!(
        "Round {round} is dealt. Face up: {face_up}. {} {} in the deck, {} has the first turn.",
        count(deck, "card"),
        agree(deck, "is", "are"),
        names.of(first_seat),
    )
}

fn tell_cause(cause: Cause, out: Option<Seat>, names: Names<'_>) -> String {
    match (cause, out) {
        (Cause::HandEmptied, Some(seat)) => format!("{} has no card left.", names.of(seat)),
        (Cause::HandEmptied, None) => "A hand is empty.".into(),
        (Cause::JokerDealt, _) => "A joker was dealt face up.".into(),
        (Cause::NobodyCanPlay, _) => "No player could lay a card.".into(),
    }
}

fn tell_scores(round: u32, scores: &[i32], totals: &[i32], names: Names<'_>) -> String {
    let pairs: Vec<(i32, i32)> = scores.iter().copied().zip(totals.iter().copied()).collect();
    let scores = by_seat(&pairs, |seat, (score, total)| {
        format!("{} {score} ({total} in all)", names.of(seat))
    });
    format!("Round {round} is scored: {scores}.")
}

impl Picture for View {
    fn picture(&self, names: Names<'_>) -> String {
        let mut text = format!(
            "Round {}, to {}, {} in the deck\n",
            self.round,
            count(self.target, "point"),
            count(self.deck.size, "card"),
        );
        let seats = (0..).map(Seat::new).zip(&self.places);
        let width = seats
            .clone()
            .map(|(seat, _)| names.of(seat).to_string().chars().count())
            .max()
            .unwrap_or_default();
        for (seat, place) in seats {
            let name = names.of(seat).to_string();
            let total = self.totals.get(seat.index()).copied().unwrap_or_default();
            // Writing to a string can't fail.
            let _ = writeln!(
                text,
                "  {name:width$}  {}   total {total}",
                row(&place.sequence)
            );
            let _ = writeln!(text, "  {:width$}  hand {}", "", hand(place));
            if !place.given.is_empty() {
                let _ = writeln!(
                    text,
                    "  {:width$}  given {}",
                    "",
                    given(&place.given, names)
                );
            }
        }
        if let Some(turn) = &self.turn {
            let _ = match self.phase {
                Phase::Give => writeln!(
                    text,
                    "  {} owes {}",
                    names.of(turn.seat),
                    count(turn.owed, "card")
                ),
                Phase::Deal | Phase::Play | Phase::Over => {
                    writeln!(text, "  {} is to play", names.of(turn.seat))
                }
            };
        }
        text
    }
}

fn hand(place: &Place) -> String {
    match &place.hand.cards {
        Some(cards) if cards.is_empty() => "none".into(),
        Some(cards) => row(cards),
        None => count(place.hand.size, "card"),
    }
}

fn given(given: &[Given], names: Names<'_>) -> String {
    let given = given.iter().map(|given| {
        let card = given
            .card
            .map_or_else(|| FACE_DOWN.into(), Card::for_people);
        format!("{card} by {}", names.of(given.by))
    });
    given.collect::<Vec<_>>().join(", ")
}

fn row(cards: &[Card]) -> String {
    let cards = cards.iter().copied().map(Card::for_people);
    cards.collect::<Vec<_>>().join(" ")
}

/// A text for each seat, with commas between them.
fn by_seat<T: Copy>(items: &[T], text: impl Fn(Seat, T) -> String) -> String {
    let texts = (0..).map(Seat::new).zip(items);
    let texts = texts.map(|(seat, &item)| text(seat, item));
    texts.collect::<Vec<_>>().join(", ")
}
