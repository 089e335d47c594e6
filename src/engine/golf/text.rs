//! Golf in words.

use std::fmt::Write as _;

use super::{Event, SLOTS, View, view::Hand};
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
                hole,
                first_seat,
                discard,
                stock,
            } => format!(
                "Hole {hole} is dealt. {} starts the discard pile, {} {} in the stock, {} acts first.",
                discard.for_people(),
                count(*stock, "card"),
                agree(*stock, "is", "are"),
                names.of(*first_seat),
            ),
            Self::TurnedUp {
                seat,
                slots: [a, b],
                cards,
            } => format!(
                "{} turns up {} in slot {a} and {} in slot {b}.",
                names.of(*seat),
                cards[0].for_people(),
                cards[1].for_people(),
            ),
            Self::Drawn {
                seat,
                card: Some(card),
                ..
            } => {
                format!(
                    "{} draws {} from the stock.",
                    names.of(*seat),
                    card.for_people()
                )
            }
            Self::Drawn {
                seat, card: None, ..
            } => {
                format!("{} draws a card from the stock.", names.of(*seat))
            }
            Self::Placed {
                seat,
                slot,
                card,
                replaced,
            } => format!(
                "{} puts {} into slot {slot} and {} onto the discard pile.",
                names.of(*seat),
                card.for_people(),
                replaced.for_people(),
            ),
            Self::Discarded { seat, card } => {
                format!("{} discards {}.", names.of(*seat), card.for_people())
            }
            Self::Taken {
                seat,
                slot,
                card,
                replaced,
            } => format!(
                "{} takes {} from the discard pile into slot {slot} and puts {} there.",
                names.of(*seat),
                card.for_people(),
                replaced.for_people(),
            ),
            Self::WentOut {
                seat,
                last_turns: 0,
            } => {
                format!("{} has six cards face up.", names.of(*seat))
            }
            Self::WentOut { seat, .. } => format!(
                "{} has six cards face up: everyone else has one more turn.",
                names.of(*seat),
            ),
            Self::StockRebuilt { stock } => {
                format!(
                    "The stock is empty: {} {} shuffled into a new one.",
                    count(*stock, "discard"),
                    agree(*stock, "is", "are"),
                )
            }
            Self::HoleScored {
                hole,
                scores,
                totals,
                ..
            } => {
                let mut text = format!("Hole {hole} is scored:");
                for (seat, (score, total)) in (0..).map(Seat::new).zip(scores.iter().zip(totals)) {
                    let comma = if seat == Seat::FIRST { "" } else { "," };
                    // Writing to a string can't fail.
                    let _ = write!(text, "{comma} {} {score} ({total} in all)", names.of(seat));
                }
                text.push('.');
                text
            }
        })
    }
}

impl Picture for View {
    fn picture(&self, names: Names<'_>) -> String {
        let mut text = format!("Hole {} of {}\n", self.hole, self.holes);
        let width = (0..self.hands.len())
            .map(|seat| names.of(seat_at(seat)).to_string().chars().count())
            .max()
            .unwrap_or_default();
        for (seat, hand) in self.hands.iter().enumerate() {
            let [top, bottom] = rows(hand);
            let name = names.of(seat_at(seat)).to_string();
            let total = self.totals.get(seat).copied().unwrap_or_default();
            let _ = writeln!(text, "  {name:width$}  {top}   total {total}");
            let _ = writeln!(text, "  {:width$}  {}", "", bottom.trim_end());
        }
        let top = self
            .discards
            .top
            .map_or_else(|| "none".into(), Card::for_people);
        let _ = write!(
            text,
            "  stock {}, discards {}, on top {top}",
            count(self.stock.size, "card"),
            count(self.discards.size, "card"),
        );
        if let Some(drawn) = &self.drawn {
            let card = drawn.card.map_or_else(|| "a card".into(), Card::for_people);
            let _ = write!(text, ", {} holds {card}", names.of(drawn.seat));
        }
        text.push('\n');
        if self.hands.iter().any(shows_face_down) {
            text.push_str("  in brackets: face down\n");
        }
        text
    }
}

/// The two rows of a hand.
fn rows(hand: &Hand) -> [String; 2] {
    let cells: [String; SLOTS] =
        std::array::from_fn(|slot| cell(hand.slots[slot], hand.face_up[slot]));
    [cells[..3].join(" "), cells[3..].join(" ")]
}

/// Whether the reader sees a card of this hand that lies face down: only the record shows one.
fn shows_face_down(hand: &Hand) -> bool {
    let mut slots = hand.slots.iter().zip(hand.face_up);
    slots.any(|(card, face_up)| card.is_some() && !face_up)
}

fn seat_at(index: usize) -> Seat {
    Seat::new(u8::try_from(index).unwrap_or(u8::MAX))
}

/// A slot as five characters. A card that is seen although it lies face down stands in brackets.
fn cell(card: Option<Card>, face_up: bool) -> String {
    match card {
        None => "  ▒▒ ".into(),
        Some(card) if face_up => format!("{:>4} ", card.for_people()),
        Some(card) => format!("{:>5}", format!("[{}]", card.for_people())),
    }
}
