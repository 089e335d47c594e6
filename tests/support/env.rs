//! Worlds for tests: time and chance that are the same in every run.

use std::sync::{
    Arc,
    atomic::{AtomicI64, AtomicU64, Ordering},
};

use cardpost::service::env::Env;
use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest as _, Sha256};

/// 2026-11-30T09:00:00Z, in seconds of the Unix epoch.
const BEGINNING: i64 = 1_796_029_200;

/// A world in which every look at the clock takes a second, and all chance follows from how often it was asked for.
/// The same requests in the same order get the same answers, byte for byte.
pub fn ticking() -> Env {
    let millis = AtomicI64::new(BEGINNING * 1000);
    Env::new(
        move || moment(millis.fetch_add(1000, Ordering::SeqCst)),
        chance(),
    )
}

/// The hands of a clock that stands still until somebody moves them.
#[derive(Debug, Clone)]
pub struct Hands(Arc<AtomicI64>);

impl Hands {
    /// Moves the clock on.
    pub fn move_on(&self, seconds: i64) {
        self.advance(TimeDelta::seconds(seconds));
    }

    /// Moves the clock on, to the millisecond.
    pub fn advance(&self, by: TimeDelta) {
        self.0.fetch_add(by.num_milliseconds(), Ordering::SeqCst);
    }

    /// What the clock shows.
    pub fn now(&self) -> DateTime<Utc> {
        moment(self.0.load(Ordering::SeqCst))
    }
}

/// A world whose clock stands at its beginning until its hands are moved.
pub fn still() -> (Env, Hands) {
    let hands = Hands(Arc::new(AtomicI64::new(BEGINNING * 1000)));
    let clock = hands.clone();
    (Env::new(move || clock.now(), chance()), hands)
}

fn moment(millis: i64) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(millis).expect("a moment of this century")
}

/// Chance that follows from how often it was asked for.
fn chance() -> impl Fn(&mut [u8]) + Send + Sync + 'static {
    let drawn = AtomicU64::new(0);
    move |bytes| {
        for chunk in bytes.chunks_mut(32) {
            let number = drawn.fetch_add(1, Ordering::SeqCst);
            let block = Sha256::new()
                .chain_update("cardpost/tests/chance")
                .chain_update(number.to_be_bytes())
                .finalize();
            chunk.copy_from_slice(&block[..chunk.len()]);
        }
    }
}
