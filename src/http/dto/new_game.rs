//! New games on the wire: creating a game, joining it and adding bots.

use serde::Deserialize;
use utoipa::ToSchema;

use super::clock::ClockBody;
use crate::{
    engine::{
        any::{AnyOptions, Kind},
        chance::Entropy,
    },
    game::entry::{Seating, Visibility},
    http::problem::{Problem, plain_words::in_plain_words},
    service::games::create::{Bot, NewGame},
    types::{json::AnyJson, pointer},
};

/// A game to create.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewGame)]
pub struct NewGameBody {
    /// The kind of game.
    #[schema(value_type = Kind)]
    kind: String,
    /// The options of the game. Omitted options have their defaults.
    #[serde(default)]
    #[schema(value_type = Option<AnyOptions>)]
    options: Option<AnyJson>,
    /// The number of seats.
    #[schema(minimum = 1, maximum = 8, example = 3)]
    seats: u32,
    /// The visibility of the game.
    #[serde(default = "public")]
    #[schema(default = "public")]
    visibility: Visibility,
    /// How players are assigned to seats.
    #[serde(default)]
    #[schema(default = "random")]
    seating: Seating,
    /// The entropy that the creator contributes to the deal: 1 to 32 bytes in hexadecimal.
    #[serde(default)]
    #[schema(example = "5eed5eed")]
    entropy: Option<String>,
    /// The time that players have for their turns. The default is unlimited.
    #[serde(default)]
    clock: Option<ClockBody>,
    /// The names of bots that join. Each takes one seat.
    #[serde(default)]
    #[schema(example = json!(["steady"]))]
    bots: Vec<String>,
}

const fn public() -> Visibility {
    Visibility::Public
}

impl TryFrom<NewGameBody> for NewGame {
    type Error = Problem;

    fn try_from(body: NewGameBody) -> Result<Self, Problem> {
        let kind: Kind = body
            .kind
            .parse()
            .map_err(|error| Problem::invalid("/kind", format_args!("{error}.")))?;
        let bots = body.bots.iter().enumerate();
        let bots = bots
            .map(|(i, name)| bot(&format!("/bots/{i}"), name))
            .collect::<Result<_, _>>()?;
        Ok(Self {
            kind,
            options: match &body.options {
                None => kind.default_options(),
                Some(AnyJson(options)) => kind.parse_options(options).map_err(|error| {
                    let place = format!("/options{}", pointer::of(error.path()));
                    Problem::malformed(place, in_plain_words(error.inner()))
                })?,
            },
            // A larger number is too many for every kind, and is rejected where the kind is known.
            seats: u8::try_from(body.seats).unwrap_or(u8::MAX),
            visibility: body.visibility,
            seating: body.seating,
            clock: body.clock.map(TryInto::try_into).transpose()?,
            bots,
            entropy: entropy(body.entropy)?,
        })
    }
}

fn bot(pointer: &str, name: &str) -> Result<Bot, Problem> {
    name.parse()
        .map_err(|error| Problem::invalid(pointer, format_args!("{error}.")))
}

/// A bot to add to a game.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SeatBot)]
pub struct SeatBotBody {
    /// The name of the bot.
    #[schema(example = "steady")]
    bot: String,
}

impl TryFrom<SeatBotBody> for Bot {
    type Error = Problem;

    fn try_from(body: SeatBotBody) -> Result<Self, Problem> {
        bot("/bot", &body.bot)
    }
}

/// Reads entropy. An empty text counts as none.
fn entropy(text: Option<String>) -> Result<Option<Entropy>, Problem> {
    text.filter(|text| !text.is_empty())
        .map(|text| {
            Entropy::try_from(text)
                .map_err(|error| Problem::invalid("/entropy", format_args!("{error}.")))
        })
        .transpose()
}

/// The data for joining a game.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(as = Join)]
pub struct JoinBody {
    /// The join code of a private game.
    #[schema(example = "K7PQ2MXWRT")]
    pub join_code: Option<String>,
    /// The entropy that the player contributes to the deal: 1 to 32 bytes in hexadecimal.
    #[schema(example = "c0ffee")]
    entropy: Option<String>,
}

impl JoinBody {
    /// Returns the entropy that the player contributes to the deal.
    pub fn entropy(&self) -> Result<Option<Entropy>, Problem> {
        entropy(self.entropy.clone())
    }
}

/// The data for taking a seat.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(as = TakeSeat)]
pub struct TakeSeatBody {
    /// The entropy that the player contributes to the deal: 1 to 32 bytes in hexadecimal.
    #[schema(example = "c0ffee")]
    entropy: Option<String>,
}

impl TakeSeatBody {
    /// Returns the entropy that the player contributes to the deal.
    pub fn entropy(self) -> Result<Option<Entropy>, Problem> {
        entropy(self.entropy)
    }
}
