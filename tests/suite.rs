//! Every test of the project in one binary: one link, one private Postgres cluster, one summary line.

#![allow(
    clippy::case_sensitive_file_extension_comparisons,
    clippy::cast_possible_truncation,
    clippy::too_many_lines,
    clippy::type_complexity,
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking, tells a whole story, and knows its own numbers and files"
)]

mod api;
mod architecture;
mod cli;
mod engine;
mod postgres;
mod records;
mod store;
mod support;
mod webhooks;
