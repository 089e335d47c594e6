//! Real answers for the document: a fixed session in a world whose time and chance are always the same.

use std::collections::BTreeMap;

use cardpost::service::limits::Limits;
use reqwest::Method;
use serde_json::{Value, json};

use super::session::Session;
use crate::support::{
    client::{Caller as _, Player, text},
    contract::CONTRACT,
    env::ticking,
    events::Events,
    server::{Setup, TestServer},
};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi/examples.json");

/// The variable that lets the file be written anew.
const BLESS: &str = "CARDPOST_BLESS";

async fn play_session() -> BTreeMap<String, Value> {
    let server = TestServer::with(Setup {
        env: ticking(),
        limits: Limits {
            open_games: 3,
            tokens: 3,
            ..Limits::default()
        },
        ..Setup::default()
    });
    let mut session = Session {
        server,
        examples: BTreeMap::new(),
    };
    let ann = people(&mut session).await;
    webhooks(&mut session, &ann).await;
    let ben = session.register("Ben").await;
    kinds(&mut session).await;
    let game = before_the_start(&mut session, &ann, &ben).await;
    turns(&mut session, &ann, &ben, &game).await;
    looking(&mut session, &ann, &game).await;
    the_end(&mut session, &ann, &ben, &game).await;
    company(&mut session, &ann, &ben, &game).await;
    vacation(&mut session, &ann).await;
    records(&mut session, &ann, &ben).await;
    refused_bodies(&mut session, &ann).await;
    too_much(&mut session, &ann).await;
    all_games(&mut session, &ann).await;
    session
        .show(&ben, (Method::DELETE, "/v1/me"), None, 204, "")
        .await;
    around_it(&mut session).await;
    session.examples
}

/// Registering, tokens, what is known about a player.
async fn people(session: &mut Session) -> Player {
    let nobody = session.server.nobody();
    let registered = session
        .post(&nobody, "/v1/players", json!({ "name": "Ann" }), 201, "")
        .await;
    let ann = Player::registered(session.server.door().clone(), &registered);
    session
        .post(
            &nobody,
            "/v1/players",
            json!({ "name": " " }),
            422,
            "invalid",
        )
        .await;
    session.get(&ann, "/v1/me", 200, "").await;
    session.get(&nobody, "/v1/me", 401, "unauthenticated").await;
    let (me, name) = ((Method::PATCH, "/v1/me"), |name: &str| {
        Some(json!({ "name": name }))
    });
    session.show(&ann, me.clone(), name("Anna"), 200, "").await;
    session.show(&ann, me, name("An\nna"), 422, "invalid").await;
    let token = session
        .post(
            &ann,
            "/v1/me/tokens",
            json!({ "label": "Ann's phone" }),
            201,
            "",
        )
        .await;
    session.get(&ann, "/v1/me/tokens", 200, "").await;
    let path = format!("/v1/me/tokens/{}", text(&token["id"]));
    session
        .show(&ann, (Method::DELETE, &path), None, 204, "")
        .await;
    session
        .show(&ann, (Method::DELETE, &path), None, 404, "not-found")
        .await;
    for (body, status) in [("Dee", 201), ("Eve", 422)] {
        let body = json!({ "name": body });
        let request = nobody
            .post("/v1/players")
            .header("idempotency-key", "8e03978e-40d5-43dd-bc93-6894a57f9324");
        let answer = request.json(&body).send().await;
        answer.expect_status(status);
        if status == 422 {
            session.take_down(
                &Method::POST,
                "/v1/players",
                Some(body),
                &answer,
                (422, "idempotency-key-reused"),
            );
        }
    }
    ann
}

