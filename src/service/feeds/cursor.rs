//! How far somebody has read in the logs of all their games.

use std::collections::BTreeMap;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

use crate::types::{id::GameId, time::Timestamp};

/// The first byte of a written position: how the rest is to be read.
const FORMAT: u8 = 1;
/// How many bytes a game takes.
const GAME: usize = 12;

/// A position in the logs of all games of a player: a number for each log, since no order joins them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedCursor {
    /// The games that ended before this moment are not in it any more: all of them have been read to the end.
    pub(in crate::service) ended_since: Timestamp,
    /// The last entry that was read of each game.
    read: BTreeMap<Tag, u32>,
}

/// What a game is known by in a position: the random half of its id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Tag(u64);

impl From<GameId> for Tag {
    fn from(game: GameId) -> Self {
        Self(game.uuid().as_u64_pair().1)
    }
}

impl FeedCursor {
    /// Nothing is read yet.
    pub(in crate::service) const fn new(ended_since: Timestamp) -> Self {
        Self {
            ended_since,
            read: BTreeMap::new(),
        }
    }

    /// The last entry of this game's log that was read; 0 when none was.
    pub(in crate::service) fn of(&self, game: GameId) -> u32 {
        self.read.get(&game.into()).copied().unwrap_or(0)
    }

    /// The log of this game was read up to this entry.
    pub(in crate::service) fn set(&mut self, game: GameId, seq: u32) {
        self.read.insert(game.into(), seq);
    }

    /// Forgets all games but these.
    pub(in crate::service) fn keep(&mut self, games: impl Iterator<Item = GameId>) {
        let read = std::mem::take(&mut self.read);
        self.read = games
            .filter_map(|game| {
                let tag = Tag::from(game);
                Some((tag, *read.get(&tag)?))
            })
            .collect();
    }

    /// The position as a text that means nothing to anyone but [`FeedCursor::read`].
    pub fn write(&self) -> String {
        let mut bytes = Vec::with_capacity(9 + GAME * self.read.len());
        bytes.push(FORMAT);
        bytes.extend(self.ended_since.moment().timestamp_millis().to_be_bytes());
        for (Tag(tag), seq) in &self.read {
            bytes.extend(tag.to_be_bytes());
            bytes.extend(seq.to_be_bytes());
        }
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// The position that was written as this text.
    pub fn read(text: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (&FORMAT, bytes) = bytes.split_first()? else {
            return None;
        };
        let (millis, games) = bytes.split_first_chunk()?;
        let moment = chrono::DateTime::from_timestamp_millis(i64::from_be_bytes(*millis))?;
        let (games, rest) = games.as_chunks::<GAME>();
        // The database knows no moment before or after these years.
        let is_in_range = (1970..10_000).contains(&chrono::Datelike::year(&moment));
        (rest.is_empty() && is_in_range).then(|| Self {
            ended_since: Timestamp::new(moment),
            read: games.iter().map(read_game).collect(),
        })
    }
}

fn read_game(bytes: &[u8; GAME]) -> (Tag, u32) {
    let (mut tag, mut seq) = ([0; 8], [0; 4]);
    tag.copy_from_slice(&bytes[..8]);
    seq.copy_from_slice(&bytes[8..]);
    (Tag(u64::from_be_bytes(tag)), u32::from_be_bytes(seq))
}
