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
    Replay(replay::Replay),
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
    Simulate(simulate::Simulate),
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
