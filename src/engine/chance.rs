//! Chance as a value: from a secret seed and the players' entropy to every shuffle of a game.
//!
//! The algorithm is fixed for ever and described in `docs/RECORDS.md`, so that anyone can deal a finished game
//! again with a few lines in any language. It uses SHA-256 and HMAC-SHA-256 only: no generator of a library, whose
//! next version might deal other cards.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::card::Card;

/// The secret that the server draws when a game is created, and publishes when it is over.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seed(#[serde(with = "hex::serde")] [u8; 32]);

impl Seed {
    /// A seed of these bytes.
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The bytes.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// What is published before anyone joins: it fixes the seed without showing it.
    pub fn commitment(&self, game: [u8; 16]) -> Commitment {
        let hash = Sha256::new()
            .chain_update(b"cardpost/commit/1")
            .chain_update(game)
            .chain_update(self.0);
        Commitment(hash.finalize().into())
    }
}

impl fmt::Debug for Seed {
    // A seed in a log line would give a running game away.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(…)")
    }
}

/// The hash that a seed is later checked against.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Commitment(#[serde(with = "hex::serde")] pub [u8; 32]);

/// What a player adds to the deal: up to 32 bytes. The server has committed to its seed before it learns what anyone
/// adds but the creator, whose entropy comes with the request that makes it commit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Entropy(Vec<u8>);

impl Entropy {
    /// The most bytes that a player may add.
    pub const MAX_BYTES: usize = 32;

    /// Entropy of these bytes.
    ///
    /// # Errors
    /// When there are none, or more than [`Self::MAX_BYTES`].
    pub fn new(bytes: Vec<u8>) -> Result<Self, ParseEntropyError> {
        if bytes.is_empty() || bytes.len() > Self::MAX_BYTES {
            return Err(ParseEntropyError);
        }
        Ok(Self(bytes))
    }

    /// The bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

/// A text that is no entropy.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("entropy is 1 to 32 bytes in hexadecimal: 2 to 64 digits, an even number of them")]
pub struct ParseEntropyError;

impl TryFrom<String> for Entropy {
    type Error = ParseEntropyError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        // Checked first, so that an endless text is not decoded.
        if text.len() > 2 * Self::MAX_BYTES {
            return Err(ParseEntropyError);
        }
        Self::new(hex::decode(text).map_err(|_| ParseEntropyError)?)
    }
}

impl From<Entropy> for String {
    fn from(entropy: Entropy) -> Self {
        hex::encode(entropy.0)
    }
}

/// What all shuffles of one game follow from.
#[derive(Clone, PartialEq, Eq)]
pub struct DealKey([u8; 32]);

impl DealKey {
    /// The key for a game, from its seed and the entropies of the players, in the order in which they joined.
    pub fn new<'a>(
        seed: &Seed,
        game: [u8; 16],
        entropies: impl IntoIterator<Item = Option<&'a Entropy>>,
    ) -> Self {
        let mut mac = mac(&seed.0);
        mac.update(b"cardpost/deal/1");
        mac.update(&game);
        for entropy in entropies {
            let bytes = entropy.map_or(&[][..], Entropy::as_bytes);
            // At most 32 bytes, so the length is one byte.
            mac.update(&[u8::try_from(bytes.len()).unwrap_or(u8::MAX)]);
            mac.update(bytes);
        }
        Self(mac.finalize().into_bytes().into())
    }

    /// The bytes of the key.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Shuffle number `k` of the game (from 0), of these cards.
    pub fn shuffle(&self, k: u32, mut cards: Vec<Card>) -> Vec<Card> {
        self.permute("shuffle", k, &mut cards);
        cards
    }

    /// Who sits where: the element for each seat is the player's number in the order of joining.
    pub fn seating(&self, players: u8) -> Vec<u8> {
        let mut order: Vec<u8> = (0..players).collect();
        self.permute("seating", 0, &mut order);
        order
    }

    /// Fisher–Yates from the back, over a stream of words without modulo bias.
    fn permute<T>(&self, label: &'static str, k: u32, items: &mut [T]) {
        let mut words = Words::new(self, label, k);
        for i in (1..items.len()).rev() {
            // Decks have at most a few hundred cards.
            let choices = u32::try_from(i + 1).unwrap_or(u32::MAX);
            items.swap(i, words.below(choices) as usize);
        }
    }
}

impl fmt::Debug for DealKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DealKey(…)")
    }
}

/// The stream of 32-bit words behind one shuffle: HMAC blocks of a counter.
struct Words<'a> {
    key: &'a DealKey,
    label: &'static str,
    k: u32,
    next_block: u32,
    block: [u8; 32],
    used: usize,
}

impl<'a> Words<'a> {
    fn new(key: &'a DealKey, label: &'static str, k: u32) -> Self {
        let block = [0; 32];
        Self {
            key,
            label,
            k,
            next_block: 0,
            used: block.len(),
            block,
        }
    }

    fn next(&mut self) -> u32 {
        if self.used == self.block.len() {
            let mut mac = mac(&self.key.0);
            mac.update(self.label.as_bytes());
            mac.update(&self.k.to_be_bytes());
            mac.update(&self.next_block.to_be_bytes());
            self.block = mac.finalize().into_bytes().into();
            self.next_block = self.next_block.wrapping_add(1);
            self.used = 0;
        }
        let [a, b, c, d] = [0, 1, 2, 3].map(|byte| self.block[self.used + byte]);
        self.used += 4;
        u32::from_be_bytes([a, b, c, d])
    }

    /// A number below `choices`, each equally likely: words past the last whole multiple are refused.
    fn below(&mut self, choices: u32) -> u32 {
        let whole = (1_u64 << 32) / u64::from(choices) * u64::from(choices);
        loop {
            let word = self.next();
            if u64::from(word) < whole {
                return word % choices;
            }
        }
    }
}

fn mac(key: &[u8; 32]) -> Hmac<Sha256> {
    // The trait's `new` takes a key of the block's length; ours is shorter and any length is fine.
    Hmac::new_from_slice(key).unwrap_or_else(|_| unreachable!("HMAC takes keys of every length"))
}
