//! `cardpost export`: the records of a database as files, for whoever runs the server.

use std::{
    fmt::{Display, Write as _},
    fs::{self, File},
    io::{self, BufWriter, Read as _, Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
};

use clap::Args;
use serde::{Deserialize, Serialize};

use super::{Ending, print};
use crate::{
    app::{self, AppError, Database},
    config::DatabaseSettings,
    engine::any::Kind,
    record::stream::{End, Sum},
    service::{
        Service,
        error::ServiceError,
        feeds::broker::{self, Broker},
        limits::Limits,
        records::download::{RecordFilter, Wanted},
    },
    store::Store,
    types::{id::GameId, time::Timestamp},
};

#[derive(Debug, Args)]
pub(super) struct Export {
    /// The folder that the records are written to. One that holds an earlier export is continued
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,

    #[command(flatten)]
    which: Which,

    /// The most records that are written to one file
    #[arg(long, value_name = "NUMBER", default_value = "10000")]
    per_file: std::num::NonZeroU32,

    #[command(flatten)]
    database: DatabaseSettings,
}

/// Which records are exported. Written down beside them, so that an export is continued as it was begun.
#[derive(Debug, Clone, PartialEq, Eq, Args, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Which {
    /// Only games of this kind
    #[arg(long, value_name = "KIND")]
    kind: Option<Kind>,

    /// Only games that ended at this moment or later, such as 2026-11-30T09:00:00Z
    #[arg(long, value_name = "TIME")]
    since: Option<Timestamp>,

    /// Only games that ended before this moment
    #[arg(long, value_name = "TIME")]
    until: Option<Timestamp>,

    /// Private games too: the files are then not for everyone
    #[arg(long)]
    private: bool,
}

impl Which {
    fn after(&self, after: Option<GameId>, most: u32) -> Wanted {
        Wanted {
            filter: RecordFilter {
                kind: self.kind,
                player: None,
                since: self.since,
                until: self.until,
                with_private: self.private,
            },
            after,
            most: Some(most),
        }
    }
}

/// Why an export came to nothing. What was written before it stays.
enum Failure {
    /// The folder or the call is wrong.
    Wrong(String),
    /// Something failed.
    Failed(String),
}

impl Failure {
    fn of(what: impl Display) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::Failed(format!("{what}: {error}"))
    }
}

impl From<AppError> for Failure {
    fn from(error: AppError) -> Self {
        Self::Failed(error.to_string())
    }
}

impl From<ServiceError> for Failure {
    fn from(refused: ServiceError) -> Self {
        match refused {
            ServiceError::Invalid(_) => Self::Wrong(
                "--out: the folder holds an export of another database, which can't be continued"
                    .into(),
            ),
            ServiceError::Unavailable(cause) | ServiceError::Internal(cause) => Self::Failed(cause),
            other => Self::Failed(other.to_string()),
        }
    }
}

/// Exports what the folder doesn't hold yet.
pub(super) fn run(export: &Export) -> Ending {
    match write_what_is_new(export) {
        Ok(report) => print(&report),
        Err(Failure::Wrong(message)) => Ending::Wrong(message),
        Err(Failure::Failed(message)) => Ending::Failed(message),
    }
}

fn write_what_is_new(export: &Export) -> Result<String, Failure> {
    let mut folder = Folder::open(&export.out, &export.which)?;
    let database = Database::open(&export.database)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(Failure::of("a runtime can't be started"));
    let written = runtime.and_then(|runtime| {
        runtime.block_on(async {
            let store = Store::new(database.url(), 2).map_err(AppError::from)?;
            // Nobody waits here for what others do; the use cases are the server's.
            let broker = Broker::start(&store, broker::POLL);
            let limits = Limits::default();
            let service = Service::new(store.clone(), broker.clone(), app::system_env(), limits);
            let written = folder.fill(&service, export).await;
            broker.close();
            store.close().await;
            written
        })
    });
    // Whatever happened, the server's own Postgres is stopped.
    let closed = database.close();
    let report = written?;
    closed?;
    Ok(report)
}

/// The folder of an export: files of records, numbered from 1, each complete.
struct Folder {
    path: PathBuf,
    /// The number of the last file.
    files: u32,
    /// The last record in it.
    cursor: Option<GameId>,
    /// Says which records are exported, and is locked while somebody writes.
    _settings: File,
}

/// The file that says which records a folder holds.
const SETTINGS: &str = "export.json";

