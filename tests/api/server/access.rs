//! Every route, tried by everyone: nobody, a stranger, a player who is not to move and one who is.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    records::verify::games::PLAYED,
    support::{
        client::{Answer, Caller, Player, Request, text},
        contract::CONTRACT,
        server::TestServer,
        table::{Table, golf, new_players, private_golf, version},
    },
};

/// The status of an answer, and the code of the problem where it is one.
type Expected = (u16, &'static str);

const OK: Expected = (200, "");
const CREATED: Expected = (201, "");
const GONE: Expected = (204, "");
const UNAUTHENTICATED: Expected = (401, "unauthenticated");
const FORBIDDEN: Expected = (403, "forbidden");
const NOT_FOUND: Expected = (404, "not-found");
const NOT_YOUR_TURN: Expected = (409, "not-your-turn");
const NOT_OPEN: Expected = (409, "game-not-open");
const NOT_OVER: Expected = (409, "game-not-over");
const SEATED: Expected = (409, "already-seated");

/// What nobody, a stranger, the player who is not to move and the one who is are answered, in this order. The last
/// one created the game.
type Row = [Expected; 4];

/// What a route is like.
struct Route {
    method: Method,
    path: &'static str,
    body: fn(&Scene) -> Option<Value>,
    public: Row,
    /// What is answered in a private game; `None` where the route is not one of a game.
    private: Option<Row>,
}

/// What routes are tried on: a game that is being played by three, and someone who is not one of them.
struct Scene {
    table: Table,
    stranger: Player,
    version: u64,
    /// The id of a token of the player who is to move.
    token: String,
    /// The id of a webhook of theirs.
    webhook: String,
}

impl Scene {
    async fn of(server: &TestServer, new: &Value) -> Self {
        let table = Table::seat(new_players(server, 3).await, new).await;
        let game = table.seen_by(&table.players[0]).await;
        let tokens = table.players[0].get("/v1/me/tokens").expect(200).await;
        let webhook = table.players[0].post("/v1/me/webhooks").json(&webhook());
        let webhook = webhook.expect(201).await;
        Self {
            version: version(&game),
            webhook: text(&webhook["id"]),
            token: text(&tokens["items"][0]["id"]),
            stranger: server.player("Stranger").await,
            table,
        }
    }

    fn request(&self, route: &Route, caller: &impl Caller) -> Request {
        let id = if route.path.starts_with("/v1/me/webhooks") {
            &self.webhook
        } else if route.path.starts_with("/v1/me") {
            &self.token
        } else {
            &self.table.game
        };
        let path = route.path.replace("{id}", id).replace("{kind}", "golf");
        let request = caller.request(route.method.clone(), &path);
        match (route.body)(self) {
            Some(body) => request.json(&body),
            None => request,
        }
    }
}

/// What a webhook is made with.
fn webhook() -> Value {
    json!({ "url": "https://ann.example/hook" })
}

const fn none(_: &Scene) -> Option<Value> {
    None
}

/// A route that has nothing to do with a game.
fn plain(method: Method, path: &'static str, row: Row) -> Route {
    Route {
        method,
        path,
        body: none,
        public: row,
        private: None,
    }
}

fn with_body(route: Route, body: fn(&Scene) -> Option<Value>) -> Route {
    Route { body, ..route }
}

/// A route of a game.
fn of_a_game(method: Method, path: &'static str, public: Row, private: Row) -> Route {
    Route {
        private: Some(private),
        ..plain(method, path, public)
    }
}

/// What those are answered who need a token and nothing else.
const fn with_token(answer: Expected) -> Row {
    [UNAUTHENTICATED, answer, answer, answer]
}

/// What is answered where something belongs to the player who is to move, and nobody else may know of it.
const fn by_its_owner(answer: Expected) -> Row {
    [UNAUTHENTICATED, NOT_FOUND, NOT_FOUND, answer]
}

/// What is answered for a game that is looked at.
const LOOKED_AT: Row = [NOT_FOUND, NOT_FOUND, OK, OK];
/// What is answered where only the creator of a game may do something, and it is too late for it.
const BY_ITS_CREATOR: Row = [UNAUTHENTICATED, FORBIDDEN, FORBIDDEN, NOT_OPEN];

/// Every route of the document.
fn routes() -> Vec<Route> {
    let (get, post, patch, delete) = (Method::GET, Method::POST, Method::PATCH, Method::DELETE);
    // Where the same is answered as in a public game, but to strangers, who may not know that the game exists.
    let hidden = |mut row: Row| {
        row[1] = NOT_FOUND;
        row
    };
    let join = [UNAUTHENTICATED, NOT_OPEN, SEATED, SEATED];
    let leave = [UNAUTHENTICATED, FORBIDDEN, NOT_OPEN, NOT_OPEN];
    let seated = [UNAUTHENTICATED, FORBIDDEN, OK, OK];
    let rematch = [UNAUTHENTICATED, FORBIDDEN, NOT_OVER, NOT_OVER];
    let moves = [UNAUTHENTICATED, FORBIDDEN, NOT_YOUR_TURN, CREATED];
    let post_record = post.clone();
    vec![
        with_body(plain(post.clone(), "/v1/players", [CREATED; 4]), |_| {
            Some(json!({ "name": "Zoe" }))
        }),
        plain(get.clone(), "/v1/me", with_token(OK)),
        with_body(plain(patch.clone(), "/v1/me", with_token(OK)), |_| {
            Some(json!({ "name": "Zoe" }))
        }),
        plain(delete.clone(), "/v1/me", with_token(GONE)),
        plain(get.clone(), "/v1/me/data", with_token(OK)),
        plain(get.clone(), "/v1/me/tokens", with_token(OK)),
        with_body(
            plain(post.clone(), "/v1/me/tokens", with_token(CREATED)),
            |_| Some(json!({ "label": "phone" })),
        ),
        plain(
            delete.clone(),
            "/v1/me/tokens/{id}",
            [UNAUTHENTICATED, NOT_FOUND, NOT_FOUND, GONE],
        ),
        plain(get.clone(), "/v1/me/vacation", with_token(OK)),
        with_body(
            plain(post.clone(), "/v1/me/vacation", with_token(CREATED)),
            |_| Some(json!({ "days": 7 })),
        ),
        plain(delete.clone(), "/v1/me/vacation", with_token(GONE)),
        plain(get.clone(), "/v1/me/webhooks", with_token(OK)),
        with_body(
            plain(post.clone(), "/v1/me/webhooks", with_token(CREATED)),
            |_| Some(webhook()),
        ),
        plain(get.clone(), "/v1/me/webhooks/{id}", by_its_owner(OK)),
        with_body(
            plain(patch, "/v1/me/webhooks/{id}", by_its_owner(OK)),
            |_| Some(json!({ "events": ["turn.started"] })),
        ),
        plain(
            post.clone(),
            "/v1/me/webhooks/{id}/test",
            by_its_owner(CREATED),
        ),
        plain(
            post.clone(),
            "/v1/me/webhooks/{id}/rotate-secret",
            by_its_owner(CREATED),
        ),
        plain(
            get.clone(),
            "/v1/me/webhooks/{id}/deliveries",
            by_its_owner(OK),
        ),
        plain(delete, "/v1/me/webhooks/{id}", by_its_owner(GONE)),
        plain(get.clone(), "/v1/me/games", with_token(OK)),
        plain(get.clone(), "/v1/me/events", with_token(OK)),
        plain(get.clone(), "/v1/kinds", [OK; 4]),
        plain(get.clone(), "/v1/kinds/{kind}", [OK; 4]),
        with_body(
            plain(post.clone(), "/v1/games", with_token(CREATED)),
            |_| Some(golf(2)),
        ),
        plain(get.clone(), "/v1/games", [OK; 4]),
        of_a_game(get.clone(), "/v1/games/{id}", [OK; 4], LOOKED_AT),
        of_a_game(post.clone(), "/v1/games/{id}/join", join, hidden(join)),
        with_body(
            of_a_game(
                post.clone(),
                "/v1/games/{id}/invitations",
                leave,
                hidden(leave),
            ),
            |scene| Some(json!({ "player_id": scene.stranger.id })),
        ),
        of_a_game(
            post.clone(),
            "/v1/games/{id}/invitations/accept",
            join,
            hidden(join),
        ),
        of_a_game(
            post.clone(),
            "/v1/games/{id}/invitations/decline",
            join,
            hidden(join),
        ),
        of_a_game(
            post.clone(),
            "/v1/games/{id}/rematch",
            rematch,
            hidden(rematch),
        ),
        of_a_game(post.clone(), "/v1/games/{id}/leave", leave, hidden(leave)),
        of_a_game(
            post.clone(),
            "/v1/games/{id}/start",
            BY_ITS_CREATOR,
            hidden(BY_ITS_CREATOR),
        ),
        with_body(
            of_a_game(
                post.clone(),
                "/v1/games/{id}/bots",
                BY_ITS_CREATOR,
                hidden(BY_ITS_CREATOR),
            ),
            |_| Some(json!({ "bot": "steady" })),
        ),
        of_a_game(
            post.clone(),
            "/v1/games/{id}/cancel",
            BY_ITS_CREATOR,
            hidden(BY_ITS_CREATOR),
        ),
        of_a_game(
            post.clone(),
            "/v1/games/{id}/resign",
            seated,
            hidden(seated),
        ),
        of_a_game(
            get.clone(),
            "/v1/games/{id}/legal-moves",
            seated,
            hidden(seated),
        ),
        with_body(
            of_a_game(post, "/v1/games/{id}/moves", moves, hidden(moves)),
            |scene| {
                let mv = json!({ "type": "golf.turn_up", "slots": [0, 4] });
                Some(json!({ "version": scene.version, "move": mv }))
            },
        ),
        of_a_game(get.clone(), "/v1/games/{id}/log", [OK; 4], LOOKED_AT),
        of_a_game(get.clone(), "/v1/games/{id}/events", [OK; 4], LOOKED_AT),
        of_a_game(
            get.clone(),
            "/v1/games/{id}/record",
            [NOT_OVER; 4],
            [NOT_FOUND, NOT_FOUND, NOT_OVER, NOT_OVER],
        ),
        of_a_game(get.clone(), "/v1/games/{id}/fairness", [OK; 4], LOOKED_AT),
        with_body(plain(post_record, "/v1/records/verify", [OK; 4]), |_| {
            Some(PLAYED[0].record.clone())
        }),
        plain(get.clone(), "/v1/records", [OK; 4]),
        plain(get.clone(), "/healthz", [OK; 4]),
        plain(get.clone(), "/readyz", [OK; 4]),
        plain(get, "/openapi.json", [OK; 4]),
    ]
}

#[test]
fn the_table_and_the_document_have_the_same_routes() {
    let listed: BTreeSet<String> = routes()
        .iter()
        .map(|route| format!("{} {}", route.method, route.path))
        .collect();
    let documented: BTreeSet<String> = CONTRACT
        .operations()
        .map(|(method, path, _)| format!("{method} {path}"))
        .collect();
    assert_eq!(listed, documented);
}

#[test]
fn the_document_asks_for_a_token_exactly_where_one_is_needed() {
    for (method, path, operation) in CONTRACT.operations() {
        let routes = routes();
        let route = routes
            .iter()
            .find(|route| route.method == *method && route.path == path)
            .expect("a route of the table");
        let schemes = operation["security"].as_array();
        let needs_one = schemes.is_some_and(|schemes| !schemes.contains(&json!({})));
        assert_eq!(
            needs_one,
            route.public[0] == UNAUTHENTICATED,
            "{method} {path}"
        );
    }
}

fn assert_answered(answer: &Answer, expected: Expected, who: &str) {
    let got = (answer.status, answer.code().unwrap_or_default());
    assert_eq!((got.0, &*got.1), expected, "{who}: {answer}");
}

async fn try_everyone(server: &TestServer, route: &Route, new: &Value, row: Row) {
    let scene = Scene::of(server, new).await;
    let [mover, waiting, _] = &*scene.table.players else {
        unreachable!("the table is one of three")
    };
    let nobody = scene.request(route, &server.nobody()).send().await;
    assert_answered(&nobody, row[0], "nobody");
    let seen = [
        (&scene.stranger, row[1], "a stranger"),
        (waiting, row[2], "the player who is not to move"),
        (mover, row[3], "the player who is to move"),
    ];
    for (caller, expected, who) in seen {
        let answer = scene.request(route, caller).send().await;
        assert_answered(&answer, expected, who);
    }
}

#[tokio::test]
async fn every_route_answers_everyone_about_public_games_as_the_table_says() {
    let server = TestServer::shared();
    for route in routes() {
        try_everyone(&server, &route, &golf(3), route.public).await;
    }
}

#[tokio::test]
async fn every_route_answers_everyone_about_private_games_as_the_table_says() {
    let server = TestServer::shared();
    for route in routes() {
        if let Some(row) = route.private {
            try_everyone(&server, &route, &private_golf(3), row).await;
        }
    }
}

/// A token that was never given out, and texts that are none.
const NOBODYS: [&str; 5] = [
    "Bearer cp_00000000000000000000000000000000000000000000000000000000000000ff",
    "Bearer cp_",
    "Bearer",
    "Basic QW5uOg==",
    "cp_00000000000000000000000000000000000000000000000000000000000000ff",
];

#[tokio::test]
async fn a_token_that_is_nobodys_lets_nobody_in() {
    let server = TestServer::start();
    let scene = Scene::of(&server, &golf(3)).await;
    let before = server.database().content();
    for route in routes() {
        // What needs no token does not look at one, but for games: whose they are decides what is seen.
        let looks = route.public[0] == UNAUTHENTICATED || route.path.starts_with("/v1/games");
        for authorization in NOBODYS.iter().filter(|_| looks) {
            let request = scene.request(&route, &server.nobody());
            request
                .header("authorization", authorization)
                .refused(401, "unauthenticated")
                .await;
        }
    }
    assert_eq!(server.database().content(), before);
}
