//! The list of all kinds of games, and types that hold a value of any kind.
//!
//! To add a game, add a line to `kinds!` below with its name on the wire and the type of its state.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{RefOr, Schema},
};

use super::{
    card::Card,
    rules::{
        About, Foresight, Game, IllegalMove, ImpossiblePosition, InvalidOption, LegalMoves, Names,
        Picture, Shown, Tell, Turn,
    },
    score::Score,
    seat::Seat,
    viewer::Viewer,
};

/// The OpenAPI schemas of the wire types of a kind, with the components that they refer to.
pub struct WireSchemas {
    /// The options.
    pub options: RefOr<Schema>,
    /// The union of its moves.
    pub moves: RefOr<Schema>,
    /// The union of its events.
    pub events: RefOr<Schema>,
    /// The view.
    pub view: RefOr<Schema>,
    /// Named schemas that the options refer to.
    pub option_components: Vec<(String, RefOr<Schema>)>,
    /// Named schemas that any of the types refers to.
    pub components: Vec<(String, RefOr<Schema>)>,
}

fn wire_schemas<G: Game>() -> WireSchemas {
    let mut option_components = Vec::new();
    G::Options::schemas(&mut option_components);
    let mut components = option_components.clone();
    G::Move::schemas(&mut components);
    G::Event::schemas(&mut components);
    G::View::schemas(&mut components);
    WireSchemas {
        options: G::Options::schema(),
        moves: G::Move::schema(),
        events: G::Event::schema(),
        view: G::View::schema(),
        option_components,
        components,
    }
}

/// Checks that the view of the created state equals the given view. Derived values in it (sizes, totals, the first seat)
/// then can't contradict the values that they are derived from.
fn agree<V: PartialEq + Serialize>(made: &V, given: &V) -> Result<(), ImpossiblePosition> {
    if made == given {
        return Ok(());
    }
    let (Ok(made), Ok(given)) = (serde_json::to_value(made), serde_json::to_value(given)) else {
        return Err(ImpossiblePosition("it can't be serialized".into()));
    };
    let field = made.as_object().and_then(|made| {
        made.iter()
            .find(|(name, value)| given.get(name) != Some(value))
    });
    Err(ImpossiblePosition(match field {
        Some((name, value)) => format!("/{name} would be {value}"),
        None => "its fields contradict each other".into(),
    }))
}

/// The error for a value of one kind that is used with a state of another kind. Values are created through [`Kind`] and
/// stay with their game, so this is a bug in the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a value of another kind of game was used with a game of {0}")]
pub struct KindMismatch(pub Kind);

/// Why a move was not made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// The rules refuse it.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// It is a move of another game.
    #[error(transparent)]
    Kind(#[from] KindMismatch),
}

/// A JSON value that must be an object. A derived `Deserialize` would also accept a list of the fields.
struct Object<'a>(&'a Value);

impl<'de> serde::Deserializer<'de> for Object<'de> {
    type Error = serde_json::Error;

    fn deserialize_any<V: serde::de::Visitor<'de>>(
        self,
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        if self.0.is_array() {
            return Err(serde::de::Error::custom("expected an object, found a list"));
        }
        self.0.deserialize_any(visitor)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

