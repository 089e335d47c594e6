//! What a move of JU costs on one core: the engine alone, without a store or a network. The games are played at random
//! beforehand, so that only the moves themselves are timed; throughput is told in moves a second.
//!
//! `cargo bench --bench ju` prints first how big snapshots and views get, in bytes, over the same games.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    missing_docs,
    reason = "a benchmark prints its figures and fails by panicking"
)]

use cardpost::engine::{
    any::{AnyMove, Kind},
    card::Card,
    rules::Turn,
    seat::Seat,
    table::Table,
    viewer::Viewer,
};
use divan::{Bencher, black_box, counter::ItemsCount};
use rand::{
    RngExt, SeedableRng,
    rngs::StdRng,
    seq::{IndexedRandom, SliceRandom},
};

fn main() {
    for seats in SEATS {
        print_sizes(seats);
    }
    divan::main();
}

const SEATS: [u8; 4] = [2, 3, 4, 8];

enum Step {
    Shuffled(Vec<Card>),
    Moved(Seat, AnyMove),
}

/// A game to the end, with each table before a move.
struct Game {
    seats: u8,
    steps: Vec<Step>,
    tables: Vec<(Table, Seat)>,
}

fn new_table(seats: u8) -> Table {
    Table::new(&Kind::Ju.default_options(), seats)
}

/// A game in which players pass every third time that they can.
fn random_game(seats: u8) -> Game {
    let mut random = StdRng::seed_from_u64(7);
    let mut table = new_table(seats);
    let (mut steps, mut tables) = (Vec::new(), Vec::new());
    loop {
        match table.turn() {
            Turn::Over => break,
            Turn::Shuffle(mut cards) => {
                cards.shuffle(&mut random);
                table.shuffled(cards.clone()).unwrap();
                steps.push(Step::Shuffled(cards));
            }
            Turn::Seat(seat) => {
                let moves = table.legal_moves(seat).moves;
                let mv = if random.random_bool(0.3) {
                    moves.last()
                } else {
                    moves.choose(&mut random)
                };
                let mv = mv.unwrap();
                tables.push((table.clone(), seat));
                table.play(seat, mv).unwrap();
                steps.push(Step::Moved(seat, mv.clone()));
            }
        }
    }
    Game {
        seats,
        steps,
        tables,
    }
}

fn print_sizes(seats: u8) {
    let tables = random_game(seats).tables;
    let median_and_most = |size: &dyn Fn(&Table, Seat) -> usize| {
        let sizes = tables.iter().map(|(table, seat)| size(table, *seat));
        let mut sizes: Vec<usize> = sizes.collect();
        sizes.sort_unstable();
        (sizes[sizes.len() / 2], sizes[sizes.len() - 1])
    };
    let (snapshot, most) = median_and_most(&|table, _| serde_json::to_vec(table).unwrap().len());
    println!("{seats} players: snapshot {snapshot} bytes (median), {most} (most)");
    let view = |table: &Table, seat| serde_json::to_vec(&table.view(Viewer::Seat(seat))).unwrap();
    let (view, most) = median_and_most(&|table, seat| view(table, seat).len());
    println!("{seats} players: a player's view {view} bytes (median), {most} (most)");
}

/// The rules alone: every move of a game is checked and made.
#[divan::bench(args = SEATS)]
fn play(bencher: Bencher<'_, '_>, seats: u8) {
    let game = random_game(seats);
    bencher
        .counter(ItemsCount::new(game.tables.len()))
        .bench_local(|| {
            let mut table = new_table(game.seats);
            for step in &game.steps {
                match step {
                    Step::Shuffled(cards) => drop(table.shuffled(cards.clone())),
                    Step::Moved(seat, mv) => drop(black_box(table.play(*seat, mv))),
                }
            }
            table
        });
}

/// The list of legal moves with the schemas of the longer plays.
#[divan::bench(args = SEATS)]
fn legal_moves(bencher: Bencher<'_, '_>, seats: u8) {
    let game = random_game(seats);
    bencher
        .counter(ItemsCount::new(game.tables.len()))
        .bench_local(|| {
            for (table, seat) in &game.tables {
                black_box(table.legal_moves(*seat));
            }
        });
}

/// All that a stored move needs of the engine: the snapshot is read, the move made, the new snapshot written and the
/// view of the player built.
#[divan::bench(args = SEATS)]
fn stored_move(bencher: Bencher<'_, '_>, seats: u8) {
    let game = random_game(seats);
    let moves = game.steps.iter().filter_map(|step| match step {
        Step::Shuffled(_) => None,
        Step::Moved(_, mv) => Some(mv),
    });
    let snapshots = game.tables.iter().zip(moves).map(|((table, seat), mv)| {
        let snapshot = serde_json::to_string(table).unwrap();
        (snapshot, *seat, mv)
    });
    let snapshots: Vec<_> = snapshots.collect();
    bencher
        .counter(ItemsCount::new(snapshots.len()))
        .bench_local(|| {
            for (snapshot, seat, mv) in &snapshots {
                let mut table = Table::read(Kind::Ju, snapshot).unwrap();
                black_box(table.play(*seat, mv).unwrap());
                black_box(serde_json::to_string(&table).unwrap());
                black_box(serde_json::to_string(&table.view(Viewer::Seat(*seat))).unwrap());
            }
        });
}
