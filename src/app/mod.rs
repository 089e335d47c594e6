//! The composition root: the only place that knows the real clock and real randomness. Builds an [`Application`] of the
//! parts, runs it, and takes it apart in order.

mod application;
mod database;
mod env;
mod error;
mod http_server;
mod serve;

pub use self::{
    application::{Application, Parts, Shutdown},
    database::Database,
    env::system_env,
    error::AppError,
    serve::serve,
};