// Defines an enum for each type of a game, and functions that forward a call to the game. This is a macro because the
// alternative is the same match over all kinds in seventeen places.
macro_rules! kinds {
    ($($kind:ident = $tag:literal: $game:ty,)+) => {
        /// A kind of game.
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        pub enum Kind {
            $(
                #[doc = concat!("`", $tag, "`")]
                #[serde(rename = $tag)]
                $kind,
            )+
        }

        /// The options of a game of any kind.
        #[derive(Debug, Clone, PartialEq, Serialize)]
        #[serde(untagged)]
        pub enum AnyOptions {
            $(#[doc = concat!("Of `", $tag, "`.")] $kind(<$game as Game>::Options),)+
        }

        /// A move in a game of any kind.
        #[derive(Debug, Clone, PartialEq, Serialize)]
        #[serde(untagged)]
        pub enum AnyMove {
            $(#[doc = concat!("Of `", $tag, "`.")] $kind(<$game as Game>::Move),)+
        }

        /// An event in a game of any kind.
        #[derive(Debug, Clone, PartialEq, Serialize)]
        #[serde(untagged)]
        pub enum AnyEvent {
            $(#[doc = concat!("Of `", $tag, "`.")] $kind(<$game as Game>::Event),)+
        }

        /// A view of a game of any kind, tagged with the `kind`.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[serde(tag = "kind")]
        pub enum AnyView {
            $(#[doc = concat!("Of `", $tag, "`.")] #[serde(rename = $tag)] $kind(<$game as Game>::View),)+
        }

        /// The state of a game of any kind.
        #[derive(Debug, Clone, PartialEq, Serialize)]
        #[serde(untagged)]
        pub enum AnyState {
            $(#[doc = concat!("Of `", $tag, "`.")] $kind($game),)+
        }

        impl Kind {
            /// All kinds.
            pub const ALL: &[Self] = &[$(Self::$kind),+];

            /// Returns the name on the wire.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$kind => $tag,)+ }
            }

            /// Returns the fixed facts about the kind.
            pub const fn about(self) -> About {
                match self { $(Self::$kind => <$game as Game>::ABOUT,)+ }
            }

            /// Returns the default options of the kind.
            pub fn default_options(self) -> AnyOptions {
                match self {
                    $(Self::$kind => AnyOptions::$kind(<$game as Game>::Options::default()),)+
                }
            }

            /// Reads options of this kind from JSON.
            ///
            /// # Errors
            /// If a field is unknown or has the wrong type. The path names the field.
            pub fn parse_options(self, json: &Value) -> Result<AnyOptions, serde_path_to_error::Error<serde_json::Error>> {
                match self {
                    $(Self::$kind => serde_path_to_error::deserialize(Object(json)).map(AnyOptions::$kind),)+
                }
            }

            /// Reads a move of this kind from JSON.
            ///
            /// # Errors
            /// If the value is not a move of this kind. The path names the field.
            pub fn parse_move(self, json: &Value) -> Result<AnyMove, serde_path_to_error::Error<serde_json::Error>> {
                match self {
                    $(Self::$kind => serde_path_to_error::deserialize(Object(json)).map(AnyMove::$kind),)+
                }
            }

            /// Reads an event of this kind from JSON.
            pub fn parse_event(self, json: &Value) -> Result<AnyEvent, serde_json::Error> {
                match self {
                    $(Self::$kind => Deserialize::deserialize(json).map(AnyEvent::$kind),)+
                }
            }

            /// Reads a serialized move of this kind.
            pub fn read_move(self, json: &str) -> Result<AnyMove, serde_json::Error> {
                match self {
                    $(Self::$kind => serde_json::from_str(json).map(AnyMove::$kind),)+
                }
            }

            /// Reads a serialized event of this kind.
            pub fn read_event(self, json: &str) -> Result<AnyEvent, serde_json::Error> {
                match self {
                    $(Self::$kind => serde_json::from_str(json).map(AnyEvent::$kind),)+
                }
            }

            /// Reads a serialized state of this kind.
            pub fn read_state<'de, D: serde::Deserializer<'de>>(self, state: D) -> Result<AnyState, D::Error> {
                match self {
                    $(Self::$kind => Deserialize::deserialize(state).map(AnyState::$kind),)+
                }
            }

            /// Returns the schemas of the kind's wire types.
            pub fn wire_schemas(self) -> WireSchemas {
                match self { $(Self::$kind => wire_schemas::<$game>(),)+ }
            }
        }

        impl AnyOptions {
            /// Returns the kind of game that the options belong to.
            pub const fn kind(&self) -> Kind {
                match self { $(Self::$kind(_) => Kind::$kind,)+ }
            }

            /// Checks that the game allows these options.
            ///
            /// # Errors
            /// Names the first option with a value that is not allowed.
            pub fn check(&self) -> Result<(), InvalidOption> {
                match self { $(Self::$kind(options) => <$game>::check(options),)+ }
            }
        }

        impl AnyMove {
            /// Returns whether a move that `seat` made may be shown to this viewer.
            pub fn is_shown_to(&self, seat: Seat, viewer: Viewer) -> bool {
                match self { $(Self::$kind(mv) => <$game>::shows_move(mv, seat, viewer),)+ }
            }
        }

        impl AnyEvent {
            /// Returns the event as this viewer sees it, or `None` if it is hidden from them entirely.
            pub fn shown_to(&self, viewer: Viewer) -> Option<Self> {
                match self {
                    $(Self::$kind(event) => event.shown_to(viewer).map(Self::$kind),)+
                }
            }

            /// Returns the event as a sentence, or `None` if it has no meaning for a reader.
            pub fn tell(&self, names: Names<'_>) -> Option<String> {
                match self { $(Self::$kind(event) => event.tell(names),)+ }
            }
        }

        impl AnyView {
            /// Returns the table as text of several lines.
            pub fn picture(&self, names: Names<'_>) -> String {
                match self { $(Self::$kind(view) => view.picture(names),)+ }
            }
        }

        impl AnyState {
            /// Creates a game that waits for its first shuffle. The caller must have checked the options and the number
            /// of seats.
            pub fn set_up(options: &AnyOptions, seats: u8) -> Self {
                match options {
                    $(AnyOptions::$kind(options) => Self::$kind(<$game>::set_up(options, seats)),)+
                }
            }

            /// Creates a state from a view of [`Viewer::Record`] and the seats to move.
            ///
            /// # Errors
            /// If no game with these options can be in this position, or the view is of another kind.
            pub fn from_position(
                options: &AnyOptions, seats: u8, view: AnyView, turn: &[Seat],
            ) -> Result<Self, ImpossiblePosition> {
                match (options, view) {
                    $((AnyOptions::$kind(options), AnyView::$kind(view)) => {
                        let game = <$game>::from_position(options, seats, view.clone(), turn)?;
                        agree(&game.view(Viewer::Record), &view)?;
                        Ok(Self::$kind(game))
                    })+
                    #[allow(unreachable_patterns, reason = "with one kind only there is no other")]
                    (options, _) => Err(ImpossiblePosition(
                        KindMismatch(options.kind()).to_string(),
                    )),
                }
            }

            /// Returns the kind of the game.
            pub const fn kind(&self) -> Kind {
                match self { $(Self::$kind(_) => Kind::$kind,)+ }
            }

            /// Returns the input that the game waits for.
            pub fn turn(&self) -> Turn {
                match self { $(Self::$kind(game) => game.turn(),)+ }
            }

            /// Applies a shuffle: `order` is the new order of the cards of [`Turn::Shuffle`].
            pub fn shuffled(&mut self, order: Vec<Card>) -> Vec<AnyEvent> {
                match self {
                    $(Self::$kind(game) => {
                        game.shuffled(order).into_iter().map(AnyEvent::$kind).collect()
                    })+
                }
            }

            /// Makes a move for the seat to move.
            ///
            /// # Errors
            /// If the rules refuse the move, or it is of another kind. The state is then unchanged.
            pub fn play(&mut self, seat: Seat, mv: &AnyMove) -> Result<Vec<AnyEvent>, PlayError> {
                match (self, mv) {
                    $((Self::$kind(game), AnyMove::$kind(mv)) => {
                        Ok(game.play(seat, mv)?.into_iter().map(AnyEvent::$kind).collect())
                    })+
                    #[allow(unreachable_patterns, reason = "with one kind only there is no other")]
                    (state, _) => Err(KindMismatch(state.kind()).into()),
                }
            }

            /// Returns the moves that [`Self::play`] would accept from the seat to move.
            pub fn legal_moves(&self, seat: Seat) -> LegalMoves<AnyMove> {
                match self {
                    $(Self::$kind(game) => game.legal_moves(seat).map(AnyMove::$kind),)+
                }
            }

            /// Judges a legal move without making it. Returns `None` for a move that can't be right or wrong.
            pub fn foresee(&self, seat: Seat, mv: &AnyMove) -> Option<Foresight> {
                match (self, mv) {
                    $((Self::$kind(game), AnyMove::$kind(mv)) => game.foresee(seat, mv),)+
                    #[allow(unreachable_patterns, reason = "with one kind only there is no other")]
                    _ => None,
                }
            }

            /// Returns the move of the stand-in for this seat.
            pub fn stand_in(&self, seat: Seat, stayed: &[bool]) -> AnyMove {
                match self { $(Self::$kind(game) => AnyMove::$kind(game.stand_in(seat, stayed)),)+ }
            }

            /// Returns what this viewer sees.
            pub fn view(&self, viewer: Viewer) -> AnyView {
                match self { $(Self::$kind(game) => AnyView::$kind(game.view(viewer)),)+ }
            }

            /// Returns for each seat the scores of the rounds that have been scored.
            pub fn rounds(&self) -> Vec<Vec<Score>> {
                match self { $(Self::$kind(game) => game.rounds(),)+ }
            }
        }
    };
}

kinds! {
    Golf = "golf": super::golf::Golf,
    JugglingAct = "juggling-act": super::juggling_act::JugglingAct,
    JugglingActSolo = "juggling-act-solo": super::juggling_act::solo::Solo,
    Rummy = "rummy": super::rummy::Rummy,
    Ju = "ju": super::ju::Ju,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The error for a text that is not the name of a kind.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no such kind of game: the kinds are {}", Kind::ALL.iter().map(|kind| kind.as_str()).collect::<Vec<_>>().join(", "))]
pub struct ParseKindError;

impl FromStr for Kind {
    type Err = ParseKindError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .iter()
            .copied()
            .find(|kind| kind.as_str() == text)
            .ok_or(ParseKindError)
    }
}
