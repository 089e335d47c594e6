//! The hash chain of a record, and its entries once the chain has shown that they are whole.

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

/// Whether each hash is that of its entry and those before. Gives the last one.
pub(super) fn chained(log: &[RawEntry]) -> Result<Hash, Failure> {
    let mut head = Hash::START;
    for (i, RawEntry { entry, hash }) in log.iter().enumerate() {
        let follows = chain::canonical(entry).is_ok_and(|json| head.link(&json) == *hash);
        if !follows {
            return Err(Failure::new(
                CheckName::Chain,
                format!("/log/{i}/hash"),
                "The hash is not the one of this entry and those before it.",
            ));
        }
        head = *hash;
    }
    Ok(head)
}

/// The number of the entry that has this hash, from 1.
pub(super) fn find(log: &[RawEntry], kept: Hash) -> Result<usize, Failure> {
    let found = log.iter().position(|entry| entry.hash == kept);
    found.map(|i| i + 1).ok_or_else(|| {
        Failure::new(
            CheckName::Head,
            "/log",
            "No entry has the hash that you kept: something before it was changed since.",
        )
    })
}

/// The entries as values. One with a field too many, or with a value in another form than the one that is written,
/// is none.
pub(super) fn entries(kind: Kind, log: Vec<RawEntry>) -> Result<Vec<ChainedEntry>, Failure> {
    let mut before = Hash::START;
    let mut logged = Vec::with_capacity(log.len());
    for (i, RawEntry { entry, hash }) in log.into_iter().enumerate() {
        let read = read(kind, &entry, before, hash);
        let entry =
            read.map_err(|detail| Failure::new(CheckName::Log, format!("/log/{i}"), detail))?;
        logged.push(ChainedEntry { entry, hash });
        before = hash;
    }
    Ok(logged)
}

fn read(kind: Kind, json: &Value, before: Hash, hash: Hash) -> Result<Entry, String> {
    let entry = Entry::from_value(kind, json).map_err(|error| format!("{error}."))?;
    let written = chain::canonical(&entry).map_err(|error| error.to_string())?;
    if before.link(&written) == hash {
        Ok(entry)
    } else {
        Err("The entry has a field that none of its type has, or a value in another form.".into())
    }
}
