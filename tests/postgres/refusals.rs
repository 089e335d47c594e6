//! What is refused, and that the refusal says what to do.

use std::fs;
use std::path::Path;

use cardpost::postgres::{Cluster, Settings, StartError};

use super::{ask, open_folder, postmaster, server::Server, settings, start};

fn refusal(settings: &Settings) -> (StartError, String) {
    match Cluster::start(settings) {
        Ok(_) => panic!("it started"),
        Err(error) => {
            let message = error.to_string();
            (error, message)
        }
    }
}

fn assert_names(message: &str, path: &Path) {
    assert!(message.contains(&path.display().to_string()), "{message}");
}

#[test]
fn a_second_start_on_one_folder_is_refused_and_harms_nothing() {
    let folder = open_folder();
    let cluster = start(folder.path());
    let pid = postmaster(folder.path());
    let (error, message) = refusal(&settings(folder.path()));
    assert!(matches!(error, StartError::InUse { .. }), "{message}");
    assert_names(&message, folder.path());
    assert_eq!(ask(&cluster.url("cardpost"), "SELECT 1"), ["1"]);
    assert_eq!(postmaster(folder.path()), pid);
}

#[test]
fn a_folder_in_use_by_another_process_is_refused_with_its_number() {
    let folder = open_folder();
    let (server, url) = Server::start(folder.path());
    let (error, message) = refusal(&settings(folder.path()));
    assert!(matches!(error, StartError::InUse { .. }), "{message}");
    assert_names(&message, folder.path());
    assert!(
        message.contains(&format!("process {}", server.id())),
        "{message}"
    );
    assert_eq!(ask(&url, "SELECT 1"), ["1"]);
    server.end();
}

#[test]
fn a_data_folder_that_can_not_be_made_is_named() {
    let folder = open_folder();
    let file = folder.path().join("file");
    fs::write(&file, "").expect("a file");
    for data_dir in [file.clone(), file.join("below")] {
        let (error, message) = refusal(&settings(&data_dir));
        assert!(matches!(error, StartError::Folder { .. }), "{message}");
        assert_names(&message, &data_dir);
        assert!(message.contains("CARDPOST_DATA_DIR"), "{message}");
    }
}

/// Not even root can make files there.
#[cfg(target_os = "linux")]
#[test]
fn a_data_folder_that_can_not_be_written_is_named() {
    let (error, message) = refusal(&settings(Path::new("/proc/self")));
    assert!(matches!(error, StartError::Folder { .. }), "{message}");
    assert_names(&message, Path::new("/proc/self/lock"));
}

#[test]
fn without_postgres_the_way_to_get_it_is_named() {
    let folder = open_folder();
    let empty = open_folder();
    let bin_dir = Some(empty.path().to_path_buf());
    let (error, message) = refusal(&Settings {
        bin_dir,
        ..settings(folder.path())
    });
    assert!(matches!(error, StartError::NoBinaries { .. }), "{message}");
    assert_names(&message, empty.path());
    assert!(message.contains("install"), "{message}");
    assert!(message.contains("CARDPOST_PG_BIN"), "{message}");
}

#[test]
fn a_postgres_that_can_not_be_run_is_named() {
    let folder = open_folder();
    let bin_dir = folder.path().join("bin");
    fs::create_dir(&bin_dir).expect("a folder");
    for program in ["initdb", "postgres"] {
        fs::write(bin_dir.join(program), "not a program").expect("a file");
    }
    let data_dir = folder.path().join("data");
    let with_bin_dir = Settings {
        bin_dir: Some(bin_dir.clone()),
        ..settings(&data_dir)
    };
    let (error, message) = refusal(&with_bin_dir);
    assert!(matches!(error, StartError::Spawn { .. }), "{message}");
    assert_names(&message, &bin_dir.join("postgres"));
}

/// Makes a folder that looks like an old version's cluster.
fn old_cluster(data_dir: &Path, version: &str) {
    fs::create_dir(data_dir.join("postgres")).expect("a folder");
    fs::write(data_dir.join("postgres/PG_VERSION"), version).expect("a file");
}

#[test]
fn a_cluster_of_another_major_version_is_refused_with_both_versions() {
    let folder = open_folder();
    old_cluster(folder.path(), "8.4\n");
    let (error, message) = refusal(&settings(folder.path()));
    let StartError::OtherVersion {
        found,
        cluster_major,
        ..
    } = error
    else {
        panic!("{message}")
    };
    assert_eq!(cluster_major, 8);
    let (major, bin_dir) = &found[0];
    assert!(
        message.contains("PostgreSQL 8") || message.contains("Postgres 8"),
        "{message}"
    );
    assert!(
        message.contains(&format!("{major} (in {})", bin_dir.display())),
        "{message}"
    );
}

#[test]
fn a_version_that_is_none_is_refused() {
    let folder = open_folder();
    old_cluster(folder.path(), "\0\0\0");
    let (error, message) = refusal(&settings(folder.path()));
    assert!(
        matches!(error, StartError::UnreadableVersion { .. }),
        "{message}"
    );
    assert_names(&message, &folder.path().join("postgres/PG_VERSION"));
}

#[test]
fn files_in_the_cluster_s_place_are_not_overwritten() {
    let folder = open_folder();
    let precious = folder.path().join("postgres/precious");
    fs::create_dir(folder.path().join("postgres")).expect("a folder");
    fs::write(&precious, "").expect("a file");
    let (error, message) = refusal(&settings(folder.path()));
    assert!(matches!(error, StartError::NotACluster { .. }), "{message}");
    assert!(precious.exists());
}

#[test]
fn a_failed_start_quotes_what_postgres_said_this_time() {
    let folder = open_folder();
    start(folder.path()).stop().expect("a clean stop");
    let path = folder.path().join("postgres/postgresql.conf");
    let conf = fs::read_to_string(&path).expect("its settings");
    fs::write(&path, format!("{conf}\nno_such_setting = 1\n")).expect("it is ours");
    let (error, message) = refusal(&settings(folder.path()));
    assert!(matches!(error, StartError::Failed { .. }), "{message}");
    assert!(
        message.contains("unrecognized configuration parameter"),
        "{message}"
    );
    assert!(
        !message.contains("is shut down"),
        "an earlier start's: {message}"
    );

    fs::write(&path, conf).expect("it is ours");
    start(folder.path()).stop().expect("a clean stop");
}
