//! Moves on the wire: the one that is made, and those that could be.

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
