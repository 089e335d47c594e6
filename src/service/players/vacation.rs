//! Vacations: times for which a player's clocks stand still, of which there is so much in any year.

use chrono::TimeDelta;

use crate::{
    auth::token::Token,
    game::clock::{self, Pause},
    service::{
        Service,
        error::ServiceError,
        idempotency::{Key, Scope},
    },
    store::{idempotency::IdempotentRequest, outcome::WriteOutcome},
    types::time::Timestamp,
};

/// The longest time that a player can be on vacation in any [`YEAR`].
const ALLOWANCE: TimeDelta = TimeDelta::days(30);
/// The length of time within which the allowance holds, wherever it begins.
const YEAR: TimeDelta = TimeDelta::days(365);
/// How often a vacation is tried again when another one of the same player was begun or ended meanwhile.
const ATTEMPTS: usize = 4;

/// How long somebody wants to be away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Absence {
    /// For so long from now on.
    For(TimeDelta),
    /// Until a moment.
    Until(Timestamp),
}

/// How it stands with a player's vacations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Vacations {
    /// The vacation that they are on.
    pub current: Option<Pause>,
    /// How long one could be that begins as soon as this one ends, or now when there is none.
    pub left: TimeDelta,
}

impl Vacations {
    /// How it stands at a moment, after these vacations.
    fn at(now: Timestamp, taken: &[Pause]) -> Self {
        let current = taken.iter().find(|taken| taken.until > now).copied();
        Self {
            current,
            left: left(current.map_or(now, |current| current.until), taken),
        }
    }
}

/// How much of the year that ends at a moment these vacations took.
fn taken_in_the_year_until(end: Timestamp, taken: &[Pause]) -> TimeDelta {
    clock::paused(end.plus(-YEAR), end, taken)
}

/// How long a vacation can be that begins at `from`, after these.
///
/// No year has more vacation than the one that ends with it: for as long as it lasts, that year gains as much at its
/// end as it can lose at its beginning, and after it no year gains anything. So the vacation is allowed exactly if it
/// leaves that year within the allowance; what it may last is found by halving.
fn left(from: Timestamp, taken: &[Pause]) -> TimeDelta {
    let is_allowed = |millis: i64| {
        let length = TimeDelta::milliseconds(millis);
        length + taken_in_the_year_until(from.plus(length), taken) <= ALLOWANCE
    };
    let (mut allowed, mut too_long) = (0, ALLOWANCE.num_milliseconds() + 1);
    while too_long - allowed > 1 {
        let middle = allowed.midpoint(too_long);
        if is_allowed(middle) {
            allowed = middle;
        } else {
            too_long = middle;
        }
    }
    TimeDelta::milliseconds(allowed)
}

impl Service {
    /// How it stands with the caller's vacations.
    ///
    /// # Errors
    /// When the token is nobody's, or the database fails.
    pub async fn vacations(&self, token: Option<&Token>) -> Result<Vacations, ServiceError> {
        let player = self.identify(token).await?.id;
        let now = self.env.now();
        let taken = self.store.vacations_of(player, now.plus(-YEAR)).await?;
        Ok(Vacations::at(now, &taken))
    }

    /// The caller's clocks stand still from now on.
    ///
    /// # Errors
    /// When the token is nobody's, the caller is on vacation already or would be for too long, a key was used for
    /// another request, or the database fails.
    pub async fn start_vacation(
        &self,
        token: Option<&Token>,
        absence: Absence,
        key: Option<Key<'_>>,
    ) -> Result<Vacations, ServiceError> {
        let player = self.identify(token).await?.id;
        let once = key
            .as_ref()
            .map(|key| self.once(Scope::Player(player), "vacation", key));
        for _ in 0..ATTEMPTS {
            let now = once
                .as_ref()
                .map_or_else(|| self.env.now(), |once| Timestamp::new(once.at));
            let since = now.plus(-YEAR);
            let taken = self.store.vacations_of(player, since).await?;
            if let Some(before) = self.begun_before(once.as_ref(), now, &taken).await? {
                return Ok(before);
            }
            let vacation = vacation(now, absence, &taken)?;
            let known = (&*taken, since);
            let once = once.as_ref();
            let stored = self.store.start_vacation(player, vacation, known, once);
            if stored.await? == WriteOutcome::Yes {
                self.wake_due_worker();
                let taken = [&*taken, &[vacation]].concat();
                return Ok(Vacations::at(now, &taken));
            }
        }
        Err(ServiceError::Unavailable(
            "the vacations of the same player keep changing".into(),
        ))
    }

    /// The vacation that a request began when it came before, though it may have been ended since.
    async fn begun_before(
        &self,
        once: Option<&IdempotentRequest>,
        now: Timestamp,
        taken: &[Pause],
    ) -> Result<Option<Vacations>, ServiceError> {
        let Some(before) = self.before(once).await? else {
            return Ok(None);
        };
        let began = Timestamp::new(before.at);
        let mut begun = taken.iter().filter(|vacation| vacation.from == began);
        Ok(Some(Vacations {
            current: begun.next().copied(),
            ..Vacations::at(now, taken)
        }))
    }

