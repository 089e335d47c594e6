//! Clocks on the wire.

use serde::Deserialize;
use utoipa::ToSchema;

use crate::{game::clock::Clock, http::problem::Problem, types::span::Span};

/// The time that players have for their turns: either `per_turn`, or `bank` with an optional `increment`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewClock, example = json!({"per_turn": "P2D"}))]
pub struct ClockBody {
    /// The time for each turn.
    #[serde(default)]
    #[schema(value_type = Option<Span>)]
    per_turn: Option<String>,
    /// The time that each player has for the whole game.
    #[serde(default)]
    #[schema(value_type = Option<Span>)]
    bank: Option<String>,
    /// The time that each turn adds to the player's bank. The default is zero.
    #[serde(default)]
    #[schema(value_type = Option<Span>)]
    increment: Option<String>,
    /// The number of consecutive missed turns after which a player is retired, as if they had resigned.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 100, default = 3)]
    retire_after: Option<u32>,
}

impl TryFrom<ClockBody> for Clock {
    type Error = Problem;

    fn try_from(body: ClockBody) -> Result<Self, Problem> {
        // A larger number is out of range like any number over 100, and is rejected where the clock is checked.
        let retire_after = body
            .retire_after
            .map_or(3, |turns| u8::try_from(turns).unwrap_or(u8::MAX));
        let per_turn = span("/clock/per_turn", body.per_turn)?;
        let bank = span("/clock/bank", body.bank)?;
        let increment = span("/clock/increment", body.increment)?;
        match (per_turn, bank, increment) {
            (Some(per_turn), None, None) => Ok(Self::PerTurn {
                per_turn,
                retire_after,
            }),
            (None, Some(bank), increment) => Ok(Self::Bank {
                bank,
                increment: increment.unwrap_or_default(),
                retire_after,
            }),
            (Some(_), _, _) | (None, None, _) => Err(Problem::invalid(
                "/clock",
                "A clock has either `per_turn`, or `bank` with an optional `increment`.",
            )),
        }
    }
}

fn span(pointer: &str, text: Option<String>) -> Result<Option<Span>, Problem> {
    text.map(|text| {
        text.parse()
            .map_err(|error| Problem::invalid(pointer, format_args!("{error}.")))
    })
    .transpose()
}
