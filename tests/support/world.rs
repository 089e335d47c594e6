//! Worlds for tests: time and chance that are the same in every run.

use std::sync::{
    Arc,
    atomic::{AtomicI64, AtomicU64, Ordering},
};

use cardpost::service::world::World;
use chrono::DateTime;
use sha2::{Digest as _, Sha256};

/// 2026-11-30T09:00:00Z, in seconds of the Unix epoch.
const BEGINNING: i64 = 1_796_029_200;

/// A world in which every look at the clock takes a second, and all chance follows from how often it was asked for.
/// The same requests in the same order get the same answers, byte for byte.
pub fn ticking() -> World {
    let seconds = Arc::new(AtomicI64::new(BEGINNING));
    let drawn = Arc::new(AtomicU64::new(0));
    World::new(
        move || {
            let second = seconds.fetch_add(1, Ordering::SeqCst);
            DateTime::from_timestamp_secs(second).expect("a moment of this century")
        },
        move |bytes| {
            for chunk in bytes.chunks_mut(32) {
                let number = drawn.fetch_add(1, Ordering::SeqCst);
                let block = Sha256::new()
                    .chain_update("cardpost/tests/chance")
                    .chain_update(number.to_be_bytes())
                    .finalize();
                chunk.copy_from_slice(&block[..chunk.len()]);
            }
        },
    )
}
