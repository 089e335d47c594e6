//! `cardpost export`: writes the records of a database to files.

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
    app::{AppError, Database},
    config::DatabaseSettings,
    engine::any::Kind,
    record::stream::{End, Sum},
    service::{
        error::ServiceError,
        records::download::{RecordFilter, RecordSelection, RecordStream},
    },
    store::Store,
    types::{id::GameId, time::Timestamp},
};

#[derive(Debug, Args)]
pub(super) struct Export {
    /// The folder for the records. If it contains an earlier export, only new records are written
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,

    #[command(flatten)]
    filter: Filter,

    /// The maximum number of records per file
    #[arg(long, value_name = "NUMBER", default_value = "10000")]
    per_file: std::num::NonZeroU32,

    #[command(flatten)]
    database: DatabaseSettings,
}

/// The records to export. Stored with the files, so that an export can only be continued with the same filter.
#[derive(Debug, Clone, PartialEq, Eq, Args, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Filter {
    /// Only games of this kind
    #[arg(long, value_name = "KIND")]
    kind: Option<Kind>,

    /// Only games that ended at this time or later, for example 2026-11-30T09:00:00Z
    #[arg(long, value_name = "TIME")]
    since: Option<Timestamp>,

    /// Only games that ended before this time
    #[arg(long, value_name = "TIME")]
    until: Option<Timestamp>,

    /// Include private games. Do not publish such files
    #[arg(long)]
    private: bool,
}

impl Filter {
    fn selection(&self, after: Option<GameId>, limit: u32) -> RecordSelection {
        RecordSelection {
            filter: RecordFilter {
                kind: self.kind,
                player: None,
                since: self.since,
                until: self.until,
                with_private: self.private,
            },
            after,
            limit: Some(limit),
        }
    }
}

/// Why an export failed. Files that are complete are kept.
enum Failure {
    /// The arguments or the folder are wrong.
    Wrong(String),
    /// The database or the file system failed.
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
            ServiceError::Invalid(_) => {
                Self::Wrong("--out: the folder contains an export of another database".into())
            }
            ServiceError::Unavailable(cause) | ServiceError::Internal(cause) => Self::Failed(cause),
            other => Self::Failed(other.to_string()),
        }
    }
}

/// Exports the records that the folder doesn't contain yet.
pub(super) fn run(export: &Export) -> Ending {
    match write_new_records(export) {
        Ok(report) => print(&report),
        Err(Failure::Wrong(message)) => Ending::Wrong(message),
        Err(Failure::Failed(message)) => Ending::Failed(message),
    }
}

fn write_new_records(export: &Export) -> Result<String, Failure> {
    let mut folder = Folder::open(&export.out, &export.filter)?;
    let database = Database::open(&export.database)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(Failure::of("could not start the async runtime"));
    let written = runtime.and_then(|runtime| {
        runtime.block_on(async {
            let store = Store::new(database.url(), 2).map_err(AppError::from)?;
            let written = folder.fill(&store, export).await;
            store.close().await;
            written
        })
    });
    // The embedded Postgres is stopped in any case.
    let closed = database.close();
    let report = written?;
    closed?;
    Ok(report)
}

/// The folder of an export: files of records, numbered from 1. A file under its final name is complete.
struct Folder {
    path: PathBuf,
    /// The number of files.
    files: u32,
    /// The last record in the last file.
    cursor: Option<GameId>,
    /// Contains the filter, and is locked while an export runs.
    _settings: File,
}

/// The name of the file with the filter.
const SETTINGS: &str = "export.json";

impl Folder {
    /// Opens or creates the folder, and locks it against other exports.
    fn open(path: &Path, filter: &Filter) -> Result<Self, Failure> {
        let shown = path.display();
        fs::create_dir_all(path).map_err(Failure::of(format!("could not create {shown}")))?;
        let settings_path = path.join(SETTINGS);
        let mut settings = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&settings_path)
            .map_err(Failure::of(settings_path.display()))?;
        settings.try_lock().map_err(|error| {
            Failure::Failed(format!("another export is writing to {shown}: {error}"))
        })?;
        let mut text = String::new();
        settings
            .read_to_string(&mut text)
            .map_err(Failure::of(settings_path.display()))?;
        if text.is_empty() {
            let json = serde_json::to_string(filter)
                .map_err(|error| Failure::Failed(error.to_string()))?;
            writeln!(settings, "{json}").map_err(Failure::of(settings_path.display()))?;
        } else if serde_json::from_str::<Filter>(&text).ok().as_ref() != Some(filter) {
            return Err(Failure::Wrong(format!(
                "--out: {shown} contains an export with other options; see {SETTINGS}: {}",
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

    /// Writes files until there are no more new records, and returns a report with a line for each file.
    async fn fill(&mut self, store: &Store, export: &Export) -> Result<String, Failure> {
        let limit = export.per_file.get();
        let mut report = String::new();
        loop {
            let name = self.file(self.files + 1);
            let partial = name.with_extension("part");
            let selection = export.filter.selection(self.cursor, limit);
            let sum = write(store, selection, &partial).await?;
            if sum.records == 0 {
                fs::remove_file(&partial).map_err(Failure::of(partial.display()))?;
                break;
            }
            self.publish(&partial, &name)?;
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
            if sum.records < u64::from(limit) {
                break;
            }
        }
        if report.is_empty() {
            report.push_str("no new records\n");
        }
        Ok(report)
    }

    /// Renames a complete file to its final name, durably, so that after a power failure the file is either complete or
    /// missing.
    fn publish(&self, partial: &Path, name: &Path) -> Result<(), Failure> {
        fs::rename(partial, name).map_err(Failure::of(name.display()))?;
        let folder = File::open(&self.path).and_then(|folder| folder.sync_all());
        folder.map_err(Failure::of(self.path.display()))
    }
}

/// Writes the selected records to a file, in the format of the download.
async fn write(store: &Store, selection: RecordSelection, path: &Path) -> Result<Sum, Failure> {
    let failed = || Failure::of(path.display());
    let mut file = BufWriter::new(File::create(path).map_err(failed())?);
    let mut lines = RecordStream::new(store, selection).await?;
    while let Some(line) = lines.next().await {
        file.write_all(line?.as_bytes()).map_err(failed())?;
    }
    file.flush().map_err(failed())?;
    file.get_ref().sync_all().map_err(failed())?;
    sum_of(path)
}

/// An upper bound for the length of the last line of a file, in bytes.
const MAX_LAST_LINE: u64 = 512;

/// Reads the sum in the last line of a file.
fn sum_of(path: &Path) -> Result<Sum, Failure> {
    let failed = || Failure::of(path.display());
    let mut file = File::open(path).map_err(failed())?;
    let length = file.metadata().map_err(failed())?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(MAX_LAST_LINE)))
        .map_err(failed())?;
    let mut tail = Vec::new();
    file.read_to_end(&mut tail).map_err(failed())?;
    let last = tail
        .strip_suffix(b"\n")
        .and_then(|lines| lines.rsplit(|byte| *byte == b'\n').next())
        .unwrap_or_default();
    let end: End = serde_json::from_slice(last).map_err(|error| {
        Failure::Wrong(format!(
            "{} has no valid last line: {error}",
            path.display()
        ))
    })?;
    Ok(end.end)
}
