//! The API, over HTTP, against the real server and a real Postgres. Every answer is also held against the `OpenAPI`
//! document, by the client that all of these tests use.

mod access;
mod bad_bodies;
mod bad_parameters;
mod bad_values;
mod bots;
mod chain;
mod clocks;
mod declarations;
mod document;
mod every_kind;
mod examples;
mod finding;
mod forgetting;
mod headers;
mod history;
mod idempotency;
mod identity;
mod leaks;
mod limits;
mod lobby;
mod methods;
mod moves;
mod names;
mod no_database;
mod pages;
mod played;
mod private_games;
mod races;
mod records;
mod repeats;
mod resigning;
mod restart;
mod session;
mod targets;
mod whole_games;
