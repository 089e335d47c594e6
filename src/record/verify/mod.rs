//! Verifying a record: everything in it must agree with the rest, so that a game that was not played can't be passed
//! off as one that was.
//!
//! The hash chain is checked first, over the raw entries, so that no changed entry is interpreted. Then the log is
//! replayed with the rules and the seed, and all other fields of the record are compared with the result. The report
//! also lists what can't be proven.

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

/// Checks a record, and compares it with the values that a player kept.
///
/// # Errors
/// When the text is not a full record, or is of a kind or version of the rules that this program does not know.
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

/// The reason to stop checking.
enum Stop {
    Failed(Failure),
    Unknown(MalformedRecord),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// Makes all checks in order, up to the first that fails. Returns the game of the record.
fn examine(
    mut record: FullRecord,
    kept: &KeptValues,
    checks: &mut Vec<Check>,
) -> Result<Game, Stop> {
    let (seats, entries) = (record.names.len(), record.log.len());
    let shape = format!("a full record with {seats} seats and {entries} entries");
    checks.push(Check::new(CheckName::Format, shape));
    let head = hashes::check_chain(&record.log)?;
    let chain = format!("the hashes of all {entries} entries are correct; the last one is {head}");
    checks.push(Check::new(CheckName::Chain, chain));
    if let Some(hash) = kept.head {
        let entry = hashes::find(&record.log, hash)?;
        let found = format!("the hash that you kept belongs to entry {entry} of {entries}");
        checks.push(Check::new(CheckName::Head, found));
    }
    let described = origin::check_game(&record)?;
    let kind = origin::kind(&record).map_err(Stop::Unknown)?;
    checks.push(Check::new(CheckName::Game, described));
    checks.push(Check::new(
        CheckName::Commitment,
        origin::check_commitment(&record, kept)?,
    ));
    let log = hashes::entries(kind, std::mem::take(&mut record.log))?;
    let replayed = fold::replay_log(&log, &record.seed)?;
    replayed.report(checks);
    fields::check_fields(&record, &log, &replayed.game, kept, checks)?;
    Ok(replayed.game)
}

/// Returns what no check of this record can prove, as sentences.
fn not_proven(game: Option<&Game>, kept: &KeptValues) -> Vec<String> {
    let nobody_added = |game: &Game| game.members.iter().all(|member| member.entropy.is_none());
    let mut sentences = vec![
        "The names of the players: they are those at the time of the download, and no hash covers them.",
        "The times, and which person has which player id: for these there is only the word of the server.",
    ];
    if game.is_some_and(nobody_added) {
        sentences.push(
            "That nobody chose the cards: no player added entropy, so the server could have drawn seeds until it liked \
             one.",
        );
    }
    if kept.head.is_none() {
        sentences.push(
            "That the log was not replaced as a whole, with new hashes: only a hash that a player kept can show that \
             (head).",
        );
    }
    sentences.into_iter().map(str::to_owned).collect()
}
