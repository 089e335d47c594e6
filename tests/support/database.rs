//! Databases for tests: one private cluster for the whole process, and a database of its own for each test.

use std::{
    fs::{self, File, Permissions},
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    sync::{
        LazyLock,
        atomic::{AtomicU32, Ordering},
    },
};

use cardpost::{
    postgres::{Cluster, Durability, Settings},
    store::migrations::{self, Direction},
};
use diesel::{QueryableByName, sql_query, sql_types::Text};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl as _, SimpleAsyncConnection};

/// Where the clusters of test processes are: a folder that `cargo clean` removes.
const CLUSTERS: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/clusters");

/// The database that each test's is a copy of: migrated once.
const TEMPLATE: &str = "template_of_tests";

/// The cluster of this process. A static is never dropped: Postgres stops when the process is gone, because the
/// kernel tells it, and the next process clears the folder away.
static CLUSTER: LazyLock<Cluster> = LazyLock::new(|| {
    let clusters = PathBuf::from(CLUSTERS);
    fs::create_dir_all(&clusters).expect("a folder for clusters");
    clear_away_what_nobody_uses(&clusters);
    let cluster = start_cluster(&clusters.join(format!("of-{}", std::process::id())));
    execute(
        &cluster.url("cardpost"),
        &format!("CREATE DATABASE {TEMPLATE}"),
    );
    migrations::migrate(&cluster.url(TEMPLATE), Direction::Up).expect("the migrations");
    cluster
});

/// What the cluster of this process says.
pub fn log() -> PathBuf {
    PathBuf::from(CLUSTERS).join(format!("of-{}/postgres.log", std::process::id()))
}

/// Removes the folders of processes that ended: each keeps its own locked.
fn clear_away_what_nobody_uses(clusters: &Path) {
    for folder in fs::read_dir(clusters).expect("the folder of clusters") {
        let folder = folder.expect("an entry of the folder").path();
        let is_free = |lock: &str| match File::open(folder.join(lock)) {
            Ok(lock) => lock.try_lock().is_ok(),
            // Not there yet: somebody is just beginning.
            Err(_) => false,
        };
        if is_free("lock") && is_free("postgres.lock") {
            // Another process may be clearing away the same one.
            let _ = fs::remove_dir_all(folder);
        }
    }
}

/// Starts a cluster that survives no power cut, which no test makes.
pub fn start_cluster(data_dir: &Path) -> Cluster {
    fs::create_dir_all(data_dir).expect("a data folder");
    // As root, Postgres runs as another user, who must get in.
    fs::set_permissions(data_dir, Permissions::from_mode(0o755)).expect("it is ours");
    Cluster::start(&Settings {
        data_dir: data_dir.to_owned(),
        bin_dir: None,
        durability: Durability::None,
    })
    .unwrap_or_else(|error| panic!("{error}"))
}

/// A migrated, empty database, dropped with this value.
#[derive(Debug)]
pub struct Database {
    name: String,
    url: String,
}

impl Database {
    /// A copy of the template.
    pub fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let name = format!("test_{}", NUMBER.fetch_add(1, Ordering::Relaxed));
        execute(
            &CLUSTER.url("cardpost"),
            &format!("CREATE DATABASE {name} TEMPLATE {TEMPLATE}"),
        );
        let url = CLUSTER.url(&name);
        Self { name, url }
    }

    /// Where it is.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Sends a query whose one column is a text that is never null.
    pub fn texts(&self, query: &str) -> Vec<String> {
        texts(&self.url, query)
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Sends a statement that answers nothing.
    pub fn run(&self, statement: &str) {
        execute(&self.url, statement);
    }

    /// How Postgres would carry out a query if it could not simply read whole tables.
    pub fn plan(&self, query: &str) -> String {
        let plan = connected(&self.url, async |connection| {
            connection
                .batch_execute("SET enable_seqscan = off; SET enable_bitmapscan = off")
                .await
                .expect("settings");
            let rows: Vec<PlanRow> = sql_query(format!("EXPLAIN {query}"))
                .load(connection)
                .await
                .unwrap_or_else(|error| panic!("{query}: {error}"));
            rows.into_iter().map(|row| row.line).collect::<Vec<_>>()
        });
        plan.join("\n")
    }

    /// Every row of every table as text, behind the name of its table: two are equal exactly if nothing changed in
    /// between.
    pub fn content(&self) -> Vec<String> {
        let tables = self.texts(
            "SELECT table_name::text AS text FROM information_schema.tables \
             WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1",
        );
        let selects: Vec<String> = tables
            .iter()
            .map(|table| format!("SELECT '{table} ' || t::text AS text FROM {table} t"))
            .collect();
        self.texts(&format!("{} ORDER BY 1", selects.join(" UNION ALL ")))
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        execute(
            &CLUSTER.url("cardpost"),
            &format!("DROP DATABASE {} WITH (FORCE)", self.name),
        );
    }
}

#[derive(QueryableByName)]
struct PlanRow {
    #[diesel(sql_type = Text, column_name = "QUERY PLAN")]
    line: String,
}

#[derive(QueryableByName)]
struct TextRow {
    #[diesel(sql_type = Text)]
    text: String,
}

/// Sends a query whose one column is a text that is never null.
pub fn texts(url: &str, query: &str) -> Vec<String> {
    connected(url, async |connection| {
        let rows: Vec<TextRow> = sql_query(query)
            .load(connection)
            .await
            .unwrap_or_else(|error| panic!("{query}: {error}"));
        rows.into_iter().map(|row| row.text).collect()
    })
}

fn execute(url: &str, statement: &str) {
    connected(url, async |connection| {
        connection
            .batch_execute(statement)
            .await
            .unwrap_or_else(|error| panic!("{statement}: {error}"));
    });
}

/// Does something with a connection, on a thread of its own: a test's own may be running a runtime already.
fn connected<T: Send>(url: &str, act: impl AsyncFnOnce(&mut AsyncPgConnection) -> T + Send) -> T {
    std::thread::scope(|scope| {
        let acting = scope.spawn(|| {
            tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .expect("a runtime")
                .block_on(async {
                    let mut connection = AsyncPgConnection::establish(url)
                        .await
                        .unwrap_or_else(|error| panic!("{url}: {error}"));
                    act(&mut connection).await
                })
        });
        acting
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}
