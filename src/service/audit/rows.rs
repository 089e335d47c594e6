//! Compares the rows of a game and its players with the replay of the log.

use std::fmt::{self, Display};

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::difference::Differences;
use crate::{
    engine::{
        chance::{Entropy, Seed},
        table::Table,
    },
    game::{Game, entry::Visibility},
    store::{
        audit::{RawGame, RawSeat},
        games::columns,
    },
    types::time::Timestamp,
};

/// Compares the rows of a game with the result of the replay.
pub(super) fn compare(
    row: &RawGame,
    seats: &[RawSeat],
    game: &Game,
    differences: &mut Differences,
) {
    created(row, game, differences);
    secrets(row, game, differences);
    state(row, game, differences);
    times(row, game, differences);
    members(seats, game, differences);
}

/// Compares the settings of the game.
fn created(row: &RawGame, game: &Game, differences: &mut Differences) {
    let created = &game.created;
    differences.compare("games.id", &row.id, &created.game.uuid());
    differences.compare("games.kind", &&*row.kind, &created.kind.as_str());
    differences.compare("games.rules", &i64::from(row.rules), &created.rules.into());
    if created.rules != created.kind.about().rules {
        let description =
            format_args!("is {}, which is an unknown version", created.rules).to_string();
        differences.report("games.rules", description);
    }
    let options = serde_json::from_str(&row.options)
        .ok()
        .and_then(|json: Value| created.kind.parse_options(&json).ok());
    if options.as_ref() != Some(&created.options) {
        let description = differs(&row.options, &created.options);
        differences.report("games.options", description);
    }
    differences.compare("games.seats", &i64::from(row.seats), &created.seats.into());
    let visibility = columns::visibility_word(created.visibility);
    differences.compare("games.visibility", &&*row.visibility, &visibility);
    let seating = columns::seating_word(created.seating);
    differences.compare("games.seating", &&*row.seating, &seating);
    json(
        "games.clock",
        row.clock.as_deref(),
        created.clock.as_ref(),
        differences,
    );
}

/// Compares the join code, the seed and the commitment.
fn secrets(row: &RawGame, game: &Game, differences: &mut Differences) {
    match (game.created.visibility, &row.join_code) {
        (Visibility::Private, None) => {
            differences.report(
                "games.join_code",
                "is null, but a private game must have one",
            );
        }
        (Visibility::Public, Some(_)) => {
            differences.report("games.join_code", "is set, but a public game has none");
        }
        (Visibility::Private, Some(_)) | (Visibility::Public, None) => {}
    }
    let commitment = hex::encode(game.created.commitment.0);
    differences.compare(
        "games.commitment",
        &hex::encode(&row.commitment),
        &commitment,
    );
    if let Ok(seed) = <[u8; 32]>::try_from(row.seed.as_slice()) {
        let made = Seed::new(seed).commitment(game.id().as_bytes());
        if made != game.created.commitment {
            differences.report("games.seed", "does not match the commitment");
        }
    }
}

/// Compares the state and the result of the game.
fn state(row: &RawGame, game: &Game, differences: &mut Differences) {
    let status = columns::status_word(game.status);
    differences.compare("games.status", &&*row.status, &status);
    differences.compare_optional(
        "games.turn_seat",
        row.turn_seat.as_ref(),
        columns::turn_seat(game).as_ref(),
    );
    snapshot(row.snapshot.as_deref(), game, differences);
    json(
        "games.timing",
        row.timing.as_deref(),
        game.timing.as_ref(),
        differences,
    );
    json(
        "games.result",
        row.result.as_deref(),
        game.result.as_ref(),
        differences,
    );
}

/// Compares a nullable column with JSON.
fn json<T: PartialEq + Serialize + DeserializeOwned>(
    location: &str,
    stored: Option<&str>,
    expected: Option<&T>,
    differences: &mut Differences,
) {
    let found = stored.map(serde_json::from_str).transpose();
    if found.ok().as_ref().map(Option::as_ref) != Some(expected) {
        differences.report(location, differs(stored.unwrap_or("null"), &expected));
    }
}

fn snapshot(stored: Option<&str>, game: &Game, differences: &mut Differences) {
    let table = stored.and_then(|text| Table::read(game.kind(), text).ok());
    // A snapshot that can't be parsed counts as a difference too.
    if table.is_some() == stored.is_some() && table == game.table {
        return;
    }
    let description = differs(stored.unwrap_or("null"), &game.table);
    differences.report("games.snapshot", description);
}

