//! Between what a row holds and what the rest of the server works with.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use uuid::Uuid;

use crate::game::stored::{Invitation, StoredGame};
use crate::{
    engine::{
        any::Kind,
        chance::{Commitment, Entropy, Seed},
        seat::Seat,
        table::Table,
    },
    game::{
        Game, Member, Status, TurnSince,
        chain::Hash,
        clock::Pause,
        entry::{Created, Seating, Visibility},
    },
    store::error::StoreError,
    types::{
        id::{GameId, PlayerId},
        time::Timestamp,
    },
};

/// The row of [`super::append_statement::LoadGame`].
pub(in crate::store) type GameRow = (
    Uuid,
    String,
    i16,
    String,
    i16,
    String,
    String,
    Option<String>,
    Vec<u8>,
    Vec<u8>,
    DateTime<Utc>,
    String,
    i32,
    Vec<u8>,
    Option<String>,
    Option<i16>,
    DateTime<Utc>,
    Option<String>,
    Option<DateTime<Utc>>,
    Option<DateTime<Utc>>,
    Option<String>,
    Option<String>,
    Option<String>,
    Option<String>,
    Option<String>,
    Option<Uuid>,
    Option<Uuid>,
);

/// A player of a game as [`super::append_statement::LoadGame`] lists them.
#[derive(Deserialize)]
struct MemberRow(
    PlayerId,
    String,
    Option<String>,
    Option<u8>,
    Option<String>,
    bool,
);

impl MemberRow {
    fn member(&self) -> Result<Member, StoreError> {
        let Self(player, _, entropy, _, bot, _) = self;
        let entropy = entropy.clone().map(Entropy::try_from).transpose();
        Ok(Member {
            player: *player,
            entropy: entropy.map_err(StoreError::corrupt)?,
            bot: bot.clone(),
        })
    }
}

/// A time for which a player's clocks stand still, as [`super::append_statement::LoadGame`] lists them.
#[derive(Deserialize)]
struct PauseRow(PlayerId, DateTime<Utc>, DateTime<Utc>);

impl From<PauseRow> for (PlayerId, Pause) {
    fn from(PauseRow(player, from, until): PauseRow) -> Self {
        let (from, until) = (Timestamp::new(from), Timestamp::new(until));
        (player, Pause { from, until })
    }
}

/// An invitation, as [`super::append_statement::LoadGame`] lists them.
#[derive(Deserialize)]
struct InvitationRow(PlayerId, PlayerId, DateTime<Utc>);

impl From<InvitationRow> for Invitation {
    fn from(InvitationRow(player, by, at): InvitationRow) -> Self {
        let at = Timestamp::new(at);
        Self { player, by, at }
    }
}

/// The game of a row, and whose token came with the request.
pub(in crate::store) fn game(row: GameRow) -> Result<(StoredGame, Option<PlayerId>), StoreError> {
    let (
        id,
        kind,
        rules,
        options,
        seats,
        visibility,
        seating,
        join_code,
        seed,
        commitment,
        created_at,
        status,
        version,
        head,
        snapshot,
        turn_seat,
        turn_since,
        result,
        started_at,
        finished_at,
        members,
        clock,
        timing,
        pauses,
        invitations,
        rematch,
        caller,
    ) = row;
    let kind: Kind = kind.parse().map_err(StoreError::corrupt)?;
    let members: Vec<MemberRow> = json(members.as_deref().unwrap_or("[]"))?;
    let game = Game {
        created: Created {
            game: GameId::new(id),
            kind,
            rules: u16::try_from(rules).map_err(StoreError::corrupt)?,
            options: kind
                .parse_options(&json(&options)?)
                .map_err(StoreError::corrupt)?,
            seats: u8::try_from(seats).map_err(StoreError::corrupt)?,
            visibility: word(&visibility)?,
            seating: word(&seating)?,
            commitment: Commitment(bytes(commitment)?),
            clock: clock.as_deref().map(json).transpose()?,
        },
        status: word(&status)?,
        version: u32::try_from(version).map_err(StoreError::corrupt)?,
        head: Hash::from(bytes(head)?),
        seated: seated(&members),
        table: snapshot
            .map(|snapshot| Table::read(kind, &snapshot).map_err(StoreError::corrupt))
            .transpose()?,
        turn: TurnSince {
            seats: turn_seat
                .map(|seat| {
                    u8::try_from(seat)
                        .map(Seat::new)
                        .map_err(StoreError::corrupt)
                })
                .transpose()?
                .into_iter()
                .collect(),
            since: Timestamp::new(turn_since),
        },
        timing: timing.as_deref().map(json).transpose()?,
        standing_in: None,
        result: result.as_deref().map(json).transpose()?,
        created_at: Timestamp::new(created_at),
        started_at: started_at.map(Timestamp::new),
        finished_at: finished_at.map(Timestamp::new),
        members: members
            .iter()
            .map(MemberRow::member)
            .collect::<Result<_, StoreError>>()?,
    };
    let stored = StoredGame {
        game,
        seed: Seed::new(bytes(seed)?),
        join_code,
        has_webhooks: members.iter().any(|member| member.5),
        names: members
            .into_iter()
            .map(|MemberRow(player, name, ..)| (player, name))
            .collect(),
        pauses: list(pauses.as_deref())?
            .into_iter()
            .map(PauseRow::into)
            .collect(),
        invitations: list(invitations.as_deref())?
            .into_iter()
            .map(InvitationRow::into)
            .collect(),
        rematch: rematch.map(GameId::new),
    };
    Ok((stored, caller.map(PlayerId::new)))
}

