//! The origin of a game: the settings that it was created with, and the commitment to its seed.

use super::{
    full::FullRecord,
    report::{CheckName, Failure, KeptValues},
};
use crate::{engine::any::Kind, record::MalformedRecord, types::id::GameId};

/// Checks that the record describes the same game as the first entry of its log. Returns the description.
pub(super) fn check_game(record: &FullRecord) -> Result<String, Failure> {
    let failed = |pointer: &str, detail: &str| Failure::new(CheckName::Game, pointer, detail);
    let first = record
        .log
        .first()
        .map(|first| &first.entry)
        .filter(|entry| entry["type"] == "created")
        .ok_or_else(|| failed("/log/0", "The first entry must be \"created\"."))?;
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
    if let Some((pointer, found, logged)) = pairs.iter().find(|(_, found, logged)| found != logged)
    {
        let detail =
            format!("The first entry of the log has {logged} here, and the record has {found}.");
        return Err(failed(pointer, &detail));
    }
    let text = |name| record.field(name).as_str().unwrap_or_default();
    Ok(format!(
        "{}, rules version {}, options {}, id {}: the same as in the first entry",
        text("kind"),
        record.field("rules"),
        record.field("options"),
        text("id"),
    ))
}

/// Returns the kind of the game, if this program knows it and the version of its rules.
pub(super) fn kind(record: &FullRecord) -> Result<Kind, MalformedRecord> {
    let kind = record.field("kind").as_str().unwrap_or_default();
    let kind: Kind = kind
        .parse()
        .map_err(|error| MalformedRecord::new("/kind", error))?;
    let rules = record.field("rules");
    if *rules == kind.about().rules {
        Ok(kind)
    } else {
        let detail =
            format_args!("this program does not know version {rules} of the rules of {kind}");
        Err(MalformedRecord::new("/rules", detail))
    }
}

/// Checks that the seed matches the commitment, and the commitment the one that the player kept.
pub(super) fn check_commitment(record: &FullRecord, kept: &KeptValues) -> Result<String, Failure> {
    let failed = |pointer: &str, detail: &str| Failure::new(CheckName::Commitment, pointer, detail);
    let deal = record.field("deal");
    let id = record.field("id").as_str().unwrap_or_default();
    let game: GameId = id
        .parse()
        .map_err(|_| failed("/id", "This is not the id of a game."))?;
    let commitment = record.seed.commitment(game.as_bytes());
    let expected = hex::encode(commitment.0);
    if deal["commitment"] != expected {
        let detail = "The seed does not match the commitment.";
        return Err(failed("/deal/seed", detail));
    }
    if kept.commitment.is_some_and(|kept| kept != commitment) {
        let detail = "The commitment is not the one that you kept.";
        return Err(failed("/deal/commitment", detail));
    }
    Ok(format!(
        "the seed matches the commitment in the first entry: {expected}"
    ))
}
