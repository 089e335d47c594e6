//! Reading the logs of games.

use diesel::{ExpressionMethods, QueryDsl};
use diesel_async::RunQueryDsl;

use super::columns;
use crate::{
    engine::any::Kind,
    game::{
        chain::Hash,
        entry::{ChainedEntry, Entry},
    },
    store::{Store, decode, error::StoreError, schema::log},
    types::id::GameId,
};

impl Store {
    /// Returns up to `limit` entries of a game's log, in order, starting after the sequence number `after`.
    pub async fn log(
        &self,
        game: GameId,
        kind: Kind,
        after: u32,
        limit: u32,
    ) -> Result<Vec<ChainedEntry>, StoreError> {
        let mut connection = self.connection().await?;
        let rows: Vec<(String, Vec<u8>)> = log::table
            .filter(log::game_id.eq(game.uuid()))
            .filter(log::seq.gt(columns::seq(after)))
            .order(log::seq)
            .limit(limit.into())
            .select((log::entry, log::hash))
            .load(&mut connection)
            .await?;
        rows.iter()
            .map(|(entry, hash)| decode_entry(kind, entry, hash))
            .collect()
    }
}

/// Decodes a row of the log of a game of this kind.
pub(in crate::store) fn decode_entry(
    kind: Kind,
    entry: &str,
    hash: &[u8],
) -> Result<ChainedEntry, StoreError> {
    Ok(ChainedEntry {
        entry: Entry::read(kind, entry).map_err(StoreError::corrupt)?,
        hash: Hash::from(decode::bytes(hash)?),
    })
}
