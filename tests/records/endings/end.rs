//! How a game ended, as its log tells it.

use cardpost::{
    engine::{any::Kind, score::Score},
    game::{
        Game,
        entry::{Body, ChainedEntry},
    },
};
use serde_json::{Value, json};

/// What the end followed from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// A player's move.
    Move,
    /// The move that was made for a player who left or missed their turn.
    StandIn,
    /// A deal.
    Shuffle,
    /// A player left, and there was nobody to play with any more.
    Resignation,
    /// The same, because they missed too many turns.
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

    /// Why a game of this kind can't end so; `None` where it can.
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

/// How a game ended.
pub struct End<'a> {
    pub game: &'a Game,
    pub log: &'a [ChainedEntry],
}

impl End<'_> {
    /// What the entry followed from that says so.
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

    /// Whether it went on to where the rules end it by a player's move or a deal, with two left to play at least.
    pub fn is_played_out(&self) -> bool {
        matches!(self.cause(), Cause::Move | Cause::Shuffle)
    }

    /// How many share the first place.
    pub fn first(&self) -> usize {
        let result = self.game.result.as_ref();
        let places = result.into_iter().flat_map(|result| &result.places);
        places.filter(|place| **place == 1).count()
    }

    /// The totals by seat.
    pub fn totals(&self) -> &[Score] {
        let result = self.game.result.as_ref();
        result.map_or(&[], |result| &result.totals)
    }

    /// The total of the first seat.
    pub fn total(&self) -> Score {
        self.totals().first().copied().flatten()
    }

    /// The last entry that is a move, as JSON.
    fn last_move(&self) -> Value {
        let is_move = |logged: &&ChainedEntry| matches!(logged.entry.body, Body::Move { .. });
        let last = self.log.iter().rev().find(is_move);
        last.map_or(Value::Null, |logged| json!(logged.entry))
    }

    /// Whether a player's move of this type ended it.
    pub fn ended_by(&self, type_of_move: &str) -> bool {
        self.cause() == Cause::Move && self.last_move()["move"]["type"] == type_of_move
    }

    /// The type of the player's move that ended it, if one did.
    pub fn last_type(&self) -> Option<String> {
        let last = self.last_move();
        let last = last["move"]["type"].as_str();
        last.filter(|_| self.cause() == Cause::Move)
            .map(str::to_owned)
    }

    /// Whether the last move made such an event.
    pub fn last_made(&self, event: &str) -> bool {
        let last = self.last_move();
        let mut events = last["events"].as_array().into_iter().flatten();
        events.any(|made| made["type"] == event)
    }

    /// What was wrong with the declaration that ended it, if one did and something was.
    pub fn fault(&self) -> Option<&'static str> {
        let last = self.last_move();
        let mut events = last["events"].as_array().into_iter().flatten();
        let fault = events.find_map(|made| made["fault"].as_str())?;
        ["not_a_group", "no_pure_sequence", "one_sequence"]
            .into_iter()
            .find(|name| *name == fault)
            .filter(|_| self.cause() == Cause::Move)
    }

    /// How often such an event happened.
    pub fn happened(&self, event: &str) -> usize {
        self.says(&format!("\"type\":\"{event}\""))
    }

    /// How often this stands in the entries of the log.
    pub fn says(&self, json: &str) -> usize {
        let entries = self.log.iter();
        let entries = entries.map(|logged| json!(logged.entry).to_string());
        entries.map(|entry| entry.matches(json).count()).sum()
    }

    /// How many declarations were made.
    pub fn declared(&self) -> usize {
        self.happened("rummy.declared")
    }

    /// Whether a solo performance was lost by a move of this type.
    pub fn is_lost_on(&self, type_of_move: &str) -> bool {
        self.ended_by(type_of_move) && self.happened("solo.lost") > 0
    }

    /// Whether nobody left.
    pub fn all_stayed(&self) -> bool {
        let mut entries = self.log.iter();
        !entries.any(|logged| matches!(logged.entry.body, Body::Resigned { .. }))
    }
}
