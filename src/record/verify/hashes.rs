//! The hash chain of a record, and reading its entries once the chain has been checked.

use serde_json::Value;

use super::{
    full::RawEntry,
    report::{CheckName, Failure},
};
use crate::{
    engine::any::Kind,
    game::{
        chain::{self, Hash},
        entry::{ChainedEntry, Entry},
    },
};

/// Checks the hash of every entry. Returns the last hash.
pub(super) fn check_chain(log: &[RawEntry]) -> Result<Hash, Failure> {
    let mut head = Hash::START;
    for (i, RawEntry { entry, hash }) in log.iter().enumerate() {
        let follows = chain::canonical(entry).is_ok_and(|json| head.link(&json) == *hash);
        if !follows {
            return Err(Failure::new(
                CheckName::Chain,
                format!("/log/{i}/hash"),
                "The hash does not match this entry and the hash before it.",
            ));
        }
        head = *hash;
    }
    Ok(head)
}

/// Returns the position of the entry with this hash, from 1.
pub(super) fn find(log: &[RawEntry], kept: Hash) -> Result<usize, Failure> {
    let found = log.iter().position(|entry| entry.hash == kept);
    found.map(|i| i + 1).ok_or_else(|| {
        Failure::new(
            CheckName::Head,
            "/log",
            "No entry has the hash that you kept: the log was changed afterwards.",
        )
    })
}

/// Reads the entries. An entry with an unknown field, or with a value that is not in canonical form, fails.
pub(super) fn entries(kind: Kind, log: Vec<RawEntry>) -> Result<Vec<ChainedEntry>, Failure> {
    let mut previous = Hash::START;
    let mut logged = Vec::with_capacity(log.len());
    for (i, RawEntry { entry, hash }) in log.into_iter().enumerate() {
        let read = read(kind, &entry, previous, hash);
        let entry =
            read.map_err(|detail| Failure::new(CheckName::Log, format!("/log/{i}"), detail))?;
        logged.push(ChainedEntry { entry, hash });
        previous = hash;
    }
    Ok(logged)
}

fn read(kind: Kind, json: &Value, previous: Hash, hash: Hash) -> Result<Entry, String> {
    let entry = Entry::from_value(kind, json).map_err(|error| format!("{error}."))?;
    let canonical = chain::canonical(&entry).map_err(|error| error.to_string())?;
    if previous.link(&canonical) == hash {
        Ok(entry)
    } else {
        Err("The entry has an unknown field, or a value that is not in canonical form.".into())
    }
}
