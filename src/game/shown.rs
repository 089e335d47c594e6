//! The entries of a game's log, as a viewer sees them.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::json;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{RefOr, Schema},
};

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
        schema::{self, Union},
        score::Outcome,
        seat::Seat,
        viewer::Viewer,
    },
    types::{
        id::{GameId, PlayerId},
        time::Timestamp,
    },
};

/// What an entry is about, as a viewer sees it. What they may not see is `null`.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ShownBody {
    /// The game was created.
    Created {
        /// The game.
        game: GameId,
        /// Its kind.
        kind: Kind,
        /// The version of the rules that it is played by.
        rules: u16,
        /// What it is varied by.
        options: AnyOptions,
        /// How many can join.
        seats: u8,
        /// Who may see it.
        visibility: Visibility,
        /// How the players come to their seats.
        seating: Seating,
        /// SHA-256 over the game and its secret seed, in hexadecimal.
        #[schema(value_type = String)]
        commitment: Commitment,
        /// How long the players may take; there when they may not take for ever.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        clock: Option<Clock>,
    },
    /// A player took a seat.
    Joined {
        /// Who.
        player: PlayerId,
        /// What they added to the deal, in hexadecimal; `null` in a running game.
        #[schema(value_type = Option<String>)]
        entropy: Option<Entropy>,
        /// The name of the bot that plays; there when no person does.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        bot: Option<String>,
    },
    /// A player gave up their seat before the start.
    Left {
        /// Who.
        player: PlayerId,
    },
    /// The game started: who sits where.
    Seated {
        /// The player of each seat.
        players: Vec<PlayerId>,
    },
    /// Cards were shuffled, and dealt or put down as the new stock.
    Shuffled {
        /// The number of the shuffle, from 0.
        number: u32,
        /// The order of the cards, the top one first; `null` in a running game.
        cards: Option<Vec<Card>>,
        /// What followed from it.
        events: Vec<AnyEvent>,
    },
    /// A player moved.
    Move {
        /// Who.
        seat: Seat,
        /// The move; `null` where it holds something that this viewer may not see. The events tell the rest.
        #[serde(rename = "move")]
        mv: Option<AnyMove>,
        /// What it did.
        events: Vec<AnyEvent>,
        /// There, and true, when the move was made for a player who left, or missed their turn.
        #[serde(skip_serializing_if = "is_false")]
        #[schema(required = false)]
        stand_in: bool,
        /// For how long of this turn the player's clock had stood still until now, in milliseconds; there when it
        /// had.
        #[serde(skip_serializing_if = "is_zero")]
        #[schema(required = false)]
        paused: u64,
    },
    /// A player missed their turn: the stand-in plays it.
    TimedOut {
        /// Who.
        seat: Seat,
        /// For how long of this turn their clock had stood still, in milliseconds; there when it had.
        #[serde(skip_serializing_if = "is_zero")]
        #[schema(required = false)]
        paused: u64,
    },
    /// A player left a running game for good.
    Resigned {
        /// Who.
        seat: Seat,
        /// There, and true, when they did not leave by themselves, but missed too many turns in a row.
        #[serde(skip_serializing_if = "is_false")]
        #[schema(required = false)]
        retired: bool,
    },
    /// The game is over.
    Finished {
        /// How it ended.
        result: Outcome,
    },
    /// The game was called off.
    Cancelled {
        /// Why.
        reason: CancelReason,
    },
}

impl ShownBody {
    /// What stands as its `type` on the wire.
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

/// An entry of a log as a viewer sees it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ShownEntry {
    /// The position in the log, from 1.
    pub seq: u32,
    /// When it was written.
    pub at: Timestamp,
    /// What it is about.
    #[serde(flatten)]
    pub body: ShownBody,
    /// What the hash was salted with, in hexadecimal: there when the entry was hidden from someone, and this
    /// viewer sees all of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub salt: Option<Salt>,
    /// The hash of the chain up to this entry, in hexadecimal.
    pub hash: Hash,
}

impl ChainedEntry {
    /// The entry as this viewer sees it.
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
    /// Whether anyone who can look at the running game of `seats` may not see all of this.
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

/// The union of the entries: each variant of the body, with what all entries have.
fn entries() -> Union {
    let common = json!({
        "seq": { "type": "integer", "format": "int32", "minimum": 1, "description": "The position in the log." },
        "at": { "$ref": "#/components/schemas/Timestamp" },
        "salt": {
            "type": "string",
            "description": "What the hash was salted with, in hexadecimal: there when the entry was hidden from \
                            someone, and this viewer sees all of it.",
        },
        "hash": {
            "type": "string",
            "description": "The hash of the chain up to this entry, in hexadecimal.",
        },
    });
    let mut variants = schema::variants_of(&ShownBody::schema(), "Entry");
    for (_, variant) in &mut variants {
        for (name, property) in common.as_object().into_iter().flatten() {
            variant["properties"][name] = property.clone();
        }
        if let Some(required) = variant["required"].as_array_mut() {
            required.extend(["seq", "at", "hash"].map(Into::into));
        }
    }
    schema::union(
        "type",
        "An entry of a game's log, as a viewer sees it.",
        variants,
    )
}

impl PartialSchema for ShownEntry {
    fn schema() -> RefOr<Schema> {
        entries().schema
    }
}

impl ToSchema for ShownEntry {
    fn name() -> Cow<'static, str> {
        "Entry".into()
    }

    fn schemas(components: &mut Vec<(String, RefOr<Schema>)>) {
        components.push((Timestamp::name().into(), Timestamp::schema()));
        ShownBody::schemas(components);
        components.extend(entries().components);
    }
}
