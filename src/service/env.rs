//! What comes from outside: time and chance. Nothing below the composition root asks the system for either.

use std::{fmt, sync::Arc};

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::{game::chain::Salt, types::time::Timestamp};

type Clock = dyn Fn() -> DateTime<Utc> + Send + Sync;
type Randomness = dyn Fn(&mut [u8]) + Send + Sync;

/// The clock and the source of randomness.
#[derive(Clone)]
pub struct Env {
    clock: Arc<Clock>,
    randomness: Arc<Randomness>,
}

impl Env {
    /// A world with this clock, and this source of randomness that nobody can predict.
    pub fn new(
        clock: impl Fn() -> DateTime<Utc> + Send + Sync + 'static,
        randomness: impl Fn(&mut [u8]) + Send + Sync + 'static,
    ) -> Self {
        Self {
            clock: Arc::new(clock),
            randomness: Arc::new(randomness),
        }
    }

    /// The moment.
    pub fn now(&self) -> Timestamp {
        Timestamp::new((self.clock)())
    }

    /// Random bytes.
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        (self.randomness)(&mut bytes);
        bytes
    }

    /// A new id: a version 7 UUID, which begins with the moment, so that ids sort by age.
    pub fn id(&self) -> Uuid {
        let millis = (self.clock)().timestamp_millis().unsigned_abs();
        uuid::Builder::from_unix_timestamp_millis(millis, &self.bytes()).into_uuid()
    }

    /// A salt for an entry that hides something.
    pub fn salt(&self) -> Salt {
        Salt::new(self.bytes())
    }

    /// A code that lets players into a private game: ten letters and digits that are not taken for each other.
    pub fn join_code(&self) -> String {
        // 32 of them, so that five bits choose one and none is likelier than another.
        const ALPHABET: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
        self.bytes::<10>()
            .iter()
            .map(|byte| char::from(ALPHABET[usize::from(byte & 31)]))
            .collect()
    }
}

impl fmt::Debug for Env {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("World")
    }
}
