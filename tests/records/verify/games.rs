//! A full record of every kind, the same in every run. The games are short, so that each field can be changed in turn.

use std::sync::LazyLock;

use cardpost::{
    bot::Bot,
    engine::{
        any::Kind,
        chance::{Entropy, Seed},
        seat::Seat,
        viewer::Viewer,
    },
    game::{
        Game, Status,
        chain::Salt,
        clock::{Clock, Pause},
        entry::{Body, Created, Seating, Visibility},
        writer::{EntryStamp, GameWriter, NewEntry},
    },
    record::Record,
    types::{
        id::{GameId, PlayerId},
        span::Span,
        time::Timestamp,
    },
};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use serde_json::{Value, json};
use uuid::Uuid;

/// The plan of a game.
pub struct Plan {
    pub name: &'static str,
    pub kind: Kind,
    pub options: Value,
    pub seats: u8,
    pub seating: Seating,
    /// The entropy of each player, in the order of joining.
    pub entropy: &'static [Option<&'static str>],
    /// The number of moves after which seat 0 resigns.
    pub leaves: Option<u32>,
    /// The clock, with which seat 1 misses every turn.
    pub clock: Option<Clock>,
    pub seed: u64,
}

/// A record, and the name of its plan.
pub struct Played {
    pub name: &'static str,
    pub record: Value,
}

fn plans() -> Vec<Plan> {
    let golf = Plan {
        name: "golf",
        kind: Kind::Golf,
        options: json!({"holes": 3, "end_at_once": true}),
        seats: 2,
        seating: Seating::Random,
        entropy: &[Some("c0ffee"), None],
        leaves: None,
        clock: None,
        seed: 1,
    };
    vec![
        Plan {
            name: "golf with a bot and missed turns",
            seats: 3,
            seating: Seating::AsJoined,
            entropy: &[Some("0a"), None],
            clock: Some(Clock::Bank {
                bank: Span::seconds(5),
                increment: Span::seconds(1),
                retire_after: 2,
            }),
            ..golf_like(&golf)
        },
        Plan {
            name: "golf with a resignation",
            seats: 3,
            entropy: &[None, Some("00"), None],
            leaves: Some(4),
            ..golf_like(&golf)
        },
        Plan {
            name: "juggling-act",
            kind: Kind::JugglingAct,
            options: json!({"rounds": "one"}),
            seating: Seating::AsJoined,
            entropy: &[None, None],
            ..golf_like(&golf)
        },
        Plan {
            name: "juggling-act-solo",
            kind: Kind::JugglingActSolo,
            options: json!({}),
            seats: 1,
            entropy: &[Some("5eed")],
            ..golf_like(&golf)
        },
        Plan {
            name: "rummy",
            kind: Kind::Rummy,
            options: json!({"match": {"type": "deals", "deals": 1}, "jokers_in_sets": true}),
            entropy: &[Some("01"), Some("02")],
            ..golf_like(&golf)
        },
        Plan {
            name: "ju",
            kind: Kind::Ju,
            options: json!({"target": 50}),
            entropy: &[None, Some("ff")],
            ..golf_like(&golf)
        },
        golf,
    ]
}

fn golf_like(golf: &Plan) -> Plan {
    Plan {
        options: golf.options.clone(),
        ..*golf
    }
}

/// The records, at least one of every kind.
pub static PLAYED: LazyLock<Vec<Played>> = LazyLock::new(|| {
    let plans = plans();
    plans
        .iter()
        .map(|plan| Played {
            name: plan.name,
            record: shortest(plan),
        })
        .collect()
});

/// Returns the record of the shortest of a few games.
fn shortest(plan: &Plan) -> Value {
    (0..8)
        .map(|more| {
            play(&Plan {
                options: plan.options.clone(),
                seed: plan.seed + more,
                ..*plan
            })
        })
        .min_by_key(|record| record.to_string().len())
        .unwrap()
}

fn moment(second: u32) -> Timestamp {
    Timestamp::new(chrono::DateTime::from_timestamp(1_796_029_200 + i64::from(second), 0).unwrap())
}

/// Plays a game to its end.
pub fn play(plan: &Plan) -> Value {
    let mut random = StdRng::seed_from_u64(plan.seed);
    let mut salts = StdRng::seed_from_u64(!plan.seed);
    let mut salt = || Salt::new(salts.random());
    let id = GameId::new(Uuid::from_u128(random.random()));
    let seed = Seed::new(random.random());
    let created = Created {
        game: id,
        kind: plan.kind,
        rules: plan.kind.about().rules,
        options: plan.kind.parse_options(&plan.options).unwrap(),
        seats: plan.seats,
        visibility: Visibility::Public,
        seating: plan.seating,
        commitment: seed.commitment(id.as_bytes()),
        clock: plan.clock,
    };
    let mut joining = plan.entropy.iter().map(|entropy| {
        let entropy = entropy.map(|hex| Entropy::try_from(hex.to_owned()).unwrap());
        (PlayerId::new(Uuid::from_u128(random.random())), entropy)
    });
    let (creator, entropy) = joining.next().unwrap();
    let stamp = EntryStamp {
        at: moment(0),
        salt: &mut salt,
    };
    let mut writer = GameWriter::create(created, creator, entropy, stamp).unwrap();
    for (player, entropy) in joining {
        // A player leaves and joins again before the start.
        writer.join(player, entropy.clone()).unwrap();
        writer.write(Body::Left { player }).unwrap();
        writer.join(player, entropy).unwrap();
    }
    if writer.game().members.len() < usize::from(plan.seats) {
        let bot = PlayerId::new(Uuid::from_u128(7));
        writer.join_bot(bot, "steady".into()).unwrap();
    }
    writer.start(&seed).unwrap();
    let (mut game, mut written) = writer.finish();
    let mut moves = 0;
    while game.status == Status::Playing {
        assert!(moves < 5000, "{} has no end", plan.name);
        let stamp = EntryStamp {
            at: moment(game.version),
            salt: &mut salt,
        };
        let more: Vec<NewEntry>;
        (game, more) = act(
            game,
            stamp,
            (plan.leaves == Some(moves)).then_some(Seat::FIRST),
            &seed,
            &mut random,
        );
        written.extend(more);
        moves += 1;
    }
    let log: Vec<_> = written.into_iter().map(|written| written.logged).collect();
    let names = (0..plan.seats).map(|seat| format!("Player {seat}"));
    serde_json::to_value(Record::new(&game, &log, seed, names).unwrap()).unwrap()
}

/// Lets a player resign or miss their turn, or makes a move.
fn act(
    game: Game,
    stamp: EntryStamp<'_>,
    leaves: Option<Seat>,
    seed: &Seed,
    random: &mut StdRng,
) -> (Game, Vec<NewEntry>) {
    let table = game.table.clone().unwrap();
    let mover = game.turn.seats[0];
    let misses = game.created.clock.is_some() && mover.index() == 1;
    // The turn is missed although the clock is paused for a while.
    let pause = Pause {
        from: moment(0),
        until: moment(game.version),
    };
    let pauses = [(game.player_on(mover).unwrap(), pause)];
    let mut writer = GameWriter::resume(game, stamp);
    match leaves {
        Some(seat) => writer.resign(seat, seed).unwrap(),
        None if misses => writer.time_out(&pauses, seed).unwrap(),
        None => {
            let view = table.view(Viewer::Seat(mover));
            let mv = Bot::Steady
                .choose(mover, &view, &table.legal_moves(mover), random)
                .unwrap();
            writer.play(mover, mv, &[], seed).unwrap();
        }
    }
    writer.finish()
}
