//! Rummy: the vectors RU-01 … RU-36 and more, citing the sections of `docs/rules/rummy.md`.

mod counts;
mod declarations;
mod groups;
mod matches;
mod positions;
mod search;
mod slow;
mod table;
mod turns;
mod views;
