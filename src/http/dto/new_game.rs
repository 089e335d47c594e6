//! How games come about, on the wire: creating one, and taking a seat in it.

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
    service::games::lobby::{Bot, NewGame},
    types::{json::AnyJson, pointer},
};

/// What somebody wants to play.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewGame)]
pub struct NewGameBody {
    /// The kind of game.
    #[schema(value_type = Kind)]
    kind: String,
    /// What it is varied by; what is left out has its default.
    #[serde(default)]
    #[schema(value_type = Option<AnyOptions>)]
    options: Option<AnyJson>,
    /// How many can join.
    #[schema(minimum = 1, maximum = 8, example = 3)]
    seats: u32,
    /// Who may see it.
    #[serde(default = "public")]
    #[schema(default = "public")]
    visibility: Visibility,
    /// How the players come to their seats.
    #[serde(default)]
    #[schema(default = "random")]
    seating: Seating,
    /// What the creator adds to the deal: 1 to 32 bytes in hexadecimal.
    #[serde(default)]
    #[schema(example = "5eed5eed")]
    entropy: Option<String>,
    /// How long the players may take for their turns; for ever without it.
    #[serde(default)]
    clock: Option<ClockBody>,
    /// Bots that take seats, by name: each one seat.
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
            // More than fits is too many for every kind, which is told where the kind is known.
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

/// A bot that is to take a seat.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SeatBot)]
pub struct SeatBotBody {
    /// Its name.
    #[schema(example = "steady")]
    bot: String,
}

impl TryFrom<SeatBotBody> for Bot {
    type Error = Problem;

    fn try_from(body: SeatBotBody) -> Result<Self, Problem> {
        bot("/bot", &body.bot)
    }
}

/// Entropy as it is sent; an empty text is none.
fn entropy(text: Option<String>) -> Result<Option<Entropy>, Problem> {
    text.filter(|text| !text.is_empty())
        .map(|text| {
            Entropy::try_from(text)
                .map_err(|error| Problem::invalid("/entropy", format_args!("{error}.")))
        })
        .transpose()
}

/// How somebody joins a game.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(as = Join)]
pub struct JoinBody {
    /// The code of a private game.
    #[schema(example = "K7PQ2MXWRT")]
    pub join_code: Option<String>,
    /// What the player adds to the deal: 1 to 32 bytes in hexadecimal.
    #[schema(example = "c0ffee")]
    entropy: Option<String>,
}

impl JoinBody {
    /// What the player adds to the deal.
    ///
    /// # Errors
    /// When it is no entropy.
    pub fn entropy(&self) -> Result<Option<Entropy>, Problem> {
        entropy(self.entropy.clone())
    }
}

/// What somebody brings to a game in which they take a seat.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(as = TakeSeat)]
pub struct TakeSeatBody {
    /// What the player adds to the deal: 1 to 32 bytes in hexadecimal.
    #[schema(example = "c0ffee")]
    entropy: Option<String>,
}

impl TakeSeatBody {
    /// What the player adds to the deal.
    ///
    /// # Errors
    /// When it is no entropy.
    pub fn entropy(self) -> Result<Option<Entropy>, Problem> {
        entropy(self.entropy)
    }
}
