//! The entries of a game's log, as one viewer sees them.

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    chain::{Hash, Salt},
    clock::Clock,
    entry::{Body, CancelReason, ChainedEntry, Entry, Seating, Visibility, is_false, is_zero},
};
use crate::{
    engine::{
        any::{AnyEvent, AnyMove, AnyOptions, Kind},
        card::Card,
        chance::{Commitment, Entropy},
        score::Outcome,
        seat::Seat,
        viewer::Viewer,
    },
    types::{
        id::{GameId, PlayerId},
        time::Timestamp,
    },
};

/// The content of an entry, as a viewer sees it. Hidden values are `null`.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ShownBody {
    /// The game was created.
    Created {
        /// The game.
        game: GameId,
        /// Its kind.
        kind: Kind,
        /// The version of the rules.
        rules: u16,
        /// The options of the kind.
        options: AnyOptions,
        /// The number of players who can join.
        seats: u8,
        /// The visibility of the game.
        visibility: Visibility,
        /// How seats are assigned.
        seating: Seating,
        /// The commitment to the secret seed: a SHA-256 hash of the game's id and the seed, in hexadecimal.
        #[schema(value_type = String)]
        commitment: Commitment,
        /// The clock; absent when players have unlimited time.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        clock: Option<Clock>,
    },
    /// A player joined.
    Joined {
        /// The player.
        player: PlayerId,
        /// The entropy that the player added to the deal, in hexadecimal; `null` in a running game.
        #[schema(value_type = Option<String>)]
        entropy: Option<Entropy>,
        /// The name of the bot; absent for a person.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        bot: Option<String>,
    },
    /// A player left before the start.
    Left {
        /// The player.
        player: PlayerId,
    },
    /// The game started, and the seats are fixed.
    Seated {
        /// The player of each seat.
        players: Vec<PlayerId>,
    },
    /// Cards were shuffled, for a deal or as the new stock.
    Shuffled {
        /// The number of the shuffle, from 0.
        number: u32,
        /// The order of the cards, the top one first; `null` in a running game.
        cards: Option<Vec<Card>>,
        /// The effects of the shuffle.
        events: Vec<AnyEvent>,
    },
    /// A player or their stand-in moved.
    Move {
        /// The seat of the player.
        seat: Seat,
        /// The move; `null` if it holds something that this viewer may not see. The events show the visible part.
        #[serde(rename = "move")]
        mv: Option<AnyMove>,
        /// The effects of the move.
        events: Vec<AnyEvent>,
        /// True if the stand-in made the move, for a player who resigned or missed their turn; absent otherwise.
        #[serde(skip_serializing_if = "is_false")]
        #[schema(required = false)]
        stand_in: bool,
        /// How long the player's clock has been paused during this turn, in milliseconds; absent if it was not.
        #[serde(skip_serializing_if = "is_zero")]
        #[schema(required = false)]
        paused: u64,
    },
    /// A player missed their turn, and the stand-in plays it.
    TimedOut {
        /// The seat of the player.
        seat: Seat,
        /// How long the player's clock was paused during this turn, in milliseconds; absent if it was not.
        #[serde(skip_serializing_if = "is_zero")]
        #[schema(required = false)]
        paused: u64,
    },
    /// A player resigned or was retired.
    Resigned {
        /// The seat of the player.
        seat: Seat,
        /// True if the player was retired after too many missed turns in a row; absent if they resigned themselves.
        #[serde(skip_serializing_if = "is_false")]
        #[schema(required = false)]
        retired: bool,
    },
    /// The game was played to its end.
    Finished {
        /// The result.
        result: Outcome,
    },
    /// The game was cancelled.
    Cancelled {
        /// The reason.
        reason: CancelReason,
    },
}

impl ShownBody {
    /// Returns the value of `type` on the wire.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Created { .. } => "created",
            Self::Joined { .. } => "joined",
            Self::Left { .. } => "left",
            Self::Seated { .. } => "seated",
            Self::Shuffled { .. } => "shuffled",
            Self::Move { .. } => "move",
            Self::TimedOut { .. } => "timed_out",
            Self::Resigned { .. } => "resigned",
            Self::Finished { .. } => "finished",
            Self::Cancelled { .. } => "cancelled",
        }
    }
}

