//! Playing a game again from the rows of its log.

use serde::Deserialize;

use super::{Audited, difference::Differences, rows};
use crate::{
    engine::{
        any::Kind,
        chance::{DealKey, Seed},
        rules::Turn,
    },
    game::{
        Game,
        chain::{self, Hash},
        entry::{Body, ChainedEntry, Entry},
        fold::FoldError,
    },
    store::audit::{Auditor, RawEntry, RawGame, RawSeat},
    types::id::{GameId, PlayerId},
};

/// How far the log could be played again.
enum GameWriter {
    /// Not begun.
    Before,
    /// So far.
    At(Box<Game>),
    /// Not past an entry that was told of.
    Lost,
}

/// A game that is played again from its log, as it is read.
pub(super) struct Replay {
    row: RawGame,
    seats: Vec<RawSeat>,
    differences: Differences,
    writer: GameWriter,
    /// What the shuffles follow from, once everyone has joined.
    key: Option<DealKey>,
    /// The first who took a seat.
    creator: Option<PlayerId>,
    /// The position and the stored hash of the last entry.
    seq: i32,
    head: Hash,
    entries: u64,
}

impl Auditor for Replay {
    fn take(&mut self, entries: Vec<RawEntry>) {
        for entry in &entries {
            self.entry(entry);
        }
    }
}

impl Replay {
    pub(super) fn new(row: RawGame, seats: Vec<RawSeat>) -> Self {
        Self {
            differences: Differences::of(GameId::new(row.id)),
            row,
            seats,
            writer: GameWriter::Before,
            key: None,
            creator: None,
            seq: 0,
            head: Hash::START,
            entries: 0,
        }
    }

    /// Compares what the log came to with what stands beside it.
    pub(super) fn end(mut self) -> Audited {
        let (row, differences) = (&self.row, &mut self.differences);
        differences.compare("games.version", &row.version, &self.seq);
        differences.compare(
            "games.head",
            &hex::encode(&row.head),
            &self.head.to_string(),
        );
        match &self.writer {
            GameWriter::Before => differences.tell("log", "is empty"),
            GameWriter::At(game) => {
                differences.compare_optional(
                    "games.created_by",
                    Some(&row.created_by),
                    self.creator.map(PlayerId::uuid).as_ref(),
                );
                if game.has_automatic_step() {
                    differences.tell("log", "stops before what follows by itself");
                }
                rows::compare(row, &self.seats, game, differences);
            }
            GameWriter::Lost => differences.tell(
                "games",
                "can't be compared any further: the log can't be played to its end",
            ),
        }
        let (differences, more) = self.differences.into_parts();
        Audited {
            game: GameId::new(self.row.id),
            entries: self.entries,
            differences,
            more,
        }
    }

    fn entry(&mut self, raw: &RawEntry) {
        self.entries += 1;
        if raw.seq != self.seq + 1 {
            let (expected, found) = (self.seq + 1, raw.seq);
            let told = format!("stands where entry {expected} should: entries are missing");
            self.differences.tell(Place::entry(found), told);
        }
        self.seq = raw.seq;
        let hash = self.hash(raw);
        let place = Place::entry(raw.seq);
        if let Some(entry) = self.read(raw) {
            if i32::try_from(entry.seq) != Ok(raw.seq) {
                let told = format!("says that it is entry {}", entry.seq);
                self.differences.tell(&place, told);
            }
            let logged = ChainedEntry { entry, hash };
            if let Err(error) = self.go_on(&logged) {
                self.lose(&place, format_args!("can't follow: {error}"));
            }
        }
        self.head = hash;
    }

    /// Checks a hash against its entry and the hash before it as that is stored, so that one change is told once.
    fn hash(&mut self, raw: &RawEntry) -> Hash {
        let made = self.head.link(&raw.entry);
        let place = Place::hash(raw.seq);
        let found = hex::encode(&raw.hash);
        if found != made.to_string() {
            let told = format!("is {found}, and {made} follows from the entry and the hash before");
            self.differences.tell(place, told);
        }
        <[u8; 32]>::try_from(raw.hash.as_slice()).map_or(made, Hash::from)
    }

