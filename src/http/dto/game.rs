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
    /// Where the next page begins; `null` on the last one.
    next_cursor: Option<String>,
}

impl GamesBody {
    /// A page, with its cursor written as text.
    pub fn new<C>(page: Page<ViewedGame, C>, write: impl FnOnce(C) -> String) -> Self {
        Self {
            items: page.items.into_iter().map(Into::into).collect(),
            next_cursor: page.next.map(write),
        }
    }
}
