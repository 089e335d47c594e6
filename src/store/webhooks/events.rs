//! Storing notices as webhook deliveries, in the transaction that stores the change that they are about, so that
//! neither is stored without the other.

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

/// Notices as columns: each vector has one element for each notice.
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
    /// Returns the columns of these notices, in their order.
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

    /// Whether there are no notices.
    pub(in crate::store) const fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// Writes the part of a statement that inserts a delivery for each webhook that subscribes to a notice. `join`
    /// restricts the notices further; in it, they are called `n`.
    ///
    /// A delivery behind one that waits for another attempt becomes due together with it: it can't be sent before,
    /// and every claim would look at it in vain.
    pub(in crate::store) fn walk_insert<'b>(
        &'b self,
        out: &mut AstPass<'_, 'b, Pg>,
        join: &'static str,
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
        out.push_sql(join);
        // Sorted, because the ids are assigned in this order, and they are the order of delivery.
        out.push_sql(
            " JOIN webhooks w ON w.player_id = n.player_id AND w.disabled_at IS NULL \
             AND (w.events IS NULL OR n.type = ANY (w.events)) ORDER BY n.place, w.id",
        );
        Ok(())
    }
}

/// Stores notices without a change of a game.
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

/// Stores notices in the transaction that is open on this connection. After the commit, call
/// [`crate::store::Store::wake_outbox`] to have them sent at once.
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

/// Moves the unsent reminders of a game's current turn to the times of `reminders`, matched from the last one backwards.
/// They keep their event ids, so that a receiver recognizes a repetition.
pub(in crate::store) async fn move_reminders(
    connection: &mut AsyncPgConnection,
    game: &Game,
    reminders: &[Notice],
) -> Result<(), StoreError> {
    let players = seats::table
        .filter(seats::game_id.eq(game.id().uuid()))
        .select(seats::player_id);
    let of_players = webhooks::table
        .filter(webhooks::player_id.eq_any(players))
        .select(webhooks::id);
    let unsent = deliveries::table
        .filter(deliveries::webhook_id.eq_any(of_players))
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
