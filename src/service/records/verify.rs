//! Verifies records that clients send. Verification takes CPU time, so the size of a record and the number of
//! concurrent verifications are limited.

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

/// The maximum number of concurrent verifications.
const MAX_CONCURRENT: usize = 2;

/// How long a request waits for a free slot.
const WAIT: Duration = Duration::from_secs(10);

/// The slots for concurrent verifications.
#[derive(Debug, Clone)]
pub(in crate::service) struct VerifySlots(Arc<Semaphore>);

impl Default for VerifySlots {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(MAX_CONCURRENT)))
    }
}

/// A slot for one verification. It is acquired before the record is received, so that waiting requests use no memory.
#[derive(Debug)]
pub struct VerifySlot(OwnedSemaphorePermit);

impl Service {
    /// Waits for a free slot.
    ///
    /// # Errors
    /// When no slot becomes free within ten seconds.
    pub async fn verify_slot(&self) -> Result<VerifySlot, ServiceError> {
        let free = Arc::clone(&self.verify_slots.0).acquire_owned();
        match time::timeout(WAIT, free).await {
            Ok(Ok(permit)) => Ok(VerifySlot(permit)),
            Ok(Err(_)) | Err(_) => Err(ServiceError::QuotaExceeded {
                reason: "Too many records are being verified at the moment. Try again later."
                    .into(),
                retry_after: WAIT,
            }),
        }
    }
}

impl VerifySlot {
    /// Verifies a record on a thread for blocking work. The inner error means that the text is not a complete record.
    pub async fn verify(
        self,
        text: String,
        kept: KeptValues,
    ) -> Result<Result<Report, MalformedRecord>, ServiceError> {
        let checking = task::spawn_blocking(move || {
            let report = verify(&text, &kept);
            // Holds the slot until the verification is done, even if the client has disconnected.
            drop(self.0);
            report
        });
        checking
            .await
            .map_err(|error| ServiceError::Internal(format!("verifying a record failed: {error}")))
    }
}