/// Where a player is told of events.
async fn webhooks(session: &mut Session, ann: &Player) {
    let all = "/v1/me/webhooks";
    let new = json!({ "url": "https://ann.example/hooks/cardpost", "events": ["turn.started", "invited"] });
    let made = session.post(ann, all, new, 201, "").await;
    let inside = json!({ "url": "http://169.254.169.254/latest/meta-data" });
    session.post(ann, all, inside, 422, "invalid").await;
    let one = format!("{all}/{}", text(&made["id"]));
    let test = format!("{one}/test");
    session.act(ann, &test, 201, "").await;
    session.get(ann, &one, 200, "").await;
    let change = Some(json!({ "events": null, "enabled": true }));
    session
        .show(ann, (Method::PATCH, &one), change, 200, "")
        .await;
    session
        .act(ann, &format!("{one}/rotate-secret"), 201, "")
        .await;
    session.get(ann, all, 200, "").await;
    session
        .get(ann, &format!("{one}/deliveries"), 200, "")
        .await;
    let other = json!({ "url": "https://ann.example/hooks/old" });
    let other = ann.post(all).json(&other).expect(201).await;
    let other = format!("{all}/{}", text(&other["id"]));
    session
        .show(ann, (Method::DELETE, &other), None, 204, "")
        .await;
    session.get(ann, &other, 404, "not-found").await;
}

async fn kinds(session: &mut Session) {
    let nobody = session.server.nobody();
    session.get(&nobody, "/v1/kinds", 200, "").await;
    session.get(&nobody, "/v1/kinds/golf", 200, "").await;
    session
        .get(&nobody, "/v1/kinds/chess", 404, "not-found")
        .await;
}

/// Creating, joining, leaving and starting. Gives the address of a game that has started.
async fn before_the_start(session: &mut Session, ann: &Player, ben: &Player) -> String {
    let new = json!({
        "kind": "golf", "options": { "holes": 3 }, "seats": 3, "visibility": "private", "seating": "as_joined",
        "entropy": "5eed5eed",
    });
    let created = session.post(ann, "/v1/games", new, 201, "").await;
    let game = format!("/v1/games/{}", text(&created["id"]));
    session
        .post(
            ann,
            "/v1/games",
            json!({ "kind": "golf", "options": { "holes": 4 }, "seats": 9 }),
            422,
            "invalid",
        )
        .await;
    let (join, leave, start) = (
        format!("{game}/join"),
        format!("{game}/leave"),
        format!("{game}/start"),
    );
    session
        .post(
            ben,
            &join,
            json!({ "join_code": "AAAAAAAAAA" }),
            404,
            "not-found",
        )
        .await;
    session.act(ann, &start, 422, "invalid").await;
    // A game of its own, so that the people of this one stay among themselves.
    let new = json!({
        "kind": "ju", "seats": 3, "clock": { "per_turn": "P2D" }, "bots": ["random"],
    });
    let with_bots = ann.post("/v1/games").json(&new).expect(201).await;
    let bots = format!("/v1/games/{}/bots", text(&with_bots["id"]));
    for (bot, status, code) in [("clever", 422, "invalid"), ("steady", 200, "")] {
        let bot = json!({ "bot": bot });
        session.post(ann, &bots, bot, status, code).await;
    }
    let code = json!({ "join_code": created["join_code"], "entropy": "c0ffee" });
    session.post(ben, &join, code.clone(), 200, "").await;
    session.act(ben, &join, 409, "already-seated").await;
    session.act(ben, &start, 403, "forbidden").await;
    session.act(ben, &leave, 200, "").await;
    ben.post(&join).json(&code).expect(200).await;
    session.act(ann, &start, 200, "").await;
    session.act(ann, &start, 409, "game-not-open").await;
    session.act(ann, &leave, 409, "game-not-open").await;

    let open = ann
        .post("/v1/games")
        .json(&json!({ "kind": "golf", "seats": 2 }))
        .expect(201)
        .await;
    let open = format!("/v1/games/{}", text(&open["id"]));
    session
        .act(ben, &format!("{open}/leave"), 403, "forbidden")
        .await;
    session
        .act(ben, &format!("{open}/cancel"), 403, "forbidden")
        .await;
    session.act(ann, &format!("{open}/cancel"), 200, "").await;
    session
        .get(ann, &format!("{open}/record"), 409, "game-cancelled")
        .await;
    session
        .act(ann, &format!("{open}/cancel"), 409, "game-not-open")
        .await;
    session
        .act(ben, &format!("{open}/join"), 409, "game-not-open")
        .await;
    ben.post("/v1/games")
        .json(&json!({ "kind": "golf", "seats": 2 }))
        .expect(201)
        .await;
    session.get(ann, "/v1/games", 200, "").await;
    session.get(ann, "/v1/games?limit=0", 422, "invalid").await;
    let inbox = "/v1/me/games?turn=mine";
    session.get(ann, inbox, 200, "").await;
    let request = ann.get(inbox).header("if-none-match", "*");
    let answer = request.send().await;
    session.take_down(&Method::GET, inbox, None, &answer, (304, ""));
    session.get(ann, "/v1/me/data", 200, "").await;
    game
}

