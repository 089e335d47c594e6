//! The hash chain over a log. A player who has kept one hash can prove later whether any entry before it was changed.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A hash of the chain.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hash(#[serde(with = "hex::serde")] [u8; 32]);

impl Hash {
    /// The hash before the first entry: 32 zero bytes.
    pub const START: Self = Self([0; 32]);

    /// Returns the hash of the next entry, given its canonical JSON.
    #[must_use]
    pub fn link(&self, canonical: &str) -> Self {
        let hash = Sha256::new().chain_update(self.0).chain_update(canonical);
        Self(hash.finalize().into())
    }

    /// Returns the 32 bytes of the hash.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl From<[u8; 32]> for Hash {
    fn from(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Sixteen random bytes in an entry with hidden content, so that the content can't be guessed from the hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Salt(#[serde(with = "hex::serde")] [u8; 16]);

impl Salt {
    /// Creates a salt from random bytes.
    pub const fn new(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }
}

/// Serializes a value as canonical JSON (RFC 8785), the form that is hashed.
pub fn canonical(value: &impl Serialize) -> Result<String, serde_json::Error> {
    serde_json_canonicalizer::to_string(value)
}
