//! The yardstick: `pgbench`, which sends the same read and the same write as a move, without a server in between.

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use tokio_postgres::Client;

/// How many games `pgbench` spreads its transactions over.
pub const GAMES: u32 = 20_000;

/// Makes copies of one game of the database for `pgbench` to work on.
pub async fn prepare(database: &Client) {
    let copy = format!(
        "CREATE TEMPORARY TABLE template AS SELECT * FROM games WHERE status = 'playing' LIMIT 1;
         INSERT INTO games SELECT (t.c).* FROM (
             SELECT jsonb_populate_record(template, jsonb_build_object('id', {id}, 'join_code', NULL)) AS c
             FROM template, generate_series(1, {GAMES}) AS number) AS t;
         INSERT INTO seats (game_id, player_id, joined, seat)
             SELECT {id}, s.player_id, s.joined, s.seat FROM seats s JOIN template ON template.id = s.game_id,
                 generate_series(1, {GAMES}) AS number;
         DROP TABLE template",
        id = id_of("number"),
    );
    database
        .batch_execute(&copy)
        .await
        .expect("copies of a game");
    database
        .batch_execute("VACUUM ANALYZE games, seats, players, tokens, log")
        .await
        .expect("fresh statistics");
}

fn id_of(number: &str) -> String {
    format!("('00000000-0000-7000-8000-' || lpad({number}::text, 12, '0'))::uuid")
}

/// Writes the scripts: the read of a move alone, and a whole move.
///
/// `read` is the statement that the server sends to load a game, with `$1` for the hash of a token and `$2` for the
/// id of the game.
pub async fn write_scripts(database: &Client, read: &str, folder: &Path) {
    let row = database
        .query_one(
            "SELECT encode(t.hash, 'hex'), g.snapshot, l.entry FROM games g \
             JOIN seats s ON s.game_id = g.id JOIN tokens t ON t.player_id = s.player_id \
             JOIN log l ON l.game_id = g.id AND l.seq = g.version WHERE g.status = 'playing' LIMIT 1",
            &[],
        )
        .await
        .expect("a game that is being played");
    let (hash, snapshot, entry): (String, String, String) = (row.get(0), row.get(1), row.get(2));
    let id = id_of(":game");
    let read = read
        .replace("$1", &format!("'\\x{hash}'::bytea"))
        .replace("$2", &id);
    let mut script = format!("\\set game random(1, {GAMES})\n{read};\n");
    fs::write(folder.join("read.sql"), &script).expect("a script");
    // `\gset` stores the columns of the row in variables, of which the version is needed.
    script = format!("\\set game random(1, {GAMES})\n{read} \\gset row_\n");
    let head = "0".repeat(64);
    let _ = writeln!(
        script,
        "WITH moved AS (UPDATE games SET version = :row_version::integer + 1, head = '\\x{head}', status = 'playing', \
         snapshot = '{}', turn_seat = 1, turn_since = now(), result = NULL, timing = NULL, deadline = NULL \
         WHERE id = {id} AND version = :row_version::integer RETURNING id) \
         INSERT INTO log (game_id, seq, entry, hash) SELECT moved.id, :row_version::integer + 1, '{}', '\\x{head}' FROM moved \
         ON CONFLICT DO NOTHING;",
        literal(&snapshot),
        literal(&entry),
    );
    fs::write(folder.join("move.sql"), script).expect("a script");
}

/// The inside of a string literal. `pgbench` takes a colon before a letter or a digit for one of its variables, even
/// within a literal, so a space follows each colon.
fn literal(text: &str) -> String {
    text.replace('\'', "''").replace(':', ": ")
}

/// The program, which comes with Postgres.
pub fn program() -> PathBuf {
    let folders = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .filter_map(|folder| Some(folder.ok()?.path().join("bin/pgbench")));
    folders
        .filter(|program| program.is_file())
        .max()
        .unwrap_or_else(|| PathBuf::from("pgbench"))
}

/// Transactions a second of a script by 16 clients.
pub fn run(program: &Path, url: &str, script: &Path, seconds: u64) -> f64 {
    let output = Command::new(program)
        .args(["-n", "-M", "prepared", "-c", "16", "-j", "1"])
        .args(["-T", &seconds.to_string(), "-f"])
        .arg(script)
        .arg(url)
        .output()
        .expect("pgbench runs");
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines()
        .find_map(|line| line.strip_prefix("tps = "))
        .and_then(|rest| rest.split_whitespace().next()?.parse().ok())
        .unwrap_or_else(|| {
            panic!(
                "pgbench failed: {text}{}",
                String::from_utf8_lossy(&output.stderr)
            )
        })
}
