//! Servers for tests: the real one, over a database of the test's own.

use std::{
    net::{Ipv4Addr, SocketAddr},
    num::NonZeroUsize,
    sync::{Arc, LazyLock, mpsc},
    thread::JoinHandle,
    time::Duration,
};

use cardpost::{
    app::{Application, Parts, Shutdown, system_env},
    http::middleware::rate::RateLimit,
    outbound::transport::WebhookTransport,
    service::{env::Env, feeds::broker, limits::Limits, workers::due::DueGames},
};
use serde_json::json;
use tokio::sync::{mpsc::UnboundedReceiver, oneshot};

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
            env: system_env(),
            limits: Limits::default(),
            rate_limit: RateLimit::none(),
            workers: 1,
            poll: broker::POLL,
            transport: None,
        }
    }
}

/// Connections to the database: fewer than a real server has, since many run at once.
const CONNECTIONS: NonZeroUsize = NonZeroUsize::new(5).expect("it is not zero");

/// The server of [`TestServer::shared`].
static SHARED: LazyLock<TestServer> = LazyLock::new(TestServer::start);

/// A running server, stopped with this value.
pub struct TestServer {
    door: Door,
    running: Option<(oneshot::Sender<Shutdown>, JoinHandle<()>)>,
    due: Option<Due>,
    database: Option<Arc<Database>>,
}

/// Asks the server's thread to see to what is due, and waits until it has.
type Due = tokio::sync::mpsc::UnboundedSender<oneshot::Sender<()>>;

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
        let parts = Parts {
            database_url: url.to_owned(),
            db_connections: CONNECTIONS,
            env: setup.env,
            limits: setup.limits,
            rate_limit: setup.rate_limit,
            bind: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            metrics_bind: None,
            http_threads: NonZeroUsize::new(setup.workers),
            poll: setup.poll,
            transport: setup.transport,
            background_workers: false,
        };
        let (started, address) = mpsc::channel();
        let (stop, stopped) = oneshot::channel();
        let (due, requests) = tokio::sync::mpsc::unbounded_channel();
        let thread = std::thread::spawn(move || {
            tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .expect("a runtime")
                .block_on(async {
                    let application = Application::build(parts).expect("a server that starts");
                    started.send(application.address()).expect("the test waits");
                    let due_games = DueGames::new(application.service().clone());
                    tokio::spawn(run_due_games(due_games, requests));
                    let stop = async { stopped.await.unwrap_or(Shutdown::Immediate) };
                    let ran = application.run_until_stopped(stop).await;
                    ran.expect("a server that runs");
                });
        });
        let address = address.recv().expect("a server that starts");
        Self {
            door: Door::new(address),
            running: Some((stop, thread)),
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
        let (done, is_done) = oneshot::channel();
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

/// Runs the games that are due whenever it is asked to.
async fn run_due_games(due_games: DueGames, mut requests: UnboundedReceiver<oneshot::Sender<()>>) {
    while let Some(done) = requests.recv().await {
        while due_games.run_once().await.expect("a database") > 0 {}
        let _ = done.send(());
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        if let Some((stop, thread)) = self.running.take() {
            let _ = stop.send(Shutdown::Immediate);
            // A server that panicked has said so; panicking here too would hide why the test failed.
            let _ = thread.join();
        }
    }
}
