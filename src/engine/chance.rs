//! Derives every shuffle of a game from the secret seed and the players' entropy.
//!
//! The algorithm never changes. `docs/RECORDS.md` describes it, so that anyone can repeat the deals of a finished game
//! with a few lines in any language. It uses only SHA-256 and HMAC-SHA-256, because the random number generator of a
//! library might deal other cards in its next version.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::card::Card;

/// The secret seed of a game. The server draws it when the game is created and publishes it when the game is over.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seed(#[serde(with = "hex::serde")] [u8; 32]);

impl Seed {
    /// Creates a seed from 32 random bytes.
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Returns the commitment for the game with this id. It is published before anyone joins, and fixes the seed without
    /// revealing it.
    pub fn commitment(&self, game: [u8; 16]) -> Commitment {
        let hash = Sha256::new()
            .chain_update(b"cardpost/commit/1")
            .chain_update(game)
            .chain_update(self.0);
        Commitment(hash.finalize().into())
    }
}

impl fmt::Debug for Seed {
    // A seed in a log line would reveal the cards of a running game.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(…)")
    }
}

/// The SHA-256 hash that the published seed is checked against.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Commitment(#[serde(with = "hex::serde")] pub [u8; 32]);

/// The bytes that a player adds to the deal, from 1 to 32. The server commits to its seed before it receives the entropy
/// of any player except the creator, who sends it in the request that creates the game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Entropy(Vec<u8>);

impl Entropy {
    /// The maximum number of bytes.
    pub const MAX_BYTES: usize = 32;

    /// Creates entropy from these bytes.
    ///
    /// # Errors
    /// If `bytes` is empty or longer than [`Self::MAX_BYTES`].
    pub fn new(bytes: Vec<u8>) -> Result<Self, ParseEntropyError> {
        if bytes.is_empty() || bytes.len() > Self::MAX_BYTES {
            return Err(ParseEntropyError);
        }
        Ok(Self(bytes))
    }

    /// Returns the bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

/// The error for a text that is not valid entropy.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("entropy is 1 to 32 bytes in hexadecimal: 2 to 64 digits, an even number of them")]
pub struct ParseEntropyError;

impl TryFrom<String> for Entropy {
    type Error = ParseEntropyError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        // Checked before decoding, so that a very long text costs nothing.
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

/// The key from which all shuffles of one game are derived.
#[derive(Clone, PartialEq, Eq)]
pub struct DealKey([u8; 32]);

impl DealKey {
    /// Derives the key of a game from its seed and the entropy of each player, in the order in which they joined.
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

    /// Returns the bytes of the key.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Returns these cards in the order of shuffle number `k` of the game, from 0.
    pub fn shuffle(&self, k: u32, mut cards: Vec<Card>) -> Vec<Card> {
        self.permute("shuffle", k, &mut cards);
        cards
    }

    /// Returns the seating: for each seat, the number of its player in the order of joining, from 0.
    pub fn seating(&self, players: u8) -> Vec<u8> {
        let mut order: Vec<u8> = (0..players).collect();
        self.permute("seating", 0, &mut order);
        order
    }

    /// Shuffles with Fisher–Yates from the back, using a stream of words without modulo bias.
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

/// The stream of 32-bit words for one shuffle: HMAC blocks of a counter.
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

    /// Returns a uniformly distributed number below `choices`. Words from the last whole multiple of `choices` upwards
    /// are rejected, to avoid modulo bias.
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
    // The trait's `new` needs a key of the block's length, and this key is shorter. HMAC accepts any length.
    Hmac::new_from_slice(key).unwrap_or_else(|_| unreachable!("HMAC takes keys of every length"))
}
