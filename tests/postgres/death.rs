//! What becomes of a cluster whose server, or Postgres, does not end as it should.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, waitid};
use tempfile::TempDir;

use super::{
    READ_IT, STORE_A_ROW, ask, log, open_folder, postmaster, server::Server, settings, start,
};
use cardpost::postgres::Cluster;

/// After so long, what a test waits for is not going to happen.
const PATIENCE: Duration = Duration::from_mins(1);

#[test]
fn a_server_that_ends_in_order_shuts_its_cluster_down() {
    let folder = open_folder();
    let (server, url) = Server::start(folder.path());
    ask(&url, STORE_A_ROW);
    server.end();
    assert!(!folder.path().join("postgres/postmaster.pid").exists());
    let cluster = start(folder.path());
    assert_eq!(ask(&cluster.url("cardpost"), READ_IT), ["still here"]);
}

#[test]
fn after_a_kill_of_the_server_the_next_start_takes_over() {
    let folder = open_folder();
    let (server, url) = Server::start(folder.path());
    ask(&url, STORE_A_ROW);
    let left_behind = postmaster(folder.path());
    server.kill();

    let cluster = start(folder.path());
    assert_eq!(ask(&cluster.url("cardpost"), READ_IT), ["still here"]);
    assert_ne!(postmaster(folder.path()), left_behind);
    let log = log(folder.path());
    assert!(log.contains("received fast shutdown request"), "{log}");
    assert!(!log.contains("not properly shut down"), "{log}");
}

#[test]
fn after_a_kill_of_server_and_postgres_all_committed_rows_are_there() {
    let folder = open_folder();
    let (server, url) = Server::start(folder.path());
    ask(&url, "CREATE TABLE kept (number int)");
    for number in 0..50 {
        ask(&url, &format!("INSERT INTO kept VALUES ({number})"));
    }
    kill_process(postmaster(folder.path()), Signal::KILL).expect("it lives");
    server.kill();

    let cluster = start(folder.path());
    assert_eq!(
        ask(&cluster.url("cardpost"), "SELECT count(*) FROM kept"),
        ["50"]
    );
    assert!(log(folder.path()).contains("not properly shut down; automatic recovery"));
}

#[cfg(target_os = "linux")]
#[test]
fn postgres_shuts_down_by_itself_when_its_server_is_killed() {
    let folder = open_folder();
    let (server, url) = Server::start(folder.path());
    super::block_on(async {
        let (_client, connection) = tokio_postgres::connect(&url, tokio_postgres::NoTls)
            .await
            .expect("a connection");
        server.kill();
        let end = tokio::time::timeout(PATIENCE, connection)
            .await
            .expect("an end in time");
        let cut_off = end.expect_err("Postgres cuts its clients off");
        let code = cut_off.code().expect("a reason").code();
        assert_eq!(code, "57P01", "admin_shutdown");
    });
}

/// A process of Postgres's only notices the death of the others when it waits for something.
#[cfg(target_os = "linux")]
#[test]
fn a_busy_process_that_outlived_both_kills_is_ended_first() {
    use super::is_alive;
    use std::future::poll_fn;
    use tokio_postgres::AsyncMessage;

    let folder = open_folder();
    let (server, url) = Server::start(folder.path());
    ask(&url, STORE_A_ROW);
    let busy = super::block_on(async {
        let (client, mut connection) = tokio_postgres::connect(&url, tokio_postgres::NoTls)
            .await
            .expect("a connection");
        let query = tokio::spawn(async move {
            let endless = "DO $$ BEGIN RAISE NOTICE '%', pg_backend_pid(); LOOP END LOOP; END $$";
            client.batch_execute(endless).await
        });
        let notice = loop {
            match poll_fn(|context| connection.poll_message(context)).await {
                Some(Ok(AsyncMessage::Notice(notice))) => break notice,
                Some(Ok(_)) => {}
                end => panic!("{end:?}"),
            }
        };
        query.abort();
        Pid::from_raw(notice.message().parse().expect("a process number")).expect("not zero")
    });
    kill_process(postmaster(folder.path()), Signal::KILL).expect("it lives");
    server.kill();
    assert!(is_alive(busy), "it is still in its loop");

    let cluster = start(folder.path());
    assert!(!is_alive(busy));
    assert_eq!(ask(&cluster.url("cardpost"), READ_IT), ["still here"]);
}

/// A stopped cluster, with what it would have left behind had it been killed: its process noted as
/// the postmaster, in its `postmaster.pid` and in the lock file of its socket.
fn left_behind(pid: &str) -> TempDir {
    let folder = open_folder();
    start(folder.path()).stop().expect("a clean stop");
    fs::write(folder.path().join("postgres.lock"), pid).expect("a file");
    write_pid_files(folder.path(), pid);
    folder
}

