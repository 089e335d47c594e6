//! Access tokens of players.

use std::{fmt, str::FromStr};

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

/// The prefix of every token, so that a leaked token is recognised as such.
const PREFIX: &str = "cp_";
const BYTES: usize = 32;

/// An access token: 256 random bits, shown to its owner once.
#[derive(Clone, PartialEq, Eq)]
pub struct Token([u8; BYTES]);

/// The SHA-256 hash of a token, the only form in which it is stored. Tokens have 256 random bits, so a slow hash
/// against guessing is not needed.
pub type TokenHash = [u8; 32];

impl Token {
    /// Creates a token from random bytes.
    pub const fn new(random: [u8; BYTES]) -> Self {
        Self(random)
    }

    /// Creates a token for a request with an idempotency key. The token is derived from random bytes that are stored
    /// and from the key, which is not. So the same token can be returned when the request is repeated, but can't be
    /// derived from the database alone.
    pub fn repeatable(random: [u8; BYTES], idempotency_key: &str) -> Self {
        let mut mac = Hmac::<Sha256>::new_from_slice(&random)
            .unwrap_or_else(|_| unreachable!("HMAC takes keys of every length"));
        mac.update(b"cardpost/token/1");
        mac.update(idempotency_key.as_bytes());
        Self(mac.finalize().into_bytes().into())
    }

    /// Returns the hash to store.
    pub fn hash(&self) -> TokenHash {
        Sha256::digest(self.0).into()
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PREFIX}{}", hex::encode(self.0))
    }
}

impl fmt::Debug for Token {
    // Tokens must not appear in logs, where others could read and use them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// A text that is not a token.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a token must be \"{PREFIX}\" and 64 hexadecimal digits")]
pub struct ParseTokenError;

impl FromStr for Token {
    type Err = ParseTokenError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut token = [0; BYTES];
        let digits = text.strip_prefix(PREFIX).ok_or(ParseTokenError)?;
        hex::decode_to_slice(digits, &mut token).map_err(|_| ParseTokenError)?;
        Ok(Self(token))
    }
}
