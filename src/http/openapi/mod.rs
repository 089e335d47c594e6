//! The OpenAPI document, generated from the code.

pub mod examples;
pub mod published;
pub mod responses;
mod unions;
pub mod webhooks;

use actix_web::App;
use utoipa::{
    OpenApi,
    openapi::{
        OpenApi as Document,
        security::{HttpAuthScheme, HttpBuilder, SecurityScheme},
    },
};
use utoipa_actix_web::AppExt as _;

use self::published::Published;
use super::{
    dto::record::Format,
    params::{inbox::Turn, view::Include},
    problem::Problem,
    routes::routes,
};
use crate::game::notice::{GameNotice, TestNotice};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Cardpost",
        description = "A server for turn-based card games. Players take their turns when they have time. Every game is a tamper-evident log, and every deal can be verified to be fair.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    components(schemas(Problem, Include, Turn, Format, GameNotice, TestNotice)),
    tags(
        (name = "players", description = "Accounts, tokens and vacations."),
        (name = "webhooks", description = "Notices sent to a player's applications."),
        (name = "kinds", description = "The available kinds of games."),
        (name = "lobby", description = "Creating, finding, joining and starting games."),
        (name = "play", description = "Making moves and resigning."),
        (name = "watch", description = "Current and earlier states of games, logs and event streams."),
        (name = "proof", description = "Checking deals and records."),
        (name = "records", description = "Downloading records of finished games."),
        (name = "server", description = "Health, readiness and this document."),
    )
)]
struct Skeleton;

/// Builds the document of every registered route.
fn document() -> Document {
    let app = App::new()
        .into_utoipa_app()
        .openapi(Skeleton::openapi())
        .configure(routes);
    let (_, mut document) = app.split_for_parts();
    add_token_scheme(&mut document);
    document.webhooks = Some(webhooks::webhooks());
    document
}

fn add_token_scheme(document: &mut Document) {
    let scheme = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .bearer_format("cp_…")
        .description(Some(
            "The token that a player receives at registration, or creates later.",
        ))
        .build();
    document
        .components
        .get_or_insert_default()
        .add_security_scheme("token", SecurityScheme::Http(scheme));
}

/// Builds the document in the form in which servers share it.
pub fn published() -> Published {
    Published::of(&document())
}
