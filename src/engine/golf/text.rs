//! Golf in words.

use std::fmt::Write as _;

use super::{Event, View, view::Hand};
use crate::engine::{card::Card, rules::Names, seat::Seat};

pub(super) fn tell(event: &Event, names: Names<'_>) -> String {
    match event {
        Event::Dealt {
            hole,
            first_seat,
            discard,
            stock,
        } => format!(
            "Hole {hole} is dealt. {} starts the discard pile, {stock} cards are in the stock, {} acts first.",
            discard.for_people(),
            names.of(*first_seat),
        ),
        Event::TurnedUp {
            seat,
            slots: [a, b],
            cards,
        } => format!(
            "{} turns up {} in slot {a} and {} in slot {b}.",
            names.of(*seat),
            cards[0].for_people(),
            cards[1].for_people(),
        ),
        Event::Drawn {
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
        Event::Drawn {
            seat, card: None, ..
        } => {
            format!("{} draws a card from the stock.", names.of(*seat))
        }
        Event::Placed {
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
        Event::Discarded { seat, card } => {
            format!("{} discards {}.", names.of(*seat), card.for_people())
        }
        Event::Taken {
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
        Event::WentOut {
            seat,
            last_turns: 0,
        } => {
            format!("{} has six cards face up.", names.of(*seat))
        }
        Event::WentOut { seat, .. } => format!(
            "{} has six cards face up: everyone else has one more turn.",
            names.of(*seat),
        ),
        Event::StockRebuilt { stock } => {
            format!("The stock is empty: {stock} discards are shuffled into a new one.")
        }
        Event::HoleScored {
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
    }
}

pub(super) fn picture(view: &View, names: Names<'_>) -> String {
    let mut text = format!("Hole {} of {}\n", view.hole, view.holes);
    let rows = |hand: &Hand| {
        let cells = hand.slots.map(cell);
        [cells[..3].join(" "), cells[3..].join(" ")]
    };
    let width = (0..view.hands.len())
        .map(|seat| names.of(seat_at(seat)).to_string().chars().count())
        .max()
        .unwrap_or_default();
    for (seat, hand) in view.hands.iter().enumerate() {
        let [top, bottom] = rows(hand);
        let name = names.of(seat_at(seat)).to_string();
        let total = view.totals.get(seat).copied().unwrap_or_default();
        let _ = writeln!(text, "  {name:width$}  {top}   total {total}");
        let _ = writeln!(text, "  {:width$}  {bottom}", "");
    }
    let top = view
        .discards
        .top
        .map_or_else(|| "none".into(), Card::for_people);
    let _ = write!(
        text,
        "  stock {} cards, discards {} cards, on top {top}",
        view.stock.size, view.discards.size,
    );
    if let Some(drawn) = &view.drawn {
        let card = drawn.card.map_or_else(|| "a card".into(), Card::for_people);
        let _ = write!(text, ", {} holds {card}", names.of(drawn.seat));
    }
    text.push('\n');
    text
}

fn seat_at(index: usize) -> Seat {
    Seat::new(u8::try_from(index).unwrap_or(u8::MAX))
}

/// A slot as four characters.
fn cell(card: Option<Card>) -> String {
    format!("{:>4}", card.map_or_else(|| "▒▒".into(), Card::for_people))
}
