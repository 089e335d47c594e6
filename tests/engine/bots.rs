//! What bots do, at every kind of table.

use cardpost::{
    bot::{
        Bot,
        selfplay::{Figures, Plan, play},
    },
    engine::{
        any::{AnyMove, Kind},
        rules::Turn,
        seat::Seat,
        table::Table,
        viewer::Viewer,
    },
};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use serde_json::json;

use crate::support::walk::{Walk, any_setup};

/// How far a game is followed.
const STEPS: usize = 60;

/// What a bot does with these random numbers.
fn choice(bot: Bot, table: &Table, seat: Seat, seed: u64) -> Option<AnyMove> {
    let view = table.view(Viewer::Seat(seat));
    let mut random = StdRng::seed_from_u64(seed);
    bot.choose(seat, &view, &table.legal_moves(seat), &mut random)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    /// The game goes its own random way, so that bots are asked in positions that they would not have come to.
    #[test]
    fn bots_only_make_legal_moves_and_the_same_ones_of_the_same_numbers(setup in any_setup()) {
        let mut walk = Walk::new(&setup);
        for _ in 0..STEPS {
            if let Turn::Seat(seat) = walk.table.turn() {
                let seed = walk.random.random();
                for bot in Bot::ALL {
                    let mv = choice(bot, &walk.table, seat, seed);
                    prop_assert_eq!(&mv, &choice(bot, &walk.table, seat, seed));
                    let mv = mv.ok_or_else(|| TestCaseError::fail(format!("{bot} makes no move")))?;
                    let answer = walk.table.clone().play(seat, &mv);
                    prop_assert!(answer.is_ok(), "{bot}: {} is refused: {answer:?}", json!(mv));
                }
            }
            if walk.step().is_none() {
                break;
            }
        }
    }
}

fn figures(kind: Kind, seats: u8, bots: &[Bot], games: u32) -> Figures {
    // A deal of Rummy is long, and no other for being one of several.
    let options = match kind {
        Kind::Rummy => kind
            .parse_options(&json!({ "match": { "type": "deals", "deals": 1 } }))
            .unwrap(),
        _ => kind.default_options(),
    };
    play(&Plan {
        options,
        seats,
        bots: bots.to_vec(),
        games,
        seed: 1,
        max_moves: 10_000,
    })
}

#[test]
fn steady_players_end_their_games_among_themselves() {
    for &kind in Kind::ALL {
        for seats in kind.about().players {
            let figures = figures(kind, seats, &[Bot::Steady], 1);
            assert_eq!(
                (figures.moves.len(), figures.cut),
                (1, 0),
                "{kind}, {seats}"
            );
        }
    }
}

/// The figures of `docs/BOTS.md` are of a thousand games; these are a few of them.
#[test]
fn a_steady_player_beats_a_random_one() {
    for &kind in Kind::ALL {
        let seats = *kind.about().players.start();
        let standings = figures(kind, seats, &[Bot::Steady, Bot::Random], 40).standings;
        let steady = standings
            .of
            .iter()
            .find(|of| of.bot == Bot::Steady)
            .unwrap();
        // A performance that both lose is no win.
        let least = if kind == Kind::JugglingActSolo {
            8
        } else {
            standings.contests * 3 / 4
        };
        assert!(steady.won >= least, "{kind}: {standings:?}");
    }
}

#[test]
fn without_a_legal_move_no_bot_makes_one() {
    let table = Table::new(&Kind::Golf.default_options(), 2);
    for bot in Bot::ALL {
        assert_eq!(choice(bot, &table, Seat::FIRST, 1), None);
    }
}

#[test]
fn a_bot_has_one_name_everywhere() {
    for bot in Bot::ALL {
        assert_eq!(bot.to_string(), bot.name());
        assert_eq!(bot.name().parse(), Ok(bot));
        assert_eq!(json!(bot), json!(bot.name()));
    }
    let unknown = "genius".parse::<Bot>().unwrap_err().to_string();
    assert!(unknown.contains("random, steady"), "{unknown}");
}

/// Outcomes of two seats, judged by hand.
mod standings {
    use cardpost::{
        bot::{Bot, standings::Standings},
        engine::score::{Better, Outcome, Score},
    };

    const BOTH: [Bot; 2] = [Bot::Steady, Bot::Random];

    fn counted(games: &[(&[Bot], &[Score])]) -> [(u32, u32); 2] {
        let mut standings = Standings::new(&BOTH);
        for (seating, scores) in games {
            let rounds = scores.iter().map(|&score| vec![score]).collect();
            let outcome = Outcome::new(rounds, Better::Higher, &[]);
            standings.count(seating, &outcome, Better::Higher);
        }
        BOTH.map(|bot| {
            let of = standings.of.iter().find(|of| of.bot == bot).unwrap();
            (of.won, of.shared)
        })
    }

    #[test]
    fn a_shared_first_place_beats_nobody() {
        let games: &[(&[Bot], &[Score])] = &[(&BOTH, &[Some(3), Some(3)])];
        assert_eq!(counted(games), [(0, 1), (0, 1)]);
    }

    #[test]
    fn two_seats_of_one_bot_win_together() {
        let seating = [Bot::Steady, Bot::Random, Bot::Steady];
        let games: &[(&[Bot], &[Score])] = &[(&seating, &[Some(3), Some(1), Some(3)])];
        assert_eq!(counted(games), [(1, 0), (0, 0)]);
    }

    #[test]
    fn solo_performances_of_one_deal_are_compared() {
        let (steady, random) = ([Bot::Steady], [Bot::Random]);
        let games: &[(&[Bot], &[Score])] = &[
            (&steady, &[Some(0)]),
            (&random, &[None]),
            (&steady, &[None]),
            (&random, &[None]),
        ];
        assert_eq!(counted(games), [(1, 1), (0, 1)]);
    }
}
