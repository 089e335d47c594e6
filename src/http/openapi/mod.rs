//! The OpenAPI document, generated from the code.

pub mod examples;
pub mod responses;
pub mod webhooks;

use std::sync::LazyLock;

use actix_web::App;
use utoipa::{
    OpenApi,
    openapi::{
        OpenApi as Document,
        path::PathItem,
        security::{HttpAuthScheme, HttpBuilder, SecurityScheme},
    },
};
use utoipa_actix_web::AppExt as _;

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

/// The document, of every registered route.
pub fn document() -> Document {
    // It is the same in every thread, and takes a while to make.
    static DOCUMENT: LazyLock<Document> = LazyLock::new(make);
    DOCUMENT.clone()
}

fn make() -> Document {
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

/// The document as JSON: the same bytes that `openapi/openapi.json` holds.
pub fn json() -> String {
    let document = document();
    let mut json = serde_json::to_value(&document)
        .and_then(|mut document| {
            examples::add_to(&mut document);
            serde_json::to_string_pretty(&document)
        })
        .unwrap_or_else(|error| unreachable!("the document is JSON: {error}"));
    json.push('\n');
    json
}

/// The methods that the document has for a path, for a request that came with another one.
pub fn methods_of(document: &Document, path: &str) -> Vec<&'static str> {
    let operations = |item: &PathItem| {
        [
            ("GET", item.get.is_some()),
            ("POST", item.post.is_some()),
            ("PATCH", item.patch.is_some()),
            ("DELETE", item.delete.is_some()),
        ]
        .into_iter()
        .filter_map(|(method, is_there)| is_there.then_some(method))
        .collect()
    };
    document
        .paths
        .paths
        .iter()
        .find(|(template, _)| matches_template(template, path))
        .map_or_else(Vec::new, |(_, item)| operations(item))
}

/// Returns whether a path matches a template such as `/v1/games/{id}`.
fn matches_template(template: &str, path: &str) -> bool {
    let mut segments = path.split('/');
    template.split('/').all(|part| {
        segments.next().is_some_and(|segment| {
            part == segment || (part.starts_with('{') && !segment.is_empty())
        })
    }) && segments.next().is_none()
}