/// An entry of a log, as a viewer sees it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ShownEntry {
    /// The position in the log, from 1.
    pub seq: u32,
    /// When it was written.
    pub at: Timestamp,
    /// The content.
    #[serde(flatten)]
    pub body: ShownBody,
    /// The salt of the hash, in hexadecimal. Present if part of the entry is hidden from some viewer and this viewer
    /// sees all of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub salt: Option<Salt>,
    /// The hash of the chain up to this entry, in hexadecimal.
    pub hash: Hash,
}

impl ChainedEntry {
    /// Returns the entry as this viewer sees it.
    pub fn shown_to(&self, viewer: Viewer) -> ShownEntry {
        let Entry {
            seq,
            at,
            body,
            salt,
        } = &self.entry;
        ShownEntry {
            seq: *seq,
            at: *at,
            body: body.shown_to(viewer),
            salt: salt.filter(|_| !body.hides_from(viewer)),
            hash: self.hash,
        }
    }
}

impl Body {
    /// Returns whether part of the entry is hidden from some viewer of a running game with `seats` seats.
    pub fn hides_something(&self, seats: u8) -> bool {
        Viewer::of_a_running_game(seats).any(|viewer| self.hides_from(viewer))
    }

    fn hides_from(&self, viewer: Viewer) -> bool {
        let events_hidden = |events: &[AnyEvent]| {
            events
                .iter()
                .any(|event| event.shown_to(viewer).as_ref() != Some(event))
        };
        match self {
            Self::Joined { entropy, .. } => entropy.is_some() && !viewer.sees_all(),
            Self::Shuffled { .. } => !viewer.sees_all(),
            Self::Move {
                seat, mv, events, ..
            } => !mv.is_shown_to(*seat, viewer) || events_hidden(events),
            Self::Created(_)
            | Self::Left { .. }
            | Self::Seated { .. }
            | Self::TimedOut { .. }
            | Self::Resigned { .. }
            | Self::Finished { .. }
            | Self::Cancelled { .. } => false,
        }
    }

    #[allow(clippy::too_many_lines, reason = "one arm for each type of entry")]
    fn shown_to(&self, viewer: Viewer) -> ShownBody {
        let shown = |events: &[AnyEvent]| {
            events
                .iter()
                .filter_map(|event| event.shown_to(viewer))
                .collect()
        };
        match self {
            Self::Created(created) => ShownBody::Created {
                game: created.game,
                kind: created.kind,
                rules: created.rules,
                options: created.options.clone(),
                seats: created.seats,
                visibility: created.visibility,
                seating: created.seating,
                commitment: created.commitment,
                clock: created.clock,
            },
            Self::Joined {
                player,
                entropy,
                bot,
            } => ShownBody::Joined {
                player: *player,
                entropy: entropy.clone().filter(|_| viewer.sees_all()),
                bot: bot.clone(),
            },
            Self::Left { player } => ShownBody::Left { player: *player },
            Self::Seated { players } => ShownBody::Seated {
                players: players.clone(),
            },
            Self::Shuffled {
                number,
                cards,
                events,
            } => ShownBody::Shuffled {
                number: *number,
                cards: viewer.sees_all().then(|| cards.clone()),
                events: shown(events),
            },
            Self::Move {
                seat,
                mv,
                events,
                stand_in,
                paused,
            } => ShownBody::Move {
                seat: *seat,
                mv: mv.is_shown_to(*seat, viewer).then(|| mv.clone()),
                events: shown(events),
                stand_in: *stand_in,
                paused: *paused,
            },
            Self::TimedOut { seat, paused } => ShownBody::TimedOut {
                seat: *seat,
                paused: *paused,
            },
            Self::Resigned { seat, retired } => ShownBody::Resigned {
                seat: *seat,
                retired: *retired,
            },
            Self::Finished { result } => ShownBody::Finished {
                result: result.clone(),
            },
            Self::Cancelled { reason } => ShownBody::Cancelled { reason: *reason },
        }
    }
}
