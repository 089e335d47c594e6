//! Cursors: the positions in lists that clients get as `next_cursor` and send back as `cursor`.

use crate::{
    http::problem::Problem,
    service::games::inbox::InboxKey,
    types::{id::GameId, time::Timestamp},
};

/// Reads the cursor of a list of games that is sorted by age.
pub fn lobby(cursor: Option<&str>) -> Result<Option<GameId>, Problem> {
    cursor
        .map(|cursor| cursor.parse().map_err(|_| invalid()))
        .transpose()
}

/// The end of the year 9999, in milliseconds.
const LAST_MOMENT: i64 = 253_402_300_799_999;

/// Reads the cursor of a player's inbox.
pub fn inbox(cursor: Option<&str>) -> Result<Option<InboxKey>, Problem> {
    let Some(cursor) = cursor else {
        return Ok(None);
    };
    let key = || {
        let (deadline, rest) = cursor.split_once('.')?;
        let (since, game) = rest.split_once('.')?;
        Some(InboxKey {
            deadline: match deadline {
                NO_DEADLINE => None,
                millis => Some(time(millis)?),
            },
            since: time(since)?,
            game: game.parse().ok()?,
        })
    };
    key().map(Some).ok_or_else(invalid)
}

/// Replaces the deadline in the cursor of a game that has none.
const NO_DEADLINE: &str = "-";

/// Reads a time in a cursor, in milliseconds since 1970.
fn time(millis: &str) -> Option<Timestamp> {
    // The database can only compare times in this range.
    let millis = millis
        .parse()
        .ok()
        .filter(|millis| (0..=LAST_MOMENT).contains(millis))?;
    chrono::DateTime::from_timestamp_millis(millis).map(Timestamp::new)
}

/// Writes the cursor of a player's inbox.
pub fn write_inbox(key: InboxKey) -> String {
    let millis = |moment: Timestamp| moment.moment().timestamp_millis().to_string();
    let deadline = key.deadline.map_or_else(|| NO_DEADLINE.into(), millis);
    format!("{deadline}.{}.{}", millis(key.since), key.game)
}

/// Reads the cursor of the deliveries to a webhook.
pub fn deliveries(cursor: Option<&str>) -> Result<Option<i64>, Problem> {
    cursor
        .map(|cursor| cursor.parse().map_err(|_| invalid()))
        .transpose()
}

pub(in crate::http) fn invalid() -> Problem {
    Problem::invalid("/cursor", "This cursor is not valid.")
}
