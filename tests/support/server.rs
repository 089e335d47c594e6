//! Servers for tests: the real one, over a database of the test's own.

use std::{
    net::{Ipv4Addr, SocketAddr},
    num::NonZeroUsize,
    sync::{Arc, LazyLock, mpsc},
    thread::JoinHandle,
    time::Duration,
};

use actix_web::dev::ServerHandle;
use cardpost::{
    app,
    http::middleware::rate::RateLimit,
    outbound::transport::WebhookTransport,
    service::{
        Service,
        env::Env,
        feeds::broker::{self, Broker},
        limits::Limits,
        workers::{Workers, due::DueGames, sender::Sender},
    },
    store::Store,
};
use serde_json::json;

use super::{
    client::{Caller as _, Door, Nobody, Player},
    database::Database,
};

/// What a server is started with.
#[derive(Clone)]
pub struct Setup {
    /// Its time and chance.
    pub env: Env,
    /// What it lets players have.
    pub limits: Limits,
    /// How often it lets a client ask.
    pub rate_limit: RateLimit,
    /// How many threads answer requests.
    pub workers: usize,
    /// How often the database is asked for what was not heard of.
    pub poll: Duration,
    /// Who carries notices to webhooks; without anyone, they stay in the outbox.
    pub transport: Option<Arc<dyn WebhookTransport>>,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            env: app::system_env(),
            limits: Limits::default(),
            rate_limit: RateLimit::none(),
            workers: 1,
            poll: broker::POLL,
            transport: None,
        }
    }
}

/// Connections to the database: fewer than a real server has, since many run at once.
const CONNECTIONS: usize = 5;

/// The server of [`TestServer::shared`].
static SHARED: LazyLock<TestServer> = LazyLock::new(TestServer::start);

/// A running server, stopped with this value.
pub struct TestServer {
    door: Door,
    running: Option<(ServerHandle, JoinHandle<()>)>,
    due: Option<Due>,
    database: Option<Arc<Database>>,
}

/// Asks the server's thread to see to what is due, and waits until it has.
type Due = tokio::sync::mpsc::UnboundedSender<tokio::sync::oneshot::Sender<()>>;

impl TestServer {
    /// The one server that all those tests share who look at nothing but what they made themselves: starting one
    /// takes longer than most of them.
    pub fn shared() -> Self {
        Self {
            door: Door::new(SHARED.door.address()),
            running: None,
            due: None,
            database: None,
        }
    }

    /// A server over an empty database, in the real world.
    pub fn start() -> Self {
        Self::with(Setup::default())
    }

    /// A server over an empty database.
    pub fn with(setup: Setup) -> Self {
        Self::over(Arc::new(Database::new()), setup)
    }

    /// A server over this database.
    pub fn over(database: Arc<Database>, setup: Setup) -> Self {
        let mut server = Self::at(database.url(), setup);
        server.database = Some(database);
        server
    }

    /// A server that looks for its database at this address.
    pub fn at(url: &str, setup: Setup) -> Self {
        let url = url.to_owned();
        let (sender, receiver) = mpsc::channel();
        let (due, asked) = tokio::sync::mpsc::unbounded_channel();
        let thread = std::thread::spawn(move || {
            tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .expect("a runtime")
                .block_on(async {
                    let store = Store::new(&url, CONNECTIONS).expect("a pool of connections");
                    let broker = Broker::start(&store, setup.poll);
                    let mut workers = Workers::default();
                    if let Some(transport) = setup.transport {
                        let sender = Sender::new(store.clone(), setup.env.clone(), transport);
                        workers = workers.start(sender);
                    }
                    let service =
                        Service::new(store.clone(), broker.clone(), setup.env, setup.limits);
                    let any_port = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
                    let threads = NonZeroUsize::new(setup.workers);
                    let (server, address) =
                        app::server(service.clone(), any_port, threads, setup.rate_limit)
                            .expect("a free port");
                    tokio::spawn(run_due_games(DueGames::new(service), asked));
                    sender
                        .send((server.handle(), address))
                        .expect("the test waits");
                    server.await.expect("a server that runs");
                    let failed = workers.stop().await;
                    assert!(failed.is_empty(), "{failed:?}");
                    store.close().await;
                });
        });
        let (handle, address) = receiver.recv().expect("a server that starts");
        Self {
            door: Door::new(address),
            running: Some((handle, thread)),
            due: Some(due),
            database: None,
        }
    }

    /// Where the server is.
    pub const fn door(&self) -> &Door {
        &self.door
    }

    /// The database that the server was started over, which is the test's own.
    pub fn database(&self) -> &Arc<Database> {
        self.database
            .as_ref()
            .expect("a database of the test's own")
    }

    /// Someone without a token.
    pub fn nobody(&self) -> Nobody {
        Nobody::new(self.door.clone())
    }

    /// Has the server see to every game that is due, as it does about each second when it is not a test's. Here it is
    /// done only when it is asked for, so that a test knows what has happened.
    pub async fn run_due_games(&self) {
        let (done, is_done) = tokio::sync::oneshot::channel();
        let due = self.due.as_ref().expect("a server of the test's own");
        due.send(done).expect("a server that runs");
        is_done.await.expect("a server that runs");
    }

    /// A new player.
    pub async fn player(&self, name: &str) -> Player {
        let registered = self
            .nobody()
            .post("/v1/players")
            .json(&json!({ "name": name }))
            .expect(201)
            .await;
        Player::registered(self.door.clone(), &registered)
    }
}

/// Sees to what is due whenever it is asked for.
async fn run_due_games(
    due: DueGames,
    mut asked: tokio::sync::mpsc::UnboundedReceiver<tokio::sync::oneshot::Sender<()>>,
) {
    while let Some(done) = asked.recv().await {
        while due.run_once().await.expect("a database") > 0 {}
        let _ = done.send(());
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        if let Some((handle, thread)) = self.running.take() {
            // Told at once; what is returned would only wait until it is done.
            drop(handle.stop(false));
            // A server that panicked has said so; panicking here too would hide why the test failed.
            let _ = thread.join();
        }
    }
}
