//! `cardpost check-db`: compares the stored games with their logs.

use std::{num::NonZeroUsize, thread, time::Duration};

use clap::Args;
use futures_util::{StreamExt as _, stream};

use super::{Ending, print};
use crate::{
    app::{AppError, Database},
    config::DatabaseSettings,
    service::audit::{self, Audited},
    store::{Store, error::StoreError},
    types::id::GameId,
};

#[derive(Debug, Args)]
pub(super) struct CheckDb {
    /// Checks only this game
    #[arg(long, value_name = "ID")]
    game: Option<GameId>,

    /// The number of games that are checked at once. If it is not set, one for each processor
    #[arg(long, value_name = "NUMBER")]
    jobs: Option<NonZeroUsize>,

    #[command(flatten)]
    database: DatabaseSettings,
}

/// Checks a database and prints one line per difference and a summary.
pub(super) fn check(check: &CheckDb) -> Ending {
    let data_dir = &check.database.data_dir;
    if check.database.database_url.is_none() && !data_dir.join("postgres").is_dir() {
        let folder = data_dir.display();
        return Ending::Wrong(format!("there is no database in {folder}"));
    }
    let run = || {
        let database = Database::open(&check.database)?;
        let checked = check_at(database.url(), check);
        database.close()?;
        checked
    };
    match run() {
        Ok(ending) => ending,
        Err(error) => Ending::Failed(error.to_string()),
    }
}

fn check_at(url: &str, check: &CheckDb) -> Result<Ending, AppError> {
    let processors = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let jobs = check.jobs.unwrap_or(processors);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(jobs.get())
        .enable_all()
        .build()
        .map_err(AppError::io("threads cannot be started"))?;
    runtime.block_on(async {
        // One more connection reads the list of games.
        let store = Store::new(url, jobs.get().saturating_add(1))?;
        let checked = match check.game {
            None => report(audit::all(&store, jobs)).await,
            Some(game) => match audit::one(&store, game).await? {
                Some(audited) => report(stream::iter([Ok(audited)])).await,
                None => Ok(Ending::Wrong(format!("there is no game {game}"))),
            },
        };
        store.close().await;
        Ok(checked?)
    })
}

/// Counts of the games checked so far.
#[derive(Default)]
struct Figures {
    games: u64,
    entries: u64,
    differing: u64,
}

async fn report(
    games: impl futures_util::Stream<Item = Result<Audited, StoreError>>,
) -> Result<Ending, StoreError> {
    #[allow(
        clippy::disallowed_methods,
        reason = "the duration is part of the summary"
    )]
    let began = std::time::Instant::now();
    let mut figures = Figures::default();
    let mut games = std::pin::pin!(games);
    while let Some(audited) = games.next().await {
        let audited = audited?;
        figures.games += 1;
        figures.entries += audited.entries;
        if audited.differences.is_empty() {
            continue;
        }
        figures.differing += 1;
        if let failed @ Ending::Failed(_) = print(&told(&audited)) {
            return Ok(failed);
        }
    }
    Ok(figures.end(began.elapsed()))
}

fn told(audited: &Audited) -> String {
    use std::fmt::Write as _;
    // Writing to a string cannot fail.
    let mut text = String::new();
    for difference in &audited.differences {
        let _ = writeln!(text, "{difference}");
    }
    if audited.more > 0 {
        let _ = writeln!(text, "{}: and {} more", audited.game, audited.more);
    }
    text
}

impl Figures {
    fn end(&self, took: Duration) -> Ending {
        let Self {
            games,
            entries,
            differing,
        } = self;
        let seconds = took.as_secs_f64();
        let printed = print(&format!(
            "{games} games with {entries} entries checked in {seconds:.1} s: {differing} differ\n"
        ));
        match printed {
            Ending::Fine if *differing > 0 => Ending::No(format!(
                "in {differing} of {games} games, the stored data differs from the log"
            )),
            printed => printed,
        }
    }
}
