//! The members of a game: the rows in `seats` that follow from the entries of its log.

use diesel::{ExpressionMethods, QueryDsl};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::{
    engine::chance::Entropy,
    game::{Game, entry::Body, writer::NewEntry},
    store::{
        error::StoreError,
        schema::{invitations, players, seats},
    },
    types::id::PlayerId,
};

/// Updates the members according to these new entries, which led to the present state of `game`.
pub(super) async fn update(
    connection: &mut AsyncPgConnection,
    game: &Game,
    entries: &[NewEntry],
) -> Result<(), StoreError> {
    for NewEntry { logged, .. } in entries {
        match &logged.entry.body {
            Body::Joined {
                player,
                entropy,
                bot,
            } => {
                if let Some(bot) = bot {
                    insert_bot(connection, game, *player, bot).await?;
                }
                let seq = logged.entry.seq;
                insert_seat(connection, game, seq, *player, entropy.as_ref()).await?;
                let accepted = invitations::table.find((game.id().uuid(), player.uuid()));
                diesel::delete(accepted).execute(connection).await?;
            }
            Body::Left { player } => {
                let seat = seats::table.find((game.id().uuid(), player.uuid()));
                diesel::delete(seat).execute(connection).await?;
            }
            Body::Seated { players } => set_seats(connection, game, players).await?,
            Body::Created(_)
            | Body::Shuffled { .. }
            | Body::Move { .. }
            | Body::TimedOut { .. }
            | Body::Resigned { .. }
            | Body::Finished { .. }
            | Body::Cancelled { .. } => {}
        }
    }
    Ok(())
}

/// Creates the player that a bot is in this game. A bot has one for each of its games.
async fn insert_bot(
    connection: &mut AsyncPgConnection,
    game: &Game,
    player: PlayerId,
    bot: &str,
) -> Result<(), StoreError> {
    diesel::insert_into(players::table)
        .values((
            players::id.eq(player.uuid()),
            players::name.eq(bot),
            players::created_at.eq(game.created_at.moment()),
            players::bot.eq(bot),
        ))
        .execute(connection)
        .await?;
    Ok(())
}

/// `joined` is the sequence number of the entry; members are listed in its order.
async fn insert_seat(
    connection: &mut AsyncPgConnection,
    game: &Game,
    joined: u32,
    player: PlayerId,
    entropy: Option<&Entropy>,
) -> Result<(), StoreError> {
    diesel::insert_into(seats::table)
        .values((
            seats::game_id.eq(game.id().uuid()),
            seats::player_id.eq(player.uuid()),
            seats::joined.eq(i16::try_from(joined).map_err(StoreError::corrupt)?),
            seats::entropy.eq(entropy.map(Entropy::as_bytes)),
        ))
        .execute(connection)
        .await?;
    Ok(())
}

async fn set_seats(
    connection: &mut AsyncPgConnection,
    game: &Game,
    players: &[PlayerId],
) -> Result<(), StoreError> {
    for (seat, player) in (0_i16..).zip(players) {
        diesel::update(seats::table.find((game.id().uuid(), player.uuid())))
            .set(seats::seat.eq(seat))
            .execute(connection)
            .await?;
    }
    Ok(())
}
