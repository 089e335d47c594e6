//! A server without its database: it says so, at once and as documented, and recovers by itself.

use std::time::Duration;

use cardpost::{
    postgres::Cluster,
    store::migrations::{self, Direction},
};
use futures_util::future::join_all;
use serde_json::json;
use tempfile::TempDir;

use crate::support::{
    client::{Answer, Caller, Player},
    database::start_cluster,
    server::{Setup, TestServer},
    table::{Table, golf},
};

/// An address that nobody listens at.
const NOWHERE: &str = "postgres://cardpost@127.0.0.1:1/cardpost";

/// Longer than a request may take, whatever is wrong.
const TOO_LONG: Duration = Duration::from_secs(30);

async fn in_time<T>(answer: impl Future<Output = T>) -> T {
    let answered = tokio::time::timeout(TOO_LONG, answer).await;
    answered.expect("a request is answered, whatever is wrong")
}

fn assert_unavailable(answer: &Answer) {
    answer.refused(503, "unavailable");
    let seconds = answer
        .header("retry-after")
        .and_then(|value| value.parse::<u32>().ok());
    assert!(seconds.is_some_and(|seconds| seconds > 0), "{answer}");
}

#[tokio::test]
async fn without_a_database_the_server_lives_and_is_not_ready() {
    let server = TestServer::at(NOWHERE, Setup::default());
    let nobody = server.nobody();
    nobody.get("/healthz").expect(200).await;
    nobody.get("/v1/kinds").expect(200).await;
    nobody.get("/openapi.json").expect(200).await;
    for request in [
        nobody.get("/readyz"),
        nobody.get("/v1/games"),
        nobody.get("/v1/records"),
        nobody.post("/v1/players").json(&json!({ "name": "Ann" })),
        nobody
            .post("/v1/players")
            .header("idempotency-key", "one")
            .json(&json!({ "name": "Ann" })),
    ] {
        assert_unavailable(&in_time(request.send()).await);
    }
    let ann = Player::registered(
        server.door().clone(),
        &json!({ "player": { "id": "" }, "token": format!("cp_{}", "00".repeat(32)) }),
    );
    assert_everything_unavailable(&ann, "00000000-0000-7000-8000-000000000000").await;
    // What is wrong with the request itself is told all the same.
    nobody
        .post("/v1/players")
        .json(&json!({}))
        .refused(400, "malformed")
        .await;
    nobody.get("/v1/me").refused(401, "unauthenticated").await;
}

/// Everything that a player can ask of a game and of themselves.
async fn assert_everything_unavailable(player: &impl Caller, game: &str) {
    let path = |rest: &str| format!("/v1/games/{game}{rest}");
    let mv = json!({ "version": 5, "move": { "type": "golf.turn_up", "slots": [0, 1] } });
    let requests = vec![
        player.get("/readyz"),
        player.get("/v1/me"),
        player.patch("/v1/me").json(&json!({ "name": "Ann" })),
        player.get("/v1/me/data"),
        player.get("/v1/me/tokens"),
        player.post("/v1/me/tokens").json(&json!({ "label": "" })),
        player.delete(&format!("/v1/me/tokens/{game}")),
        player.get("/v1/me/games"),
        player.get("/v1/games"),
        player.post("/v1/games").json(&golf(2)),
        player.get(&path("")),
        player.get(&path("?at=1")),
        player.post(&path("/join")),
        player.post(&path("/leave")),
        player.post(&path("/start")),
        player.post(&path("/cancel")),
        player.post(&path("/resign")),
        player.get(&path("/legal-moves")),
        player.post(&path("/moves")).json(&mv),
        player.post(&path("/moves?dry_run=true")).json(&mv),
        player.get(&path("/log")),
        player.get(&path("/record")),
        player.delete("/v1/me"),
    ];
    for request in requests {
        assert_unavailable(&in_time(request.send()).await);
    }
}

/// A cluster that can be stopped without anyone else noticing.
struct OwnCluster {
    folder: TempDir,
    cluster: Option<Cluster>,
}

impl OwnCluster {
    fn start() -> Self {
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
        let cluster = start_cluster(folder.path());
        migrations::migrate(&cluster.url("cardpost"), Direction::Up).expect("the migrations");
        Self {
            folder,
            cluster: Some(cluster),
        }
    }

    fn url(&self) -> String {
        self.cluster.as_ref().expect("it runs").url("cardpost")
    }

    fn stop(&mut self) {
        let cluster = self.cluster.take().expect("it runs");
        cluster.stop().unwrap_or_else(|error| panic!("{error}"));
    }

    fn start_again(&mut self) {
        self.cluster = Some(start_cluster(self.folder.path()));
    }
}

#[tokio::test]
async fn a_database_that_goes_away_is_missed_and_one_that_comes_back_is_used_again() {
    let mut own = OwnCluster::start();
    let url = own.url();
    let server = TestServer::at(&url, Setup::default());
    let table = Table::of(&server, 2).await;
    let ann = &table.players[0];
    // Every connection has been used, so that all of them break.
    join_all((0..20).map(|_| ann.get(&table.path("")).expect(200))).await;
    let game = table.seen_by(ann).await;

    own.stop();
    assert_everything_unavailable(ann, &table.game).await;
    server.nobody().get("/healthz").expect(200).await;

    own.start_again();
    assert_eq!(own.url(), url);
    server.nobody().get("/readyz").expect(200).await;
    assert_eq!(table.seen_by(ann).await, game);
    table
        .play(ann, 5, json!({ "type": "golf.turn_up", "slots": [0, 1] }))
        .await;
}

#[tokio::test]
async fn a_database_that_goes_away_under_requests_makes_none_of_them_a_mistake_of_the_server() {
    let mut own = OwnCluster::start();
    let server = TestServer::at(&own.url(), Setup::default());
    let ann = server.player("Ann").await;
    let stopping = tokio::task::spawn_blocking(move || {
        own.stop();
        own
    });
    let mut statuses = Vec::new();
    for round in 0..1000 {
        let requests = (0..10).map(|number| match number % 3 {
            0 => ann.get("/v1/me/games").send(),
            1 => ann.post("/v1/games").json(&golf(2)).send(),
            _ => ann
                .post("/v1/me/tokens")
                .json(&json!({ "label": "phone" }))
                .send(),
        });
        let answers: Vec<Answer> = in_time(join_all(requests)).await;
        statuses.extend(answers.iter().map(|answer| answer.status));
        for answer in answers
            .iter()
            .filter(|answer| answer.status > 201 && answer.status != 429)
        {
            assert_unavailable(answer);
        }
        if stopping.is_finished() && round > 3 {
            break;
        }
    }
    assert!(statuses.contains(&503));
    drop(stopping.await);
}

#[tokio::test]
async fn connections_that_the_database_cut_are_replaced() {
    let server = TestServer::start();
    let table = Table::of(&server, 2).await;
    let ann = &table.players[0];
    join_all((0..20).map(|_| ann.get(&table.path("")).expect(200))).await;
    server.database().texts(
        "SELECT pg_terminate_backend(pid)::text AS text FROM pg_stat_activity \
         WHERE datname = current_database() AND pid <> pg_backend_pid()",
    );
    // Each connection that turns out to be broken costs one request at most.
    let mut refused = 0;
    loop {
        let answer = in_time(ann.get(&table.path("")).send()).await;
        if answer.status == 200 {
            break;
        }
        assert_unavailable(&answer);
        refused += 1;
        assert!(refused <= 5, "there were five connections");
    }
    table
        .play(ann, 5, json!({ "type": "golf.turn_up", "slots": [0, 1] }))
        .await;
}