    /// The caller's vacation ends now. Where they are on none, nothing happens.
    ///
    /// # Errors
    /// When the token is nobody's, or the database fails.
    pub async fn end_vacation(&self, token: Option<&Token>) -> Result<(), ServiceError> {
        let player = self.identify(token).await?.id;
        if self.store.end_vacation(player, self.env.now()).await? {
            self.wake_due_worker();
        }
        Ok(())
    }
}

/// The vacation that begins now, if it may.
fn vacation(now: Timestamp, absence: Absence, taken: &[Pause]) -> Result<Pause, ServiceError> {
    let (pointer, until) = match absence {
        Absence::For(length) => ("/days", now.plus(length)),
        Absence::Until(until) => ("/until", until),
    };
    let Vacations { current, left } = Vacations::at(now, taken);
    if let Some(current) = current {
        let detail = format!(
            "You are on vacation until {}: end that vacation before you begin another one.",
            current.until
        );
        return Err(ServiceError::invalid("", detail));
    }
    if until <= now {
        return Err(ServiceError::invalid(
            pointer,
            "A vacation ends later than it begins, which is now.",
        ));
    }
    if until.after(now) > left {
        let detail = format!(
            "You can be on vacation for {} days in any {}: one that begins now can last until {}.",
            ALLOWANCE.num_days(),
            YEAR.num_days(),
            now.plus(left),
        );
        return Err(ServiceError::invalid(pointer, detail));
    }
    Ok(Pause { from: now, until })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(day: i64) -> Timestamp {
        Timestamp::FIRST.plus(TimeDelta::days(20_000 + day))
    }

    fn taken(days: &[(i64, i64)]) -> Vec<Pause> {
        days.iter()
            .map(|&(from, until)| Pause {
                from: day(from),
                until: day(until),
            })
            .collect()
    }

    fn left_on(today: i64, days: &[(i64, i64)]) -> i64 {
        let left = left(day(today), &taken(days));
        assert_eq!(left.num_milliseconds() % 86_400_000, 0, "whole days");
        left.num_days()
    }

    #[test]
    fn a_year_has_thirty_days_of_vacation() {
        assert_eq!(left_on(0, &[]), 30);
        assert_eq!(left_on(10, &[(0, 7)]), 23);
        assert_eq!(left_on(100, &[(0, 7), (50, 70), (90, 93)]), 0);
    }

    #[test]
    fn what_was_taken_longer_than_a_year_ago_counts_no_more() {
        assert_eq!(left_on(372, &[(0, 7)]), 30);
        // Of the seven days three are left in the year that ends on this day, and none in the one that ends with a
        // vacation of thirty.
        assert_eq!(left_on(369, &[(0, 7)]), 30);
        assert_eq!(left_on(330, &[(0, 7)]), 23);
    }

    #[test]
    fn days_that_leave_the_year_while_a_vacation_lasts_can_be_taken_again() {
        // All of the year's were taken a year ago: each day takes the place of one.
        assert_eq!(left_on(365, &[(0, 30)]), 30);
        assert_eq!(left_on(364, &[(0, 30)]), 0);
        // In the year that ends ten days from then there are fifteen of these, and in thirty days none.
        assert_eq!(left_on(360, &[(0, 20)]), 30);
        assert_eq!(left_on(350, &[(0, 20)]), 10);
    }

    #[test]
    fn after_a_vacation_of_the_length_that_is_left_no_year_has_more_than_the_allowance() {
        for today in 0..800 {
            let before = [(-20, -8), (0, 5), (200, 213), (370, 380), (560, 561)];
            let mut before = taken(&before);
            before.retain(|vacation| vacation.until <= day(today));
            let length = left(day(today), &before);
            before.push(Pause {
                from: day(today),
                until: day(today).plus(length),
            });
            let worst = (0..1_200).map(|end| taken_in_the_year_until(day(end), &before));
            assert!(worst.max() <= Some(ALLOWANCE), "day {today}");
        }
    }

    #[test]
    fn a_vacation_is_refused_from_the_first_millisecond_too_many() {
        let before = taken(&[(0, 20)]);
        let until = |length| vacation(day(30), Absence::For(length), &before);
        assert!(until(TimeDelta::days(10)).is_ok());
        assert!(until(TimeDelta::days(10) + TimeDelta::milliseconds(1)).is_err());
        assert!(until(TimeDelta::milliseconds(1)).is_ok());
        assert!(until(TimeDelta::zero()).is_err());
        assert!(vacation(day(30), Absence::Until(day(29)), &before).is_err());
        assert!(vacation(day(19), Absence::For(TimeDelta::days(1)), &before).is_err());
    }

    #[test]
    fn what_is_left_counts_from_the_end_of_the_current_vacation() {
        let taken = taken(&[(0, 20)]);
        let during = Vacations::at(day(5), &taken);
        assert_eq!(during.current, Some(taken[0]));
        assert_eq!(during.left, TimeDelta::days(10));
        assert_eq!(Vacations::at(day(20), &taken).current, None);
    }
}