/// Moves, good ones and others.
async fn turns(session: &mut Session, ann: &Player, ben: &Player, game: &str) {
    let moves = format!("{game}/moves");
    let dry_run = format!("{moves}?dry_run=true");
    let turn_up = |version: u64| json!({ "version": version, "move": { "type": "golf.turn_up", "slots": [0, 4] } });
    session
        .get(ann, &format!("{game}/legal-moves"), 200, "")
        .await;
    let started = ann.get(game).expect(200).await;
    let at = started["version"].as_u64().expect("a version");
    session
        .post(ben, &moves, turn_up(at), 409, "not-your-turn")
        .await;
    session
        .post(ann, &dry_run, turn_up(at), 200, "dry_run")
        .await;
    ann.post(&moves).json(&turn_up(at)).expect(201).await;
    ben.post(&moves).json(&turn_up(at + 1)).expect(201).await;
    let draw = json!({ "version": at + 2, "move": { "type": "golf.draw" } });
    session.post(ann, &moves, draw.clone(), 201, "").await;
    session.post(ann, &moves, draw, 200, "repeated").await;
    let place =
        |slot: u32| json!({ "version": at + 3, "move": { "type": "golf.place", "slot": slot } });
    session
        .post(ann, &moves, place(6), 422, "illegal-move")
        .await;
    session
        .post(
            ann,
            &moves,
            json!({ "version": at + 3, "move": { "type": "golf.fold" } }),
            400,
            "malformed",
        )
        .await;
    ann.post(&moves).json(&place(2)).expect(201).await;
    session
        .post(ben, &moves, turn_up(at + 2), 409, "version-conflict")
        .await;
}

/// Looking at a game that is being played.
async fn looking(session: &mut Session, ann: &Player, game: &str) {
    session
        .get(ann, &format!("{game}?include=legal_moves"), 200, "")
        .await;
    let request = ann.get(game).header("if-none-match", "*");
    let answer = request.send().await;
    session.take_down(&Method::GET, game, None, &answer, (304, ""));
    session
        .get(ann, &format!("{game}?as=record"), 403, "forbidden")
        .await;
    session
        .get(ann, &format!("{game}?at=0"), 422, "invalid")
        .await;
    session
        .get(ann, &format!("{game}?at=first"), 400, "malformed")
        .await;
    session.get(ann, &format!("{game}/log"), 200, "").await;
    session
        .get(ann, &format!("{game}/fairness"), 200, "running")
        .await;
    session
        .get(ann, &format!("{game}/events?after=9"), 200, "")
        .await;
    let events = format!("{game}/events?after=first");
    session.get(ann, &events, 400, "malformed").await;
    session
        .get(ann, &format!("{game}/record"), 409, "game-not-over")
        .await;
    let cid = session.register("Cid").await;
    session.get(&cid, game, 404, "not-found").await;
}

