//! The ending of a game, read from its log.

use cardpost::{
    engine::{any::Kind, score::Score},
    game::{
        Game,
        entry::{Body, ChainedEntry},
    },
};
use serde_json::{Value, json};

/// The cause of the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// A player's move.
    Move,
    /// A move of the stand-in.
    StandIn,
    /// A deal.
    Shuffle,
    /// A player resigned, and too few were left.
    Resignation,
    /// A player was retired, and too few were left.
    Retirement,
}

impl Cause {
    pub const ALL: [Self; 5] = [
        Self::Move,
        Self::StandIn,
        Self::Shuffle,
        Self::Resignation,
        Self::Retirement,
    ];

    /// Returns why this cause can't end a game of this kind; `None` if it can.
    pub fn never_ends(self, kind: Kind) -> Option<&'static str> {
        match (self, kind) {
            (Self::Shuffle, Kind::Ju)
            | (Self::Move | Self::StandIn | Self::Resignation | Self::Retirement, _) => None,
            (
                Self::Shuffle,
                Kind::Golf | Kind::JugglingAct | Kind::JugglingActSolo | Kind::Rummy,
            ) => Some("somebody is always to move after a deal"),
        }
    }
}

/// The ending of a game.
pub struct End<'a> {
    pub game: &'a Game,
    pub log: &'a [ChainedEntry],
}

impl End<'_> {
    /// Returns the cause of the last entry.
    pub fn cause(&self) -> Cause {
        let [.., before, _finished] = self.log else {
            panic!("a log that ends before it began")
        };
        match &before.entry.body {
            Body::Move {
                stand_in: false, ..
            } => Cause::Move,
            Body::Move { stand_in: true, .. } => Cause::StandIn,
            Body::Shuffled { .. } => Cause::Shuffle,
            Body::Resigned { retired: false, .. } => Cause::Resignation,
            Body::Resigned { retired: true, .. } => Cause::Retirement,
            body @ (Body::Created(_)
            | Body::Joined { .. }
            | Body::Left { .. }
            | Body::Seated { .. }
            | Body::TimedOut { .. }
            | Body::Finished { .. }
            | Body::Cancelled { .. }) => panic!("no game ends after {body:?}"),
        }
    }

    /// Returns whether a player's move or a deal ended the game by the rules, with at least two players left.
    pub fn is_played_out(&self) -> bool {
        matches!(self.cause(), Cause::Move | Cause::Shuffle)
    }

    /// Returns the number of players who share the first place.
    pub fn first(&self) -> usize {
        let result = self.game.result.as_ref();
        let places = result.into_iter().flat_map(|result| &result.places);
        places.filter(|place| **place == 1).count()
    }

    /// Returns the totals by seat.
    pub fn totals(&self) -> &[Score] {
        let result = self.game.result.as_ref();
        result.map_or(&[], |result| &result.totals)
    }

    /// Returns the total of the first seat.
    pub fn total(&self) -> Score {
        self.totals().first().copied().flatten()
    }

    /// Returns the last entry that is a move, as JSON.
    fn last_move(&self) -> Value {
        let is_move = |logged: &&ChainedEntry| matches!(logged.entry.body, Body::Move { .. });
        let last = self.log.iter().rev().find(is_move);
        last.map_or(Value::Null, |logged| json!(logged.entry))
    }

    /// Returns whether a player's move of this type ended the game.
    pub fn ended_by(&self, type_of_move: &str) -> bool {
        self.cause() == Cause::Move && self.last_move()["move"]["type"] == type_of_move
    }

    /// Returns the type of the player's move that ended the game, if one did.
    pub fn last_type(&self) -> Option<String> {
        let last = self.last_move();
        let last = last["move"]["type"].as_str();
        last.filter(|_| self.cause() == Cause::Move)
            .map(str::to_owned)
    }

    /// Returns whether the last move made an event of this type.
    pub fn last_made(&self, event: &str) -> bool {
        let last = self.last_move();
        let mut events = last["events"].as_array().into_iter().flatten();
        events.any(|made| made["type"] == event)
    }

    /// Returns the fault of the declaration that ended the game, if a wrong one did.
    pub fn fault(&self) -> Option<&'static str> {
        let last = self.last_move();
        let mut events = last["events"].as_array().into_iter().flatten();
        let fault = events.find_map(|made| made["fault"].as_str())?;
        ["not_a_group", "no_pure_sequence", "one_sequence"]
            .into_iter()
            .find(|name| *name == fault)
            .filter(|_| self.cause() == Cause::Move)
    }

    /// Returns the number of events of this type.
    pub fn happened(&self, event: &str) -> usize {
        self.says(&format!("\"type\":\"{event}\""))
    }

    /// Returns how often this text occurs in the entries of the log.
    pub fn says(&self, json: &str) -> usize {
        let entries = self.log.iter();
        let entries = entries.map(|logged| json!(logged.entry).to_string());
        entries.map(|entry| entry.matches(json).count()).sum()
    }

    /// Returns the number of declarations.
    pub fn declared(&self) -> usize {
        self.happened("rummy.declared")
    }

    /// Returns whether a solo performance was lost by a move of this type.
    pub fn is_lost_on(&self, type_of_move: &str) -> bool {
        self.ended_by(type_of_move) && self.happened("solo.lost") > 0
    }

    /// Returns whether no player resigned.
    pub fn all_stayed(&self) -> bool {
        let mut entries = self.log.iter();
        !entries.any(|logged| matches!(logged.entry.body, Body::Resigned { .. }))
    }
}
