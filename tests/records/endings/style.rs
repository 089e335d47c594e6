//! Ways to choose moves, so that a game gets a certain ending.

use cardpost::{
    bot::Bot,
    engine::{
        any::{AnyMove, AnyView},
        card::Card,
        juggling_act::solo,
        seat::Seat,
        table::Table,
        viewer::Viewer,
    },
};
use rand::{SeedableRng as _, rngs::StdRng};
use serde_json::json;

use super::sets;
use crate::support::pick::Picker;

/// A way to choose moves.
#[derive(Clone, Copy)]
pub enum Style {
    /// Any of them.
    Random,
    /// Mostly the first of these types of moves that is legal.
    Prefer(fn(&Table) -> &'static [&'static str]),
    /// Like the steady bot.
    Steady,
    /// Like the steady bot, but with a wrong declaration as soon as one can be made.
    Wrong,
    /// Like the steady bot, but the first seat begins with a wrong declaration.
    WrongOnce,
    /// The first seat collects sets, with or without one run, and declares them; the others draw and discard.
    Sets { with_a_run: bool },
    /// Makes the longest throw, after moves that make it longer.
    Juggle,
    /// The same, but discards the very last card.
    JuggleAndDiscard,
}

pub const TAKE: Style = Style::Prefer(|_| &["golf.turn_up", "golf.take"]);
pub const DRAW_AND_PLACE: Style =
    Style::Prefer(|_| &["golf.turn_up", "golf.draw", "golf.place", "golf.discard"]);
pub const DRAW_OUT: Style = Style::Prefer(|table| {
    if table.next_shuffle() < 2 {
        &["golf.turn_up", "golf.draw", "golf.discard"]
    } else {
        &["golf.turn_up", "golf.take"]
    }
});
pub const THROW: Style = Style::Prefer(|_| &["juggling.throw"]);
pub const CATCH: Style = Style::Prefer(|_| &["juggling.catch", "juggling.throw"]);
pub const PREPARE: Style = Style::Prefer(|table| {
    if json!(table.view(Viewer::Record))["out"]["size"] == json!(1) {
        &["juggling.throw"]
    } else {
        &["juggling.prepare", "juggling.throw"]
    }
});
pub const SOLO_CATCH: Style = Style::Prefer(|_| &["solo.catch", "solo.throw"]);
pub const DROP: Style = Style::Prefer(|_| &["rummy.drop"]);
pub const DRAW_AND_DROP: Style = Style::Prefer(|_| &["rummy.draw", "rummy.drop"]);
pub const DRAW_THROUGH: Style = Style::Prefer(|table| {
    if table.next_shuffle() < 2 {
        &["rummy.draw", "rummy.discard"]
    } else {
        &["rummy.drop"]
    }
});
pub const LAY: Style = Style::Prefer(|_| &["ju.give", "ju.block", "ju.play"]);
pub const PASS: Style = Style::Prefer(|_| &["ju.pass"]);

pub fn type_of(mv: &AnyMove) -> String {
    json!(mv)["type"].as_str().unwrap_or_default().to_owned()
}

