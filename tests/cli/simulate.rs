//! Games that bots play among themselves.

use cardpost::{
    bot::{
        Bot,
        selfplay::{Plan, play},
    },
    engine::any::Kind,
};

use super::run;

#[test]
fn figures_are_printed_for_every_number_of_players() {
    let ran = run(&[
        "simulate",
        "--kind",
        "golf",
        "--games",
        "10",
        "--options",
        "{\"holes\": 3}",
    ]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    for players in 2..=6 {
        assert!(
            ran.out
                .contains(&format!("golf, {players} players: 2 games")),
            "{}",
            ran.out
        );
    }
    assert_eq!(ran.out.matches("with lost or doubled cards  0").count(), 5);
}

#[test]
fn options_and_players_are_checked() {
    for (arguments, reason) in [
        (["--players", "7"], "--players 7"),
        (["--options", "{\"holes\": 4}"], "3, 9 or 18"),
        (["--options", "{\"hole\": 3}"], "hole"),
        (["--options", "nine"], "--options"),
        (["--bots", "genius"], "genius"),
    ] {
        let ran = run(&[&["simulate", "--kind", "golf"][..], &arguments[..]].concat());
        assert_eq!(ran.code, 2, "{}", ran.err);
        assert!(ran.err.contains(reason), "{}", ran.err);
    }
}

#[test]
fn the_same_seed_plays_the_same_games() {
    let plan = |seed| Plan {
        options: Kind::Golf.default_options(),
        seats: 3,
        bots: vec![Bot::Random],
        games: 5,
        seed,
        max_moves: 100_000,
    };
    let figures = play(&plan(1));
    assert_eq!(figures, play(&plan(1)));
    assert_ne!(figures, play(&plan(2)));
    assert_eq!(
        (figures.moves.len(), figures.cut, figures.cards_lost),
        (5, 0, 0)
    );
}

#[test]
fn a_game_that_goes_on_for_too_long_is_cut_and_counted() {
    let plan = Plan {
        options: Kind::Golf.default_options(),
        seats: 2,
        bots: vec![Bot::Random],
        games: 3,
        seed: 1,
        max_moves: 10,
    };
    let figures = play(&plan);
    assert_eq!((figures.moves.len(), figures.cut), (0, 3));
}
