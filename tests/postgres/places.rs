//! Where a data folder may lie, and what it may have been through.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{READ_IT, STORE_A_ROW, ask, log, open_folder, postmaster, server::Server, start};

/// Tests run as root have Postgres run by a user who can't pass through the folder above; it gets
/// in by way of a descriptor.
#[test]
fn a_data_folder_below_a_folder_that_is_closed_to_others_works() {
    let closed = tempfile::tempdir().expect("a temporary folder");
    fs::set_permissions(closed.path(), Permissions::from_mode(0o700)).expect("it is ours");
    let data_dir = closed.path().join("data");
    let cluster = start(&data_dir);
    ask(&cluster.url("cardpost"), STORE_A_ROW);
    ask(&cluster.url("cardpost"), "CHECKPOINT");
    cluster.stop().expect("a clean stop");
    let cluster = start(&data_dir);
    assert_eq!(ask(&cluster.url("cardpost"), READ_IT), ["still here"]);
}

#[test]
fn a_killed_server_below_a_closed_folder_is_taken_over_from() {
    let closed = tempfile::tempdir().expect("a temporary folder");
    let (server, url) = Server::start(closed.path());
    ask(&url, STORE_A_ROW);
    let pid = postmaster(closed.path());
    rustix::process::kill_process(pid, rustix::process::Signal::KILL).expect("it lives");
    server.kill();
    let cluster = start(closed.path());
    assert_eq!(ask(&cluster.url("cardpost"), READ_IT), ["still here"]);
}

#[test]
fn a_path_may_hold_any_characters() {
    let folder = open_folder();
    let data_dir = folder
        .path()
        .join("Ann's \"best\", 100% größte ? & # place");
    let cluster = start(&data_dir);
    assert_eq!(ask(&cluster.url("cardpost"), "SELECT 1"), ["1"]);
}

fn with_a_long_path(folder: &Path) -> PathBuf {
    folder
        .join("a-folder-with-a-rather-long-name/".repeat(4))
        .join("data")
}

#[test]
fn a_path_too_long_for_a_socket_gets_a_socket_elsewhere_for_as_long_as_it_runs() {
    let folder = open_folder();
    let data_dir = with_a_long_path(folder.path());
    let cluster = start(&data_dir);
    assert_eq!(ask(&cluster.url("cardpost"), "SELECT 1"), ["1"]);
    let elsewhere = fs::read_link(data_dir.join("socket")).expect("a link shows where it is");
    let permissions = fs::metadata(&elsewhere).expect("a folder").permissions();
    assert_eq!(permissions.mode() & 0o777, 0o700, "nobody else may enter");
    cluster.stop().expect("a clean stop");
    assert!(!elsewhere.exists());
    assert!(fs::symlink_metadata(data_dir.join("socket")).is_err());
}

#[test]
fn a_socket_elsewhere_is_cleared_away_after_its_server_was_killed() {
    let folder = open_folder();
    let data_dir = with_a_long_path(folder.path());
    let (server, _) = Server::start(&data_dir);
    let first = fs::read_link(data_dir.join("socket")).expect("a link");
    server.kill();
    let cluster = start(&data_dir);
    let second = fs::read_link(data_dir.join("socket")).expect("a link");
    assert!(!first.exists());
    assert_ne!(first, second);
    assert_eq!(ask(&cluster.url("cardpost"), "SELECT 1"), ["1"]);
}

#[test]
fn a_link_to_what_is_not_the_server_s_own_is_not_followed() {
    let folder = open_folder();
    let cluster = start(folder.path());
    cluster.stop().expect("a clean stop");
    let other = open_folder();
    fs::write(other.path().join(".s.PGSQL.5432"), "").expect("a file");
    fs::remove_dir(folder.path().join("socket")).expect("an empty folder");
    std::os::unix::fs::symlink(other.path(), folder.path().join("socket")).expect("a link");
    let _cluster = start(folder.path());
    assert!(other.path().join(".s.PGSQL.5432").exists());
    assert!(
        folder
            .path()
            .join("socket")
            .symlink_metadata()
            .expect("it")
            .is_dir()
    );
}

#[test]
fn a_copied_data_folder_starts_whoever_owns_the_copy() {
    let folder = open_folder();
    let cluster = start(&folder.path().join("original"));
    ask(&cluster.url("cardpost"), STORE_A_ROW);
    cluster.stop().expect("a clean stop");
    let copied = Command::new("cp")
        .args(["-R", "original", "copy"])
        .current_dir(folder.path())
        .status()
        .expect("cp");
    assert!(copied.success());
    let cluster_folder = folder.path().join("copy/postgres");
    fs::set_permissions(cluster_folder, Permissions::from_mode(0o755)).expect("it is ours");
    let cluster = start(&folder.path().join("copy"));
    assert_eq!(ask(&cluster.url("cardpost"), READ_IT), ["still here"]);
}

#[test]
fn a_long_log_is_put_aside() {
    let folder = open_folder();
    fs::write(
        folder.path().join("postgres.log"),
        "old\n".repeat(2 * 1024 * 1024),
    )
    .expect("a log");
    let _cluster = start(folder.path());
    assert!(!log(folder.path()).contains("old"));
    assert!(folder.path().join("postgres.log.1").exists());
}
