//! The complete records cover every way to end a game and every word of a log, as the types of the program define them.

use std::collections::BTreeSet;

use cardpost::{
    engine::{any::Kind, chance::Seed},
    game::{
        Game,
        entry::{Body, CancelReason},
        shown::ShownBody,
        writer::{EntryStamp, GameWriter},
    },
    record::{NotFinished, Record},
};
use serde_json::Value;
use utoipa::{PartialSchema as _, ToSchema as _};

use super::{
    again::Again,
    complete::WITNESSES,
    endings::{self, Cause, End},
    words,
};

/// Returns the words in the records of a kind.
fn spoken(kind: Kind) -> BTreeSet<words::Word> {
    let mut spoken = BTreeSet::new();
    for witness in WITNESSES
        .iter()
        .filter(|witness| witness.ending.kind == kind)
    {
        let record: Value = serde_json::from_str(&witness.text).unwrap();
        words::spoken(&record["options"], "", &mut spoken);
        for entry in record["log"].as_array().unwrap() {
            words::spoken(&entry["move"], "", &mut spoken);
            words::spoken(&entry["events"], "", &mut spoken);
        }
    }
    spoken
}

#[test]
fn the_records_cover_every_cause_that_can_end_a_game() {
    for &kind in Kind::ALL {
        let (mut causes, mut moves) = (BTreeSet::new(), BTreeSet::new());
        for witness in WITNESSES
            .iter()
            .filter(|witness| witness.ending.kind == kind)
        {
            let again = Again::play(&witness.text);
            let end = End {
                game: &again.game,
                log: &again.log,
            };
            causes.insert(end.cause());
            moves.extend(end.last_type());
        }
        for cause in Cause::ALL {
            assert!(
                causes.contains(&cause) != cause.never_ends(kind).is_some(),
                "{kind} and {cause:?}: {:?}",
                cause.never_ends(kind)
            );
        }
        let never = endings::moves_that_end_nothing(kind);
        let can: BTreeSet<String> = words::moves_of(kind)
            .into_iter()
            .filter(|name| !never.contains(&&**name))
            .collect();
        assert_eq!(moves, can, "{kind}");
    }
}

#[test]
fn the_records_cover_every_word_of_every_kind() {
    for &kind in Kind::ALL {
        let spoken = spoken(kind);
        let missing: Vec<_> = words::of_kind(kind)
            .into_iter()
            .filter(|word| !spoken.contains(word) && !endings::is_chance(word))
            .collect();
        assert!(missing.is_empty(), "{kind} lacks {missing:?}");
    }
}

#[test]
fn the_records_cover_every_part_of_a_log() {
    let mut spoken = BTreeSet::new();
    for witness in &*WITNESSES {
        let record: Value = serde_json::from_str(&witness.text).unwrap();
        for entry in record["log"].as_array().unwrap() {
            words::spoken(entry, "", &mut spoken);
        }
    }
    let mut components = Vec::new();
    ShownBody::schemas(&mut components);
    // A cancelled game has no record, and a flag that is false is left out.
    let never = |(field, value): &words::Word| match value.as_deref() {
        Some("cancelled") => field == "type",
        Some("false") => field == "stand_in" || field == "retired",
        _ => field == "reason",
    };
    let missing: Vec<_> = words::of_schemas([ShownBody::schema()], components)
        .into_iter()
        .filter(|word| !spoken.contains(word) && !never(word) && !endings::is_chance(word))
        .collect();
    assert!(missing.is_empty(), "no record has {missing:?}");
}

#[test]
fn a_cancelled_game_has_no_record() {
    let reasons = {
        use CancelReason::{Abandoned, ByCreator, Deserted, TooLong};
        [ByCreator, Deserted, Abandoned, TooLong]
    };
    for reason in reasons {
        // Fails to compile when a reason is missing in the list above.
        match reason {
            CancelReason::ByCreator
            | CancelReason::Deserted
            | CancelReason::Abandoned
            | CancelReason::TooLong => {}
        }
        let again = Again::play(&WITNESSES[0].text);
        let mut log: Vec<_> = again.log.iter().take(2).cloned().collect();
        let mut game = Game::from_log(&log).unwrap();
        if reason == CancelReason::TooLong {
            let started = again
                .log
                .iter()
                .take_while(|logged| !matches!(logged.entry.body, Body::Move { .. }));
            log = started.cloned().collect();
            game = Game::from_log(&log).unwrap();
        }
        let mut salt = || unreachable!("nothing is hidden in it");
        let at = game.created_at;
        let mut writer = GameWriter::resume(
            game,
            EntryStamp {
                at,
                salt: &mut salt,
            },
        );
        writer.write(Body::Cancelled { reason }).unwrap();
        let (game, written) = writer.finish();
        log.extend(written.into_iter().map(|written| written.logged));
        assert_eq!(Game::from_log(&log).unwrap(), game, "{reason:?}");
        let record = Record::new(&game, &log, Seed::new([0; 32]), Vec::new());
        assert_eq!(record.unwrap_err(), NotFinished, "{reason:?}");
    }
}
