//! The command line.

mod check_db;
mod export;
mod verify;

use std::{
    io::{self, Read as _, Write as _},
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::{Args, CommandFactory as _, Parser, Subcommand, error::ContextKind};
use serde_json::json;

use crate::{
    app::{self, AppError, Database},
    bot::{Bot, report::Report, selfplay},
    config::{DatabaseSettings, ServeSettings},
    engine::{
        any::Kind,
        rules::{Names, Turn},
        seat::Seat,
        table::Table,
        viewer::Viewer,
    },
    http::openapi,
    record::{
        file::{Action, Script},
        replay::{Happened, ReplayError, replay},
        text,
    },
    store::migrations::{self, Direction},
};

/// Card games played by request, with records that outlive the server.
#[derive(Debug, Parser)]
#[command(name = "cardpost", version, about, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serves the API, with a Postgres of its own where no database is named
    Serve(Box<ServeSettings>),
    /// Brings the database to the shape that this version needs, or back
    Migrate(Migrate),
    /// Prints the OpenAPI document of the API
    Openapi,
    /// Plays a record again and prints where it leads
    #[command(
        after_help = "Exit status: 0 when every move is legal, 1 when one is not, 2 when the file is no record."
    )]
    Replay(Replay),
    /// Checks a record: its hashes, deals, moves and result
    #[command(
        after_help = "Exit status: 0 when everything is as it should be, 1 when something is not, 2 when the file is no full record."
    )]
    Verify(verify::Verify),
    /// Plays every game of a database again and compares with all that is stored
    #[command(
        after_help = "Exit status: 0 when all is as it should be, 1 when something differs, 2 when the call is wrong, 3 when \
                      the check could not be made."
    )]
    CheckDb(check_db::CheckDb),
    /// Writes the records of finished games to files, as the API streams them
    #[command(
        after_help = "Each file ends with a line that tells how many records it holds and their SHA-256. It is there as a whole or not at all, and the next export writes what came since to further files."
    )]
    Export(export::Export),
    /// Lets bots play games in memory and prints figures
    Simulate(Simulate),
}

#[derive(Debug, Args)]
struct Migrate {
    /// Reverts the last migration instead of applying what is pending
    #[arg(long, conflicts_with = "revert_all")]
    revert: bool,

    /// Reverts every migration. All games are lost
    #[arg(long)]
    revert_all: bool,

    #[command(flatten)]
    database: DatabaseSettings,
}

#[derive(Debug, Args)]
struct Replay {
    /// The record: a file that was downloaded or written by hand, or - for standard input
    file: PathBuf,

    /// Shows what the player on this seat sees, instead of everything
    #[arg(long, value_name = "SEAT", conflicts_with = "spectator")]
    seat: Option<u8>,

    /// Shows what someone sees who does not play, instead of everything
    #[arg(long)]
    spectator: bool,

    /// Stops after this many moves
    #[arg(long, value_name = "MOVES")]
    at: Option<usize>,

    /// Adds the legal moves of the player who is to move
    #[arg(long, conflicts_with = "text")]
    legal: bool,

    /// Prints the game move by move, for people, instead of JSON
    #[arg(long)]
    text: bool,
}

#[derive(Debug, Args)]
struct Simulate {
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

    /// Who plays, of `random` and `steady`: the bots take the seats in turn. Each deal is played once for each of them,
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

/// How a command ended.
enum Ending {
    Fine,
    /// The answer is no.
    No(String),
    /// The input or the call is wrong.
    Wrong(String),
    /// Something failed.
    Failed(String),
}

/// Runs the command that was typed.
pub fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return explain(&error),
    };
    let ending = match cli.command {
        Command::Serve(settings) => serve(*settings),
        Command::Migrate(migrate) => self::migrate(&migrate),
        Command::Openapi => print(&openapi::json()),
        Command::Replay(replay) => replay_file(&replay),
        Command::Verify(options) => verify::run(&options),
        Command::CheckDb(check) => check_db::check(&check),
        Command::Export(export) => export::run(&export),
        Command::Simulate(simulate) => self::simulate(&simulate),
    };
    let (code, message) = match ending {
        Ending::Fine => return ExitCode::SUCCESS,
        Ending::No(message) => (1, message),
        Ending::Wrong(message) => (2, message),
        Ending::Failed(message) => (3, message),
    };
    eprintln!("cardpost: {message}");
    ExitCode::from(code)
}

