//! Exporting records to files.

use std::{fs, path::Path, sync::Arc};

use serde_json::Value;

use super::{Ran, run};
use crate::support::{
    client::Caller as _,
    database::Database,
    server::{Setup, TestServer},
    table::{Table, golf, private_golf},
};

/// A server with a database that others can reach too.
fn server() -> (TestServer, Arc<Database>) {
    let database = Arc::new(Database::new());
    let server = TestServer::over(Arc::clone(&database), Setup::default());
    (server, database)
}

async fn ended(server: &TestServer, is_private: bool) -> String {
    let players = crate::support::table::new_players(server, 2).await;
    let new = if is_private { private_golf(2) } else { golf(2) };
    let table = Table::seat(players, &new).await;
    table.end().await;
    table.game
}

fn export(database: &Database, out: &Path, more: &[&str]) -> Ran {
    let out = out.to_str().unwrap();
    let call = ["export", "--database-url", database.url(), "--out", out];
    run(&[&call, more].concat())
}

/// The names of the files in a folder.
fn files(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn ids(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap();
    let lines = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    let ids = lines.filter_map(|record| record["id"].as_str().map(str::to_owned));
    ids.collect()
}

#[tokio::test]
async fn an_export_is_what_the_server_streams() {
    let (server, database) = server();
    for is_private in [false, true, false] {
        ended(&server, is_private).await;
    }
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("a/new/one");
    let exported = export(&database, &out, &[]);
    assert_eq!(exported.code, 0, "{}", exported.err);
    let streamed = server.nobody().get("/v1/records").send().await;
    let file = out.join("records-000001.ndjson");
    assert_eq!(fs::read(&file).unwrap(), streamed.body);
    assert_eq!(files(&out), ["export.json", "records-000001.ndjson"]);
    let last: Value = serde_json::from_slice(
        streamed
            .body
            .trim_ascii_end()
            .rsplit(|byte| *byte == b'\n')
            .next()
            .unwrap(),
    )
    .unwrap();
    let sha256 = last["end"]["sha256"].as_str().unwrap();
    assert_eq!(last["end"]["records"], 2);
    let report = format!("{}: 2 records, SHA-256 {sha256}\n", file.display());
    assert_eq!(exported.out, report);
}

#[tokio::test]
async fn an_export_goes_on_where_the_one_before_it_ended() {
    let (server, database) = server();
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path();
    assert_eq!(
        export(&database, out, &["--per-file", "2"]).out,
        "no new records\n"
    );
    let mut games = Vec::new();
    for _ in 0..5 {
        games.push(ended(&server, false).await);
    }
    // What an export leaves behind that was killed.
    fs::write(out.join("records-000001.part"), "half a rec").unwrap();
    let exported = export(&database, out, &["--per-file", "2"]);
    assert_eq!(
        exported.out.lines().count(),
        3,
        "{}{}",
        exported.out,
        exported.err
    );
    let file = |number: u32| out.join(format!("records-{number:06}.ndjson"));
    let written: Vec<Vec<String>> = (1..=3).map(|number| ids(&file(number))).collect();
    assert_eq!(written, [&games[..2], &games[2..4], &games[4..]]);
    assert_eq!(export(&database, out, &[]).out, "no new records\n");
    let later = ended(&server, false).await;
    let before = fs::read(file(3)).unwrap();
    assert_eq!(export(&database, out, &[]).code, 0);
    assert_eq!(ids(&file(4)), [later]);
    assert_eq!(fs::read(file(3)).unwrap(), before, "what was written stays");
    assert_eq!(files(out).len(), 5);
}

#[tokio::test]
async fn what_is_exported_can_be_chosen_and_stays_chosen() {
    let (server, database) = server();
    let public = ended(&server, false).await;
    let private = ended(&server, true).await;
    let folder = tempfile::tempdir().unwrap();
    let all = folder.path().join("all");
    assert_eq!(
        export(&database, &all, &["--private", "--kind", "golf"]).code,
        0
    );
    let written = ids(&all.join("records-000001.ndjson"));
    assert_eq!(written, [public.clone(), private]);
    let otherwise = export(&database, &all, &[]);
    assert_eq!(otherwise.code, 2, "{}", otherwise.out);
    assert!(otherwise.err.contains("other options"), "{}", otherwise.err);
    let none = folder.path().join("none");
    for choice in [
        &["--kind", "ju"][..],
        &["--since", "2999-01-01T00:00:00Z"],
        &["--until", "2000-01-01T00:00:00+01:00"],
    ] {
        let exported = export(&database, &none, choice);
        assert_eq!(exported.out, "no new records\n", "{}", exported.err);
        fs::remove_dir_all(&none).unwrap();
    }
    for wrong in [
        ["--kind", "chess"],
        ["--since", "yesterday"],
        ["--per-file", "0"],
    ] {
        assert_eq!(export(&database, &none, &wrong).code, 2, "{wrong:?}");
    }
}

#[tokio::test]
async fn a_folder_that_can_not_be_continued_is_told_and_left_alone() {
    let (server, database) = server();
    ended(&server, false).await;
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path();
    assert_eq!(export(&database, out, &[]).code, 0);
    let elsewhere = Database::new();
    let refused = export(&elsewhere, out, &[]);
    assert_eq!(refused.code, 2, "{}", refused.out);
    assert!(refused.err.contains("another database"), "{}", refused.err);
    let file = out.join("records-000001.ndjson");
    let whole = fs::read_to_string(&file).unwrap();
    let cut = whole.trim_end().rsplit_once('\n').unwrap().0;
    fs::write(&file, cut).unwrap();
    let refused = export(&database, out, &[]);
    assert_eq!(refused.code, 2, "{}", refused.out);
    assert!(
        refused.err.contains("has no valid last line"),
        "{}",
        refused.err
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), cut);
    let nowhere = run(&[
        "export",
        "--database-url",
        "postgres://127.0.0.1:1/none",
        "--out",
        folder.path().join("x").to_str().unwrap(),
    ]);
    assert_eq!(nowhere.code, 3, "{}", nowhere.err);
}
