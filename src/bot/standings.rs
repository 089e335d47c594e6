//! Standings: the results of bots against each other.

use std::collections::BTreeSet;

use super::Bot;
use crate::engine::score::{Better, Outcome};

/// The results of games among bots.
///
/// A contest is a game for several players, or, in a kind for one player, a deal that each bot has played alone. In
/// that case the scores are compared as if all had played in one game, and a game without a score is behind all others.
/// A bot wins a contest if no other bot is first. If several bots share the first place, none of them wins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standings {
    /// The number of contests.
    pub contests: u32,
    /// The standing of each bot.
    pub of: Vec<Standing>,
    /// In a kind for one player, the number of bots that play each deal.
    performers: usize,
    /// The bots that have played the current deal so far, with their results.
    performed: Vec<(Bot, Outcome)>,
}

/// The results of one bot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// The bot.
    pub bot: Bot,
    /// The number of contests that it won.
    pub won: u32,
    /// The number of contests in which it shared the first place with another bot.
    pub shared: u32,
    /// The number of seats that it played, in all games.
    pub seats: u32,
    /// The number of seats with a total at the end: all except lost solo performances.
    pub with_total: u32,
    /// The sum of those totals.
    pub points: i64,
}

impl Standings {
    /// Creates empty standings for these bots.
    pub fn new(bots: &[Bot]) -> Self {
        let distinct: BTreeSet<Bot> = bots.iter().copied().collect();
        Self {
            contests: 0,
            of: distinct.into_iter().map(Standing::new).collect(),
            performers: bots.len(),
            performed: Vec::new(),
        }
    }

    /// Counts the outcome of a game. Solo games of one deal must be counted one after the other.
    pub fn count(&mut self, seating: &[Bot], outcome: &Outcome, better: Better) {
        for (&bot, total) in seating.iter().zip(&outcome.totals) {
            if let Some(standing) = self.standing(bot) {
                standing.seats += 1;
                standing.with_total += u32::from(total.is_some());
                standing.points += i64::from(total.unwrap_or(0));
            }
        }
        if let [performer] = seating {
            self.performed.push((*performer, outcome.clone()));
            if self.performed.len() == self.performers {
                let (bots, outcomes): (Vec<_>, Vec<_>) = self.performed.drain(..).unzip();
                let rounds = outcomes.into_iter().flat_map(|outcome| outcome.rounds);
                let together = Outcome::new(rounds.collect(), better, &[]);
                self.decide(&bots, &together.places);
            }
        } else {
            self.decide(seating, &outcome.places);
        }
    }

    fn decide(&mut self, bots: &[Bot], places: &[u8]) {
        let first = std::iter::zip(bots, places).filter(|&(_, &place)| place == 1);
        let first: BTreeSet<Bot> = first.map(|(&bot, _)| bot).collect();
        let is_alone = first.len() == 1;
        self.contests += 1;
        for bot in first {
            if let Some(standing) = self.standing(bot) {
                standing.won += u32::from(is_alone);
                standing.shared += u32::from(!is_alone);
            }
        }
    }

    fn standing(&mut self, bot: Bot) -> Option<&mut Standing> {
        self.of.iter_mut().find(|standing| standing.bot == bot)
    }
}

impl Standing {
    const fn new(bot: Bot) -> Self {
        Self {
            bot,
            won: 0,
            shared: 0,
            seats: 0,
            with_total: 0,
            points: 0,
        }
    }
}
