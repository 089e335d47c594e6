//! Time and randomness. Only `app` takes them from the system, so that tests can control both.

use std::{fmt, sync::Arc};

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::{game::chain::Salt, types::time::Timestamp};

type Clock = dyn Fn() -> DateTime<Utc> + Send + Sync;
type Randomness = dyn Fn(&mut [u8]) + Send + Sync;

/// The clock and the source of randomness of the server.
#[derive(Clone)]
pub struct Env {
    clock: Arc<Clock>,
    randomness: Arc<Randomness>,
}

impl Env {
    /// An environment with this clock and this source of randomness, which must be cryptographically secure outside of
    /// tests.
    pub fn new(
        clock: impl Fn() -> DateTime<Utc> + Send + Sync + 'static,
        randomness: impl Fn(&mut [u8]) + Send + Sync + 'static,
    ) -> Self {
        Self {
            clock: Arc::new(clock),
            randomness: Arc::new(randomness),
        }
    }

    /// The current time.
    pub fn now(&self) -> Timestamp {
        Timestamp::new((self.clock)())
    }

    /// Returns random bytes.
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        (self.randomness)(&mut bytes);
        bytes
    }

    /// Returns a new id: a version 7 UUID, which begins with the current time, so that ids sort by age.
    pub fn id(&self) -> Uuid {
        let millis = (self.clock)().timestamp_millis().unsigned_abs();
        uuid::Builder::from_unix_timestamp_millis(millis, &self.bytes()).into_uuid()
    }

    /// Returns a new salt for an entry with hidden contents.
    pub fn salt(&self) -> Salt {
        Salt::new(self.bytes())
    }

    /// Returns a new join code for a private game: ten letters and digits that are not easily confused.
    pub fn join_code(&self) -> String {
        // 32 characters, so that five random bits choose one, each with the same probability.
        const ALPHABET: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
        self.bytes::<10>()
            .iter()
            .map(|byte| char::from(ALPHABET[usize::from(byte & 31)]))
            .collect()
    }
}

impl fmt::Debug for Env {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Env")
    }
}
