//! Declarations in Rummy that are only tried: what is told of them, and that they cost nothing.

use cardpost::bot::Bot;
use rand::{SeedableRng as _, rngs::StdRng};
use serde_json::{Value, json};

use crate::support::{
    bots::bot_move,
    client::{Answer, Caller as _, Player},
    env::ticking,
    server::{Setup, TestServer},
    table::{Table, new_players, seat, version},
};

/// A deal of Rummy in a world that is always the same, in which the player to move can declare.
struct Ready {
    server: TestServer,
    table: Table,
    /// The game as the player to move sees it, with their legal moves.
    game: Value,
    /// A declaration that holds.
    right: Value,
}

impl Ready {
    async fn play() -> Self {
        let setup = Setup {
            env: ticking(),
            ..Setup::default()
        };
        let server = TestServer::with(setup);
        let new = json!({
            "kind": "rummy", "seats": 2, "seating": "as_joined",
            "options": { "match": { "type": "deals", "deals": 20 } },
        });
        let table = Table::seat(new_players(&server, 2).await, &new).await;
        let mut random = StdRng::seed_from_u64(1);
        let mut game = table.seen_by(&table.players[0]).await;
        loop {
            let mover = table.mover(&game);
            let asked = mover.get(&table.path("?include=legal_moves"));
            game = asked.expect(200).await;
            let moves = game["legal_moves"]["moves"].as_array().expect("a list");
            let declaration = moves.iter().find(|mv| mv["type"] == "rummy.declare");
            if let Some(right) = declaration.cloned() {
                return Self {
                    server,
                    table,
                    game,
                    right,
                };
            }
            let mv = bot_move(Bot::Steady, &game, &mut random);
            game = table.play(mover, version(&game), mv).await;
        }
    }

    fn mover(&self) -> &Player {
        self.table.mover(&self.game)
    }

    fn other(&self) -> &Player {
        &self.table.players[1 - seat(&self.game["turn"]["seats"][0])]
    }

    /// The same declaration, with the first cards of the first two groups exchanged.
    fn wrong(&self) -> Value {
        let mut wrong = self.right.clone();
        let groups = &mut wrong["groups"];
        let (one, other) = (groups[0][0].clone(), groups[1][0].clone());
        groups[0][0] = other;
        groups[1][0] = one;
        wrong
    }

    async fn tried_by(&self, player: &Player, mv: &Value) -> Answer {
        let body = json!({ "version": version(&self.game), "move": mv });
        let request = player.post(&self.table.path("/moves?dry_run=true"));
        request.json(&body).send().await
    }

    async fn tried(&self, mv: &Value) -> Answer {
        self.tried_by(self.mover(), mv).await
    }

    /// Everything that the other player and a spectator can see.
    async fn seen_by_others(&self) -> Vec<Value> {
        let mut seen = Vec::new();
        for rest in ["", "/log", "?include=legal_moves"] {
            let path = self.table.path(rest);
            seen.push(self.other().get(&path).expect(200).await);
        }
        seen.push(self.table.seen_by(&self.server.nobody()).await);
        seen
    }
}

#[tokio::test]
async fn a_declaration_can_be_tried_before_it_is_made() {
    let ready = Ready::play().await;
    let mover = seat(&ready.game["turn"]["seats"][0]);
    let at = version(&ready.game);
    let stored = ready.server.database().content();
    let seen = ready.seen_by_others().await;

    let right = ready.tried(&ready.right).await.expect(200);
    assert_eq!(
        right,
        json!({
            "legal": true, "version": at, "holds": true,
            "reason": "The declaration is valid: it has a pure sequence, a second sequence, and every card is in a meld.",
        })
    );

    let wrong = ready.tried(&ready.wrong()).await.expect(200);
    assert_eq!(
        (&wrong["legal"], &wrong["holds"]),
        (&json!(true), &json!(false))
    );
    let reason = wrong["reason"].as_str().expect("a reason");
    assert!(reason.contains("is not a meld: "), "{reason}");

    let mut all_in_one = ready.right.clone();
    let groups = ready.right["groups"].as_array().expect("a list");
    let cards: Vec<&Value> = groups
        .iter()
        .filter_map(Value::as_array)
        .flatten()
        .collect();
    all_in_one["groups"] = json!([cards]);
    assert_eq!(ready.tried(&all_in_one).await.expect(200)["holds"], false);

    assert_eq!(ready.server.database().content(), stored);
    assert_eq!(ready.seen_by_others().await, seen);

    // What was foretold comes true.
    let after = ready.table.play(ready.mover(), at, ready.wrong()).await;
    assert_eq!(after["state"]["scores"][mover], json!([80]));
    assert_eq!(after["state"]["scores"][1 - mover], json!([0]));
}