/// What happens in all games. At last, since how often a stream looks at the clock is its own affair.
async fn all_games(session: &mut Session, ann: &Player) {
    let path = "/v1/me/events";
    let mut events = Events::open(ann, path, None).await.expect("events");
    while events.next().await.expect("an event").data["type"] != "joined" {}
    session.take_down(&Method::GET, path, None, &events.last(), (200, ""));
    let strange = format!("{path}?after=yesterday");
    session.get(ann, &strange, 422, "invalid").await;
}

/// How a game ends, and what there is then.
async fn the_end(session: &mut Session, ann: &Player, ben: &Player, game: &str) {
    session.act(ben, &format!("{game}/resign"), 200, "").await;
    session
        .act(ben, &format!("{game}/resign"), 409, "game-over")
        .await;
    let body = json!({ "version": 12, "move": { "type": "golf.draw" } });
    let finished = ann.get(game).expect(200).await;
    let body = json!({ "version": finished["version"], "move": body["move"] });
    session
        .post(ann, &format!("{game}/moves"), body, 409, "game-over")
        .await;
    let path = format!("{game}/record");
    let record = session.get(ann, &path, 200, "").await;
    for format in ["ndjson", "text"] {
        let path = format!("{path}?format={format}");
        session.get(ann, &path, 200, format).await;
    }
    session
        .get(ann, &format!("{path}?format=pdf"), 422, "invalid")
        .await;
    let known = ann.get(&path).header("if-none-match", "*").send().await;
    session.take_down(&Method::GET, &path, None, &known, (304, ""));
    let events = format!("{game}/events?after={}", finished["version"]);
    session.get(ann, &events, 204, "").await;
    session
        .get(ann, &format!("{game}/fairness"), 200, "finished")
        .await;
    let verify = "/v1/records/verify";
    session
        .post(ann, verify, record.clone(), 200, "verified")
        .await;
    let mut changed = record;
    changed["result"]["places"] = json!([2, 1]);
    session.post(ann, verify, changed, 200, "changed").await;
}

/// The records of all public games: one, which ends at once.
async fn records(session: &mut Session, ann: &Player, ben: &Player) {
    let new =
        json!({ "kind": "golf", "options": { "holes": 3 }, "seats": 2, "seating": "as_joined" });
    let created = ann.post("/v1/games").json(&new).expect(201).await;
    let game = format!("/v1/games/{}", text(&created["id"]));
    ben.post(&format!("{game}/join")).expect(200).await;
    ben.post(&format!("{game}/resign")).expect(200).await;
    session.get(ann, "/v1/records", 200, "").await;
    session
        .get(ann, "/v1/records?since=yesterday", 400, "malformed")
        .await;
    session
        .get(ann, "/v1/records?cursor=first", 422, "invalid")
        .await;
}

/// Playing again, inviting, accepting and declining.
async fn company(session: &mut Session, ann: &Player, ben: &Player, game: &str) {
    let rematch = format!("{game}/rematch");
    let seed = json!({ "entropy": "5eed5eed" });
    let again = session.post(ann, &rematch, seed, 201, "").await;
    session.act(ben, &rematch, 200, "").await;
    let again = format!("/v1/games/{}", text(&again["id"]));
    session
        .act(ann, &format!("{again}/rematch"), 409, "game-not-over")
        .await;
    session
        .get(ben, "/v1/me/games?invited=true", 200, "invited")
        .await;
    let decline = format!("{again}/invitations/decline");
    session.act(ben, &decline, 204, "").await;
    session.act(ben, &decline, 404, "not-found").await;
    let invitations = format!("{again}/invitations");
    let who = json!({ "player_id": ben.id });
    session.post(ann, &invitations, who.clone(), 201, "").await;
    session.post(ann, &invitations, who, 200, "").await;
    let myself = json!({ "player_id": ann.id });
    session
        .post(ann, &invitations, myself, 422, "invalid")
        .await;
    let accept = format!("{again}/invitations/accept");
    session.post(ben, &accept, json!({}), 200, "").await;
    session.act(ben, &accept, 409, "already-seated").await;
}

