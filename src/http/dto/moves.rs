//! Moves on the wire: submitted moves, legal moves and dry runs.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::{
    engine::{
        any::AnyMove,
        rules::{Foresight, LegalMoves},
    },
    service::games::play::Submission,
    types::json::AnyJson,
};

/// A move.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = MoveRequest)]
pub struct MoveBody {
    /// The version of the game that the move is based on.
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

/// The caller's legal moves, as part of a game.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Moves)]
pub struct MovesBody {
    /// Every concrete legal move. Empty when it is not the caller's turn.
    moves: Vec<AnyMove>,
    /// The JSON Schemas of kinds of moves that have too many concrete forms to list.
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
    /// The version of the game in which the moves are legal.
    #[schema(example = 12)]
    pub version: u32,
    /// Every concrete legal move. Empty when it is not the caller's turn. Contains at least one example of each form in
    /// `open`, if one exists.
    pub moves: Vec<AnyMove>,
    /// The JSON Schemas of kinds of moves that have too many concrete forms to list.
    #[schema(value_type = Vec<Object>)]
    pub open: Vec<Value>,
}

/// The result of a dry run of a legal move.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DryRun)]
pub struct DryRunBody {
    /// Always true. An illegal move is answered with the problem that the move itself would get.
    legal: bool,
    /// The version of the game in which the move is legal.
    #[schema(example = 12)]
    version: u32,
    /// Whether the move would succeed, for legal moves that can be right or wrong, such as a declaration.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    holds: Option<bool>,
    /// Why the move would or would not succeed, as a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    reason: Option<String>,
}

impl DryRunBody {
    /// Creates the result of a dry run at this version.
    pub fn new(version: u32, foresight: Option<Foresight>) -> Self {
        let (holds, reason) = foresight
            .map(|foresight| (foresight.holds, foresight.reason))
            .unzip();
        Self {
            legal: true,
            version,
            holds,
            reason,
        }
    }
}
