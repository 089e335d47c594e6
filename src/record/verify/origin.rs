//! Where a game came from: what it was created with, and the seed that was committed to.

use super::{
    full::FullRecord,
    report::{CheckName, Failure, KeptValues},
};
use crate::{engine::any::Kind, record::MalformedRecord, types::id::GameId};

/// Whether the record names the game as the first entry of its log does. Says which game it is.
pub(super) fn same_game(record: &FullRecord) -> Result<String, Failure> {
    let failed = |pointer: &str, detail: &str| Failure::new(CheckName::Game, pointer, detail);
    let first = record
        .log
        .first()
        .map(|first| &first.entry)
        .filter(|entry| entry["type"] == "created")
        .ok_or_else(|| failed("/log/0", "A log begins with the creation of the game."))?;
    let pairs = [
        ("/id", record.field("id"), &first["game"]),
        ("/kind", record.field("kind"), &first["kind"]),
        ("/rules", record.field("rules"), &first["rules"]),
        ("/options", record.field("options"), &first["options"]),
        (
            "/deal/commitment",
            &record.field("deal")["commitment"],
            &first["commitment"],
        ),
    ];
    if let Some((pointer, told, logged)) = pairs.iter().find(|(_, told, logged)| told != logged) {
        let detail = format!("The game was created with {logged}, and this says {told}.");
        return Err(failed(pointer, &detail));
    }
    let text = |name| record.field(name).as_str().unwrap_or_default();
    Ok(format!(
        "{} by version {} of its rules with the options {}, id {}: as it was created",
        text("kind"),
        record.field("rules"),
        record.field("options"),
        text("id"),
    ))
}

/// The kind of the game, if it is one that can be played here by the version of its rules.
pub(super) fn kind(record: &FullRecord) -> Result<Kind, MalformedRecord> {
    let kind = record.field("kind").as_str().unwrap_or_default();
    let kind: Kind = kind
        .parse()
        .map_err(|error| MalformedRecord::new("/kind", error))?;
    let rules = record.field("rules");
    if *rules == kind.about().rules {
        Ok(kind)
    } else {
        let detail = format_args!("{kind} has no version {rules} of its rules here");
        Err(MalformedRecord::new("/rules", detail))
    }
}

/// Whether the seed is the one that the server committed to, and the commitment the one that the player kept.
pub(super) fn committed(record: &FullRecord, kept: &KeptValues) -> Result<String, Failure> {
    let failed = |pointer: &str, detail: &str| Failure::new(CheckName::Commitment, pointer, detail);
    let deal = record.field("deal");
    let id = record.field("id").as_str().unwrap_or_default();
    let game: GameId = id
        .parse()
        .map_err(|_| failed("/id", "This is no id of a game."))?;
    let commitment = record.seed.commitment(game.as_bytes());
    let written = hex::encode(commitment.0);
    if deal["commitment"] != written {
        let detail = "The seed is not the one that was committed to.";
        return Err(failed("/deal/seed", detail));
    }
    if kept.commitment.is_some_and(|kept| kept != commitment) {
        let detail = "The commitment is not the one that you kept.";
        return Err(failed("/deal/commitment", detail));
    }
    Ok(format!(
        "the seed is the one that was committed to before anyone joined: {written}"
    ))
}
