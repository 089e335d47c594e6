//! Parameters behind the question mark, and in the path.

use std::{
    fmt::Display,
    future::{Ready, ready},
    str::FromStr,
};

use actix_web::{FromRequest, HttpRequest, dev::Payload, web};
use serde::{Deserialize, de::DeserializeOwned};
use utoipa::{IntoParams, ToSchema};

use super::cursor;
use crate::{
    auth::policy::ViewAs,
    engine::{
        any::{Kind, ParseKindError},
        chance::{Commitment, Entropy},
        seat::Seat,
    },
    game::{Status, chain::Hash},
    http::problem::{Code, Problem},
    record::verify::KeptValues,
    service::{
        games::{
            inbox::{InboxFilter, Part},
            lobby::LobbyFilter,
        },
        limits::Limits,
    },
    types::id::{GameId, PlayerId, TokenId, WebhookId},
};

/// The parameters of a request. Ones that are not known are passed over, as is the custom for links that people
/// share.
#[derive(Debug)]
pub struct Query<T>(pub T);

impl<T: DeserializeOwned> FromRequest for Query<T> {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(
            web::Query::<T>::from_query(request.query_string())
                .map(|query| Self(query.into_inner()))
                .map_err(|error| {
                    Problem::malformed("", format!("The parameters can't be read: {error}."))
                }),
        )
    }
}

/// The id in the path of a request. A text that is no id names nothing that is there.
#[derive(Debug, Clone, Copy)]
pub struct Id<T>(pub T);

/// What an id in a path is an id of.
pub trait Identified: FromStr {
    /// The word for it.
    const WHAT: &'static str;
}

impl Identified for GameId {
    const WHAT: &'static str = "game";
}

impl Identified for TokenId {
    const WHAT: &'static str = "token";
}

impl Identified for WebhookId {
    const WHAT: &'static str = "webhook";
}

impl Identified for Kind {
    const WHAT: &'static str = "kind of game";
}

impl<T: Identified> FromRequest for Id<T> {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let id = request
            .match_info()
            .iter()
            .next()
            .and_then(|(_, id)| id.parse().ok());
        ready(id.map(Self).ok_or_else(|| {
            Problem::new(
                Code::NotFound,
                format!("There is no such {}, or it is not yours to see.", T::WHAT),
            )
        }))
    }
}

/// Which part of a list is wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PageQuery {
    /// How many elements at most: 1 to 100.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 100, default = 50)]
    pub limit: Option<String>,
    /// The `next_cursor` of the page before.
    pub cursor: Option<String>,
}

impl PageQuery {
    /// The number of elements.
    ///
    /// # Errors
    /// When it is no number, or not allowed.
    pub fn most(&self) -> Result<u32, Problem> {
        most(self.limit.as_deref(), Limits::PAGE, Limits::LONGEST_PAGE)
    }
}

fn most(limit: Option<&str>, default: u32, longest: u32) -> Result<u32, Problem> {
    let Some(limit) = parsed::<u32>("/limit", limit)? else {
        return Ok(default);
    };
    if (1..=longest).contains(&limit) {
        Ok(limit)
    } else {
        Err(Problem::invalid(
            "/limit",
            format!("A page has 1 to {longest} elements."),
        ))
    }
}

/// Which public games are wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LobbyQuery {
    /// How far they have come.
    #[param(value_type = Option<Status>)]
    status: Option<String>,
    /// Their kind.
    #[param(value_type = Option<Kind>)]
    kind: Option<String>,
    /// Who takes part.
    #[param(value_type = Option<PlayerId>)]
    player: Option<String>,
}

impl TryFrom<LobbyQuery> for LobbyFilter {
    type Error = Problem;

    fn try_from(query: LobbyQuery) -> Result<Self, Problem> {
        Ok(Self {
            status: status(query.status.as_deref())?,
            kind: kind(query.kind.as_deref())?,
            player: parsed("/player", query.player.as_deref())?,
        })
    }
}

