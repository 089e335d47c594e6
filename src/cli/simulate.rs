//! `cardpost simulate`: games that bots play in memory, and figures of them.

use clap::Args;

use super::{Ending, print};
use crate::{
    bot::{Bot, report::Report, selfplay},
    engine::any::Kind,
};

#[derive(Debug, Args)]
pub(super) struct Simulate {
    /// The kind of game
    #[arg(long, value_name = "KIND")]
    kind: Kind,

    /// How many games are played
    #[arg(long, value_name = "NUMBER", default_value_t = 1000)]
    games: u32,

    /// How many players take part. Without it, the games are spread over all numbers that the kind allows
    #[arg(long, value_name = "NUMBER")]
    players: Option<u8>,

    /// The options of the games, as JSON
    #[arg(long, value_name = "JSON", default_value = "{}")]
    options: String,

    /// The bots that play, of `random` and `steady`. They take the seats in turn. Each deal is played once for each of them,
    /// every time one seat further on
    #[arg(
        long,
        value_name = "BOT",
        value_delimiter = ',',
        default_value = "random"
    )]
    bots: Vec<Bot>,

    /// What all chance follows from: the same seed plays the same games
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,

    /// After this many moves a game is cut
    #[arg(long, value_name = "NUMBER", default_value_t = 100_000)]
    most_moves: u32,
}

pub(super) fn run(simulate: &Simulate) -> Ending {
    let about = simulate.kind.about();
    let options = match serde_json::from_str(&simulate.options) {
        Ok(json) => simulate
            .kind
            .parse_options(&json)
            .map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    };
    let options = match options {
        Ok(options) => options,
        Err(error) => return Ending::Wrong(format!("--options can't be read: {error}")),
    };
    if let Err(error) = options.check() {
        return Ending::Wrong(format!("--options: {error}"));
    }
    let players: Vec<u8> = match simulate.players {
        Some(players) if about.players.contains(&players) => vec![players],
        Some(players) => {
            let (least, most) = (about.players.start(), about.players.end());
            return Ending::Wrong(format!(
                "--players {players}: {} is for {least} to {most}",
                about.name
            ));
        }
        None => about.players.clone().collect(),
    };
    let mut text = String::new();
    let mut lost = 0;
    let numbers = u32::try_from(players.len()).unwrap_or(1);
    for (i, seats) in (0..).zip(players) {
        // The first numbers of players take what does not divide evenly.
        let games = simulate.games / numbers + u32::from(i < simulate.games % numbers);
        let plan = selfplay::Plan {
            options: options.clone(),
            seats,
            bots: simulate.bots.clone(),
            games,
            seed: simulate.seed,
            max_moves: simulate.most_moves,
        };
        #[allow(
            clippy::disallowed_methods,
            reason = "how long it took is what is asked for"
        )]
        let began = std::time::Instant::now();
        let figures = selfplay::play(&plan);
        let report = Report {
            plan: &plan,
            figures: &figures,
            took: began.elapsed(),
        };
        text.push_str(&report.to_string());
        lost += figures.cards_lost;
    }
    match print(&text) {
        Ending::Fine if lost > 0 => {
            Ending::Failed(format!("cards were lost or doubled in {lost} games"))
        }
        printed => printed,
    }
}
