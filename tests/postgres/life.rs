//! How a cluster is started, used and stopped when nothing goes wrong.

use rustix::process::getsid;

use super::{READ_IT, STORE_A_ROW, ask, is_alive, log, open_folder, postmaster, settings, start};
use cardpost::postgres::{Cluster, Durability};

#[test]
fn a_first_start_makes_a_cluster_with_a_database_and_no_way_in_from_a_network() {
    let folder = open_folder();
    let data_dir = folder.path().join("not/there/yet");
    let cluster = start(&data_dir);
    let url = cluster.url("cardpost");
    assert_eq!(ask(&url, "SELECT current_user"), ["cardpost"]);
    assert_eq!(ask(&url, "SELECT current_database()"), ["cardpost"]);
    assert_eq!(ask(&url, "SHOW server_encoding"), ["UTF8"]);
    assert_eq!(ask(&url, "SHOW data_checksums"), ["on"]);
    assert_eq!(ask(&url, "SHOW listen_addresses"), [""]);
    let collation = "SELECT datcollate FROM pg_database WHERE datname = current_database()";
    assert_eq!(ask(&url, collation), ["C"]);
}

#[test]
fn rows_are_there_after_a_stop_and_a_second_start() {
    let folder = open_folder();
    let cluster = start(folder.path());
    ask(&cluster.url("cardpost"), STORE_A_ROW);
    cluster.stop().expect("a clean stop");

    let cluster = start(folder.path());
    assert_eq!(ask(&cluster.url("cardpost"), READ_IT), ["still here"]);
    cluster.stop().expect("a clean stop");
    assert!(!log(folder.path()).contains("not properly shut down"));
}

#[test]
fn stop_returns_when_postgres_is_gone() {
    let folder = open_folder();
    let cluster = start(folder.path());
    let pid = postmaster(folder.path());
    assert!(is_alive(pid));
    cluster.stop().expect("a clean stop");
    assert!(!is_alive(pid));
    assert!(!folder.path().join("postgres/postmaster.pid").exists());
    assert!(log(folder.path()).contains("database system is shut down"));
}

#[test]
fn a_dropped_cluster_is_stopped_too() {
    let folder = open_folder();
    let cluster = start(folder.path());
    let pid = postmaster(folder.path());
    drop(cluster);
    assert!(!is_alive(pid));
    assert!(log(folder.path()).contains("database system is shut down"));
}

#[test]
fn a_cluster_outlives_the_thread_that_started_it() {
    let folder = open_folder();
    let cluster = std::thread::scope(|scope| {
        scope
            .spawn(|| start(folder.path()))
            .join()
            .expect("the thread not to panic")
    });
    assert_eq!(ask(&cluster.url("cardpost"), "SELECT 'alive'"), ["alive"]);
    assert!(!log(folder.path()).contains("shutdown request"));
}

#[test]
fn ctrl_c_in_a_terminal_does_not_reach_postgres() {
    let folder = open_folder();
    let _cluster = start(folder.path());
    let pid = postmaster(folder.path());
    assert_eq!(getsid(Some(pid)), Ok(pid), "it leads a session of its own");
}

/// Postgres itself is asked: it lists the descriptors and variables that its children inherit.
#[cfg(target_os = "linux")]
#[test]
fn postgres_inherits_neither_the_server_s_lock_nor_its_files_nor_its_environment() {
    let folder = open_folder();
    let file = folder.path().join("file");
    let _held_open = std::fs::File::create(&file).expect("a file");
    let cluster = start(folder.path());
    let inherited = ask(
        &cluster.url("cardpost"),
        "CREATE TABLE inherited (line text);
         COPY inherited FROM PROGRAM 'ls -l /proc/self/fd; env';
         SELECT line FROM inherited",
    );
    let has = |end: &str| inherited.iter().any(|line| line.ends_with(end));
    assert!(
        has("/postgres.lock"),
        "the cluster's own lock: {inherited:?}"
    );
    assert!(
        !has(&folder.path().join("lock").display().to_string()),
        "{inherited:?}"
    );
    assert!(!has(&file.display().to_string()), "{inherited:?}");
    assert!(
        !inherited.iter().any(|line| line.starts_with("CARGO")),
        "{inherited:?}"
    );
}

#[test]
fn commits_reach_the_disk_unless_durability_was_waived() {
    let folder = open_folder();
    for (durability, value) in [(Durability::None, "off"), (Durability::Full, "on")] {
        let settings = cardpost::postgres::Settings {
            durability,
            ..settings(folder.path())
        };
        let cluster = Cluster::start(&settings).unwrap_or_else(|error| panic!("{error}"));
        for setting in ["fsync", "synchronous_commit", "full_page_writes"] {
            let shown = ask(&cluster.url("cardpost"), &format!("SHOW {setting}"));
            assert_eq!(shown, [value], "{setting}");
        }
        cluster.stop().expect("a clean stop");
    }
}

#[test]
fn the_cluster_s_own_settings_may_be_tuned() {
    let folder = open_folder();
    let cluster = start(folder.path());
    ask(
        &cluster.url("cardpost"),
        "ALTER SYSTEM SET work_mem = '7MB'",
    );
    cluster.stop().expect("a clean stop");
    let cluster = start(folder.path());
    assert_eq!(ask(&cluster.url("cardpost"), "SHOW work_mem"), ["7MB"]);
}