/// Which of the caller's games are wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct InboxQuery {
    /// How far they have come.
    #[param(value_type = Option<Status>)]
    status: Option<String>,
    /// `mine`: only those in which it is the caller's turn.
    #[param(value_type = Option<Turn>)]
    turn: Option<String>,
    /// `true`: only those that the caller is invited to; `false`: only those that they have a seat in.
    #[param(value_type = Option<bool>)]
    invited: Option<String>,
}

/// Whose turn it is.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Turn {
    /// The caller's.
    Mine,
}

impl TryFrom<InboxQuery> for InboxFilter {
    type Error = Problem;

    fn try_from(query: InboxQuery) -> Result<Self, Problem> {
        let my_turn = match query.turn.as_deref() {
            None => false,
            Some("mine") => true,
            Some(_) => {
                return Err(Problem::invalid(
                    "/turn",
                    "The turn is `mine`, or left out.",
                ));
            }
        };
        Ok(Self {
            status: status(query.status.as_deref())?,
            my_turn,
            part: match parsed("/invited", query.invited.as_deref())? {
                None => Part::Any,
                Some(true) => Part::Invited,
                Some(false) => Part::Seated,
            },
        })
    }
}

/// How the caller wants to see a game.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LookQuery {
    /// As it stood after this entry of its log.
    #[param(value_type = Option<u32>, minimum = 1)]
    at: Option<String>,
    /// Through other eyes than one's own, of a finished game: the number of a seat, `spectator`, or `record`, which
    /// hides nothing.
    #[serde(rename = "as")]
    #[param(value_type = Option<String>, example = "1")]
    eyes: Option<String>,
    /// `legal_moves` puts the caller's legal moves into the answer.
    #[param(value_type = Option<Include>)]
    include: Option<String>,
}

/// What can be put into the answer too.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Include {
    /// The caller's legal moves.
    LegalMoves,
}

impl LookQuery {
    /// Which moment is wanted.
    ///
    /// # Errors
    /// When it is no number.
    pub fn at(&self) -> Result<Option<u32>, Problem> {
        parsed("/at", self.at.as_deref())
    }

    /// Whose eyes are wanted.
    ///
    /// # Errors
    /// When they are nobody's.
    pub fn eyes(&self) -> Result<Option<ViewAs>, Problem> {
        eyes(self.eyes.as_deref())
    }

    /// Whether the legal moves are wanted.
    ///
    /// # Errors
    /// When something else is.
    pub fn includes_legal_moves(&self) -> Result<bool, Problem> {
        match self.include.as_deref() {
            None => Ok(false),
            Some("legal_moves") => Ok(true),
            Some(_) => Err(Problem::invalid(
                "/include",
                "What can be included is `legal_moves`.",
            )),
        }
    }
}

/// Which part of a log is wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LogQuery {
    /// The entries after this position.
    #[param(value_type = Option<u32>, default = 0)]
    after: Option<String>,
    /// How many entries at most: 1 to 10,000.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 10_000, default = 10_000)]
    limit: Option<String>,
    /// The `next_cursor` of the page before; takes the place of `after`.
    cursor: Option<String>,
    /// Through other eyes than one's own, of a finished game: the number of a seat, `spectator`, or `record`, which
    /// hides nothing.
    #[serde(rename = "as")]
    #[param(value_type = Option<String>)]
    eyes: Option<String>,
}

impl LogQuery {
    /// The position after which entries are wanted.
    ///
    /// # Errors
    /// When it is no number.
    pub fn after(&self) -> Result<u32, Problem> {
        if let Some(cursor) = &self.cursor {
            return cursor.parse().map_err(|_| cursor::unknown());
        }
        Ok(parsed("/after", self.after.as_deref())?.unwrap_or(0))
    }

    /// The number of entries.
    ///
    /// # Errors
    /// When it is no number, or not allowed.
    pub fn most(&self) -> Result<u32, Problem> {
        most(
            self.limit.as_deref(),
            Limits::LONGEST_LOG,
            Limits::LONGEST_LOG,
        )
    }

