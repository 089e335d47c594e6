//! `cardpost verify`: what a record proves, for people.

use std::path::PathBuf;

use clap::Args;

use super::{Ending, print, read};
use crate::{
    engine::chance::{Commitment, Entropy},
    game::chain::Hash,
    record::verify::{KeptValues, Report, verify},
};

/// The record to check, and the values that it must agree with.
#[derive(Debug, Args)]
pub(super) struct Verify {
    /// The record: a file that was downloaded, or - for standard input
    file: PathBuf,

    /// A hash that you kept: the `head` of the game at any moment
    #[arg(long, value_name = "HASH", value_parser = hash)]
    head: Option<Hash>,

    /// The commitment that you kept
    #[arg(long, value_name = "HEX", value_parser = commitment)]
    commitment: Option<Commitment>,

    /// What you added to the deal
    #[arg(long, value_name = "HEX", value_parser = entropy)]
    entropy: Option<Entropy>,
}

fn bytes(text: &str) -> Result<[u8; 32], String> {
    let mut bytes = [0; 32];
    hex::decode_to_slice(text, &mut bytes)
        .map(|()| bytes)
        .map_err(|_| "64 hexadecimal digits are expected".into())
}

fn hash(text: &str) -> Result<Hash, String> {
    bytes(text).map(Hash::from)
}

fn commitment(text: &str) -> Result<Commitment, String> {
    bytes(text).map(Commitment)
}

fn entropy(text: &str) -> Result<Entropy, String> {
    Entropy::try_from(text.to_owned()).map_err(|error| error.to_string())
}

/// Checks the record and prints what was checked.
pub(super) fn run(options: &Verify) -> Ending {
    let file = options.file.display();
    let text = match read(&options.file) {
        Ok(text) => text,
        Err(error) => return Ending::Wrong(format!("{file} can't be read: {error}")),
    };
    let kept = KeptValues {
        head: options.head,
        commitment: options.commitment,
        entropy: options.entropy.clone(),
    };
    let report = match verify(&text, &kept) {
        Ok(report) => report,
        Err(error) => return Ending::Wrong(format!("{file} is no full record: {error}")),
    };
    match (print(&told(&report)), report.failure) {
        (Ending::Fine, Some(failure)) => Ending::No(format!("{file} is not verified: {failure}")),
        (printed, _) => printed,
    }
}

/// The report as text.
fn told(report: &Report) -> String {
    use std::fmt::Write as _;

    let mut text = String::new();
    // Writing to a text can't fail.
    for check in &report.checks {
        let _ = writeln!(text, "ok  {:<10}  {}", check.check.as_str(), check.detail);
    }
    if let Some(failure) = &report.failure {
        let name = failure.check.as_str();
        let _ = writeln!(
            text,
            "NO  {name:<10}  {}: {}",
            failure.pointer, failure.detail
        );
        text.push_str("\nNot verified.\n");
        return text;
    }
    text.push_str("\nVerified. What this does not prove:\n");
    for sentence in &report.not_proven {
        let _ = writeln!(text, "- {sentence}");
    }
    text
}
