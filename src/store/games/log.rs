//! Reading logs.

use diesel::{ExpressionMethods, QueryDsl};
use diesel_async::RunQueryDsl;

use super::load;
use crate::{
    engine::any::Kind,
    game::{
        chain::Hash,
        entry::{ChainedEntry, Entry},
    },
    store::{Store, error::StoreError, schema::log},
    types::id::GameId,
};

impl Store {
    /// The entries of a game's log after a position, in order, up to `most` of them.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn log(
        &self,
        game: GameId,
        kind: Kind,
        after: u32,
        most: u32,
    ) -> Result<Vec<ChainedEntry>, StoreError> {
        let mut connection = self.connection().await?;
        let rows: Vec<(String, Vec<u8>)> = log::table
            .filter(log::game_id.eq(game.uuid()))
            .filter(log::seq.gt(load::position(after)))
            .order(log::seq)
            .limit(most.into())
            .select((log::entry, log::hash))
            .load(&mut connection)
            .await?;
        rows.iter()
            .map(|(entry, hash)| logged(kind, entry, hash))
            .collect()
    }
}

/// The entry of a row in the log of a game of this kind.
pub(in crate::store) fn logged(
    kind: Kind,
    entry: &str,
    hash: &[u8],
) -> Result<ChainedEntry, StoreError> {
    let hash: [u8; 32] = hash
        .try_into()
        .map_err(|_| StoreError::corrupt("a hash that is not 32 bytes long"))?;
    Ok(ChainedEntry {
        entry: Entry::read(kind, entry).map_err(StoreError::corrupt)?,
        hash: Hash::from(hash),
    })
}
