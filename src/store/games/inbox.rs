//! Lists of games: the lobby, and the games of a player.

use chrono::{DateTime, Utc};
use diesel::{
    BoolExpressionMethods, CombineDsl as _, ExpressionMethods, NullableExpressionMethods,
    PgSortExpressionMethods as _, QueryDsl, dsl::exists,
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::load;
use crate::{
    engine::any::Kind,
    game::Status,
    store::{
        Store,
        error::StoreError,
        schema::{games, invitations, seats},
    },
    types::{
        id::{GameId, PlayerId},
        time::Timestamp,
    },
};

/// Which public games are wanted.
#[derive(Debug, Clone, Copy, Default)]
pub struct LobbyFilter {
    /// How far they have come.
    pub status: Option<Status>,
    /// Their kind.
    pub kind: Option<Kind>,
    /// Who takes part.
    pub player: Option<PlayerId>,
}

/// Which of a player's games are wanted.
#[derive(Debug, Clone, Copy, Default)]
pub struct InboxFilter {
    /// How far they have come.
    pub status: Option<Status>,
    /// Only those in which it is the player's turn.
    pub my_turn: bool,
    /// By what they are the player's.
    pub part: Part,
}

/// What makes a game one of a player's.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Part {
    /// They have a seat, or are invited to it.
    #[default]
    Any,
    /// They have a seat.
    Seated,
    /// They are invited to it and have not answered.
    Invited,
}

/// A place in a player's inbox: what its order goes by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InboxPlace {
    /// When whoever is to move must have moved.
    pub deadline: Option<Timestamp>,
    /// Since when the game waits for somebody.
    pub since: Timestamp,
    /// The game.
    pub game: GameId,
}

/// A game in a player's inbox: its place there, and the version that it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InboxRow {
    /// Its place.
    pub place: InboxPlace,
    /// Its version.
    pub version: u32,
}

/// The deadline, since when the game waits, its id and its version.
type PlaceRow = (Option<DateTime<Utc>>, DateTime<Utc>, Uuid, i32);

impl Store {
    /// Public games, the newest first, from the one after `after` on.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn lobby(
        &self,
        filter: LobbyFilter,
        after: Option<GameId>,
        most: u32,
    ) -> Result<Vec<GameId>, StoreError> {
        let mut query = games::table
            .filter(games::visibility.eq("public"))
            .order(games::id.desc())
            .limit(most.into())
            .select(games::id)
            .into_boxed();
        if let Some(status) = filter.status {
            query = query.filter(games::status.eq(load::status_word(status)));
        }
        if let Some(kind) = filter.kind {
            query = query.filter(games::kind.eq(kind.as_str()));
        }
        if let Some(player) = filter.player {
            let theirs = seats::table
                .filter(seats::player_id.eq(player.uuid()))
                .select(seats::game_id);
            query = query.filter(games::id.eq_any(theirs));
        }
        if let Some(after) = after {
            query = query.filter(games::id.lt(after.uuid()));
        }
        let mut connection = self.connection().await?;
        let ids: Vec<Uuid> = query.load(&mut connection).await?;
        Ok(ids.into_iter().map(GameId::new).collect())
    }

    /// A player's games in the order of urgency, from the one after `after` on: the earliest deadline first, those
    /// without one behind them; among equals the one that has waited longest first. Reads no snapshots: the player's
    /// seats and invitations by their indexes, and the row of each game by its key.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn games_of(
        &self,
        player: PlayerId,
        filter: InboxFilter,
        after: Option<InboxPlace>,
        most: u32,
    ) -> Result<Vec<InboxRow>, StoreError> {
        let seated = seats::table
            .filter(seats::player_id.eq(player.uuid()))
            .select(seats::game_id);
        let invited = invitations::table
            .filter(invitations::player_id.eq(player.uuid()))
            .select(invitations::game_id);
        let mut query = games::table
            .order((
                games::deadline.asc().nulls_last(),
                games::turn_since,
                games::id,
            ))
            .limit(most.into())
            .select((
                games::deadline,
                games::turn_since,
                games::id,
                games::version,
            ))
            .into_boxed();
        query = match filter.part {
            Part::Any => query.filter(games::id.eq_any(seated.union(invited))),
            Part::Seated => query.filter(games::id.eq_any(seated)),
            Part::Invited => query.filter(games::id.eq_any(invited)),
        };
        if let Some(status) = filter.status {
            query = query.filter(games::status.eq(load::status_word(status)));
        }
        if filter.my_turn {
            let on_turn = seats::table
                .filter(seats::game_id.eq(games::id))
                .filter(seats::player_id.eq(player.uuid()))
                .filter(
                    seats::seat
                        .assume_not_null()
                        .eq(games::turn_seat.assume_not_null()),
                );
            query = query
                .filter(games::status.eq("playing"))
                .filter(exists(on_turn));
        }
        if let Some(InboxPlace {
            deadline,
            since,
            game,
        }) = after
        {
            let longer = games::turn_since.gt(since.moment());
            let as_long = games::turn_since.eq(since.moment());
            let behind = longer.or(as_long.and(games::id.gt(game.uuid())));
            query = match deadline.map(Timestamp::moment) {
                Some(deadline) => {
                    let later = games::deadline.assume_not_null().gt(deadline);
                    let same = games::deadline.assume_not_null().eq(deadline);
                    query.filter(later.or(games::deadline.is_null()).or(same.and(behind)))
                }
                None => query.filter(games::deadline.is_null().and(behind)),
            };
        }
        let mut connection = self.connection().await?;
        let rows: Vec<PlaceRow> = query.load(&mut connection).await?;
        Ok(rows
            .into_iter()
            .map(|(deadline, since, game, version)| InboxRow {
                place: InboxPlace {
                    deadline: deadline.map(Timestamp::new),
                    since: Timestamp::new(since),
                    game: GameId::new(game),
                },
                version: version.unsigned_abs(),
            })
            .collect())
    }

    /// The games in which a player still sits and that are not over.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn unfinished_games_of(&self, player: PlayerId) -> Result<Vec<GameId>, StoreError> {
        let mut connection = self.connection().await?;
        let ids: Vec<Uuid> = games::table
            .inner_join(seats::table)
            .filter(seats::player_id.eq(player.uuid()))
            .filter(games::status.eq_any(["open", "playing"]))
            .order(games::id)
            .select(games::id)
            .load(&mut connection)
            .await?;
        Ok(ids.into_iter().map(GameId::new).collect())
    }
}
