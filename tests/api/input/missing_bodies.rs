//! Requests that must have a body.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{
    client::{Caller as _, Player, Request},
    server::TestServer,
    table::{Table, golf},
};

/// A request with a body: where it goes, and a body that would be taken.
pub struct Target {
    pub method: Method,
    pub path: String,
    pub good: Value,
}

impl Target {
    pub fn request(&self, player: &Player) -> Request {
        player.request(self.method.clone(), &self.path)
    }
}

/// Every request that must have a body, and the player who sends them. It is their turn in a game.
pub async fn targets(server: &TestServer) -> (Player, Vec<Target>) {
    let table = Table::of(server, 2).await;
    let (version, mover) = table.turn().await;
    let mv = json!({ "type": "golf.turn_up", "slots": [0, 1] });
    let target = |method: Method, path: &str, good: Value| Target {
        method,
        path: path.into(),
        good,
    };
    let targets = vec![
        target(Method::POST, "/v1/players", json!({ "name": "Zoe" })),
        target(Method::PATCH, "/v1/me", json!({ "name": "Zoe" })),
        target(Method::POST, "/v1/me/tokens", json!({ "label": "phone" })),
        target(Method::POST, "/v1/games", golf(2)),
        target(
            Method::POST,
            &table.path("/moves"),
            json!({ "version": version, "move": mv }),
        ),
    ];
    (mover.clone(), targets)
}
