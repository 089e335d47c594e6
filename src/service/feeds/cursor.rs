//! Positions in the feed of all games of a player.

use std::{collections::BTreeMap, fmt};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

use crate::types::{id::GameId, time::Timestamp};

/// The first byte of an encoded cursor: the version of the encoding.
const FORMAT: u8 = 1;
/// The number of bytes for each game.
const GAME_BYTES: usize = 12;

/// A position in the logs of all games of a player: a number for each log, because there is no order across logs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedCursor {
    /// Games that ended before this moment are no longer included, because their logs have been read to the end.
    pub(in crate::service) ended_since: Timestamp,
    /// The number of the last entry that was read of each game.
    positions: BTreeMap<Tag, u32>,
}

/// The key of a game in a cursor: the random half of its id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Tag(u64);

impl From<GameId> for Tag {
    fn from(game: GameId) -> Self {
        Self(game.uuid().as_u64_pair().1)
    }
}

impl FeedCursor {
    /// Creates a cursor before the first entry of every game.
    pub(in crate::service) const fn new(ended_since: Timestamp) -> Self {
        Self {
            ended_since,
            positions: BTreeMap::new(),
        }
    }

    /// Returns the number of the last entry that was read of a game, or 0.
    pub(in crate::service) fn position(&self, game: GameId) -> u32 {
        self.positions.get(&game.into()).copied().unwrap_or(0)
    }

    /// Sets the number of the last entry that was read of a game.
    pub(in crate::service) fn set_position(&mut self, game: GameId, seq: u32) {
        self.positions.insert(game.into(), seq);
    }

    /// Removes all games except these.
    pub(in crate::service) fn retain(&mut self, games: impl Iterator<Item = GameId>) {
        let positions = std::mem::take(&mut self.positions);
        self.positions = games
            .filter_map(|game| {
                let tag = Tag::from(game);
                Some((tag, *positions.get(&tag)?))
            })
            .collect();
    }

    /// Parses the text form of a cursor, which the `Display` implementation writes.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (&FORMAT, bytes) = bytes.split_first()? else {
            return None;
        };
        let (millis, games) = bytes.split_first_chunk()?;
        let moment = chrono::DateTime::from_timestamp_millis(i64::from_be_bytes(*millis))?;
        let (games, rest) = games.as_chunks::<GAME_BYTES>();
        // The database can't store a moment outside of these years.
        let is_in_range = (1970..10_000).contains(&chrono::Datelike::year(&moment));
        (rest.is_empty() && is_in_range).then(|| Self {
            ended_since: Timestamp::new(moment),
            positions: games.iter().map(read_game).collect(),
        })
    }
}

/// An opaque text in URL-safe Base64.
impl fmt::Display for FeedCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut bytes = Vec::with_capacity(9 + GAME_BYTES * self.positions.len());
        bytes.push(FORMAT);
        bytes.extend(self.ended_since.moment().timestamp_millis().to_be_bytes());
        for (Tag(tag), seq) in &self.positions {
            bytes.extend(tag.to_be_bytes());
            bytes.extend(seq.to_be_bytes());
        }
        f.write_str(&URL_SAFE_NO_PAD.encode(bytes))
    }
}

fn read_game(bytes: &[u8; GAME_BYTES]) -> (Tag, u32) {
    let (mut tag, mut seq) = ([0; 8], [0; 4]);
    tag.copy_from_slice(&bytes[..8]);
    seq.copy_from_slice(&bytes[8..]);
    (Tag(u64::from_be_bytes(tag)), u32::from_be_bytes(seq))
}