    /// Whose eyes are wanted.
    ///
    /// # Errors
    /// When they are nobody's.
    pub fn eyes(&self) -> Result<Option<ViewAs>, Problem> {
        eyes(self.eyes.as_deref())
    }
}

/// What somebody kept while a game ran, to hold its record against it.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct KeptQuery {
    /// The hash of an entry, in hexadecimal: the `head` of the game at any moment.
    head: Option<String>,
    /// The commitment, in hexadecimal.
    commitment: Option<String>,
    /// What one added to the deal, in hexadecimal.
    entropy: Option<String>,
}

impl KeptQuery {
    /// What was kept.
    ///
    /// # Errors
    /// When it can't have been.
    pub fn kept(self) -> Result<KeptValues, Problem> {
        let entropy = self.entropy.map(|text| {
            Entropy::try_from(text)
                .map_err(|error| Problem::invalid("/entropy", format_args!("{error}.")))
        });
        Ok(KeptValues {
            head: bytes("/head", self.head)?.map(Hash::from),
            commitment: bytes("/commitment", self.commitment)?.map(Commitment),
            entropy: entropy.transpose()?,
        })
    }
}

fn bytes(pointer: &str, text: Option<String>) -> Result<Option<[u8; 32]>, Problem> {
    text.map(|text| {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes)
            .map(|()| bytes)
            .map_err(|_| Problem::invalid(pointer, "This must be 64 hexadecimal digits."))
    })
    .transpose()
}

/// Where a stream of events begins.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct EventsQuery {
    /// The id of the last event that the client got, for clients that can't send a header. For all games of a player
    /// also `now`: only what happens from now on.
    pub after: Option<String>,
}

/// Whether a move is only tried.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DryRunQuery {
    /// `true`: only says whether the move would be legal. Nothing is stored, and nothing is told that the move
    /// would bring to light.
    #[param(value_type = Option<bool>, default = false)]
    dry_run: Option<String>,
}

impl DryRunQuery {
    /// Whether the move is only tried.
    ///
    /// # Errors
    /// When it is neither true nor false.
    pub fn dry_run(&self) -> Result<bool, Problem> {
        Ok(parsed("/dry_run", self.dry_run.as_deref())?.unwrap_or(false))
    }
}

/// A parameter that stands for a value of this type: one that can't be read is malformed.
pub(in crate::http) fn parsed<T: FromStr<Err: Display>>(
    pointer: &str,
    text: Option<&str>,
) -> Result<Option<T>, Problem> {
    text.map(|text| {
        text.parse().map_err(|error: T::Err| {
            Problem::malformed(pointer, format!("{text:?} can't be read: {error}."))
        })
    })
    .transpose()
}

/// The kind that a parameter names.
pub(in crate::http) fn kind(text: Option<&str>) -> Result<Option<Kind>, Problem> {
    text.map(|kind| {
        kind.parse()
            .map_err(|error: ParseKindError| Problem::invalid("/kind", format_args!("{error}.")))
    })
    .transpose()
}

fn status(text: Option<&str>) -> Result<Option<Status>, Problem> {
    match text {
        None => Ok(None),
        Some("open") => Ok(Some(Status::Open)),
        Some("playing") => Ok(Some(Status::Playing)),
        Some("finished") => Ok(Some(Status::Finished)),
        Some("cancelled") => Ok(Some(Status::Cancelled)),
        Some(_) => Err(Problem::invalid(
            "/status",
            "A status is `open`, `playing`, `finished` or `cancelled`.",
        )),
    }
}

fn eyes(text: Option<&str>) -> Result<Option<ViewAs>, Problem> {
    match text {
        None => Ok(None),
        Some("spectator") => Ok(Some(ViewAs::Spectator)),
        Some("record") => Ok(Some(ViewAs::Record)),
        Some(seat) => match seat.parse::<Seat>() {
            Ok(seat) => Ok(Some(ViewAs::Seat(seat))),
            Err(_) => Err(Problem::malformed(
                "/as",
                "A game is seen as a seat, by its number, as `spectator` or as `record`.",
            )),
        },
    }
}
