//! Replays a game from the rows of its log.

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

/// The state of a replay.
enum State {
    /// No entry has been read.
    Start,
    /// The game after the last entry.
    Playing(Box<Game>),
    /// The replay can't continue after an entry that was reported.
    Failed,
}

/// The replay of a game while its log is read.
pub(super) struct Replay {
    row: RawGame,
    seats: Vec<RawSeat>,
    differences: Differences,
    state: State,
    /// The key of the shuffles, once the players are seated.
    key: Option<DealKey>,
    /// The first player who took a seat.
    creator: Option<PlayerId>,
    /// The number and the stored hash of the last entry.
    seq: i32,
    head: Hash,
    entries: u64,
}

impl Auditor for Replay {
    fn take(&mut self, entries: Vec<RawEntry>) {
        for entry in &entries {
            self.check_entry(entry);
        }
    }
}

impl Replay {
    pub(super) fn new(row: RawGame, seats: Vec<RawSeat>) -> Self {
        Self {
            differences: Differences::new(GameId::new(row.id)),
            row,
            seats,
            state: State::Start,
            key: None,
            creator: None,
            seq: 0,
            head: Hash::START,
            entries: 0,
        }
    }

    /// Compares the result of the replay with the other data stored for the game.
    pub(super) fn finish(mut self) -> Audited {
        let (row, differences) = (&self.row, &mut self.differences);
        differences.compare("games.version", &row.version, &self.seq);
        differences.compare(
            "games.head",
            &hex::encode(&row.head),
            &self.head.to_string(),
        );
        match &self.state {
            State::Start => differences.report("log", "is empty"),
            State::Playing(game) => {
                differences.compare_optional(
                    "games.created_by",
                    Some(&row.created_by),
                    self.creator.map(PlayerId::uuid).as_ref(),
                );
                if game.has_automatic_step() {
                    differences.report("log", "ends before the automatic entries that must follow");
                }
                rows::compare(row, &self.seats, game, differences);
            }
            State::Failed => differences.report(
                "games",
                "can't be compared, because the replay of the log failed",
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

    fn check_entry(&mut self, raw: &RawEntry) {
        self.entries += 1;
        if raw.seq != self.seq + 1 {
            let (expected, found) = (self.seq + 1, raw.seq);
            let description = format!("follows entry {}, so entry {expected} is missing", self.seq);
            self.differences.report(Location::entry(found), description);
        }
        self.seq = raw.seq;
        let hash = self.check_hash(raw);
        let location = Location::entry(raw.seq);
        if let Some(entry) = self.read(raw) {
            if i32::try_from(entry.seq) != Ok(raw.seq) {
                let description = format!("contains the number {}", entry.seq);
                self.differences.report(&location, description);
            }
            let logged = ChainedEntry { entry, hash };
            if let Err(error) = self.apply(&logged) {
                self.fail(&location, format_args!("is not possible here: {error}"));
            }
        }
        self.head = hash;
    }

    /// Checks the hash of an entry, using the stored hash of the previous entry, so that one change is reported once.
    fn check_hash(&mut self, raw: &RawEntry) -> Hash {
        let computed = self.head.link(&raw.entry);
        let location = Location::hash(raw.seq);
        let found = hex::encode(&raw.hash);
        if found != computed.to_string() {
            let description = format!(
                "is {found}, but should be {computed} according to the entry and the previous hash"
            );
            self.differences.report(location, description);
        }
        <[u8; 32]>::try_from(raw.hash.as_slice()).map_or(computed, Hash::from)
    }

    /// Parses an entry, and checks that its JSON is in canonical form.
    fn read(&mut self, raw: &RawEntry) -> Option<Entry> {
        let location = Location::entry(raw.seq);
        let read = Entry::read(self.kind(raw), &raw.entry);
        let entry = match read {
            Ok(entry) => entry,
            Err(error) => {
                self.fail(&location, format_args!("can't be parsed: {error}"));
                return None;
            }
        };
        if chain::canonical(&entry).ok().as_ref() != Some(&raw.entry) {
            self.differences
                .report(&location, "is not in canonical form");
        }
        Some(entry)
    }

    /// Returns the kind of the game, which the first entry contains.
    fn kind(&self, raw: &RawEntry) -> Kind {
        #[derive(Deserialize)]
        struct KindOnly {
            kind: Kind,
        }
        if let State::Playing(game) = &self.state {
            return game.kind();
        }
        match serde_json::from_str(&raw.entry) {
            Ok(KindOnly { kind }) => kind,
            Err(_) => self.row.kind.parse().unwrap_or(Kind::ALL[0]),
        }
    }

    fn apply(&mut self, logged: &ChainedEntry) -> Result<(), FoldError> {
        match &mut self.state {
            State::Start => {
                let game = Game::from_first_entry(logged)?;
                check_salt(&mut self.differences, logged, game.created.seats);
                self.state = State::Playing(Box::new(game));
            }
            State::Playing(game) => {
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
            State::Failed => {}
        }
        Ok(())
    }

    /// Ends the replay. Only the first failure is reported, because it causes the later ones.
    fn fail(&mut self, location: &Location, description: std::fmt::Arguments<'_>) {
        if !matches!(self.state, State::Failed) {
            self.differences.report(location, description);
        }
        self.state = State::Failed;
    }
}

/// A location in a log, for the report.
struct Location(String);

impl Location {
    fn entry(seq: i32) -> Self {
        Self(format!("log entry {seq}"))
    }

    fn hash(seq: i32) -> Self {
        Self(format!("log entry {seq}, hash"))
    }
}

impl std::fmt::Display for Location {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Checks that an entry has a salt exactly if it has hidden contents.
fn check_salt(differences: &mut Differences, logged: &ChainedEntry, seats: u8) {
    let Entry { body, salt, .. } = &logged.entry;
    let description = match (body.hides_something(seats), salt) {
        (true, None) => "has hidden contents but no salt",
        (false, Some(_)) => "has a salt but no hidden contents",
        (true, Some(_)) | (false, None) => return,
    };
    differences.report(format_args!("log entry {}", logged.entry.seq), description);
}

/// Checks that the seats and the order of the cards follow from the seed.
fn check_chance(
    differences: &mut Differences,
    logged: &ChainedEntry,
    game: &Game,
    row: &RawGame,
    key: &mut Option<DealKey>,
) {
    let location = format!("log entry {}", logged.entry.seq);
    match &logged.entry.body {
        Body::Seated { players } => {
            let Ok(seed) = <[u8; 32]>::try_from(row.seed.as_slice()) else {
                return differences.report("games.seed", "is not 32 bytes long");
            };
            let made = game.deal_key(&Seed::new(seed));
            if game.drawn_seats(&made) != *players {
                differences.report(
                    location,
                    "seats the players in an order that does not follow from the seed",
                );
            }
            *key = Some(made);
        }
        Body::Shuffled { number, cards, .. } => {
            if let (Some(key), Some(table)) = (key, &game.table)
                && let Turn::Shuffle(before) = table.turn()
                && key.shuffle(*number, before) != *cards
            {
                differences.report(
                    location,
                    "has an order of cards that does not follow from the seed",
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
