//! Notices on their way into the outbox: in the transaction that stores what they tell of, so that there is never one
//! without the other.

use chrono::{DateTime, Utc};
use diesel::{
    ExpressionMethods, QueryDsl,
    pg::Pg,
    query_builder::{AstPass, QueryFragment, QueryId},
    result::QueryResult,
    sql_types::{Array, Nullable, Text, Timestamptz, Uuid as SqlUuid},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::{
    game::{
        Game,
        notice::{Notice, NoticeType},
    },
    store::{
        error::StoreError,
        schema::{deliveries, seats, webhooks},
    },
    types::time::Timestamp,
};

/// Notices as columns: one element for each.
#[derive(Debug, Default)]
pub struct NoticeColumns {
    events: Vec<Uuid>,
    players: Vec<Uuid>,
    games: Vec<Uuid>,
    types: Vec<&'static str>,
    at: Vec<DateTime<Utc>>,
    turns: Vec<Option<DateTime<Utc>>>,
    bodies: Vec<String>,
}

impl NoticeColumns {
    /// These notices, in their order.
    pub(in crate::store) fn of<'a>(notices: impl IntoIterator<Item = &'a Notice>) -> Self {
        let mut columns = Self::default();
        for notice in notices {
            columns.events.push(notice.id.uuid());
            columns.players.push(notice.player.uuid());
            columns.games.push(notice.game.uuid());
            columns.types.push(notice.about.as_str());
            columns.at.push(notice.at.moment());
            columns.turns.push(notice.turn.map(Timestamp::moment));
            columns.bodies.push(notice.body.clone());
        }
        columns
    }

    /// Whether there are none.
    pub(in crate::store) const fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// Writes the part of a statement that makes deliveries of these notices: one for each webhook that wants to
    /// hear of it. `joined` restricts them further; in it, the notices are called `n`.
    ///
    /// What comes behind an event that is to be sent again is due with it: it can't be sent before, and would be
    /// looked at in vain each time that something is taken.
    pub(in crate::store) fn walk_insert<'b>(
        &'b self,
        out: &mut AstPass<'_, 'b, Pg>,
        joined: &'static str,
    ) -> QueryResult<()> {
        out.push_sql(
            "INSERT INTO deliveries (webhook_id, game_id, event_id, type, body, turn_since, at, due_at) \
             SELECT w.id, n.game_id, n.event_id, n.type, n.body, n.turn_since, n.at, GREATEST(n.at, \
              (SELECT max(e.due_at) FROM deliveries e WHERE e.webhook_id = w.id AND e.game_id = n.game_id \
               AND e.status = 'waiting' AND e.at <= n.at)) FROM unnest(",
        );
        out.push_bind_param::<Array<SqlUuid>, _>(&self.events)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<SqlUuid>, _>(&self.players)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<SqlUuid>, _>(&self.games)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Text>, _>(&self.types)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Timestamptz>, _>(&self.at)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Nullable<Timestamptz>>, _>(&self.turns)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Text>, _>(&self.bodies)?;
        out.push_sql(
            ") WITH ORDINALITY AS n (event_id, player_id, game_id, type, at, turn_since, body, place)",
        );
        out.push_sql(joined);
        // Sorted, because the ids are drawn in this order, and they are the order of delivery.
        out.push_sql(
            " JOIN webhooks w ON w.player_id = n.player_id AND w.disabled_at IS NULL \
             AND (w.events IS NULL OR n.type = ANY (w.events)) ORDER BY n.place, w.id",
        );
        Ok(())
    }
}

/// Writes notices that no change of a game goes with.
#[derive(Debug)]
struct WriteNotices(NoticeColumns);

impl QueryFragment<Pg> for WriteNotices {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.0.walk_insert(&mut out, "")
    }
}

impl QueryId for WriteNotices {
    type QueryId = Self;
    const HAS_STATIC_QUERY_ID: bool = true;
}

/// Writes notices in the transaction that is open on this connection. Once it is committed,
/// [`crate::store::Store::wake_outbox`] has them sent at once.
///
/// # Errors
/// When the database fails.
pub(in crate::store) async fn write(
    connection: &mut AsyncPgConnection,
    notices: &[Notice],
) -> Result<(), StoreError> {
    if !notices.is_empty() {
        let columns = NoticeColumns::of(notices);
        WriteNotices(columns).execute(connection).await?;
    }
    Ok(())
}

/// Moves the reminders of a game's current turn that nobody has been sent to where these are, the last to the last. They
/// keep their ids, so that whoever has been sent one is not sent it again.
///
/// # Errors
/// When the database fails.
pub(in crate::store) async fn move_reminders(
    connection: &mut AsyncPgConnection,
    game: &Game,
    reminders: &[Notice],
) -> Result<(), StoreError> {
    let players = seats::table
        .filter(seats::game_id.eq(game.id().uuid()))
        .select(seats::player_id);
    let theirs = webhooks::table
        .filter(webhooks::player_id.eq_any(players))
        .select(webhooks::id);
    let unsent = deliveries::table
        .filter(deliveries::webhook_id.eq_any(theirs))
        .filter(deliveries::game_id.eq(game.id().uuid()))
        .filter(deliveries::status.eq("waiting"))
        .filter(deliveries::type_.eq(NoticeType::TurnReminder.as_str()))
        .filter(deliveries::attempts.eq(0))
        .filter(deliveries::turn_since.eq(game.turn.since.moment()));
    let events: Vec<(DateTime<Utc>, Uuid)> = unsent
        .select((deliveries::at, deliveries::event_id))
        .distinct()
        .order((deliveries::at, deliveries::event_id))
        .load(connection)
        .await?;
    for ((_, event), reminder) in events.into_iter().rev().zip(reminders.iter().rev()) {
        let at = reminder.at.moment();
        diesel::update(unsent.filter(deliveries::event_id.eq(event)))
            .set((
                deliveries::at.eq(at),
                deliveries::due_at.eq(at),
                deliveries::body.eq(&reminder.body),
            ))
            .execute(connection)
            .await?;
    }
    Ok(())
}
