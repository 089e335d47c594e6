//! Self-play: games among bots, in memory, to find out whether games end and what they cost.

use rand::{RngExt, SeedableRng, rngs::StdRng, seq::SliceRandom};

use super::{Bot, standings::Standings};
use crate::engine::{
    any::AnyOptions, card::Card, rules::Turn, score::Outcome, table::Table, viewer::Viewer,
};

/// The games to be played.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The options of the games, which also determine the kind.
    pub options: AnyOptions,
    /// The number of players in each game.
    pub seats: u8,
    /// The bots. They are assigned to the seats in turn, and move on by one seat after each game. Each deal is played
    /// once per bot, so that every bot plays every seat of it.
    pub bots: Vec<Bot>,
    /// The number of games.
    pub games: u32,
    /// The seed of all randomness: the same seed gives the same games.
    pub seed: u64,
    /// The number of moves after which a game is cut short.
    pub max_moves: u32,
}

/// The results of a self-play run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figures {
    /// The number of moves of each game that ended.
    pub moves: Vec<u32>,
    /// The number of games that were cut short.
    pub cut: u32,
    /// The number of rounds scored in all games.
    pub rounds: u64,
    /// The number of shuffles in all games.
    pub shuffles: u64,
    /// The number of games in which a card appeared or disappeared. Any such game shows a bug.
    pub cards_lost: u32,
    /// How often each seat was first, alone or with others.
    pub wins: Vec<u32>,
    /// The results of the bots against each other.
    pub standings: Standings,
    /// The sizes of snapshots in bytes, one of each game, at a random move.
    pub state_bytes: Vec<usize>,
    /// The sizes in bytes of a player's view at the same move.
    pub view_bytes: Vec<usize>,
}

impl Plan {
    /// Returns the bot on each seat of a game.
    fn seating(&self, game: usize) -> Vec<Bot> {
        let bots = self.bots.iter().cycle().skip(game % self.bots.len());
        bots.copied().take(self.seats.into()).collect()
    }
}

/// Plays the games of a plan. Without bots it plays none.
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
    /// The generator for shuffles. The bots have another one, so that the same deals can be played by other bots.
    deals: StdRng,
    choices: StdRng,
}

impl Game<'_> {
    /// Plays to the end. Returns `None` if the game was cut short or a shuffle lost cards.
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
                    // The cards may differ from those before only if they are exactly the shuffled deck.
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
                        // The bot has no legal move, so the game is stuck.
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

/// Returns every card of the table, sorted, read from the record's view.
fn cards_on(table: &Table) -> Vec<Card> {
    fn gather(document: &serde_json::Value, cards: &mut Vec<Card>) {
        match document {
            serde_json::Value::String(text) => cards.extend(text.parse::<Card>().ok()),
            serde_json::Value::Array(items) => items.iter().for_each(|item| gather(item, cards)),
            serde_json::Value::Object(fields) => {
                fields.values().for_each(|field| gather(field, cards));
            }
            serde_json::Value::Null | serde_json::Value::Bool(_) | serde_json::Value::Number(_) => {
            }
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
