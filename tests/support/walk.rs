//! Random games of every kind.

use cardpost::engine::{
    any::{AnyMove, AnyOptions, Kind},
    card::Card,
    rules::Turn,
    seat::Seat,
    table::Table,
};
use proptest::prelude::*;
use rand::{
    RngExt, SeedableRng,
    rngs::StdRng,
    seq::{IndexedRandom, SliceRandom},
};

use super::sample::Sampler;

/// A game that is played at random: all of it follows from these values.
#[derive(Debug, Clone)]
pub struct Setup {
    pub kind: Kind,
    pub seats: u8,
    pub seed: u64,
}

/// Any kind, for any number of players that it allows.
pub fn any_setup() -> impl Strategy<Value = Setup> {
    (
        prop::sample::select(Kind::ALL),
        any::<prop::sample::Index>(),
        any::<u64>(),
    )
        .prop_map(|(kind, seats, seed)| {
            let players: Vec<u8> = kind.about().players.collect();
            Setup {
                kind,
                seats: *seats.get(&players),
                seed,
            }
        })
}

/// One step of a random game.
pub enum Step {
    /// The cards were shuffled into this order.
    Shuffled(Vec<Card>),
    /// Someone moved.
    Moved,
}

/// A random game, step by step.
pub struct Walk {
    pub table: Table,
    pub options: AnyOptions,
    pub random: StdRng,
    pub sampler: Sampler,
}

impl Walk {
    pub fn new(setup: &Setup) -> Self {
        let mut random = StdRng::seed_from_u64(setup.seed);
        let sampler = Sampler::new(setup.kind);
        let options = loop {
            let options = setup
                .kind
                .parse_options(&sampler.options(&mut random))
                .unwrap();
            if options.check().is_ok() {
                break options;
            }
        };
        Self {
            table: Table::new(&options, setup.seats),
            options,
            random,
            sampler,
        }
    }

    /// The next step; `None` when the game is over.
    pub fn step(&mut self) -> Option<Step> {
        match self.table.turn() {
            Turn::Over => None,
            Turn::Shuffle(mut cards) => {
                cards.shuffle(&mut self.random);
                self.table.shuffled(cards.clone()).unwrap();
                Some(Step::Shuffled(cards))
            }
            Turn::Seat(seat) => {
                let mv = self.choose(seat);
                self.table.play(seat, &mv).unwrap();
                Some(Step::Moved)
            }
        }
    }

    /// A legal move: any type of move first, so that rare ones are made as often as common ones.
    pub fn choose(&mut self, seat: Seat) -> AnyMove {
        let moves = self.table.legal_moves(seat).moves;
        assert!(
            !moves.is_empty(),
            "seat {seat} is to move and has no legal move"
        );
        if self.random.random_bool(0.5) {
            return moves.choose(&mut self.random).unwrap().clone();
        }
        let type_of = |mv: &AnyMove| serde_json::to_value(mv).unwrap()["type"].clone();
        let types: Vec<_> = moves.iter().map(type_of).collect();
        let mut distinct = types.clone();
        distinct.dedup();
        let wanted = distinct.choose(&mut self.random).unwrap();
        let of_type: Vec<_> = moves
            .iter()
            .zip(&types)
            .filter(|(_, t)| *t == wanted)
            .collect();
        of_type.choose(&mut self.random).unwrap().0.clone()
    }
}
