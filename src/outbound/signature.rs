//! Signatures of webhook requests, as specified by Standard Webhooks (version 1, symmetric).

use std::fmt;

use base64::{Engine as _, engine::general_purpose::STANDARD as BASE64};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::types::id::EventId;

/// The prefix of every secret, which lets secret scanners recognize a leaked one.
const PREFIX: &str = "whsec_";
const BYTES: usize = 32;

/// A secret that the server shares with the owner of a webhook.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; BYTES]);

impl Secret {
    /// Creates a secret from random bytes.
    pub const fn new(random: [u8; BYTES]) -> Self {
        Self(random)
    }

    /// Returns the key of the signatures.
    pub const fn as_bytes(&self) -> &[u8; BYTES] {
        &self.0
    }

    /// Signs a message that is sent at `at`, in seconds of the Unix epoch.
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
    // With a secret from a log line, anyone could forge messages.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}
