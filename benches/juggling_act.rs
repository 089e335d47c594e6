//! What a move of Juggling Act and of its solo performance costs: one core, no store, no network.
//!
//! `cargo bench --bench juggling_act` prints first how big snapshots and views get, in bytes, over the same games.

#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    missing_docs,
    reason = "a benchmark fails by panicking"
)]

use cardpost::engine::{
    any::{AnyMove, Kind},
    card::Card,
    rules::Turn,
    seat::Seat,
    table::Table,
    viewer::Viewer,
};
use divan::{Bencher, counter::ItemsCount};
use rand::{
    RngExt, SeedableRng,
    rngs::StdRng,
    seq::{IndexedRandom, SliceRandom},
};

fn main() {
    for (kind, seats) in TABLES {
        print_sizes(kind, seats);
    }
    divan::main();
}

const TABLES: [(Kind, u8); 4] = [
    (Kind::JugglingAct, 2),
    (Kind::JugglingAct, 3),
    (Kind::JugglingAct, 4),
    (Kind::JugglingActSolo, 1),
];

/// One step of a game.
enum Step {
    Shuffle(Vec<Card>),
    Move(Seat, AnyMove),
}

fn new_table(kind: Kind, seats: u8) -> Table {
    Table::new(&kind.default_options(), seats)
}

fn make(table: &mut Table, step: &Step) {
    match step {
        Step::Shuffle(order) => {
            table.shuffled(order.clone()).unwrap();
        }
        Step::Move(seat, mv) => {
            table.play(*seat, mv).unwrap();
        }
    }
}

/// A whole game, played at random. Throws are half of the moves, as they are among people: nearly all that is legal are
/// prepares.
fn a_game(kind: Kind, seats: u8, seed: u64) -> Vec<Step> {
    let mut random = StdRng::seed_from_u64(seed);
    let mut table = new_table(kind, seats);
    let mut steps = Vec::new();
    loop {
        let step = match table.turn() {
            Turn::Over => return steps,
            Turn::Shuffle(mut cards) => {
                cards.shuffle(&mut random);
                Step::Shuffle(cards)
            }
            Turn::Seat(seat) => {
                let moves = table.legal_moves(seat).moves;
                let throws: Vec<_> = moves.iter().filter(|mv| is_a_throw(mv)).collect();
                let mv = match throws.choose(&mut random) {
                    Some(throw) if random.random_bool(0.5) => (*throw).clone(),
                    _ => moves.choose(&mut random).unwrap().clone(),
                };
                Step::Move(seat, mv)
            }
        };
        make(&mut table, &step);
        steps.push(step);
    }
}

fn is_a_throw(mv: &AnyMove) -> bool {
    use cardpost::engine::juggling_act::{Move, solo};
    matches!(
        mv,
        AnyMove::JugglingAct(Move::Throw { .. })
            | AnyMove::JugglingActSolo(solo::Move::Throw { .. })
    )
}

/// Tables in the middle of games, with somebody to move.
fn tables(kind: Kind, seats: u8) -> Vec<Table> {
    let mut found = Vec::new();
    for seed in 0..20 {
        let mut table = new_table(kind, seats);
        for step in a_game(kind, seats, seed) {
            make(&mut table, &step);
            if !table.to_move().is_empty() {
                found.push(table.clone());
            }
        }
    }
    found
}

fn print_sizes(kind: Kind, seats: u8) {
    let tables = tables(kind, seats);
    let median_and_most = |size: &dyn Fn(&Table) -> usize| {
        let mut sizes: Vec<usize> = tables.iter().map(size).collect();
        sizes.sort_unstable();
        (sizes[sizes.len() / 2], sizes[sizes.len() - 1])
    };
    let (snapshot, most) = median_and_most(&|table| serde_json::to_vec(table).unwrap().len());
    print!("{kind}, {seats} players: snapshot {snapshot} bytes (median), {most} (most)");
    let view = |table: &Table| table.view(Viewer::Seat(Seat::FIRST));
    let (view, most) = median_and_most(&|table| serde_json::to_vec(&view(table)).unwrap().len());
    println!("; a player's view {view}, {most}");
}

/// Moves alone: what the engine adds to a request.
#[divan::bench(args = TABLES)]
fn play(bencher: Bencher<'_, '_>, (kind, seats): (Kind, u8)) {
    let game = a_game(kind, seats, 1);
    let moves = game
        .iter()
        .filter(|step| matches!(step, Step::Move(..)))
        .count();
    bencher
        .counter(ItemsCount::new(moves))
        .with_inputs(|| new_table(kind, seats))
        .bench_values(|mut table| {
            for step in &game {
                make(&mut table, step);
            }
            table
        });
}

/// Every legal move of whoever is to move, for all tables in the middle of games in turn.
#[divan::bench(args = TABLES)]
fn legal_moves(bencher: Bencher<'_, '_>, (kind, seats): (Kind, u8)) {
    let tables = tables(kind, seats);
    bencher.counter(ItemsCount::new(tables.len())).bench(|| {
        for table in &tables {
            divan::black_box(table.legal_moves(table.to_move()[0]));
        }
    });
}

/// A player's view as JSON.
#[divan::bench(args = TABLES)]
fn view(bencher: Bencher<'_, '_>, (kind, seats): (Kind, u8)) {
    let tables = tables(kind, seats);
    bencher.counter(ItemsCount::new(tables.len())).bench(|| {
        for table in &tables {
            let view = table.view(Viewer::Seat(Seat::FIRST));
            divan::black_box(serde_json::to_vec(&view).unwrap());
        }
    });
}

/// A snapshot, written and read again: what every stored move pays.
#[divan::bench(args = TABLES)]
fn snapshot(bencher: Bencher<'_, '_>, (kind, seats): (Kind, u8)) {
    let tables = tables(kind, seats);
    bencher.counter(ItemsCount::new(tables.len())).bench(|| {
        for table in &tables {
            let json = serde_json::to_string(table).unwrap();
            divan::black_box(Table::read(kind, &json).unwrap());
        }
    });
}