impl Style {
    /// Returns a move for the seat whose turn it is.
    pub fn choose(self, table: &Table, seat: Seat, picker: &mut Picker) -> AnyMove {
        let legal = table.legal_moves(seat);
        let any = |picker: &mut Picker| picker.one(&legal.moves).clone();
        let can_declare = legal.moves.iter().any(|mv| type_of(mv) == "rummy.discard");
        match self {
            Self::Random => any(picker),
            Self::Prefer(preferred) => prefer(&legal.moves, preferred(table), picker),
            Self::Wrong if can_declare => sets::declare_all_as_one(table, seat),
            Self::WrongOnce if can_declare && seat == Seat::FIRST => {
                sets::declare_all_as_one(table, seat)
            }
            Self::Sets { with_a_run } if seat == Seat::FIRST => {
                sets::collect(table, seat, with_a_run).unwrap_or_else(|| any(picker))
            }
            Self::Sets { .. } => prefer(&legal.moves, &["rummy.draw", "rummy.discard"], picker),
            Self::Steady | Self::Wrong | Self::WrongOnce => {
                let mut random = StdRng::seed_from_u64(picker.below(1 << 30) as u64);
                let view = table.view(Viewer::Seat(seat));
                let chosen = Bot::Steady.choose(seat, &view, &legal, &mut random);
                chosen.unwrap_or_else(|| any(picker))
            }
            Self::JuggleAndDiscard if in_hands(table) == 1 => {
                prefer(&legal.moves, &["solo.discard"], picker)
            }
            Self::Juggle | Self::JuggleAndDiscard => juggle(table, seat, &legal.moves, picker),
        }
    }
}

/// Returns a move of the first of these types that is legal; now and then any other move.
fn prefer(moves: &[AnyMove], types: &[&str], picker: &mut Picker) -> AnyMove {
    let some: Vec<&AnyMove> = (0..8).map(|_| picker.one(moves)).collect();
    let mut wanted = types.iter();
    let wanted = wanted.find_map(|wanted| some.iter().find(|mv| type_of(mv) == *wanted));
    let chosen = wanted.filter(|_| picker.below(8) > 0).unwrap_or(&some[0]);
    (*chosen).clone()
}

fn juggle(table: &Table, seat: Seat, moves: &[AnyMove], picker: &mut Picker) -> AnyMove {
    let longest = longest_throw(table);
    let in_front = match table.view(Viewer::Record) {
        AnyView::JugglingActSolo(view) => view.in_front.len(),
        _ => 0,
    };
    if longest >= 2 && (in_front < 2 || picker.below(3) > 0) {
        let throws = moves.iter().filter(|mv| count(mv) == longest);
        let throws: Vec<&AnyMove> = throws.collect();
        return (*picker.one(&throws)).clone();
    }
    // The move that leads to the longest throw next time, among a sample of the legal moves.
    let some: Vec<&AnyMove> = (0..40).map(|_| picker.one(moves)).collect();
    let next = |mv: &&&AnyMove| {
        let mut table = table.clone();
        let played = table.play(seat, mv);
        (played.is_ok(), longest_throw(&table))
    };
    let best = some.iter().max_by_key(next).copied();
    best.unwrap_or(&moves[0]).clone()
}

fn count(mv: &AnyMove) -> usize {
    match mv {
        AnyMove::JugglingActSolo(solo::Move::Throw { count, .. }) => *count as usize,
        _ => 0,
    }
}

/// Returns the number of cards in the performer's hands.
fn in_hands(table: &Table) -> usize {
    match table.view(Viewer::Record) {
        AnyView::JugglingActSolo(view) => view.top.len() + view.bottom.len(),
        _ => 0,
    }
}

/// Returns the length of the longest set or run in the two hands of a solo performance.
fn longest_throw(table: &Table) -> usize {
    let AnyView::JugglingActSolo(view) = table.view(Viewer::Record) else {
        return 0;
    };
    let hands = [view.top, view.bottom];
    hands.iter().map(|hand| longest_in(hand)).max().unwrap_or(0)
}

fn longest_in(hand: &[Card]) -> usize {
    let height = |card: &Card| "23456789TJQKA".find(&card.to_string()[..1]);
    let heights: Vec<Option<usize>> = hand.iter().map(height).collect();
    let goes_on = |step: isize| {
        let (mut longest, mut length) = (heights.len().min(1), 1);
        for pair in heights.windows(2) {
            let next = pair[0].and_then(|height| height.checked_add_signed(step));
            length = if next == pair[1] { length + 1 } else { 1 };
            longest = longest.max(length);
        }
        longest
    };
    [-1, 0, 1].into_iter().map(goes_on).max().unwrap_or(0)
}
