//! Making a cluster, all of it or none.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::{
    DATABASE, Durability, ROLE,
    binaries::Binaries,
    data_folder::{DataFolder, make_private},
    error::StartError,
    fd_path::Door,
    program::Program,
};

/// Makes the cluster of a data folder that has none.
///
/// It is made under another name and renamed as the last thing, so a cluster with the right name
/// is whole. What an interrupted attempt has left is removed.
pub(super) fn make_cluster(
    folder: &DataFolder,
    binaries: &Binaries,
    durability: Durability,
) -> Result<(), StartError> {
    let cluster = folder.cluster();
    refuse_what_is_no_cluster(&cluster)?;
    remove_unfinished(folder.path())?;
    // The name differs each time: a program of the interrupted attempt may have some life left.
    #[allow(
        clippy::disallowed_methods,
        reason = "a name that nobody has taken, not a secret"
    )]
    let name = format!("{}{:08x}", DataFolder::UNFINISHED, rand::random::<u32>());
    let unfinished = Unfinished(folder.path().join(name));
    make_private(&unfinished.0, binaries.user()).map_err(StartError::folder(
        "make a folder for the cluster",
        &unfinished.0,
    ))?;
    let door = Door::to(&unfinished.0, binaries.user())?;
    initdb(binaries, &door, durability).run(b"", folder.log())?;
    let statement = format!("CREATE DATABASE {DATABASE}\n");
    single_user(binaries, &door, durability).run(statement.as_bytes(), folder.log())?;
    fs::rename(&unfinished.0, &cluster).map_err(StartError::folder("rename to", &cluster))?;
    File::open(folder.path())
        .and_then(|folder| folder.sync_all())
        .map_err(StartError::folder("write", folder.path()))
}

/// The locale C orders text by its code points, the same on every machine.
fn initdb(binaries: &Binaries, door: &Door, durability: Durability) -> Program {
    let program = binaries
        .initdb()
        .argument("-D")
        .argument(door.seen_as())
        .argument(format!("--username={ROLE}"))
        .argument("--encoding=UTF8")
        .argument("--no-locale")
        .argument("--data-checksums")
        // Who gets to the socket, in a folder that is closed to others, is trusted.
        .argument("--auth-local=trust")
        .argument("--auth-host=reject")
        .through(door);
    match durability {
        Durability::Full => program,
        Durability::None => program.argument("--no-sync"),
    }
}

/// A Postgres that executes what it is sent and ends, for which no client and no socket is
/// needed. The client programs may not be installed.
fn single_user(binaries: &Binaries, door: &Door, durability: Durability) -> Program {
    let program = binaries
        .postgres()
        .argument("--single")
        .argument("-D")
        .argument(door.seen_as())
        // Without it a failed statement is a line on standard error, and the exit status 0.
        .setting("exit_on_error=on")
        .through(door);
    durability
        .settings()
        .into_iter()
        .fold(program, Program::setting)
        .argument("postgres")
}

fn refuse_what_is_no_cluster(cluster: &Path) -> Result<(), StartError> {
    match fs::read_dir(cluster).map(|mut entries| entries.next()) {
        Ok(Some(_)) => Err(StartError::NotACluster {
            path: cluster.to_path_buf(),
        }),
        Ok(None) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(StartError::folder("read", cluster)(error)),
    }
}

fn remove_unfinished(data_dir: &Path) -> Result<(), StartError> {
    let entries = fs::read_dir(data_dir).map_err(StartError::folder("read", data_dir))?;
    for entry in entries.flatten() {
        if entry
            .file_name()
            .as_encoded_bytes()
            .starts_with(DataFolder::UNFINISHED.as_bytes())
        {
            tracing::info!(
                "removing {}, left by an interrupted start",
                entry.path().display()
            );
            drop(Unfinished(entry.path()));
        }
    }
    Ok(())
}

/// The folder of a cluster in the making. What is not renamed in time is removed.
struct Unfinished(PathBuf);

impl Drop for Unfinished {
    fn drop(&mut self) {
        match fs::remove_dir_all(&self.0) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                tracing::warn!("could not remove {}: {error}", self.0.display());
            }
            _ => {}
        }
    }
}
