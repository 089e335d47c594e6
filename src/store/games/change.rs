//! Storing changes of games.

use diesel_async::AsyncConnection;

use super::{append, invitations, members};
use crate::{
    game::{Game, Status, change::Change, notice::Notice},
    store::{Store, error::StoreError, outcome::WriteOutcome},
};

impl Store {
    /// Stores a change that leaves the members as they are: a move, for example. It may be written together with
    /// changes of other games.
    pub async fn append(&self, change: Change) -> Result<WriteOutcome, StoreError> {
        let stored = self.appender.append(change).await?;
        Ok(if stored {
            WriteOutcome::Yes
        } else {
            WriteOutcome::TooLate
        })
    }

    /// Stores a change before or at the start of a game, by which players may join, leave or be seated.
    pub async fn change_members(&self, change: &Change) -> Result<WriteOutcome, StoreError> {
        let mut connection = self.connection().await?;
        let outcome = connection
            .transaction(async |connection| {
                let moved = append::append(connection, std::slice::from_ref(change)).await?;
                if moved.is_empty() {
                    return Ok::<_, StoreError>(WriteOutcome::TooLate);
                }
                members::update(connection, &change.game, &change.entries).await?;
                if change.game.status != Status::Open {
                    invitations::delete_all(connection, change.game.id()).await?;
                }
                Ok(WriteOutcome::Yes)
            })
            .await?;
        self.publish(&change.game, &change.notices, outcome);
        Ok(outcome)
    }

    /// Publishes a change that was committed.
    pub(super) fn publish(&self, game: &Game, notices: &[Notice], outcome: WriteOutcome) {
        if outcome == WriteOutcome::Yes {
            self.notifier.publish(game);
            if !notices.is_empty() {
                self.wake_outbox();
            }
        }
    }
}
