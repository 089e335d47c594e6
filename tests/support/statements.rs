//! The statements that a server sends to its database, as Postgres writes them down.

use std::{collections::BTreeSet, fs, sync::Mutex};

use super::database::{self, Database};

/// The statements that are sent to one database.
pub struct Statements {
    database: String,
    /// The processes of Postgres that ever served it.
    processes: Mutex<BTreeSet<String>>,
}

impl Statements {
    /// Those that are sent over connections that are made from now on.
    pub fn of(database: &Database) -> Self {
        let (name, url) = (database.name(), database.url());
        database.run(&format!("ALTER DATABASE {name} SET log_statement = 'all'"));
        Self {
            database: url.to_owned(),
            processes: Mutex::default(),
        }
    }

    /// Those that were sent until now, but for the housekeeping of connections.
    pub fn so_far(&self) -> Vec<String> {
        let mut processes = self
            .processes
            .lock()
            .expect("nobody panics while they hold it");
        processes.extend(database::texts(
            &self.database,
            "SELECT pid::text AS text FROM pg_stat_activity \
             WHERE datname = current_database() AND pid <> pg_backend_pid()",
        ));
        let log = fs::read_to_string(database::log()).expect("a log");
        let is_of_ours = |line: &&str| {
            let process = line
                .split_once('[')
                .and_then(|(_, rest)| rest.split_once(']'));
            process.is_some_and(|(process, _)| processes.contains(process))
        };
        log.lines()
            .filter(is_of_ours)
            .filter_map(|line| Some(line.split_once("LOG:  execute ")?.1.to_owned()))
            .filter(|statement| !statement.contains("pg_notify"))
            .collect()
    }
}