fn write_pid_files(data_dir: &Path, pid: &str) {
    let text = format!("{pid}\n/somewhere\n1700000000\n5432\n/somewhere\n\n");
    fs::write(data_dir.join("postgres/postmaster.pid"), &text).expect("a file");
    fs::write(data_dir.join("socket/.s.PGSQL.5432.lock"), &text).expect("a file");
    fs::write(data_dir.join("socket/.s.PGSQL.5432"), "").expect("a file");
}

#[test]
fn a_stale_pid_file_that_names_another_cluster_s_postgres_is_no_obstacle() {
    let other = open_folder();
    let other_cluster = start(other.path());
    let other_pid = postmaster(other.path());

    let folder = left_behind(&other_pid.to_string());
    let cluster = start(folder.path());
    assert_eq!(ask(&cluster.url("cardpost"), "SELECT 1"), ["1"]);
    assert_eq!(
        ask(&other_cluster.url("cardpost"), "SELECT 1"),
        ["1"],
        "it was left alone"
    );
    assert_eq!(postmaster(other.path()), other_pid);
}

#[test]
fn a_stale_pid_file_that_names_a_zombie_is_no_obstacle() {
    let folder = open_folder();
    start(folder.path()).stop().expect("a clean stop");
    // Of the user who runs Postgres, for it takes no other's process for a rival.
    let owner = fs::metadata(folder.path().join("postgres"))
        .expect("a cluster")
        .uid();
    let mut child = Command::new("true").uid(owner).spawn().expect("a process");
    let zombie = Pid::from_child(&child);
    let ended = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
    waitid(WaitId::Pid(zombie), ended).expect("it ends and isn't reaped");
    fs::write(folder.path().join("postgres.lock"), zombie.to_string()).expect("a file");
    write_pid_files(folder.path(), &zombie.to_string());

    let cluster = start(folder.path());
    assert_eq!(ask(&cluster.url("cardpost"), "SELECT 1"), ["1"]);
    child.wait().expect("its status");
}

/// As after `pg_ctl start`, for some work by hand.
#[test]
fn a_postgres_that_no_server_started_is_not_disturbed() {
    let other = open_folder();
    let _other_cluster = start(other.path());
    let by_hand = postmaster(other.path()).to_string();
    let folder = open_folder();
    start(folder.path()).stop().expect("a clean stop");
    write_pid_files(folder.path(), &by_hand);

    let error = Cluster::start(&settings(folder.path())).expect_err("it is in use");
    let message = error.to_string();
    assert!(
        message.contains(&format!("(PID {by_hand}) running in data directory")),
        "{message}"
    );
}

#[test]
fn a_pid_file_that_a_power_cut_left_empty_is_no_obstacle() {
    let folder = left_behind("1");
    fs::write(folder.path().join("postgres/postmaster.pid"), "").expect("a file");
    let cluster = start(folder.path());
    assert_eq!(ask(&cluster.url("cardpost"), "SELECT 1"), ["1"]);
}

#[test]
fn a_cluster_whose_making_was_interrupted_is_made_anew() {
    let folder = open_folder();
    let data_dir = folder.path().join("data");
    let half_way = folder.path().join("half way");
    let bin_dir = programs_that_stop_half_way(folder.path(), &half_way);
    let server = Server::spawn(&data_dir, Some(&bin_dir));
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || sender.send(fs::read_to_string(half_way)));
    let unfinished = receiver
        .recv_timeout(PATIENCE)
        .expect("initdb to get half way in time");
    let unfinished = unfinished.expect("the name of its folder");
    server.kill();
    let unfinished = Path::new(unfinished.trim_end());
    assert!(
        unfinished.join("PG_VERSION").exists(),
        "{unfinished:?} looks like a cluster"
    );

    let cluster = start(&data_dir);
    assert_eq!(ask(&cluster.url("cardpost"), "SELECT 1"), ["1"]);
    assert!(!unfinished.exists());
}

/// Makes an `initdb` that gets as far as `PG_VERSION`, writes its folder's name to a pipe, and goes
/// no further; and a `postgres` that has a version.
fn programs_that_stop_half_way(folder: &Path, pipe: &Path) -> std::path::PathBuf {
    // A shell writes them: were they open for writing here while another test forks, they could
    // not be executed.
    let script = r#"
        mkfifo -m 666 "$1"
        mkdir bin && cd bin
        printf '#!/bin/sh\necho 8 > "$2/PG_VERSION"\n' > initdb
        printf 'echo "$2" > "%s"\nexec sleep 60\n' "$1" >> initdb
        printf '#!/bin/sh\necho "postgres (PostgreSQL) 8.4"\n' > postgres
        chmod 755 . initdb postgres
    "#;
    let made = Command::new("sh")
        .args(["-ec", script, "sh"])
        .arg(pipe)
        .current_dir(folder)
        .status()
        .expect("a shell");
    assert!(made.success());
    folder.join("bin")
}
