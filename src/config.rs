//! Settings, which are read once at the start from flags and environment variables.

use std::{net::SocketAddr, num::NonZeroU32, path::PathBuf};

use clap::Args;

use crate::{
    outbound::egress::EgressPolicy,
    postgres::{self, Durability},
    service::limits::Limits,
    telemetry::LogFormat,
    types::span::Span,
};

/// The settings of the database.
#[derive(Debug, Clone, Args)]
pub struct DatabaseSettings {
    /// The database, as `postgres://user:password@host/name`. If it is not set, the server runs its own
    /// Postgres.
    #[arg(long, env = "DATABASE_URL", value_name = "URL", hide_env_values = true)]
    pub database_url: Option<String>,

    /// The data folder of the server's own Postgres.
    #[arg(
        long,
        env = "CARDPOST_DATA_DIR",
        value_name = "FOLDER",
        default_value = "./cardpost-data"
    )]
    pub data_dir: PathBuf,

    /// The folder that contains the programs `postgres` and `initdb`, if the server does not find them.
    #[arg(long, env = "CARDPOST_PG_BIN", value_name = "FOLDER")]
    pub pg_bin: Option<PathBuf>,
}

impl DatabaseSettings {
    /// Returns the settings of the server's own Postgres.
    pub fn embedded(&self) -> postgres::Settings {
        postgres::Settings {
            data_dir: self.data_dir.clone(),
            bin_dir: self.pg_bin.clone(),
            durability: Durability::Full,
        }
    }
}

/// The settings of the log.
#[derive(Debug, Clone, Args)]
pub struct LogSettings {
    /// The log level, such as `info`, or levels for single modules, such as `cardpost=debug,warn`.
    #[arg(
        long,
        env = "CARDPOST_LOG",
        value_name = "FILTER",
        default_value = "info"
    )]
    pub log: String,

    /// The format of the log.
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
    /// The address and port of the API. Port 0 chooses a free port.
    #[arg(
        long,
        env = "CARDPOST_BIND",
        value_name = "ADDR:PORT",
        default_value = "127.0.0.1:8080"
    )]
    pub bind: SocketAddr,

    /// The address and port of the Prometheus metrics, at /metrics. If it is not set, metrics are not served.
    #[arg(long, env = "CARDPOST_METRICS_BIND", value_name = "ADDR:PORT")]
    pub metrics_bind: Option<SocketAddr>,

    /// Does not migrate the database at the start.
    #[arg(long, env = "CARDPOST_NO_MIGRATE")]
    pub no_migrate: bool,

    /// The number of threads that answer requests. If it is not set, one for each processor.
    #[arg(long, env = "CARDPOST_WORKERS", value_name = "NUMBER")]
    pub workers: Option<std::num::NonZeroUsize>,

    /// The maximum number of connections to the database.
    #[arg(
        long,
        env = "CARDPOST_DB_CONNECTIONS",
        value_name = "NUMBER",
        default_value = "12"
    )]
    pub db_connections: std::num::NonZeroUsize,

    /// The average number of requests a second that one address may send. If it is not set, there is no limit.
    #[arg(long, env = "CARDPOST_RATE_LIMIT", value_name = "NUMBER")]
    pub rate_limit: Option<NonZeroU32>,

    /// The maximum number of open games that one player may have created.
    #[arg(
        long,
        env = "CARDPOST_OPEN_GAMES",
        value_name = "NUMBER",
        default_value_t = Limits::default().open_games
    )]
    pub open_games: u64,

    /// The time without activity after which a game is cancelled, as an ISO 8601 duration. Rounded up to whole days.
    #[arg(
        long,
        env = "CARDPOST_ABANDONED_AFTER",
        value_name = "DURATION",
        default_value_t = Limits::default().abandoned_after
    )]
    pub abandoned_after: Span,

    /// The maximum number of entries in the log of a game. A game that reaches it without ending is cancelled.
    #[arg(
        long,
        env = "CARDPOST_LONGEST_GAME",
        value_name = "NUMBER",
        default_value_t = Limits::default().longest_game
    )]
    pub longest_game: u32,

    /// Allows webhooks in private networks and without TLS. Only for a network in which you trust every player.
    #[arg(long, env = "CARDPOST_WEBHOOKS_ALLOW_PRIVATE")]
    pub webhooks_allow_private: bool,

    /// The settings of the database.
    #[command(flatten)]
    pub database: DatabaseSettings,

    /// The settings of the log.
    #[command(flatten)]
    pub log: LogSettings,
}

impl ServeSettings {
    /// Returns the limits that these settings define.
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
