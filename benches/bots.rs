//! How long a bot takes to choose, over the positions of games that it plays with itself. Each sample is one position,
//! so that the median is that of positions and the slowest is a bound that was seen.
#![allow(
    missing_docs,
    clippy::expect_used,
    reason = "a bench is no library, and fails by panicking"
)]

use cardpost::{
    bot::Bot,
    engine::{
        any::{AnyMove, AnyView, Kind},
        rules::{LegalMoves, Turn},
        seat::Seat,
        table::Table,
        viewer::Viewer,
    },
};
use divan::{Bencher, black_box};
use rand::{SeedableRng, rngs::StdRng, seq::SliceRandom};

fn main() {
    divan::main();
}

const POSITIONS: u32 = 1000;

/// All that a bot is shown.
#[derive(Clone)]
struct Position {
    seat: Seat,
    view: AnyView,
    legal: LegalMoves<AnyMove>,
}

/// Positions of games of a kind, with each number of players.
fn positions(kind: Kind) -> Vec<Position> {
    let mut random = StdRng::seed_from_u64(1);
    let mut positions = Vec::new();
    let numbers: Vec<u8> = kind.about().players.collect();
    for &seats in numbers.iter().cycle() {
        let mut table = Table::new(&kind.default_options(), seats);
        loop {
            match table.turn() {
                Turn::Shuffle(mut cards) => {
                    cards.shuffle(&mut random);
                    table
                        .shuffled(cards)
                        .expect("the cards that were asked for");
                }
                Turn::Seat(seat) => {
                    let view = table.view(Viewer::Seat(seat));
                    let legal = table.legal_moves(seat);
                    let mv = Bot::Steady.choose(seat, &view, &legal, &mut random);
                    table
                        .play(seat, &mv.expect("a move"))
                        .expect("a legal move");
                    positions.push(Position { seat, view, legal });
                }
                Turn::Over => break,
            }
        }
        if positions.len() >= POSITIONS as usize * 10 {
            break;
        }
    }
    positions.shuffle(&mut random);
    positions
}

#[divan::bench(args = Kind::ALL, sample_count = POSITIONS, sample_size = 1)]
fn steady(bencher: Bencher<'_, '_>, kind: Kind) {
    let positions = positions(kind);
    let mut next = positions.iter().cycle();
    let mut random = StdRng::seed_from_u64(2);
    bencher
        .with_inputs(|| next.next().expect("a position").clone())
        .bench_local_values(|Position { seat, view, legal }| {
            Bot::Steady.choose(seat, black_box(&view), black_box(&legal), &mut random)
        });
}
