//! Games on the wire.

use serde::Serialize;
use utoipa::ToSchema;

use super::moves::MovesBody;
use crate::{
    engine::{
        any::{AnyMove, AnyOptions, AnyView, Kind},
        chance::{Commitment, Seed},
        rules::LegalMoves,
        score::Outcome,
        seat::Seat,
    },
    game::{
        Game, Status,
        chain::Hash,
        clock::Clock,
        entry::{Seating, Visibility},
    },
    service::{
        games::view::{Invitation, StoredGame, ViewedGame},
        page::Page,
    },
    types::{
        id::{GameId, PlayerId},
        time::Timestamp,
    },
};

/// A game, as the caller may see it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Game)]
pub struct GameBody {
    /// The id.
    id: GameId,
    /// The kind.
    kind: Kind,
    /// The version of the rules of this game.
    rules: u16,
    /// The options of the game.
    options: AnyOptions,
    /// The status of the game.
    status: Status,
    /// The position of the last entry in the log.
    #[schema(example = 12)]
    version: u32,
    /// The visibility of the game.
    visibility: Visibility,
    /// How players are assigned to seats.
    seating: Seating,
    /// The time that players have for their turns; `null` if it is unlimited.
    clock: Option<Clock>,
    /// The code for joining a private game. Shown only to players with a seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    join_code: Option<String>,
    /// The seats. Before the start, they are in the order of joining.
    seats: Vec<SeatBody>,
    /// The current turn.
    turn: TurnBody,
    /// The caller's seat; `null` for callers without one.
    you: Option<YouBody>,
    /// The caller's view of the cards; `null` before the start.
    state: Option<AnyView>,
    /// The result; `null` until the game is finished.
    result: Option<Outcome>,
    /// The commitment to the deals and, after the game, the seed.
    fairness: FairnessBody,
    /// The hash of the last entry in the log, in hexadecimal.
    #[schema(value_type = String)]
    head: Hash,
    /// When it was created.
    created_at: Timestamp,
    /// When the game started; `null` before the start.
    started_at: Option<Timestamp>,
    /// When the game ended or was cancelled; `null` until then.
    finished_at: Option<Timestamp>,
    /// The rematch of this game; `null` if there is none.
    rematch: Option<GameId>,
    /// The caller's unanswered invitation; `null` if there is none.
    invitation: Option<InvitationBody>,
    /// The caller's legal moves, with `include=legal_moves`.
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
    /// The player in this seat; `null` if the seat is free or taken by a bot.
    player: Option<SeatedPlayerBody>,
    /// The name of the bot in this seat; `null` if there is none.
    bot: Option<String>,
    /// Whether the player resigned or was retired.
    left: bool,
}

/// A player's id and name.
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
    /// Creates the body for a player.
    pub const fn new(id: PlayerId, name: String) -> Self {
        Self { id, name }
    }
}

/// The current turn.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CurrentTurn)]
pub struct TurnBody {
    /// The seats that must move. Empty before the start and after the end.
    seats: Vec<Seat>,
    /// When the turn started; `null` if no seat must move.
    since: Option<Timestamp>,
    /// The deadline of the turn; `null` without a clock. A vacation of the player extends it.
    deadline: Option<Timestamp>,
}

/// The caller's part in a game.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = You)]
pub struct YouBody {
    /// The caller's seat.
    seat: Seat,
}

/// The caller's invitation to a game.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Invitation)]
pub struct InvitationBody {
    /// The player who sent the invitation.
    by: PlayerId,
    /// When the invitation was sent.
    at: Timestamp,
}

impl From<Invitation> for InvitationBody {
    fn from(Invitation { by, at, .. }: Invitation) -> Self {
        Self { by, at }
    }
}

/// The commitment to the deals of a game, and its seed.
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

impl GameBody {
    /// Adds the caller's legal moves.
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

impl From<ViewedGame> for GameBody {
    fn from(seen: ViewedGame) -> Self {
        let seats = Seat::all(seen.stored.game.seats())
            .map(|seat| SeatBody::new(&seen.stored, seat))
            .collect();
        let deadline = seen.stored.game.deadline(&seen.stored.pauses);
        let ViewedGame {
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
            left: stored.game.has_resigned(seat),
        }
    }
}

/// A page of games.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Games)]
pub struct GamesBody {
    /// The games, each as the caller may see it.
    items: Vec<GameBody>,
    /// The cursor of the next page; `null` on the last page.
    next_cursor: Option<String>,
}

impl GamesBody {
    /// Creates the body of a page. `write` formats the cursor.
    pub fn new<C>(page: Page<ViewedGame, C>, write: impl FnOnce(C) -> String) -> Self {
        Self {
            items: page.items.into_iter().map(Into::into).collect(),
            next_cursor: page.next.map(write),
        }
    }
}