#[tokio::test]
async fn a_right_declaration_costs_what_was_foretold() {
    let ready = Ready::play().await;
    let mover = seat(&ready.game["turn"]["seats"][0]);
    assert_eq!(ready.tried(&ready.right).await.expect(200)["holds"], true);
    let at = version(&ready.game);
    let after = ready
        .table
        .play(ready.mover(), at, ready.right.clone())
        .await;
    assert_eq!(after["state"]["scores"][mover], json!([0]));
}

#[tokio::test]
async fn what_is_no_layout_of_the_hand_is_refused_when_tried_too() {
    let ready = Ready::play().await;
    let stored = ready.server.database().content();
    let mut too_few = ready.right.clone();
    too_few["groups"][0].as_array_mut().expect("a list").pop();
    let mut twice = ready.right.clone();
    twice["groups"][0][0] = twice["groups"][1][0].clone();
    twice["groups"][0][1] = twice["groups"][1][0].clone();
    twice["groups"][0][2] = twice["groups"][1][0].clone();
    let mut empty = ready.right.clone();
    empty["groups"]
        .as_array_mut()
        .expect("a list")
        .push(json!([]));
    for (mv, rule) in [
        (too_few, "card-missing"),
        (twice, "card-laid-twice"),
        (empty, "empty-group"),
    ] {
        let problem = ready.tried(&mv).await.refused(422, "illegal-move");
        assert_eq!(problem["rule"], rule, "{mv}");
        assert!(problem.get("holds").is_none());
    }
    assert_eq!(ready.server.database().content(), stored);
}

#[tokio::test]
async fn nobody_learns_from_a_dry_run_what_others_hold() {
    let ready = Ready::play().await;
    // The other player's cards are as unknown to a dry run as to the player: those that are not held are refused
    // alike, wherever they lie.
    let held = ready.game["state"]["hands"][seat(&ready.game["turn"]["seats"][0])]["cards"]
        .as_array()
        .expect("a hand")
        .clone();
    let deck = [
        "A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K",
    ];
    let all = deck
        .iter()
        .flat_map(|rank| ["C", "D", "H", "S"].map(|suit| json!(format!("{rank}{suit}"))));
    let mut told = std::collections::BTreeSet::new();
    for card in all.filter(|card| !held.contains(card)) {
        let mut mv = ready.right.clone();
        mv["groups"][0][0] = card.clone();
        let problem = ready.tried(&mv).await.refused(422, "illegal-move");
        assert_eq!(problem["rule"], "card-not-held");
        let detail = problem["detail"].as_str().expect("a sentence");
        // Only the name of the card differs.
        told.insert(detail.split("hold").next().expect("a beginning").to_owned());
    }
    assert_eq!(told.len(), 1, "{told:?}");
    // Who is not to move is told nothing of a declaration, right or wrong.
    for mv in [&ready.right, &ready.wrong()] {
        let answer = ready.tried_by(ready.other(), mv).await;
        let problem = answer.refused(409, "not-your-turn");
        assert!(problem.get("holds").is_none() && problem.get("reason").is_none());
    }
}

#[tokio::test]
async fn a_move_that_is_only_right_or_not_allowed_tells_no_more_when_it_is_tried() {
    let ready = Ready::play().await;
    let at = version(&ready.game);
    let discard = ready.right["discard"].clone();
    for mv in [
        json!({ "type": "rummy.discard", "card": discard }),
        json!({ "type": "rummy.drop" }),
    ] {
        assert_eq!(
            ready.tried(&mv).await.expect(200),
            json!({ "legal": true, "version": at })
        );
    }
    // Nor does one tell which card would be drawn.
    let after = ready
        .table
        .play(
            ready.mover(),
            at,
            json!({ "type": "rummy.discard", "card": discard }),
        )
        .await;
    let draw =
        json!({ "version": version(&after), "move": { "type": "rummy.draw", "from": "closed" } });
    let request = ready.other().post(&ready.table.path("/moves?dry_run=true"));
    assert_eq!(
        request.json(&draw).expect(200).await,
        json!({ "legal": true, "version": version(&after) })
    );
}
