//! What players and their tokens can be called.

use serde_json::{Value, json};

use crate::support::{
    client::{Caller as _, text},
    server::TestServer,
};

/// A family of four, of seven scalar values, held together by joiners.
const FAMILY: &str = "👩\u{200d}👩\u{200d}👧\u{200d}👦";

#[tokio::test]
async fn a_name_has_up_to_forty_characters_of_any_script() {
    let server = TestServer::shared();
    for name in [
        "A",
        "Ann",
        "O'Neill-Šťastný",
        "Ann  von  B.",
        "李小龍",
        "عبد الله",
        "नमस्ते",
        "Ω",
        "🃏",
        FAMILY,
        "<script>alert(1)</script>",
        "\\\"};--",
        "null",
        &"n".repeat(40),
        &"é".repeat(40),
        &"🂡".repeat(40),
        &"e\u{301}".repeat(20),
    ] {
        let registered = server
            .nobody()
            .post("/v1/players")
            .json(&json!({ "name": name }))
            .expect(201)
            .await;
        assert_eq!(registered["player"]["name"], name);
        let player = server.player("Ann").await;
        let renamed = player
            .patch("/v1/me")
            .json(&json!({ "name": name }))
            .expect(200)
            .await;
        assert_eq!(renamed["name"], name);
        assert_eq!(player.get("/v1/me").expect(200).await, renamed);
    }
}

#[tokio::test]
async fn spaces_around_a_name_are_left_out() {
    let server = TestServer::shared();
    let wide = format!("{}Ann{}", " ".repeat(100), "\u{3000}".repeat(100));
    for name in ["Ann", " Ann", "Ann ", "\tAnn\n", "\u{a0}Ann\u{2003}", &wide] {
        let registered = server
            .nobody()
            .post("/v1/players")
            .json(&json!({ "name": name }))
            .expect(201)
            .await;
        assert_eq!(registered["player"]["name"], "Ann");
    }
}

/// Texts that are no names.
fn no_names() -> Vec<String> {
    let mut names: Vec<String> = [
        // Nothing to see.
        "",
        " ",
        "\u{3000}",
        "\u{200d}",
        "\u{2800}",
        "\u{3164}",
        "\u{301}",
        // What breaks the line or steers the text around it.
        "An\nn",
        "An\u{0}n",
        "\u{7f}Ann",
        "An\u{85}n",
        "An\u{2028}n",
        "Ann\u{202e}",
        "\u{2066}Ann",
        "A\u{200b}nn",
        "\u{feff}Ann",
        "An\u{1b}[31mn",
        "Ann\u{e0041}",
    ]
    .map(str::to_owned)
    .to_vec();
    names.push("n".repeat(41));
    names.push("🂡".repeat(41));
    names.push("e\u{301}".repeat(21));
    names.push("n".repeat(10_000));
    names
}

#[tokio::test]
async fn what_is_blank_too_long_or_steers_a_display_is_no_name() {
    let server = TestServer::start();
    let player = server.player("Ann").await;
    let before = server.database().content();
    for name in no_names() {
        let body = json!({ "name": name });
        for request in [server.nobody().post("/v1/players"), player.patch("/v1/me")] {
            let problem = request.json(&body).refused(422, "invalid").await;
            assert_eq!(problem["errors"][0]["pointer"], "/name", "{name:?}");
        }
    }
    assert_eq!(server.database().content(), before);
}

#[tokio::test]
async fn a_new_name_is_shown_in_games_that_began_under_the_old_one() {
    let server = TestServer::shared();
    let table = crate::support::table::Table::of(&server, 2).await;
    let ann = &table.players[0];
    ann.patch("/v1/me")
        .json(&json!({ "name": "Anna" }))
        .expect(200)
        .await;
    for path in [table.path(""), table.path("?at=3")] {
        let game = server.nobody().get(&path).expect(200).await;
        assert_eq!(
            game["seats"][0]["player"],
            json!({ "id": ann.id, "name": "Anna" })
        );
    }
}

#[tokio::test]
async fn a_label_has_up_to_sixty_characters_and_may_be_empty() {
    let server = TestServer::start();
    let player = server.player("Ann").await;
    let (longest, wide) = ("🂡".repeat(60), format!("  {}  ", "n".repeat(60)));
    for (label, kept) in [
        ("", ""),
        ("  ", ""),
        (" phone ", "phone"),
        (&*longest, &*longest),
        (&*wide, wide.trim()),
    ] {
        let token = player
            .post("/v1/me/tokens")
            .json(&json!({ "label": label }))
            .expect(201)
            .await;
        assert_eq!(token["label"], kept);
    }
    let before = server.database().content();
    for label in [
        "n".repeat(61),
        "🂡".repeat(61),
        "a\nb".into(),
        "a\u{0}b".into(),
        "\u{202e}b".into(),
    ] {
        let request = player
            .post("/v1/me/tokens")
            .json(&json!({ "label": label }));
        let problem = request.refused(422, "invalid").await;
        assert_eq!(problem["errors"][0]["pointer"], "/label", "{label:?}");
    }
    assert_eq!(server.database().content(), before);
}

#[tokio::test]
async fn names_need_not_be_unique() {
    let server = TestServer::shared();
    let [first, second] = [server.player("Ann").await, server.player("Ann").await];
    assert_ne!(first.id, second.id);
    assert_ne!(first.token, second.token);
    let names: Vec<Value> = vec![
        first.get("/v1/me").expect(200).await,
        second.get("/v1/me").expect(200).await,
    ];
    assert_eq!(
        names.iter().map(|me| text(&me["name"])).collect::<Vec<_>>(),
        ["Ann", "Ann"]
    );
}
