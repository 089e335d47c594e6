//! A server, a clock that is moved by hand, and senders that send when they are told to.

use std::{sync::Arc, time::Duration};

use cardpost::{
    outbound::{client::Client, egress::EgressPolicy, resolve::SystemResolver},
    service::{env::Env, limits::Limits, workers::sender::Sender},
    store::Store,
};
use chrono::TimeDelta;
use serde_json::{Value, json};
use tokio_rustls::rustls::RootCertStore;

use super::{
    client::{Caller as _, Player, text},
    env::{self, Hands},
    server::{Setup, TestServer},
    table::{Table, quick_move, version},
};

/// A client that goes anywhere, and waits long enough for a busy machine.
pub fn client(reach: EgressPolicy) -> Client {
    let patience = Duration::from_secs(30);
    Client::with(
        reach,
        Arc::new(SystemResolver),
        RootCertStore::empty(),
        patience,
    )
    .expect("TLS")
}

/// Everything that notices need.
pub struct Stage {
    pub server: TestServer,
    /// The hands of its clock.
    pub clock: Hands,
    env: Env,
}

/// A webhook.
pub struct Hook {
    pub path: String,
    pub secret: String,
}

impl Stage {
    pub fn set() -> Self {
        let (env, clock) = env::still();
        let server = TestServer::with(Setup {
            env: env.clone(),
            limits: Limits {
                webhook_reach: EgressPolicy::Anywhere,
                ..Limits::default()
            },
            ..Setup::default()
        });
        Self { server, clock, env }
    }

    /// A store of one's own, as another instance has it.
    pub fn store(&self) -> Store {
        Store::new(self.server.database().url(), 4).expect("a pool of connections")
    }

    /// A sender that does nothing by itself.
    pub fn sender(&self) -> Sender {
        let client = Arc::new(client(EgressPolicy::Anywhere));
        Sender::new(self.store(), self.env.clone(), client)
    }

    /// Makes a webhook.
    pub async fn hook(&self, player: &Player, url: &str) -> Hook {
        let body = json!({ "url": url });
        let hook = player.post("/v1/me/webhooks").json(&body).expect(201).await;
        Hook {
            path: format!("/v1/me/webhooks/{}", text(&hook["id"])),
            secret: text(&hook["secret"]),
        }
    }

    /// Plays a game to its end, and gives what the player on seat 0 is to be told: type and version of the game.
    pub async fn play_to_the_end(&self, table: &Table) -> Vec<(String, u64)> {
        let mut told = Vec::new();
        let mut tell = |about: &str, game: &Value| told.push((about.to_owned(), version(game)));
        let is_turn = |game: &Value| game["turn"]["seats"] == json!([0]);
        let mut game = table.seen_by(&table.players[0]).await;
        tell("game.started", &game);
        if is_turn(&game) {
            tell("turn.started", &game);
        }
        while game["status"] == "playing" {
            self.clock.advance(TimeDelta::seconds(1));
            let turn = game["turn"].clone();
            game = table
                .play(table.mover(&game), version(&game), quick_move(&game))
                .await;
            if is_turn(&game) && game["turn"] != turn {
                tell("turn.started", &game);
            }
        }
        tell("game.finished", &game);
        told
    }
}

/// Sends until nothing is due any more.
pub async fn send_all(sender: &Sender) {
    while sender.run_once().await > 0 {}
}

/// The deliveries to a webhook, the oldest first.
pub async fn deliveries(player: &Player, hook: &Hook) -> Vec<Value> {
    let path = format!("{}/deliveries?limit=100", hook.path);
    let page = player.get(&path).expect(200).await;
    let mut items = page["items"].as_array().expect("a list").clone();
    items.reverse();
    items
}