/// Stopping one's clocks.
async fn vacation(session: &mut Session, ann: &Player) {
    let path = "/v1/me/vacation";
    session.post(ann, path, json!({ "days": 7 }), 201, "").await;
    session
        .post(ann, path, json!({ "days": 1 }), 422, "invalid")
        .await;
    session.get(ann, path, 200, "").await;
    session
        .show(ann, (Method::DELETE, path), None, 204, "")
        .await;
}

/// Bodies that are not read.
async fn refused_bodies(session: &mut Session, ann: &Player) {
    let path = "/v1/games";
    session
        .post(
            ann,
            path,
            json!({ "kind": "golf", "seats": "two" }),
            400,
            "malformed",
        )
        .await;
    let answer = ann
        .post(path)
        .raw("text/plain", "a game of golf, please")
        .send()
        .await;
    session.take_down(
        &Method::POST,
        path,
        None,
        &answer,
        (415, "unsupported-media-type"),
    );
    let answer = ann
        .post(path)
        .raw("application/json", " ".repeat(65_537))
        .send()
        .await;
    session.take_down(&Method::POST, path, None, &answer, (413, "too-large"));
}

/// More than one player may have.
async fn too_much(session: &mut Session, ann: &Player) {
    let new = json!({ "kind": "golf", "seats": 4 });
    for _ in 0..3 {
        ann.post("/v1/games").json(&new).expect(201).await;
    }
    session
        .post(ann, "/v1/games", new, 429, "rate-limited")
        .await;
}

/// The server itself.
async fn around_it(session: &mut Session) {
    let nobody = session.server.nobody();
    session.get(&nobody, "/healthz", 200, "").await;
    session.get(&nobody, "/readyz", 200, "").await;
    let without = TestServer::at("postgres://cardpost@127.0.0.1:1/cardpost", Setup::default());
    session
        .get(&without.nobody(), "/readyz", 503, "unavailable")
        .await;
}

#[tokio::test]
async fn the_examples_of_the_document_are_what_the_server_answers() {
    let examples = play_session().await;
    let mut written = serde_json::to_string_pretty(&examples).expect("it is JSON");
    written.push('\n');
    if std::env::var_os(BLESS).is_some_and(|value| value == "1") {
        std::fs::write(FILE, &written).unwrap_or_else(|error| panic!("{FILE}: {error}"));
    }
    let kept = std::fs::read_to_string(FILE).unwrap_or_else(|error| panic!("{FILE}: {error}"));
    let kept: BTreeMap<String, Value> = serde_json::from_str(&kept).expect("the file is an object");
    for (key, example) in &examples {
        let how = format!("{key} is answered otherwise now: write {FILE} anew with {BLESS}=1");
        assert_eq!(kept.get(key), Some(example), "{how}");
    }
    assert_eq!(
        kept.len(),
        examples.len(),
        "{FILE} has examples that nobody is answered"
    );
}

#[tokio::test]
async fn every_success_has_an_example() {
    let kept = std::fs::read_to_string(FILE).unwrap_or_else(|error| panic!("{FILE}: {error}"));
    let kept: BTreeMap<String, Value> = serde_json::from_str(&kept).expect("the file is an object");
    for (method, path, operation) in CONTRACT.operations() {
        // That one's example would be the document with this example in it.
        if path == "/openapi.json" {
            continue;
        }
        for status in operation["responses"]
            .as_object()
            .expect("responses")
            .keys()
            .filter(|status| status.as_str() < "400")
        {
            let key = format!("{method} {path} {status}");
            let has_one = kept.keys().any(|kept| {
                kept.strip_prefix(&key)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
            });
            assert!(has_one, "{key}");
        }
    }
}
