//! Games on the wire.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::clock::ClockBody;
use crate::{
    engine::{
        any::{AnyMove, AnyOptions, AnyView, Kind},
        chance::{Commitment, Entropy, Seed},
        rules::{Foresight, LegalMoves},
        score::Outcome,
        seat::Seat,
    },
    http::{
        problem::Problem,
        strict::{AnyJson, in_plain_words},
    },
    record::{
        chain::Hash,
        clock::Clock,
        entry::{Seating, Visibility},
        game::{Game, Status},
        id::{GameId, PlayerId},
        pointer,
        shown::ShownEntry,
        time::Timestamp,
    },
    service::{
        lobby::{Bot, NewGame, Page},
        play::Submission,
        schedule,
        watch::{Invitation, LogPage, Seen, StoredGame},
    },
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
pub(super) fn entropy(text: Option<String>) -> Result<Option<Entropy>, Problem> {
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

/// A move.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = MoveRequest)]
pub struct MoveBody {
    /// The version of the game that the move was decided on.
    #[schema(example = 12)]
    version: u32,
    /// The move.
    #[serde(rename = "move")]
    #[schema(value_type = AnyMove)]
    mv: AnyJson,
}

impl From<MoveBody> for Submission {
    fn from(body: MoveBody) -> Self {
        Self {
            version: body.version,
            mv: body.mv.0,
        }
    }
}

/// A game, as the caller may see it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Game)]
pub struct GameBody {
    /// The id.
    id: GameId,
    /// The kind.
    kind: Kind,
    /// The version of the rules that it is played by.
    rules: u16,
    /// What it is varied by.
    options: AnyOptions,
    /// How far it has come.
    status: Status,
    /// The position of the last entry in its log.
    #[schema(example = 12)]
    version: u32,
    /// Who may see it.
    visibility: Visibility,
    /// How the players come to their seats.
    seating: Seating,
    /// How long the players may take for their turns; `null` when they may take for ever.
    clock: Option<Clock>,
    /// What lets players join a private game: shown to those who have a seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    join_code: Option<String>,
    /// The seats: before the start in the order of joining.
    seats: Vec<SeatBody>,
    /// Whose turn it is.
    turn: TurnBody,
    /// The caller's own part; `null` for those who have no seat.
    you: Option<YouBody>,
    /// What the caller may see of the cards; `null` before the start.
    state: Option<AnyView>,
    /// How it ended; `null` before.
    result: Option<Outcome>,
    /// What the deals can be checked by.
    fairness: FairnessBody,
    /// The hash of the last entry in the log, in hexadecimal.
    #[schema(value_type = String)]
    head: Hash,
    /// When it was created.
    created_at: Timestamp,
    /// When it started.
    started_at: Option<Timestamp>,
    /// When it ended, or was called off.
    finished_at: Option<Timestamp>,
    /// The game that was created to play this one again; `null` before.
    rematch: Option<GameId>,
    /// That the caller was invited and has not answered; `null` otherwise.
    invitation: Option<InvitationBody>,
    /// With `include=legal_moves`: the caller's legal moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    legal_moves: Option<MovesBody>,
}

/// A seat of a game.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Seated)]
pub struct SeatBody {
    /// The number of the seat.
    seat: Seat,
    /// The person who has it; `null` while it is free, and where a bot plays.
    player: Option<SeatedPlayerBody>,
    /// The name of the bot that plays; `null` for a person.
    bot: Option<String>,
    /// Whether they left the running game.
    left: bool,
}

/// Who has a seat.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SeatedPlayer)]
pub struct SeatedPlayerBody {
    /// The id.
    id: PlayerId,
    /// The name.
    #[schema(example = "Ann")]
    name: String,
}

impl SeatedPlayerBody {
    /// The player of this id and name.
    pub const fn new(id: PlayerId, name: String) -> Self {
        Self { id, name }
    }
}

/// Whose turn it is.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CurrentTurn)]
pub struct TurnBody {
    /// The seats that are to move: none before the start and after the end.
    seats: Vec<Seat>,
    /// Since when; `null` when nobody is to move.
    since: Option<Timestamp>,
    /// When they must have moved; `null` without a clock. It moves back while the player is on vacation.
    deadline: Option<Timestamp>,
}

/// The caller's own part in a game.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = You)]
pub struct YouBody {
    /// Their seat.
    seat: Seat,
}

/// An invitation of the caller to a game.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Invitation)]
pub struct InvitationBody {
    /// Who invited them.
    by: PlayerId,
    /// When.
    at: Timestamp,
}

impl From<Invitation> for InvitationBody {
    fn from(Invitation { by, at, .. }: Invitation) -> Self {
        Self { by, at }
    }
}

/// What the deals of a game can be checked by.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Fairness)]
pub struct FairnessBody {
    /// SHA-256 over the game and its secret seed, in hexadecimal.
    #[schema(value_type = String)]
    commitment: Commitment,
    /// The seed, in hexadecimal; `null` until the game is over.
    #[schema(value_type = Option<String>)]
    seed: Option<Seed>,
}

/// Legal moves.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Moves)]
pub struct MovesBody {
    /// Every concrete legal move; none when it is not the caller's turn.
    moves: Vec<AnyMove>,
    /// The JSON Schemas of kinds of moves that have too many concrete forms.
    #[schema(value_type = Vec<Object>)]
    open: Vec<Value>,
}

impl From<LegalMoves<AnyMove>> for MovesBody {
    fn from(legal: LegalMoves<AnyMove>) -> Self {
        Self {
            moves: legal.moves,
            open: legal.open,
        }
    }
}

/// The caller's legal moves.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LegalMoves)]
pub struct LegalMovesBody {
    /// The version of the game that they are legal in.
    #[schema(example = 12)]
    pub version: u32,
    /// Every concrete legal move; none when it is not the caller's turn. Of a form in `open` at least one example,
    /// where one exists.
    pub moves: Vec<AnyMove>,
    /// The JSON Schemas of kinds of moves that have too many concrete forms to list.
    #[schema(value_type = Vec<Object>)]
    pub open: Vec<Value>,
}

/// A move that would be legal.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DryRun)]
pub struct DryRunBody {
    /// Always true: one that is not legal is answered with the problem that it would meet.
    legal: bool,
    /// The version of the game that it would be legal in.
    #[schema(example = 12)]
    version: u32,
    /// With a move that is legal and yet can be right or wrong, such as a declaration: whether it would be right.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    holds: Option<bool>,
    /// Why it would be right or wrong, as a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    reason: Option<String>,
}

impl DryRunBody {
    /// The answer to a move that would be legal.
    pub fn new(version: u32, foresight: Option<Foresight>) -> Self {
        let (holds, reason) = foresight.map(|told| (told.holds, told.reason)).unzip();
        Self {
            legal: true,
            version,
            holds,
            reason,
        }
    }
}

impl GameBody {
    /// The same, with the caller's legal moves.
    #[must_use]
    pub fn with_legal_moves(self, legal: LegalMoves<AnyMove>) -> Self {
        Self {
            legal_moves: Some(legal.into()),
            ..self
        }
    }

    /// The id.
    pub const fn id(&self) -> GameId {
        self.id
    }

    /// The position of the last entry in the log.
    pub const fn version(&self) -> u32 {
        self.version
    }
}

impl From<Seen> for GameBody {
    fn from(seen: Seen) -> Self {
        let seats = Seat::all(seen.stored.game.seats())
            .map(|seat| SeatBody::new(&seen.stored, seat))
            .collect();
        let deadline = schedule::deadline(&seen.stored.game, &seen.stored.pauses);
        let Seen {
            stored,
            viewer,
            you,
            invitation,
        } = seen;
        let is_over = stored.game.is_over();
        let Game {
            created,
            status,
            version,
            head,
            table,
            turn,
            result,
            created_at,
            started_at,
            finished_at,
            ..
        } = stored.game;
        Self {
            id: created.game,
            kind: created.kind,
            rules: created.rules,
            options: created.options,
            status,
            version,
            visibility: created.visibility,
            seating: created.seating,
            clock: created.clock,
            join_code: stored.join_code.filter(|_| you.is_some()),
            seats,
            turn: TurnBody {
                since: (!turn.seats.is_empty()).then_some(turn.since),
                seats: turn.seats,
                deadline,
            },
            you: you.map(|seat| YouBody { seat }),
            state: table.map(|table| table.view(viewer)),
            result,
            fairness: FairnessBody {
                commitment: created.commitment,
                seed: is_over.then_some(stored.seed),
            },
            head,
            created_at,
            started_at,
            finished_at,
            rematch: stored.rematch,
            invitation: invitation.map(Into::into),
            legal_moves: None,
        }
    }
}

impl SeatBody {
    fn new(stored: &StoredGame, seat: Seat) -> Self {
        let bot = stored.game.bot_on(seat);
        let person = stored.game.player_on(seat).filter(|_| bot.is_none());
        Self {
            seat,
            player: person.map(|id| SeatedPlayerBody {
                id,
                name: stored.name_of(id).to_owned(),
            }),
            bot: bot.map(str::to_owned),
            left: stored.game.has_left(seat),
        }
    }
}

/// A page of games.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Games)]
pub struct GamesBody {
    /// The games, each as the caller may see it.
    items: Vec<GameBody>,
    /// Where the next page begins; `null` on the last one.
    next_cursor: Option<String>,
}

impl GamesBody {
    /// A page, with its cursor written as text.
    pub fn new<C>(page: Page<C>, write: impl FnOnce(C) -> String) -> Self {
        Self {
            items: page.games.into_iter().map(Into::into).collect(),
            next_cursor: page.next.map(write),
        }
    }
}

/// A part of a log.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Log)]
pub struct LogBody {
    /// The entries, as the caller may see them.
    items: Vec<ShownEntry>,
    /// Where the next page begins; `null` when these are the last entries.
    next_cursor: Option<String>,
}

impl From<LogPage> for LogBody {
    fn from(page: LogPage) -> Self {
        let last = page.entries.last().map(|entry| entry.seq.to_string());
        Self {
            next_cursor: last.filter(|_| page.more),
            items: page.entries,
        }
    }
}
