//! The report of a self-play run, as text for people.

use std::{fmt, time::Duration};

use super::{
    selfplay::{Figures, Plan},
    standings::{Standing, Standings},
};

/// The plan, the figures and the duration of a self-play run.
#[derive(Debug, Clone, Copy)]
pub struct Report<'a> {
    /// The plan of the run.
    pub plan: &'a Plan,
    /// The results.
    pub figures: &'a Figures,
    /// The duration of the run.
    pub took: Duration,
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            plan,
            figures,
            took,
        } = *self;
        let moves: Vec<usize> = figures.moves.iter().map(|&moves| moves as usize).collect();
        let all: usize = moves.iter().sum();
        let wins: Vec<String> = figures.wins.iter().map(u32::to_string).collect();
        #[allow(clippy::cast_precision_loss, reason = "a figure for people")]
        let rate = all as f64 / took.as_secs_f64().max(1e-9);
        let (kind, seats) = (plan.options.kind(), plan.seats);
        writeln!(f, "{kind}, {seats} players: {} games", plan.games)?;
        let mut line = |name: &str, value: &dyn fmt::Display| writeln!(f, "  {name:26}  {value}");
        line("ended", &figures.moves.len())?;
        line("cut", &figures.cut)?;
        line("with lost or doubled cards", &figures.cards_lost)?;
        line("moves", &all)?;
        line(
            "moves a game",
            &format_args!("{}  (least / median / most)", spread(&moves)),
        )?;
        line("rounds", &figures.rounds)?;
        line("shuffles", &figures.shuffles)?;
        line("first places by seat", &wins.join(" "))?;
        line("snapshot, bytes", &spread(&figures.state_bytes))?;
        line("a player's view, bytes", &spread(&figures.view_bytes))?;
        line("moves a second", &format_args!("{rate:.0}"))?;
        let Standings { contests, of, .. } = &figures.standings;
        of.iter().try_for_each(|standing| {
            line(
                &format!("won by {}", standing.bot),
                &InWords {
                    standing,
                    contests: *contests,
                },
            )
        })
    }
}

fn spread(values: &[usize]) -> String {
    let mut values = values.to_vec();
    values.sort_unstable();
    match (values.first(), values.get(values.len() / 2), values.last()) {
        (Some(least), Some(median), Some(most)) => format!("{least} / {median} / {most}"),
        _ => "none".into(),
    }
}

/// The results of a bot, with the number of contests.
struct InWords<'a> {
    standing: &'a Standing,
    contests: u32,
}

impl fmt::Display for InWords<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Standing {
            won,
            shared,
            seats,
            with_total,
            points,
            ..
        } = self.standing;
        let share = 100.0 * f64::from(*won) / f64::from(self.contests.max(1));
        write!(
            f,
            "{won} of {} ({share:.1} %), first with others {shared}",
            self.contests
        )?;
        #[allow(clippy::cast_precision_loss, reason = "a figure for people")]
        let mean = *points as f64 / f64::from((*with_total).max(1));
        write!(
            f,
            "; with a total {with_total} of {seats}, on average {mean:.1}"
        )
    }
}
