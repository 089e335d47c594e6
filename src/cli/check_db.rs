//! `cardpost check-db`: whether what is stored beside the logs is what the logs say.

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
    /// Only this game
    #[arg(long, value_name = "ID")]
    game: Option<GameId>,

    /// How many games are checked at once. Without it, one for each processor
    #[arg(long, value_name = "NUMBER")]
    jobs: Option<NonZeroUsize>,

    #[command(flatten)]
    database: DatabaseSettings,
}

/// Checks a database and prints what differs, a line each, and how much there was.
pub(super) fn check(check: &CheckDb) -> Ending {
    let data_dir = &check.database.data_dir;
    if check.database.database_url.is_none() && !data_dir.join("postgres").is_dir() {
        let folder = data_dir.display();
        return Ending::Wrong(format!("there is no database in {folder} to be checked"));
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
        .map_err(|source| AppError::Io {
            what: "threads can't be started".into(),
            source,
        })?;
    runtime.block_on(async {
        // One connection more reads which games there are.
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

/// What was checked so far.
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
        reason = "how long it took is one of the figures"
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
    // Writing into a text can't fail.
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
                "in {differing} of {games} games, what is stored is not what it should be"
            )),
            printed => printed,
        }
    }
}
