//! Replaying a log entry by entry, with the rules and the seed.

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

/// A log that was replayed to its end.
pub(super) struct ReplayedLog {
    /// The game.
    pub game: Game,
    /// The key that all shuffles are derived from.
    pub key: DealKey,
    /// The number of moves.
    pub moves: usize,
    /// The positions of entries with an earlier time than the entry before.
    pub times_go_back: Vec<u32>,
}

impl ReplayedLog {
    /// Adds the checks that a log passes when it can be replayed.
    pub fn report(&self, checks: &mut Vec<Check>) {
        let times = match &self.times_go_back[..] {
            [] => "the times never go back".to_owned(),
            back => format!("the times go back at entries {back:?}"),
        };
        let log =
            "every entry is valid after those before it, from the creation of the game to its end";
        checks.push(Check::new(CheckName::Log, format!("{log}; {times}")));
        let seating = match self.game.created.seating {
            Seating::Random => "the seats are drawn from the seed and the players' entropy",
            Seating::AsJoined => "the seats are in the order of joining, as the first entry says",
        };
        checks.push(Check::new(CheckName::Seating, seating.to_owned()));
        let shuffles = self.game.table.as_ref().map_or(0, Table::next_shuffle);
        let key = hex::encode(self.key.as_bytes());
        let deals = format!("{shuffles} shuffles follow from the deal key {key}");
        checks.push(Check::new(CheckName::Deals, deals));
        let moves = self.moves;
        let rules = format!("{moves} moves are legal, and their events are correct");
        checks.push(Check::new(CheckName::Rules, rules));
    }
}

/// Replays a log from the creation of the game to its end.
pub(super) fn replay_log(log: &[ChainedEntry], seed: &Seed) -> Result<ReplayedLog, Failure> {
    let (first, rest) = log
        .split_first()
        .ok_or_else(|| Failure::new(CheckName::Log, "/log", "The log is empty."))?;
    let mut game = Game::from_first_entry(first).map_err(|error| failed(0, &error))?;
    let (mut moves, mut at, mut times_go_back) = (0, first.entry.at, Vec::new());
    for (i, logged) in (1..).zip(rest) {
        check_entry(i, &game, logged, seed)?;
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

/// Checks an entry for what [`Game::apply`] does not check.
fn check_entry(i: usize, game: &Game, logged: &ChainedEntry, seed: &Seed) -> Result<(), Failure> {
    let entry = &logged.entry;
    let seq = entry.seq;
    if game.has_automatic_step() && !entry.body.is_automatic() {
        let detail = "a shuffle, a move of the stand-in or the end of the game must come first";
        return Err(at_entry(
            CheckName::Log,
            i,
            format_args!("entry {seq}: {detail}"),
        ));
    }
    if entry.salt.is_some() != entry.body.hides_something(game.seats()) {
        let detail = "an entry must have a salt if it holds something hidden, and only then";
        return Err(at_entry(
            CheckName::Log,
            i,
            format_args!("entry {seq}: {detail}"),
        ));
    }
    if let Body::Seated { players } = &entry.body
        && game.drawn_seats(&game.deal_key(seed)) != *players
    {
        let detail = "the players are not seated as the settings of the game require";
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

/// Returns the failed check for an entry that the game can't apply.
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
