//! Cardpost: card games played by request, with records that outlive the server.
//!
//! Data flows one way:
//!
//! ```text
//! HTTP request → identity → service → engine → store → view for this viewer → response
//! ```
//!
//! - [`engine`]: the rules, pure. No input or output, no clock, no chance but the shuffles that are handed in.
//! - [`record`]: the log, its hash chain, the game that the log adds up to, and the record that is downloaded.
//! - [`bot`]: players that are programs. They see what a player sees.
//! - [`auth`]: who someone is, and what they may see and do.
//! - [`store`]: Postgres. The only layer that knows diesel.
//! - [`service`]: the use cases: load, authorise, play, store; and checking what is stored.
//! - [`outbound`]: requests to addresses that strangers chose, for webhooks.
//! - [`http`]: the only layer that knows actix and status codes.
//! - [`app`]: puts the parts together and runs them. [`cli`], [`config`] and [`telemetry`] are what it is run with.
//!
//! `docs/ARCHITECTURE.md` walks one move through all of them.

pub mod app;
pub mod auth;
pub mod bot;
pub mod cli;
pub mod config;
pub mod engine;
pub mod game;
pub mod http;
pub mod outbound;
pub mod postgres;
pub mod record;
pub mod service;
pub mod store;
pub mod telemetry;
pub mod types;
