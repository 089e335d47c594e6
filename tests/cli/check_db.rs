//! `cardpost check-db`.

use cardpost::{engine::any::Kind, store::Store};

use super::run;
use crate::support::{database::Database, fill};

/// A database with a game of each kind; gives the ids.
fn filled() -> (Database, Vec<String>) {
    let database = Database::new();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let games = runtime.block_on(async {
        let store = Store::new(database.url(), 3).unwrap();
        let players = fill::players(&store, 3).await;
        let mut games = Vec::new();
        for (number, kind) in (0..).zip(Kind::ALL) {
            let mut plan = fill::short(*kind, number);
            plan.moves = 12;
            let game = fill::store(&store, &plan, &players).await;
            games.push(game.id().to_string());
        }
        store.close().await;
        games
    });
    (database, games)
}

#[test]
fn a_database_that_is_as_it_should_be_is_told_in_figures() {
    let (database, games) = filled();
    let checked = run(&["check-db", "--database-url", database.url(), "--jobs", "2"]);
    assert_eq!(checked.code, 0, "{}{}", checked.out, checked.err);
    let start = format!("{} games with ", games.len());
    assert!(checked.out.starts_with(&start), "{}", checked.out);
    assert!(checked.out.ends_with(" s: 0 differ\n"), "{}", checked.out);
    assert_eq!(checked.out.lines().count(), 1);
}

#[test]
fn what_differs_is_named_a_line_each_and_ends_in_a_no() {
    let (database, games) = filled();
    database.run(&format!(
        "UPDATE games SET version = version + 1, turn_seat = 1 WHERE id = '{}'",
        games[2]
    ));
    let all = run(&["check-db", "--database-url", database.url()]);
    assert_eq!(all.code, 1, "{}{}", all.out, all.err);
    for place in ["games.version", "games.turn_seat"] {
        let start = format!("{}: {place} is ", games[2]);
        assert!(
            all.out.lines().any(|line| line.starts_with(&start)),
            "{}",
            all.out
        );
    }
    assert!(all.out.ends_with(" s: 1 differ\n"), "{}", all.out);
    assert!(all.err.contains("in 1 of 5 games"), "{}", all.err);
    let of = |game: &str| run(&["check-db", "--database-url", database.url(), "--game", game]);
    assert_eq!(of(&games[2]).code, 1);
    let other = of(&games[1]);
    assert_eq!(other.code, 0, "{}", other.out);
    assert!(other.out.starts_with("1 games with "), "{}", other.out);
}

#[test]
fn a_call_that_names_no_game_or_no_database_is_wrong() {
    let (database, _) = filled();
    let url = database.url();
    let no_game = "01900000-0000-7000-8000-00000000ffff";
    let unknown = run(&["check-db", "--database-url", url, "--game", no_game]);
    assert_eq!(unknown.code, 2, "{}", unknown.err);
    assert!(unknown.err.contains(no_game), "{}", unknown.err);
    assert_eq!(run(&["check-db", "--game", "golf"]).code, 2);
    assert_eq!(run(&["check-db", "--jobs", "0"]).code, 2);
    let folder = tempfile::tempdir().unwrap();
    let nowhere = folder.path().join("nothing");
    let empty = run(&["check-db", "--data-dir", nowhere.to_str().unwrap()]);
    assert_eq!(empty.code, 2, "{}", empty.err);
    assert!(!nowhere.exists(), "a check makes no database");
}
