//! The cluster of the server's own, on the Postgres of this machine: nothing is replaced by a
//! stand-in, and a server that has to die is a process that is killed.

pub mod death;
pub mod life;
pub mod places;
pub mod refusals;
pub mod server;

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use cardpost::postgres::{Cluster, Durability, Settings};
use tempfile::TempDir;

/// A new folder that every user may enter, unlike `tempdir`'s. Whether Postgres, which runs as
/// another user where the tests run as root, can get in makes a difference.
fn open_folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).expect("it is ours");
    folder
}

fn settings(data_dir: &Path) -> Settings {
    Settings {
        data_dir: data_dir.to_path_buf(),
        bin_dir: None,
        durability: Durability::None,
    }
}

fn start(data_dir: &Path) -> Cluster {
    Cluster::start(&settings(data_dir)).unwrap_or_else(|error| panic!("{error}"))
}

/// Runs a future on this thread.
fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime")
        .block_on(future)
}

/// Sends SQL to a database and returns the first column of the rows that come back.
fn ask(url: &str, sql: &str) -> Vec<String> {
    block_on(async {
        let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls)
            .await
            .expect("a connection");
        let connection = tokio::spawn(connection);
        let messages = client
            .simple_query(sql)
            .await
            .unwrap_or_else(|error| panic!("{error:?}"));
        drop(client);
        connection
            .await
            .expect("it doesn't panic")
            .expect("an orderly end");
        messages
            .iter()
            .filter_map(|message| match message {
                tokio_postgres::SimpleQueryMessage::Row(row) => row.get(0).map(str::to_owned),
                _ => None,
            })
            .collect()
    })
}

const STORE_A_ROW: &str = "CREATE TABLE kept (note text); INSERT INTO kept VALUES ('still here')";
const READ_IT: &str = "SELECT note FROM kept";

/// The process that the cluster's `postmaster.pid` names.
fn postmaster(data_dir: &Path) -> rustix::process::Pid {
    let path = data_dir.join("postgres/postmaster.pid");
    let text =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let pid = text.lines().next().and_then(|line| line.parse().ok());
    pid.and_then(rustix::process::Pid::from_raw)
        .expect("a process number")
}

/// Whether a process runs; one that has ended but was not reaped does not.
fn is_alive(pid: rustix::process::Pid) -> bool {
    let state = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero()));
    let is_zombie = state.is_ok_and(|state| state.contains(") Z "));
    rustix::process::test_kill_process(pid).is_ok() && !is_zombie
}

fn log(data_dir: &Path) -> String {
    fs::read_to_string(data_dir.join("postgres.log")).expect("a log")
}
