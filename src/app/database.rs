//! The database of a server: one that the settings name, or an embedded Postgres.

use super::AppError;
use crate::{config::DatabaseSettings, postgres::Cluster};

/// A database: one that the settings name, or an embedded Postgres that runs as long as this value lives.
#[derive(Debug)]
pub struct Database {
    url: String,
    embedded: Option<Cluster>,
}

impl Database {
    /// Finds the database, and starts the embedded Postgres if the settings name none.
    ///
    /// # Errors
    /// When the embedded Postgres cannot be started.
    pub fn open(settings: &DatabaseSettings) -> Result<Self, AppError> {
        if let Some(url) = &settings.database_url {
            return Ok(Self {
                url: url.clone(),
                embedded: None,
            });
        }
        let cluster = Cluster::start(&settings.embedded())?;
        Ok(Self {
            url: cluster.url("cardpost"),
            embedded: Some(cluster),
        })
    }

    /// The URL that connections are made to.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Stops the embedded Postgres.
    ///
    /// # Errors
    /// When it does not stop.
    pub fn close(self) -> Result<(), AppError> {
        self.embedded.map_or(Ok(()), |cluster| Ok(cluster.stop()?))
    }
}
