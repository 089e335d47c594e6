//! A solo performance in words.

use std::fmt::Write as _;

use super::{Event, View};
use crate::engine::{
    card::Card,
    juggling_act::{place::HandName, row::in_words, text::row},
    rules::{Names, Picture, Tell},
    seat::Seat,
};

impl Tell for Event {
    #[allow(clippy::too_many_lines, reason = "one arm for each event")]
    fn tell(&self, names: Names<'_>) -> Option<String> {
        let name = names.of(Seat::FIRST);
        Some(match self {
            Self::Dealt { out, .. } => {
                format!("Both hands are dealt. {out} cards stay out, and two Jokers are face up.")
            }
            Self::Thrown {
                hand,
                cards,
                replaced,
                ..
            } => {
                let leave = if replaced.is_empty() {
                    String::new()
                } else {
                    format!(". Out of the game: {}", in_words(replaced))
                };
                format!(
                    "{name} throws {} from the {}{leave}.",
                    in_words(cards),
                    hand.for_people(),
                )
            }
            Self::Prepared {
                card: Some(card),
                from: Some(from),
                to: Some(to),
            } => format!(
                "{name} prepares: {} moves from the {} to the {}, to place {}.",
                card.for_people(),
                from.hand.for_people(),
                to.hand.for_people(),
                to.at,
            ),
            Self::Prepared { .. } => format!("{name} prepares without moving a card."),
            Self::Caught { cards } => {
                let cards: Vec<String> = cards
                    .iter()
                    .map(|placing| {
                        format!(
                            "{} into the {}",
                            placing.card.for_people(),
                            placing.hand.for_people(),
                        )
                    })
                    .collect();
                format!("{name} catches: {}.", cards.join(", "))
            }
            Self::Discarded { hand, card, .. } => format!(
                "{name} discards {} from the {}.",
                card.for_people(),
                hand.for_people(),
            ),
            Self::Dropped { card, left } => format!(
                "{} leaves the game. Cards still in front: {left}.",
                card.for_people(),
            ),
            Self::DeadSpace { number, jokers_up } => {
                format!("Dead space number {number}. Jokers face up: {jokers_up}.")
            }
            Self::Won { score } => {
                format!("{name} has emptied both hands and wins. The score is {score}.")
            }
            Self::Lost {} => format!("No Joker is left to turn: {name} has lost."),
        })
    }
}

impl Picture for View {
    fn picture(&self, _names: Names<'_>) -> String {
        let seen = |cards: &[Card]| {
            let cards: Vec<Option<Card>> = cards.iter().copied().map(Some).collect();
            row(&cards)
        };
        let mut text = format!("Turn {}, Jokers face up: {}\n", self.turn, self.jokers_up);
        for (name, cards) in [
            ("top", &self.top),
            ("bottom", &self.bottom),
            ("in front", &self.in_front),
        ] {
            // Writing to a string can't fail.
            let _ = writeln!(text, "  {name:8}  {}", seen(cards));
        }
        text
    }
}
