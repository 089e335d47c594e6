//! Checking a record: everything that it says must follow from the rest of it, so that no game can be shown that did
//! not happen.
//!
//! The hash chain comes first, over the entries as they stand there, so that nothing is made of an entry that was
//! changed. Then the log is followed with the rules and the seed in hand, and what comes out is held against
//! everything that the record says beside its log. What can't be proven is said, not passed over.

mod fields;
mod fold;
mod full;
mod hashes;
mod origin;
mod report;

use self::full::FullRecord;
pub use self::report::{Check, CheckName, Failure, KeptValues, Report};
use super::MalformedRecord;
use crate::game::Game;

/// Checks a record, and what a player kept of its game against it.
///
/// # Errors
/// When the text is no full record, or one of a game that this program does not know: then nothing can be said of it.
pub fn verify(text: &str, kept: &KeptValues) -> Result<Report, MalformedRecord> {
    let record = FullRecord::read(text)?;
    let mut checks = Vec::new();
    let (game, failure) = match examine(record, kept, &mut checks) {
        Ok(game) => (Some(game), None),
        Err(Stop::Failed(failure)) => (None, Some(failure)),
        Err(Stop::Unknown(error)) => return Err(error),
    };
    Ok(Report {
        verified: failure.is_none(),
        checks,
        failure,
        not_proven: not_proven(game.as_ref(), kept),
    })
}

/// Why checking does not go on.
enum Stop {
    Failed(Failure),
    Unknown(MalformedRecord),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// Makes every check in order, up to the first that fails. Gives the game that the record is one of.
fn examine(
    mut record: FullRecord,
    kept: &KeptValues,
    checks: &mut Vec<Check>,
) -> Result<Game, Stop> {
    let (seats, entries) = (record.names.len(), record.log.len());
    let shape = format!("a full record with {seats} seats and {entries} entries");
    checks.push(Check::new(CheckName::Format, shape));
    let head = hashes::chained(&record.log)?;
    let chain = format!("{entries} entries, each hashed with those before it, lead to {head}");
    checks.push(Check::new(CheckName::Chain, chain));
    if let Some(hash) = kept.head {
        let entry = hashes::find(&record.log, hash)?;
        let found = format!("the hash that you kept is that of entry {entry} of {entries}");
        checks.push(Check::new(CheckName::Head, found));
    }
    let described = origin::same_game(&record)?;
    let kind = origin::kind(&record).map_err(Stop::Unknown)?;
    checks.push(Check::new(CheckName::Game, described));
    checks.push(Check::new(
        CheckName::Commitment,
        origin::committed(&record, kept)?,
    ));
    let log = hashes::entries(kind, std::mem::take(&mut record.log))?;
    let replayed = fold::replay_log(&log, &record.seed)?;
    replayed.report(checks);
    fields::agree(&record, &log, &replayed.game, kept, checks)?;
    Ok(replayed.game)
}

/// What no check of this record can prove.
fn not_proven(game: Option<&Game>, kept: &KeptValues) -> Vec<String> {
    let nobody_added = |game: &Game| game.members.iter().all(|member| member.entropy.is_none());
    let mut sentences = vec![
        "What the players are called: the names are those at the time of the download, and stand in no hash.",
        "When things happened, and who is behind the id of a player: that is what the server says.",
    ];
    if game.is_some_and(nobody_added) {
        sentences.push(
            "That nobody chose the cards: no player added entropy, so the server could draw seeds until it liked one.",
        );
    }
    if kept.head.is_none() {
        sentences.push(
            "That no other log was made in place of this one, with all its hashes: only a hash that a player kept \
             can show that (head).",
        );
    }
    sentences.into_iter().map(str::to_owned).collect()
}
