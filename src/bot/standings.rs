//! How bots do against one another.

use std::collections::BTreeSet;

use super::Bot;
use crate::engine::score::{Better, Outcome};

/// The results of games that bots played among themselves.
///
/// A contest is a game of several players. Of a kind for one player it is a deal that each of the bots has played
/// alone: what they scored is compared as if they had sat at one table, where a game without a score is behind every
/// other. A bot wins a contest when nobody but itself is first; where different bots share the first place, neither
/// beats the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standings {
    /// How many contests were decided.
    pub contests: u32,
    /// The standing of each bot that played.
    pub of: Vec<Standing>,
    /// How many play a deal one after the other, of a kind for one player.
    performers: usize,
    /// Those who have played the deal on the table, and how it ended for them.
    performed: Vec<(Bot, Outcome)>,
}

/// The results of one bot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// The bot.
    pub bot: Bot,
    /// The contests that it won.
    pub won: u32,
    /// The contests in which it shared the first place with another bot.
    pub shared: u32,
    /// The seats that it played on, in all games.
    pub seats: u32,
    /// The seats on which it had a total in the end: all of them but for solo performances that were lost.
    pub with_total: u32,
    /// The sum of those totals.
    pub points: i64,
}

impl Standings {
    /// The standings of these bots before they play.
    pub fn new(bots: &[Bot]) -> Self {
        let distinct: BTreeSet<Bot> = bots.iter().copied().collect();
        Self {
            contests: 0,
            of: distinct.into_iter().map(Standing::new).collect(),
            performers: bots.len(),
            performed: Vec::new(),
        }
    }

    /// Counts a game that ended like this for the bots on its seats. Solo games of one deal are counted one after the
    /// other.
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
