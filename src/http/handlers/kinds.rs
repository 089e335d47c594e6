//! The kinds of games.

use actix_web::{get, web::Json};

use crate::{
    engine::any::Kind,
    http::{
        dto::kind::{KindBody, KindsBody},
        extract::id::Id,
        openapi::responses::problems,
        params::path::KindPath,
    },
};

problems!(KindsProblems:);

/// List the kinds of games.
#[utoipa::path(
    tag = "kinds",
    responses((status = 200, description = "All kinds.", body = KindsBody), KindsProblems)
)]
#[get("")]
pub async fn list_kinds() -> Json<KindsBody> {
    Json(KindsBody {
        items: Kind::ALL.iter().copied().map(Into::into).collect(),
        next_cursor: None,
    })
}

problems!(KindProblems: NotFound);

/// Get a kind of game: its players, options and rules.
#[utoipa::path(
    tag = "kinds",
    params(KindPath),
    responses((status = 200, description = "The kind.", body = KindBody), KindProblems)
)]
#[get("/{kind}")]
pub async fn describe_kind(kind: Id<Kind>) -> Json<KindBody> {
    Json(kind.0.into())
}
