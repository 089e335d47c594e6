//! Games that bots play among themselves, in memory: to see that a game ends, and what it costs.

use rand::{RngExt, SeedableRng, rngs::StdRng, seq::SliceRandom};

use super::Bot;
use crate::engine::{any::AnyOptions, card::Card, rules::Turn, table::Table, viewer::Viewer};

/// What is to be played.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The options of the games, and so their kind.
    pub options: AnyOptions,
    /// How many play.
    pub seats: u8,
    /// Who plays: the bots take the seats in turn.
    pub bots: Vec<Bot>,
    /// How many games.
    pub games: u32,
    /// What all chance follows from: the same seed plays the same games.
    pub seed: u64,
    /// After so many moves a game is cut.
    pub most_moves: u32,
}

/// What was seen while playing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
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
    /// The sizes of the snapshots, in bytes: one of each game, at a move chosen by chance.
    pub state_bytes: Vec<usize>,
    /// The sizes of what a player sees at that moment, in bytes.
    pub view_bytes: Vec<usize>,
}

/// Plays the games.
pub fn play(plan: &Plan) -> Figures {
    let mut random = StdRng::seed_from_u64(plan.seed);
    let mut figures = Figures {
        wins: vec![0; plan.seats.into()],
        ..Figures::default()
    };
    for _ in 0..plan.games {
        play_one(plan, &mut random, &mut figures);
    }
    figures
}

fn play_one(plan: &Plan, random: &mut StdRng, figures: &mut Figures) {
    let mut table = Table::new(&plan.options, plan.seats);
    let mut moves = 0;
    let mut cards = Vec::new();
    let sampled = random.random_range(0..100);
    let outcome = loop {
        match table.turn() {
            Turn::Shuffle(mut order) => {
                order.shuffle(random);
                let shuffled = table.shuffled(order.clone());
                // Other cards than before are right only where they are just the deck that was shuffled.
                let now = cards_on(&table);
                if shuffled.is_err() || (now != cards && now != sorted(order)) {
                    figures.cards_lost += 1;
                    return;
                }
                cards = now;
            }
            Turn::Seat(seat) => {
                if moves == plan.most_moves {
                    figures.cut += 1;
                    return;
                }
                let view = table.view(Viewer::Seat(seat));
                if moves == sampled {
                    figures.state_bytes.push(size(&table));
                    figures.view_bytes.push(size(&view));
                }
                let bot = plan.bots[seat.index() % plan.bots.len()];
                let mv = bot.choose(seat, &view, &table.legal_moves(seat), random);
                if mv.is_none_or(|mv| table.play(seat, &mv).is_err()) {
                    // A bot without a legal move: the game is stuck.
                    figures.cut += 1;
                    return;
                }
                moves += 1;
            }
            Turn::Over => break table.outcome(),
        }
    };
    if cards_on(&table) != cards {
        figures.cards_lost += 1;
    }
    figures.moves.push(moves);
    figures.shuffles += u64::from(table.next_shuffle());
    if let Some(outcome) = outcome {
        figures.rounds += outcome.rounds.iter().map(Vec::len).max().unwrap_or(0) as u64;
        for (wins, place) in figures.wins.iter_mut().zip(outcome.places) {
            *wins += u32::from(place == 1);
        }
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