fn times(row: &RawGame, game: &Game, differences: &mut Differences) {
    let moment = Timestamp::moment;
    differences.compare(
        "games.created_at",
        &row.created_at,
        &moment(game.created_at),
    );
    differences.compare(
        "games.turn_since",
        &row.turn_since,
        &moment(game.turn.since),
    );
    differences.compare_optional(
        "games.started_at",
        row.started_at.as_ref(),
        game.started_at.map(moment).as_ref(),
    );
    differences.compare_optional(
        "games.finished_at",
        row.finished_at.as_ref(),
        game.finished_at.map(moment).as_ref(),
    );
}

/// Compares the members in the order of joining, their seats, and their entropy.
fn members(rows: &[RawSeat], game: &Game, differences: &mut Differences) {
    let list = |players: &mut dyn Iterator<Item = uuid::Uuid>| {
        players
            .map(|player| player.to_string())
            .collect::<Vec<_>>()
            .join(", ")
    };
    let found = list(&mut rows.iter().map(|row| row.player_id));
    let expected = list(&mut game.members.iter().map(|member| member.player.uuid()));
    if found != expected {
        differences.compare("seats, in the order of joining,", &found, &expected);
        return;
    }
    for pair in rows.windows(2) {
        if pair[0].joined == pair[1].joined {
            let location = format_args!("seats.joined of {}", pair[1].player_id).to_string();
            differences.report(location, "is also the number of another player");
        }
    }
    for (row, member) in rows.iter().zip(&game.members) {
        let seat = game
            .seated
            .iter()
            .position(|player| *player == member.player);
        let found = row.seat.map(i64::from);
        let expected = seat.and_then(|seat| i64::try_from(seat).ok());
        let location = |column| format!("seats.{column} of {}", row.player_id);
        differences.compare_optional(location("seat"), found.as_ref(), expected.as_ref());
        let found = row.entropy.as_ref().map(hex::encode);
        let expected = member
            .entropy
            .as_ref()
            .map(Entropy::as_bytes)
            .map(hex::encode);
        differences.compare_optional(location("entropy"), found.as_ref(), expected.as_ref());
        let location = format!("players.bot of {}", row.player_id);
        differences.compare_optional(location, row.bot.as_ref(), member.bot.as_ref());
    }
}

/// Describes the difference between a JSON text and the expected value.
fn differs(found: &str, expected: &impl Serialize) -> String {
    let (Ok(found), Ok(expected)) = (
        serde_json::from_str::<Value>(found),
        serde_json::to_value(expected),
    ) else {
        return "is not valid JSON".into();
    };
    match first_difference(String::new(), &found, &expected) {
        Some((location, found, expected)) => {
            let (found, expected) = (Truncated(found), Truncated(expected));
            format!("has {found} at {location}, but should have {expected} according to the log")
        }
        None => "can't be parsed".into(),
    }
}

/// Returns the first location at which two documents differ, as a JSON pointer, and the two values.
fn first_difference<'a>(
    location: String,
    found: &'a Value,
    expected: &'a Value,
) -> Option<(String, &'a Value, &'a Value)> {
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => {
            let names = expected.keys().chain(found.keys());
            names.into_iter().find_map(|name| {
                let (found, expected) = (found.get(name), expected.get(name));
                let (found, expected) = (
                    found.unwrap_or(&Value::Null),
                    expected.unwrap_or(&Value::Null),
                );
                first_difference(format!("{location}/{name}"), found, expected)
            })
        }
        (Value::Array(found), Value::Array(expected)) if found.len() == expected.len() => {
            let pairs = found.iter().zip(expected).enumerate();
            pairs.into_iter().find_map(|(i, (found, expected))| {
                first_difference(format!("{location}/{i}"), found, expected)
            })
        }
        _ if found == expected => None,
        _ => Some((
            if location.is_empty() {
                "/".into()
            } else {
                location
            },
            found,
            expected,
        )),
    }
}

/// A JSON document, truncated for display.
struct Truncated<'a>(&'a Value);

impl Display for Truncated<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MAX_CHARS: usize = 120;
        let text = self.0.to_string();
        match text.char_indices().nth(MAX_CHARS) {
            Some((end, _)) => write!(f, "{}…", &text[..end]),
            None => f.write_str(&text),
        }
    }
}
