//! The game that a log tells, followed entry by entry with the rules and the seed in hand.

use super::report::{Check, CheckName, Failure};
use crate::{
    engine::{
        chance::{DealKey, Seed},
        rules::Turn,
        table::Table,
    },
    game::{
        Game, Status,
        entry::{Body, ChainedEntry, Seating},
        fold::FoldError,
    },
};

/// A game that was followed to its end.
pub(super) struct ReplayedLog {
    /// The game.
    pub game: Game,
    /// What all its shuffles follow from.
    pub key: DealKey,
    /// How many moves were made.
    pub moves: usize,
    /// The entries whose time is earlier than that of the entry before.
    pub times_go_back: Vec<u32>,
}

impl ReplayedLog {
    /// Says what following the log has shown.
    pub fn report(&self, checks: &mut Vec<Check>) {
        let times = match &self.times_go_back[..] {
            [] => "no time is earlier than the one before".to_owned(),
            back => format!("by its times, the clock was set back before entries {back:?}"),
        };
        let log = "every entry can follow those before it, from the creation to the end";
        checks.push(Check::new(CheckName::Log, format!("{log}; {times}")));
        let seating = match self.game.created.seating {
            Seating::Random => "the players sit where the seed and what they added put them",
            Seating::AsJoined => "the players sit in the order of joining, as was said at first",
        };
        checks.push(Check::new(CheckName::Seating, seating.to_owned()));
        let shuffles = self.game.table.as_ref().map_or(0, Table::next_shuffle);
        let key = hex::encode(self.key.as_bytes());
        let deals = format!("{shuffles} shuffles follow from the deal key {key}");
        checks.push(Check::new(CheckName::Deals, deals));
        let moves = self.moves;
        let rules = format!("{moves} moves are legal, and did what is told of them");
        checks.push(Check::new(CheckName::Rules, rules));
    }
}

/// Follows a log from the creation to the end.
pub(super) fn replay_log(log: &[ChainedEntry], seed: &Seed) -> Result<ReplayedLog, Failure> {
    let (first, rest) = log
        .split_first()
        .ok_or_else(|| Failure::new(CheckName::Log, "/log", "The log is empty."))?;
    let mut game = Game::from_first_entry(first).map_err(|error| failed(0, &error))?;
    let (mut moves, mut at, mut times_go_back) = (0, first.entry.at, Vec::new());
    for (i, logged) in (1..).zip(rest) {
        step(i, &game, logged, seed)?;
        game.apply(logged).map_err(|error| failed(i, &error))?;
        if logged.entry.at < at {
            times_go_back.push(logged.entry.seq);
        }
        at = logged.entry.at;
        moves += usize::from(matches!(logged.entry.body, Body::Move { .. }));
    }
    if game.status != Status::Finished {
        return Err(Failure::new(
            CheckName::Log,
            "/log",
            "The log ends before the game is finished.",
        ));
    }
    Ok(ReplayedLog {
        key: game.deal_key(seed),
        game,
        moves,
        times_go_back,
    })
}

/// What is asked of an entry beside that the game can go on with it.
fn step(i: usize, game: &Game, logged: &ChainedEntry, seed: &Seed) -> Result<(), Failure> {
    let entry = &logged.entry;
    let seq = entry.seq;
    if game.has_automatic_step() && !entry.body.is_automatic() {
        let detail = "what follows by itself from the entry before must come here";
        return Err(at_entry(
            CheckName::Log,
            i,
            format_args!("entry {seq}: {detail}"),
        ));
    }
    if entry.salt.is_some() != entry.body.hides_something(game.seats()) {
        let detail = "an entry has a salt exactly if it held something hidden";
        return Err(at_entry(
            CheckName::Log,
            i,
            format_args!("entry {seq}: {detail}"),
        ));
    }
    if let Body::Seated { players } = &entry.body
        && game.drawn_seats(&game.deal_key(seed)) != *players
    {
        let detail = "the players sit otherwise than was to be drawn";
        return Err(at_entry(
            CheckName::Seating,
            i,
            format_args!("entry {seq}: {detail}"),
        ));
    }
    if let Body::Shuffled { number, cards, .. } = &entry.body
        && let Some(table) = &game.table
        && let Turn::Shuffle(before) = table.turn()
        && game.deal_key(seed).shuffle(*number, before) != *cards
    {
        let detail = format_args!("entry {seq}: shuffle {number} does not follow from the seed");
        return Err(at_entry(CheckName::Deals, i, detail));
    }
    Ok(())
}

fn at_entry(check: CheckName, i: usize, detail: impl std::fmt::Display) -> Failure {
    Failure::new(check, format!("/log/{i}"), format_args!("{detail}."))
}

/// The check that an entry fails which the game can't go on with.
fn failed(i: usize, error: &FoldError) -> Failure {
    let check = match error {
        FoldError::Shuffle(..) => CheckName::Deals,
        FoldError::Move(..) | FoldError::Events(_) | FoldError::StandIn(_) => CheckName::Rules,
        FoldError::Result(_) => CheckName::Result,
        FoldError::Start(_)
        | FoldError::Seq { .. }
        | FoldError::Created(_)
        | FoldError::Status(_)
        | FoldError::Member(_)
        | FoldError::Seated(_)
        | FoldError::NoSuchSeat(_) => CheckName::Log,
    };
    at_entry(check, i, error)
}