    /// Reads an entry, which must be written in the one way that entries are written in.
    fn read(&mut self, raw: &RawEntry) -> Option<Entry> {
        let place = Place::entry(raw.seq);
        let read = Entry::read(self.kind(raw), &raw.entry);
        let entry = match read {
            Ok(entry) => entry,
            Err(error) => {
                self.lose(&place, format_args!("can't be read: {error}"));
                return None;
            }
        };
        if chain::canonical(&entry).ok().as_ref() != Some(&raw.entry) {
            self.differences
                .tell(&place, "is not written in canonical form");
        }
        Some(entry)
    }

    /// The kind of the game, which the first entry tells.
    fn kind(&self, raw: &RawEntry) -> Kind {
        #[derive(Deserialize)]
        struct OfKind {
            kind: Kind,
        }
        if let GameWriter::At(game) = &self.writer {
            return game.kind();
        }
        match serde_json::from_str(&raw.entry) {
            Ok(OfKind { kind }) => kind,
            Err(_) => self.row.kind.parse().unwrap_or(Kind::ALL[0]),
        }
    }

    fn go_on(&mut self, logged: &ChainedEntry) -> Result<(), FoldError> {
        match &mut self.writer {
            GameWriter::Before => {
                let game = Game::from_first_entry(logged)?;
                check_salt(&mut self.differences, logged, game.created.seats);
                self.writer = GameWriter::At(Box::new(game));
            }
            GameWriter::At(game) => {
                check_salt(&mut self.differences, logged, game.seats());
                check_chance(
                    &mut self.differences,
                    logged,
                    game,
                    &self.row,
                    &mut self.key,
                );
                game.apply(logged)?;
                self.creator = self.creator.or(game.host());
            }
            GameWriter::Lost => {}
        }
        Ok(())
    }

    /// From this entry on the log can't be played. Told of the first one only: the others follow from it.
    fn lose(&mut self, place: &Place, told: std::fmt::Arguments<'_>) {
        if !matches!(self.writer, GameWriter::Lost) {
            self.differences.tell(place, told);
        }
        self.writer = GameWriter::Lost;
    }
}

/// A place in a log.
struct Place(String);

impl Place {
    fn entry(seq: i32) -> Self {
        Self(format!("log entry {seq}"))
    }

    fn hash(seq: i32) -> Self {
        Self(format!("log entry {seq}, hash"))
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// An entry is salted exactly if it hides something from somebody.
fn check_salt(differences: &mut Differences, logged: &ChainedEntry, seats: u8) {
    let Entry { body, salt, .. } = &logged.entry;
    let told = match (body.hides_something(seats), salt) {
        (true, None) => "hides something and has no salt",
        (false, Some(_)) => "hides nothing and has a salt",
        (true, Some(_)) | (false, None) => return,
    };
    differences.tell(format_args!("log entry {}", logged.entry.seq), told);
}

/// Who sits where, and the order of the cards, must follow from the seed.
fn check_chance(
    differences: &mut Differences,
    logged: &ChainedEntry,
    game: &Game,
    row: &RawGame,
    key: &mut Option<DealKey>,
) {
    let place = format!("log entry {}", logged.entry.seq);
    match &logged.entry.body {
        Body::Seated { players } => {
            let Ok(seed) = <[u8; 32]>::try_from(row.seed.as_slice()) else {
                return differences.tell("games.seed", "is not 32 bytes long");
            };
            let made = game.deal_key(&Seed::new(seed));
            if game.drawn_seats(&made) != *players {
                differences.tell(
                    place,
                    "seats the players otherwise than follows from the seed",
                );
            }
            *key = Some(made);
        }
        Body::Shuffled { number, cards, .. } => {
            if let (Some(key), Some(table)) = (key, &game.table)
                && let Turn::Shuffle(before) = table.turn()
                && key.shuffle(*number, before) != *cards
            {
                differences.tell(
                    place,
                    "shuffles the cards otherwise than follows from the seed",
                );
            }
        }
        Body::Created(_)
        | Body::Joined { .. }
        | Body::Left { .. }
        | Body::Move { .. }
        | Body::TimedOut { .. }
        | Body::Resigned { .. }
        | Body::Finished { .. }
        | Body::Cancelled { .. } => {}
    }
}
