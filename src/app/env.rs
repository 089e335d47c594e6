//! The clock and the randomness of the operating system.

#[allow(clippy::disallowed_types, reason = "randomness comes in here")]
use rand::{TryRng as _, rngs::SysRng};

use crate::service::env::Env;

/// The environment that a real server runs in.
///
/// # Panics
/// Its source of randomness panics when the operating system provides none.
pub fn system_env() -> Env {
    #[allow(clippy::disallowed_methods, reason = "the clock comes in here")]
    let clock = chrono::Utc::now;
    Env::new(clock, |bytes| {
        // Without randomness no secret is secret: failing is better than answering.
        if let Err(error) = SysRng.try_fill_bytes(bytes) {
            panic!("the operating system provides no randomness: {error}");
        }
    })
}
