//! Every test of the project in one binary: one link, one private Postgres cluster, one summary line.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod engine;
