//! The command line.

mod check_db;
mod export;
mod replay;
mod simulate;
mod verify;

use std::{
    io::{self, Read as _, Write as _},
    path::Path,
    process::ExitCode,
};

use crate::{
    app::{self, AppError, Database},
    config::{DatabaseSettings, ServeSettings},
    http::openapi,
    store::migrations::{self, Direction},
};
use clap::{Args, CommandFactory as _, Parser, Subcommand, error::ContextKind};

/// A server for turn-based card games, with records that outlive it.
#[derive(Debug, Parser)]
#[command(name = "cardpost", version, about, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serves the API, with its own Postgres if no database is configured
    Serve(Box<ServeSettings>),
    /// Migrates the database to the schema of this version, or reverts migrations
    Migrate(Migrate),
    /// Prints the OpenAPI document of the API
    Openapi,
    /// Replays a record and prints the result
    #[command(
        after_help = "Exit status: 0 when every move is legal, 1 when one is not, 2 when the file is no record."
    )]
    Replay(replay::Replay),
    /// Checks a record: its hashes, deals, moves and result
    #[command(
        after_help = "Exit status: 0 when everything is as it should be, 1 when something is not, 2 when the file is no full record."
    )]
    Verify(verify::Verify),
    /// Replays every game of a database and compares it with everything that is stored
    #[command(
        after_help = "Exit status: 0 when all is as it should be, 1 when something differs, 2 when the call is wrong, 3 when \
                      the check could not be made."
    )]
    CheckDb(check_db::CheckDb),
    /// Writes the records of finished games to files, in the format of the API's stream
    #[command(
        after_help = "Each file ends with a line that tells how many records it holds and their SHA-256. It is there as a whole or not at all, and the next export writes what came since to further files."
    )]
    Export(export::Export),
    /// Lets bots play games in memory and prints statistics
    Simulate(simulate::Simulate),
}

#[derive(Debug, Args)]
struct Migrate {
    /// Reverts the last migration instead of applying pending ones
    #[arg(long, conflicts_with = "revert_all")]
    revert: bool,

    /// Reverts every migration, which deletes all games
    #[arg(long)]
    revert_all: bool,

    #[command(flatten)]
    database: DatabaseSettings,
}

/// How a command ended.
enum Ending {
    Fine,
    /// A check failed.
    No(String),
    /// An argument or an input is invalid.
    Wrong(String),
    /// An operation failed.
    Failed(String),
}

/// Runs the command of the program's arguments and returns its exit status.
pub fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return explain(&error),
    };
    let ending = match cli.command {
        Command::Serve(settings) => serve(*settings),
        Command::Migrate(migrate) => self::migrate(&migrate),
        Command::Openapi => print(&String::from_utf8_lossy(openapi::published().json())),
        Command::Replay(options) => replay::run(&options),
        Command::Verify(options) => verify::run(&options),
        Command::CheckDb(check) => check_db::check(&check),
        Command::Export(export) => export::run(&export),
        Command::Simulate(options) => simulate::run(&options),
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

/// Prints an error in the arguments, with the name of the environment variable that the invalid value may come from.
fn explain(error: &clap::Error) -> ExitCode {
    // If printing fails, the error cannot be reported.
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
                "\nThe value is from {flag} or from the variable {}.",
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
        // The reader closed the pipe, for example `head`.
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
