//! Games that bots play among themselves, in memory: to see that a game ends, and what it costs.

use rand::{RngExt, SeedableRng, rngs::StdRng, seq::SliceRandom};

use super::{Bot, standings::Standings};
use crate::engine::{
    any::AnyOptions, card::Card, rules::Turn, score::Outcome, table::Table, viewer::Viewer,
};

/// What is to be played.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The options of the games, and so their kind.
    pub options: AnyOptions,
    /// How many play.
    pub seats: u8,
    /// Who plays: the bots take the seats in turn, and in each game the seats that were their left neighbours' in the
    /// game before. Each deal is played once for each bot, so that every bot has every seat in it.
    pub bots: Vec<Bot>,
    /// How many games.
    pub games: u32,
    /// What all chance follows from: the same seed plays the same games.
    pub seed: u64,
    /// After so many moves a game is cut.
    pub max_moves: u32,
}

/// What was seen while playing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figures {
    /// The moves of each game that ended.
    pub moves: Vec<u32>,
    /// The games that were cut.
    pub cut: u32,
    /// The rounds that were scored, in all games.
    pub rounds: u64,
    /// The shuffles, in all games.
    pub shuffles: u64,
    /// The games in which a card appeared or disappeared. Anything but none is a mistake of the program.
    pub cards_lost: u32,
    /// How often each seat was first, alone or with others.
    pub wins: Vec<u32>,
    /// How the bots did against one another.
    pub standings: Standings,
    /// The sizes of the snapshots, in bytes: one of each game, at a move chosen by chance.
    pub state_bytes: Vec<usize>,
    /// The sizes of what a player sees at that moment, in bytes.
    pub view_bytes: Vec<usize>,
}

impl Plan {
    /// Who sits where in a game.
    fn seating(&self, game: usize) -> Vec<Bot> {
        let bots = self.bots.iter().cycle().skip(game % self.bots.len());
        bots.copied().take(self.seats.into()).collect()
    }
}

/// Plays the games. Without a bot none is played.
pub fn play(plan: &Plan) -> Figures {
    let mut seeds = StdRng::seed_from_u64(plan.seed);
    let better = plan.options.kind().about().better;
    let mut figures = Figures::new(plan);
    let games = if plan.bots.is_empty() { 0 } else { plan.games };
    let mut deal = 0;
    for game in 0..games as usize {
        if game % plan.bots.len() == 0 {
            deal = seeds.random();
        }
        let mut game = Game {
            plan,
            seating: plan.seating(game),
            deals: StdRng::seed_from_u64(deal),
            choices: StdRng::seed_from_u64(seeds.random()),
        };
        if let Some(outcome) = game.play(&mut figures) {
            figures.standings.count(&game.seating, &outcome, better);
        }
    }
    figures
}

impl Figures {
    fn new(plan: &Plan) -> Self {
        Self {
            moves: Vec::new(),
            cut: 0,
            rounds: 0,
            shuffles: 0,
            cards_lost: 0,
            wins: vec![0; plan.seats.into()],
            standings: Standings::new(&plan.bots),
            state_bytes: Vec::new(),
            view_bytes: Vec::new(),
        }
    }
}

/// A game that is being played.
struct Game<'a> {
    plan: &'a Plan,
    seating: Vec<Bot>,
    /// What the shuffles follow from. The bots draw from another generator: the same deals then reach other bots.
    deals: StdRng,
    choices: StdRng,
}

impl Game<'_> {
    /// Plays to the end; `None` where there is none, or where cards were lost.
    fn play(&mut self, figures: &mut Figures) -> Option<Outcome> {
        let mut table = Table::new(&self.plan.options, self.plan.seats);
        let mut moves = 0;
        let mut cards = Vec::new();
        let sampled = self.choices.random_range(0..100);
        loop {
            match table.turn() {
                Turn::Shuffle(mut order) => {
                    order.shuffle(&mut self.deals);
                    let shuffled = table.shuffled(order.clone());
                    // Other cards than before are right only where they are just the deck that was shuffled.
                    let now = cards_on(&table);
                    if shuffled.is_err() || (now != cards && now != sorted(order)) {
                        figures.cards_lost += 1;
                        return None;
                    }
                    cards = now;
                }
                Turn::Seat(seat) => {
                    if moves == self.plan.max_moves {
                        figures.cut += 1;
                        return None;
                    }
                    let view = table.view(Viewer::Seat(seat));
                    if moves == sampled {
                        figures.state_bytes.push(size(&table));
                        figures.view_bytes.push(size(&view));
                    }
                    let bot = self.seating[seat.index()];
                    let mv = bot.choose(seat, &view, &table.legal_moves(seat), &mut self.choices);
                    if mv.is_none_or(|mv| table.play(seat, &mv).is_err()) {
                        // A bot without a legal move: the game is stuck.
                        figures.cut += 1;
                        return None;
                    }
                    moves += 1;
                }
                Turn::Over => break,
            }
        }
        if cards_on(&table) != cards {
            figures.cards_lost += 1;
        }
        figures.moves.push(moves);
        figures.shuffles += u64::from(table.next_shuffle());
        let outcome = table.outcome()?;
        figures.rounds += outcome.rounds.iter().map(Vec::len).max().unwrap_or(0) as u64;
        for (wins, &place) in figures.wins.iter_mut().zip(&outcome.places) {
            *wins += u32::from(place == 1);
        }
        Some(outcome)
    }
}

/// Every card of the table, sorted, as the record's view names them.
fn cards_on(table: &Table) -> Vec<Card> {
    fn gather(document: &serde_json::Value, cards: &mut Vec<Card>) {
        match document {
            serde_json::Value::String(text) => cards.extend(text.parse::<Card>().ok()),
            serde_json::Value::Array(items) => items.iter().for_each(|item| gather(item, cards)),
            serde_json::Value::Object(fields) => {
                fields.values().for_each(|field| gather(field, cards));
            }
            _ => {}
        }
    }
    let mut cards = Vec::new();
    if let Ok(view) = serde_json::to_value(table.view(Viewer::Record)) {
        gather(&view, &mut cards);
    }
    sorted(cards)
}

fn sorted(mut cards: Vec<Card>) -> Vec<Card> {
    cards.sort_unstable();
    cards
}

fn size(value: &impl serde::Serialize) -> usize {
    serde_json::to_string(value).map_or(0, |json| json.len())
}