/// Who sits where, once the game has started.
fn seated(members: &[MemberRow]) -> Vec<PlayerId> {
    let mut seated: Vec<(u8, PlayerId)> = members
        .iter()
        .filter_map(|MemberRow(player, _, _, seat, ..)| seat.map(|seat| (seat, *player)))
        .collect();
    seated.sort_unstable();
    seated.into_iter().map(|(_, player)| player).collect()
}

/// The snapshot of a game's cards.
pub(in crate::store) fn snapshot(game: &Game) -> Result<Option<String>, StoreError> {
    game.table
        .as_ref()
        .map(serde_json::to_string)
        .transpose()
        .map_err(StoreError::corrupt)
}

/// How long the players may take.
pub(in crate::store) fn clock(game: &Game) -> Result<Option<String>, StoreError> {
    game.created
        .clock
        .as_ref()
        .map(serde_json::to_string)
        .transpose()
        .map_err(StoreError::corrupt)
}

/// What became of the players' time.
pub(in crate::store) fn timing(game: &Game) -> Result<Option<String>, StoreError> {
    game.timing
        .as_ref()
        .map(serde_json::to_string)
        .transpose()
        .map_err(StoreError::corrupt)
}

/// The seat that is to move.
pub fn turn_seat(game: &Game) -> Option<i16> {
    game.turn.seats.first().map(|seat| seat.number().into())
}

/// A status as it is stored.
pub const fn status_word(status: Status) -> &'static str {
    match status {
        Status::Open => "open",
        Status::Playing => "playing",
        Status::Finished => "finished",
        Status::Cancelled => "cancelled",
    }
}

/// A visibility as it is stored.
pub const fn visibility_word(visibility: Visibility) -> &'static str {
    match visibility {
        Visibility::Public => "public",
        Visibility::Private => "private",
    }
}

/// A way of seating as it is stored.
pub const fn seating_word(seating: Seating) -> &'static str {
    match seating {
        Seating::Random => "random",
        Seating::AsJoined => "as_joined",
    }
}

/// A position in a log as Postgres keeps it. No log comes near the two billion entries that fit.
pub(in crate::store) fn position(seq: u32) -> i32 {
    i32::try_from(seq).unwrap_or(i32::MAX)
}

/// A list of which there may be none.
fn list<'de, T: Deserialize<'de>>(text: Option<&'de str>) -> Result<Vec<T>, StoreError> {
    text.map_or_else(|| Ok(Vec::new()), json)
}

fn json<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(StoreError::corrupt)
}

/// A word of a closed list, as its type is serialized.
fn word<T: for<'de> Deserialize<'de>>(word: &str) -> Result<T, StoreError> {
    let word: serde::de::value::StrDeserializer<'_, serde::de::value::Error> =
        serde::de::IntoDeserializer::into_deserializer(word);
    T::deserialize(word).map_err(StoreError::corrupt)
}

pub(in crate::store) fn bytes<const N: usize>(bytes: Vec<u8>) -> Result<[u8; N], StoreError> {
    bytes
        .try_into()
        .map_err(|bytes: Vec<u8>| StoreError::Corrupt(format!("{} bytes, not {N}", bytes.len())))
}
