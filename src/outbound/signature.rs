//! Signatures on what is sent to webhooks, as Standard Webhooks has them (version 1, symmetric).

use std::fmt;

use base64::{Engine as _, engine::general_purpose::STANDARD as BASE64};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::types::id::EventId;

/// What every secret begins with, so that one that was leaked is recognised for what it is.
const PREFIX: &str = "whsec_";
const BYTES: usize = 32;

/// What the server and the owner of a webhook share, and nobody else knows.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; BYTES]);

impl Secret {
    /// A secret of random bytes.
    pub const fn new(random: [u8; BYTES]) -> Self {
        Self(random)
    }

    /// The bytes that signatures are made with.
    pub const fn as_bytes(&self) -> &[u8; BYTES] {
        &self.0
    }

    /// The signature of a message with this id and body that is sent at this moment, in seconds of the Unix epoch.
    pub fn sign(&self, id: EventId, at: i64, body: &str) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0)
            .unwrap_or_else(|_| unreachable!("HMAC takes keys of every length"));
        mac.update(format!("{id}.{at}.").as_bytes());
        mac.update(body.as_bytes());
        format!("v1,{}", BASE64.encode(mac.finalize().into_bytes()))
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PREFIX}{}", BASE64.encode(self.0))
    }
}

impl fmt::Debug for Secret {
    // A secret in a log line would let its readers forge messages.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}
