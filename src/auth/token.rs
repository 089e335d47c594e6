//! The tokens that players are known by.

use std::{fmt, str::FromStr};

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

/// What every token begins with, so that one that was leaked is recognised for what it is.
const PREFIX: &str = "cp_";
const BYTES: usize = 32;

/// A token: 256 random bits, shown to its owner once.
#[derive(Clone, PartialEq, Eq)]
pub struct Token([u8; BYTES]);

/// What is kept of a token. From 256 random bits it can't be guessed back, so that no slow hash is needed.
pub type TokenHash = [u8; 32];

impl Token {
    /// A token of random bytes.
    pub const fn new(random: [u8; BYTES]) -> Self {
        Self(random)
    }

    /// A token for a request that may be repeated: it follows from random bytes that are kept and the key that
    /// its owner keeps, so it can be shown again to them, and not be made by anyone who reads the database.
    pub fn repeatable(random: [u8; BYTES], idempotency_key: &str) -> Self {
        let mut mac = Hmac::<Sha256>::new_from_slice(&random)
            .unwrap_or_else(|_| unreachable!("HMAC takes keys of every length"));
        mac.update(b"cardpost/token/1");
        mac.update(idempotency_key.as_bytes());
        Self(mac.finalize().into_bytes().into())
    }

    /// What is kept of the token.
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
    // A token in a log line would let its readers in.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// A text that is no token.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a token is \"{PREFIX}\" and 64 hexadecimal digits")]
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
