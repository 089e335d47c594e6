//! Vacations: times for which a player's clocks are paused, up to a maximum in any year.

use chrono::TimeDelta;

use crate::{
    auth::token::Token,
    game::clock::{self, Pause},
    service::{
        Service,
        error::{Field, ServiceError},
        idempotency::{KeyedRequest, Scope},
    },
    store::outcome::WriteOutcome,
    types::{id::PlayerId, time::Timestamp},
};

/// The longest time that a player can be on vacation in any [`YEAR`].
const ALLOWANCE: TimeDelta = TimeDelta::days(30);
/// The period in which the allowance applies. It can begin at any moment.
const YEAR: TimeDelta = TimeDelta::days(365);

/// The wanted end of a vacation that begins now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Absence {
    /// So long after now.
    For(TimeDelta),
    /// At this moment.
    Until(Timestamp),
}

/// A player's current vacation, and how much they have left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Vacations {
    /// The current vacation.
    pub current: Option<Pause>,
    /// The longest possible length of a vacation that begins at the end of the current one, or now if there is none.
    pub left: TimeDelta,
}

impl Vacations {
    /// The state at `now`, after the vacations in `taken`.
    fn at(now: Timestamp, taken: &[Pause]) -> Self {
        let current = taken.iter().find(|taken| taken.until > now).copied();
        Self {
            current,
            left: left(current.map_or(now, |current| current.until), taken),
        }
    }
}

/// The vacation time in the year that ends at `end`.
fn taken_in_the_year_until(end: Timestamp, taken: &[Pause]) -> TimeDelta {
    clock::paused(end.plus(-YEAR), end, taken)
}

/// The longest possible length of a vacation that begins at `from`, after the vacations in `taken`.
///
/// No year has more vacation time than the year that ends with the new vacation. During the vacation, the year that
/// ends at each moment gains as much at its end as it can lose at its beginning; after the vacation, it gains nothing.
/// So the vacation is allowed exactly if that one year stays within the allowance. The longest length is found by
/// bisection.
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
    /// Returns the caller's current vacation, and how much they have left.
    pub async fn vacations(&self, token: Option<&Token>) -> Result<Vacations, ServiceError> {
        let player = self.identify(token).await?.id;
        let now = self.env.now();
        let taken = self.taken_in_the_last_year(player, now).await?;
        Ok(Vacations::at(now, &taken))
    }

    /// Starts a vacation of the caller, which begins now.
    pub async fn start_vacation(
        &self,
        token: Option<&Token>,
        absence: Absence,
        keyed: Option<KeyedRequest<'_>>,
    ) -> Result<Vacations, ServiceError> {
        let player = self.identify(token).await?.id;
        self.idempotent(
            Scope::Player(player),
            "vacation",
            keyed.as_ref(),
            async |request| {
                // A repetition finds the vacation by the time that is stored with the key.
                let now = request.map(|request| Timestamp::new(request.at));
                let now = now.unwrap_or_else(|| self.env.now());
                let taken = self.taken_in_the_last_year(player, now).await?;
                let vacation = vacation(now, absence, &taken)?;
                let known = (&*taken, now.plus(-YEAR));
                let outcome = self
                    .store
                    .start_vacation(player, vacation, known, request)
                    .await?;
                Ok((outcome == WriteOutcome::Yes).then(|| {
                    self.wake_due_worker();
                    Vacations::at(now, &[&*taken, &[vacation]].concat())
                }))
            },
            async |previous| {
                // The vacation may have ended since, and then still counts as the current one here.
                let (now, began) = (self.env.now(), Timestamp::new(previous.at));
                let taken = self.taken_in_the_last_year(player, now).await?;
                let mut started = taken.iter().filter(|vacation| vacation.from == began);
                Ok(Vacations {
                    current: started.next().copied(),
                    ..Vacations::at(now, &taken)
                })
            },
        )
        .await
    }

    /// Ends the caller's current vacation now. Does nothing when there is none.
    pub async fn end_vacation(&self, token: Option<&Token>) -> Result<(), ServiceError> {
        let player = self.identify(token).await?.id;
        if self.store.end_vacation(player, self.env.now()).await? {
            self.wake_due_worker();
        }
        Ok(())
    }

    async fn taken_in_the_last_year(
        &self,
        player: PlayerId,
        now: Timestamp,
    ) -> Result<Vec<Pause>, ServiceError> {
        Ok(self.store.vacations_of(player, now.plus(-YEAR)).await?)
    }
}

/// The vacation that begins at `now`, if it is allowed after the vacations in `taken`.
fn vacation(now: Timestamp, absence: Absence, taken: &[Pause]) -> Result<Pause, ServiceError> {
    let (field, until) = match absence {
        Absence::For(length) => (Field::VacationLength, now.plus(length)),
        Absence::Until(until) => (Field::VacationEnd, until),
    };
    let Vacations { current, left } = Vacations::at(now, taken);
    if let Some(current) = current {
        let detail = format!(
            "You are on vacation until {}. End that vacation before you start another.",
            current.until
        );
        return Err(ServiceError::invalid(Field::Request, detail));
    }
    if until <= now {
        let detail = "A vacation begins now, so its end must be in the future.";
        return Err(ServiceError::invalid(field, detail));
    }
    if until.after(now) > left {
        let detail = format!(
            "You can be on vacation for at most {} days in any {} days. A vacation that begins now can last until {}.",
            ALLOWANCE.num_days(),
            YEAR.num_days(),
            now.plus(left),
        );
        return Err(ServiceError::invalid(field, detail));
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
    fn vacations_of_more_than_a_year_ago_do_not_count() {
        assert_eq!(left_on(372, &[(0, 7)]), 30);
        // Three of the seven days are in the year that ends on this day, and none in the year that ends with a vacation
        // of thirty days.
        assert_eq!(left_on(369, &[(0, 7)]), 30);
        assert_eq!(left_on(330, &[(0, 7)]), 23);
    }

    #[test]
    fn days_that_leave_the_year_while_a_vacation_lasts_can_be_taken_again() {
        // The whole allowance was taken a year ago: each new day replaces one of those.
        assert_eq!(left_on(365, &[(0, 30)]), 30);
        assert_eq!(left_on(364, &[(0, 30)]), 0);
        // The year that ends ten days later still has fifteen of the twenty days, and the year that ends thirty days
        // later has none.
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
    fn the_rest_is_counted_from_the_end_of_the_current_vacation() {
        let taken = taken(&[(0, 20)]);
        let during = Vacations::at(day(5), &taken);
        assert_eq!(during.current, Some(taken[0]));
        assert_eq!(during.left, TimeDelta::days(10));
        assert_eq!(Vacations::at(day(20), &taken).current, None);
    }
}
