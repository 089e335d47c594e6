//! Creates a cluster, atomically.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::{
    DATABASE, Durability, ROLE,
    binaries::Binaries,
    data_folder::{DataFolder, make_private},
    error::StartError,
    fd_path::FdPath,
    program::Program,
};

/// Creates the cluster of a data folder.
///
/// The cluster is created under another name and renamed as the last step, so a cluster under the final name is
/// complete. Removes the leftovers of interrupted attempts.
pub(super) fn create_cluster(
    folder: &DataFolder,
    binaries: &Binaries,
    durability: Durability,
) -> Result<(), StartError> {
    let cluster = folder.cluster();
    refuse_other_files(&cluster)?;
    remove_unfinished(folder.path())?;
    // Each attempt uses another name, because a program of an interrupted attempt may still run.
    #[allow(clippy::disallowed_methods, reason = "an unused name, not a secret")]
    let name = format!("{}{:08x}", DataFolder::UNFINISHED, rand::random::<u32>());
    let unfinished = Unfinished(folder.path().join(name));
    make_private(&unfinished.0, binaries.user()).map_err(StartError::folder(
        "create a folder for the cluster",
        &unfinished.0,
    ))?;
    let path = FdPath::new(&unfinished.0, binaries.user())?;
    initdb(binaries, &path, durability).run(b"", folder.log())?;
    let statement = format!("CREATE DATABASE {DATABASE}\n");
    single_user(binaries, &path, durability).run(statement.as_bytes(), folder.log())?;
    fs::rename(&unfinished.0, &cluster).map_err(StartError::folder("rename to", &cluster))?;
    File::open(folder.path())
        .and_then(|folder| folder.sync_all())
        .map_err(StartError::folder("write", folder.path()))
}

/// The locale C orders text by code points, which is the same on every machine.
fn initdb(binaries: &Binaries, path: &FdPath, durability: Durability) -> Program {
    let program = binaries
        .initdb()
        .argument("-D")
        .argument(path.path())
        .argument(format!("--username={ROLE}"))
        .argument("--encoding=UTF8")
        .argument("--no-locale")
        .argument("--data-checksums")
        // Anyone who can reach the socket is trusted, because its folder is closed to others.
        .argument("--auth-local=trust")
        .argument("--auth-host=reject")
        .reaches(path);
    match durability {
        Durability::Full => program,
        Durability::None => program.argument("--no-sync"),
    }
}

/// A single-user Postgres, which executes the statements on its standard input and exits. Used because the client
/// programs may not be installed.
fn single_user(binaries: &Binaries, path: &FdPath, durability: Durability) -> Program {
    let program = binaries
        .postgres()
        .argument("--single")
        .argument("-D")
        .argument(path.path())
        // Without this setting, the exit status is 0 even if a statement fails.
        .setting("exit_on_error=on")
        .reaches(path);
    durability
        .settings()
        .into_iter()
        .fold(program, Program::setting)
        .argument("postgres")
}

fn refuse_other_files(cluster: &Path) -> Result<(), StartError> {
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
                "removing {}, which an interrupted start left behind",
                entry.path().display()
            );
            drop(Unfinished(entry.path()));
        }
    }
    Ok(())
}

/// The folder of a cluster that is being created. Removed on drop, unless it was renamed.
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