/// Prints what is wrong with the call. Where a wrong value can have come from a variable, the variable is named.
fn explain(error: &clap::Error) -> ExitCode {
    // When nothing can be printed there is nothing left to do.
    let _ = error.print();
    if let Some(argument) = error.get(ContextKind::InvalidArg) {
        let flag = argument.to_string();
        let name = flag
            .split_whitespace()
            .next()
            .unwrap_or_default()
            .trim_start_matches('-');
        let command = Cli::command();
        let variable = command
            .get_subcommands()
            .flat_map(clap::Command::get_arguments)
            .filter(|argument| argument.get_long() == Some(name))
            .find_map(clap::Arg::get_env);
        if let Some(variable) = variable {
            eprintln!(
                "\nThe value is that of {flag}, or of the variable {}.",
                variable.display()
            );
        }
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

fn print(text: &str) -> Ending {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => Ending::Fine,
        // Whoever reads has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ending::Fine,
        Err(error) => Ending::Failed(format!("the output can't be written: {error}")),
    }
}

fn serve(settings: ServeSettings) -> Ending {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build();
    let served = match runtime {
        Ok(runtime) => runtime.block_on(app::serve(settings)),
        Err(error) => return Ending::Failed(format!("threads can't be started: {error}")),
    };
    ended(served)
}

fn ended(result: Result<(), AppError>) -> Ending {
    match result {
        Ok(()) => Ending::Fine,
        Err(error @ AppError::Log(_)) => Ending::Wrong(error.to_string()),
        Err(error) => Ending::Failed(error.to_string()),
    }
}

fn migrate(migrate: &Migrate) -> Ending {
    let direction = match (migrate.revert, migrate.revert_all) {
        (false, false) => Direction::Up,
        (true, _) => Direction::DownOne,
        (false, true) => Direction::DownAll,
    };
    let run = || {
        let database = Database::open(&migrate.database)?;
        let migrated = migrations::migrate(database.url(), direction);
        database.close()?;
        Ok::<_, AppError>(migrated?)
    };
    match run() {
        Ok(versions) if versions.is_empty() => print("nothing to do\n"),
        Ok(versions) => {
            let done = if direction == Direction::Up {
                "applied"
            } else {
                "reverted"
            };
            let lines: Vec<String> = versions
                .iter()
                .map(|version| format!("{done} {version}\n"))
                .collect();
            print(&lines.concat())
        }
        Err(error) => Ending::Failed(error.to_string()),
    }
}

fn read(file: &Path) -> io::Result<String> {
    if file.as_os_str() == "-" {
        let mut text = String::new();
        io::stdin().lock().read_to_string(&mut text)?;
        Ok(text)
    } else {
        std::fs::read_to_string(file)
    }
}

fn replay_file(options: &Replay) -> Ending {
    let file = options.file.display();
    let text = match read(&options.file) {
        Ok(text) => text,
        Err(error) => return Ending::Wrong(format!("{file} can't be read: {error}")),
    };
    let script = match Script::read(&text) {
        Ok(script) => script,
        Err(error) => return Ending::Wrong(format!("{file} is no record: {error}")),
    };
    let viewer = match options.seat {
        Some(seat) if seat < script.start.seats() => Viewer::Seat(Seat::new(seat)),
        Some(seat) => {
            return Ending::Wrong(format!(
                "--seat {seat}: there is no such seat in the record"
            ));
        }
        None if options.spectator => Viewer::Spectator,
        None => Viewer::Record,
    };
    let mut story = String::new();
    let replayed = replay(&script, options.at, &mut |happened| {
        if options.text {
            story.push_str(&told(happened, &script, viewer));
        }
    });
    match replayed {
        Ok(table) if options.text => {
            story.push_str(&how_it_stands(&table, &script, viewer));
            print(&story)
        }
        Ok(table) => print(&as_json(&table, viewer, options.legal)),
        Err(ReplayError::Malformed(error)) => {
            Ending::Wrong(format!("{file} is no record: {error}"))
        }
        Err(error @ ReplayError::Illegal { .. }) => {
            if options.text {
                let _ = print(&story);
            }
            Ending::No(format!("{file}: {error}"))
        }
    }
}

fn as_json(table: &Table, viewer: Viewer, with_moves: bool) -> String {
    let outcome = table.outcome();
    let mut answer = json!({
        "status": if outcome.is_some() { "finished" } else { "playing" },
        "turn": table.to_move(),
        "state": table.view(viewer),
        "result": outcome,
    });
    if with_moves {
        let legal = table.to_move().first().map(|seat| table.legal_moves(*seat));
        let (moves, open) = legal.map_or_else(Default::default, |legal| (legal.moves, legal.open));
        answer["legal_moves"] = json!(moves);
        answer["open"] = json!(open);
    }
    format!("{answer:#}\n")
}

/// What happened, and what it led to, as text.
fn told(happened: &Happened<'_>, script: &Script, viewer: Viewer) -> String {
    let names = Names(&script.names);
    let mut text = String::new();
    let events = happened
        .events
        .iter()
        .filter_map(|event| event.shown_to(viewer));
    for sentence in events.filter_map(|event| event.tell(names)) {
        text.push_str(&sentence);
        text.push('\n');
    }
    if let Some(Action::Resign(seat)) = happened.action {
        text = format!("{} leaves the game.\n", names.of(*seat));
    }
    let picture = happened.table.view(viewer).picture(names);
    format!("{text}\n{picture}\n")
}

fn how_it_stands(table: &Table, script: &Script, viewer: Viewer) -> String {
    let names = Names(&script.names);
    let standing = match (table.outcome(), table.turn()) {
        (Some(outcome), _) => {
            format!("The game is over.\n{}", text::places(&outcome, names))
        }
        (None, Turn::Seat(seat)) => format!("{} is to move.\n", names.of(seat)),
        (None, _) => "The cards are to be shuffled.\n".into(),
    };
    if script.actions.is_empty() && script.shuffles.is_empty() {
        return format!("{}\n{standing}", table.view(viewer).picture(names));
    }
    standing
}

fn simulate(simulate: &Simulate) -> Ending {
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
            most_moves: simulate.most_moves,
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
