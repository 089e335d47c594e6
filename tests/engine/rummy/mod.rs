//! Rummy: the vectors RU-01 … RU-36 and more, citing the sections of `docs/rules/rummy.md`.

mod counts;
mod declarations;
mod matches;
mod melds;
mod positions;
mod search;
mod slow;
mod table;
mod turns;
mod views;
