//! Settings: read once, from flags and variables alike.

use std::{net::SocketAddr, num::NonZeroU32, path::PathBuf};

use clap::Args;

use crate::{
    outbound::egress::EgressPolicy,
    postgres::{self, Durability},
    service::limits::Limits,
    telemetry::LogFormat,
    types::span::Span,
};

/// Where the database is.
#[derive(Debug, Clone, Args)]
pub struct DatabaseSettings {
    /// The database, as `postgres://user:password@host/name`. Without it the server runs a Postgres of its own.
    #[arg(long, env = "DATABASE_URL", value_name = "URL", hide_env_values = true)]
    pub database_url: Option<String>,

    /// The folder in which the server's own Postgres keeps its data.
    #[arg(
        long,
        env = "CARDPOST_DATA_DIR",
        value_name = "FOLDER",
        default_value = "./cardpost-data"
    )]
    pub data_dir: PathBuf,

    /// The folder with the programs `postgres` and `initdb`, where they are not found by themselves.
    #[arg(long, env = "CARDPOST_PG_BIN", value_name = "FOLDER")]
    pub pg_bin: Option<PathBuf>,
}

impl DatabaseSettings {
    /// What the server's own Postgres is started with.
    pub fn embedded(&self) -> postgres::Settings {
        postgres::Settings {
            data_dir: self.data_dir.clone(),
            bin_dir: self.pg_bin.clone(),
            durability: Durability::Full,
        }
    }
}

/// What the server writes about itself.
#[derive(Debug, Clone, Args)]
pub struct LogSettings {
    /// What is written to the log: a level such as `info`, or one for each part, such as `cardpost=debug,warn`.
    #[arg(
        long,
        env = "CARDPOST_LOG",
        value_name = "FILTER",
        default_value = "info"
    )]
    pub log: String,

    /// How the log is written.
    #[arg(
        long,
        env = "CARDPOST_LOG_FORMAT",
        value_name = "FORMAT",
        value_enum,
        default_value = "text"
    )]
    pub log_format: LogFormat,
}

/// The settings of a server.
#[derive(Debug, Clone, Args)]
pub struct ServeSettings {
    /// The address and port that the API is served on. Port 0 takes a free one.
    #[arg(
        long,
        env = "CARDPOST_BIND",
        value_name = "ADDR:PORT",
        default_value = "127.0.0.1:8080"
    )]
    pub bind: SocketAddr,

    /// The address and port that figures for Prometheus are served on, at /metrics. Without it there are none.
    #[arg(long, env = "CARDPOST_METRICS_BIND", value_name = "ADDR:PORT")]
    pub metrics_bind: Option<SocketAddr>,

    /// Leaves the database as it is: somebody else migrates it.
    #[arg(long, env = "CARDPOST_NO_MIGRATE")]
    pub no_migrate: bool,

    /// The threads that answer requests. Without it, one for each processor.
    #[arg(long, env = "CARDPOST_WORKERS", value_name = "NUMBER")]
    pub workers: Option<std::num::NonZeroUsize>,

    /// The most connections to the database.
    #[arg(
        long,
        env = "CARDPOST_DB_CONNECTIONS",
        value_name = "NUMBER",
        default_value = "12"
    )]
    pub db_connections: std::num::NonZeroUsize,

    /// The requests that one address may send in a second, in the long run. Without it there is no limit.
    #[arg(long, env = "CARDPOST_RATE_LIMIT", value_name = "NUMBER")]
    pub rate_limit: Option<NonZeroU32>,

    /// The open games that one player may have created.
    #[arg(
        long,
        env = "CARDPOST_OPEN_GAMES",
        value_name = "NUMBER",
        default_value_t = Limits::default().open_games
    )]
    pub open_games: u64,

    /// After how long a game is called off that nobody has touched, as an ISO 8601 duration. Rounded up to whole days.
    #[arg(
        long,
        env = "CARDPOST_ABANDONED_AFTER",
        value_name = "DURATION",
        default_value_t = Limits::default().abandoned_after
    )]
    pub abandoned_after: Span,

    /// The entries that the log of one game may have: a game that does not end by then is called off.
    #[arg(
        long,
        env = "CARDPOST_LONGEST_GAME",
        value_name = "NUMBER",
        default_value_t = Limits::default().longest_game
    )]
    pub longest_game: u32,
    /// Lets webhooks be in private networks, and without TLS. For a network of your own, where you trust every player.
    #[arg(long, env = "CARDPOST_WEBHOOKS_ALLOW_PRIVATE")]
    pub webhooks_allow_private: bool,

    /// Where the database is.
    #[command(flatten)]
    pub database: DatabaseSettings,

    /// What the server writes about itself.
    #[command(flatten)]
    pub log: LogSettings,
}

impl ServeSettings {
    /// The limits that requests are held to.
    pub fn limits(&self) -> Limits {
        Limits {
            open_games: self.open_games,
            abandoned_after: self.abandoned_after,
            longest_game: self.longest_game,
            webhook_reach: if self.webhooks_allow_private {
                EgressPolicy::Anywhere
            } else {
                EgressPolicy::Public
            },
            ..Limits::default()
        }
    }
}