impl Folder {
    /// Opens a folder for an export of these records, and keeps others from writing to it.
    fn open(path: &Path, which: &Which) -> Result<Self, Failure> {
        let shown = path.display();
        fs::create_dir_all(path).map_err(Failure::of(format!("{shown} can't be made")))?;
        let settings_path = path.join(SETTINGS);
        let mut settings = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&settings_path)
            .map_err(Failure::of(settings_path.display()))?;
        settings.try_lock().map_err(|error| {
            Failure::Failed(format!(
                "{shown} is being written by another export: {error}"
            ))
        })?;
        let mut text = String::new();
        settings
            .read_to_string(&mut text)
            .map_err(Failure::of(settings_path.display()))?;
        if text.is_empty() {
            let json =
                serde_json::to_string(which).map_err(|error| Failure::Failed(error.to_string()))?;
            writeln!(settings, "{json}").map_err(Failure::of(settings_path.display()))?;
        } else if serde_json::from_str::<Which>(&text).ok().as_ref() != Some(which) {
            return Err(Failure::Wrong(format!(
                "--out: {shown} holds an export of other records, which {SETTINGS} tells: {}",
                text.trim()
            )));
        }
        let mut folder = Self {
            path: path.to_owned(),
            files: 0,
            cursor: None,
            _settings: settings,
        };
        while folder.file(folder.files + 1).exists() {
            folder.files += 1;
        }
        if folder.files > 0 {
            folder.cursor = sum_of(&folder.file(folder.files))?.cursor;
        }
        Ok(folder)
    }

    fn file(&self, number: u32) -> PathBuf {
        self.path.join(format!("records-{number:06}.ndjson"))
    }

    /// Writes file after file until there is nothing new, and reports what was written.
    async fn fill(&mut self, service: &Service, export: &Export) -> Result<String, Failure> {
        let most = export.per_file.get();
        let mut report = String::new();
        loop {
            let name = self.file(self.files + 1);
            let partial = name.with_extension("part");
            let wanted = export.which.after(self.cursor, most);
            let sum = write(service, wanted, &partial).await?;
            if sum.records == 0 {
                fs::remove_file(&partial).map_err(Failure::of(partial.display()))?;
                break;
            }
            self.keep(&partial, &name)?;
            let Sum {
                records, sha256, ..
            } = &sum;
            // Writing to a string can't fail.
            let _ = writeln!(
                report,
                "{}: {records} records, SHA-256 {sha256}",
                name.display()
            );
            self.files += 1;
            self.cursor = sum.cursor;
            if sum.records < u64::from(most) {
                break;
            }
        }
        if report.is_empty() {
            report.push_str("no new records\n");
        }
        Ok(report)
    }

    /// Gives a complete file its name, so that it survives the power cord as a whole or not at all.
    fn keep(&self, partial: &Path, name: &Path) -> Result<(), Failure> {
        fs::rename(partial, name).map_err(Failure::of(name.display()))?;
        let folder = File::open(&self.path).and_then(|folder| folder.sync_all());
        folder.map_err(Failure::of(self.path.display()))
    }
}

/// Writes the stream of these records to a file, as the server would send it.
async fn write(service: &Service, wanted: Wanted, path: &Path) -> Result<Sum, Failure> {
    let failed = || Failure::of(path.display());
    let mut file = BufWriter::new(File::create(path).map_err(failed())?);
    let mut lines = service.records(wanted).await?;
    while let Some(line) = lines.next().await {
        file.write_all(line?.as_bytes()).map_err(failed())?;
    }
    file.flush().map_err(failed())?;
    file.get_ref().sync_all().map_err(failed())?;
    sum_of(path)
}

/// Longer than the last line of a file is.
const LAST_LINE: u64 = 512;

/// What the last line of a file says.
fn sum_of(path: &Path) -> Result<Sum, Failure> {
    let failed = || Failure::of(path.display());
    let mut file = File::open(path).map_err(failed())?;
    let length = file.metadata().map_err(failed())?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(LAST_LINE)))
        .map_err(failed())?;
    let mut tail = Vec::new();
    file.read_to_end(&mut tail).map_err(failed())?;
    let last = tail
        .strip_suffix(b"\n")
        .and_then(|lines| lines.rsplit(|byte| *byte == b'\n').next())
        .unwrap_or_default();
    let end: End = serde_json::from_slice(last).map_err(|error| {
        Failure::Wrong(format!(
            "{} does not end as an export does: {error}",
            path.display()
        ))
    })?;
    Ok(end.end)
}
