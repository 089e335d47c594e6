//! Checking records that somebody sends. It needs nothing of the server but time, so it is bounded: of size, and in
//! how many are checked at once.

use std::{sync::Arc, time::Duration};

use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    task, time,
};

use crate::{
    record::{
        MalformedRecord,
        verify::{KeptValues, Report, verify},
    },
    service::{Service, error::ServiceError},
};

/// How many records are read and checked at once.
const AT_ONCE: usize = 2;

/// How long a request waits for its turn.
const PATIENCE: Duration = Duration::from_secs(10);

/// The places in which records are checked.
#[derive(Debug, Clone)]
pub(in crate::service) struct VerifySlots(Arc<Semaphore>);

impl Default for VerifySlots {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(AT_ONCE)))
    }
}

/// A place in which one record can be checked. It is taken before the record is read, so that those who wait take no
/// memory.
#[derive(Debug)]
pub struct VerifySlot(OwnedSemaphorePermit);

impl Service {
    /// Waits for a place in which a record can be checked.
    ///
    /// # Errors
    /// When too many wait.
    pub async fn verify_slot(&self) -> Result<VerifySlot, ServiceError> {
        let free = Arc::clone(&self.verify_slots.0).acquire_owned();
        match time::timeout(PATIENCE, free).await {
            Ok(Ok(permit)) => Ok(VerifySlot(permit)),
            Ok(Err(_)) | Err(_) => Err(ServiceError::QuotaExceeded {
                reason: "Many records are being checked: send this one again in a moment.".into(),
                retry_after: PATIENCE,
            }),
        }
    }
}

impl VerifySlot {
    /// Checks a record, away from the threads that answer requests.
    ///
    /// # Errors
    /// When the text is no full record, or the server failed.
    pub async fn verify(
        self,
        text: String,
        kept: KeptValues,
    ) -> Result<Result<Report, MalformedRecord>, ServiceError> {
        let checking = task::spawn_blocking(move || {
            let report = verify(&text, &kept);
            // Given back only now, also when nobody waits for the answer any more.
            drop(self.0);
            report
        });
        checking
            .await
            .map_err(|error| ServiceError::Internal(format!("checking a record: {error}")))
    }
}
