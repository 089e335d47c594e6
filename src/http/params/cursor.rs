//! Cursors: where the next page of a list begins, as clients are given it and send it back.

use crate::{
    http::problem::Problem,
    service::games::inbox::InboxPlace,
    types::{id::GameId, time::Timestamp},
};

/// A place in a list of games by age.
///
/// # Errors
/// When the cursor is none that was given out.
pub fn lobby(cursor: Option<&str>) -> Result<Option<GameId>, Problem> {
    cursor
        .map(|cursor| cursor.parse().map_err(|_| unknown()))
        .transpose()
}

/// The end of the year 9999, in milliseconds.
const LAST_MOMENT: i64 = 253_402_300_799_999;

/// A place in a player's inbox.
///
/// # Errors
/// When the cursor is none that was given out.
pub fn inbox(cursor: Option<&str>) -> Result<Option<InboxPlace>, Problem> {
    let Some(cursor) = cursor else {
        return Ok(None);
    };
    let place = || {
        let (deadline, rest) = cursor.split_once('.')?;
        let (since, game) = rest.split_once('.')?;
        Some(InboxPlace {
            deadline: match deadline {
                NO_DEADLINE => None,
                millis => Some(moment(millis)?),
            },
            since: moment(since)?,
            game: game.parse().ok()?,
        })
    };
    place().map(Some).ok_or_else(unknown)
}

/// What stands in a cursor for a game without a deadline.
const NO_DEADLINE: &str = "-";

/// A moment in a cursor.
fn moment(millis: &str) -> Option<Timestamp> {
    // The database knows no moment before or after these.
    let millis = millis
        .parse()
        .ok()
        .filter(|millis| (0..=LAST_MOMENT).contains(millis))?;
    chrono::DateTime::from_timestamp_millis(millis).map(Timestamp::new)
}

/// The cursor for a place in a player's inbox.
pub fn write_inbox(place: InboxPlace) -> String {
    let millis = |moment: Timestamp| moment.moment().timestamp_millis().to_string();
    let deadline = place.deadline.map_or_else(|| NO_DEADLINE.into(), millis);
    format!("{deadline}.{}.{}", millis(place.since), place.game)
}

/// A place among the deliveries to a webhook.
///
/// # Errors
/// When the cursor is none that was given out.
pub fn deliveries(cursor: Option<&str>) -> Result<Option<i64>, Problem> {
    cursor
        .map(|cursor| cursor.parse().map_err(|_| unknown()))
        .transpose()
}

pub(in crate::http) fn unknown() -> Problem {
    Problem::invalid("/cursor", "This is no cursor that was given out here.")
}
