//! The OpenAPI document, made from the code.

pub mod examples;
mod unions;
pub mod webhooks;

use std::{collections::BTreeMap, sync::LazyLock};

use actix_web::App;
use utoipa::{
    OpenApi,
    openapi::{
        OpenApi as Document, Ref, RefOr, Response, ResponseBuilder,
        content::ContentBuilder,
        path::PathItem,
        security::{HttpAuthScheme, HttpBuilder, SecurityScheme},
    },
};
use utoipa_actix_web::AppExt as _;

use super::{
    dto::record::Format,
    params::query::{Include, Turn},
    problem::{Code, Problem},
    routes::routes,
};
use crate::game::notice::{GameNotice, TestNotice};

/// Names the problems that an operation can answer with, as a type for `responses(…)`. Those that every operation
/// can meet are added to all.
macro_rules! problems {
    ($name:ident: $($code:ident),* $(,)?) => {
        #[doc = "The problems that the operation can answer with."]
        #[derive(Debug)]
        struct $name;

        impl utoipa::IntoResponses for $name {
            fn responses() -> std::collections::BTreeMap<
                String,
                utoipa::openapi::RefOr<utoipa::openapi::response::Response>,
            > {
                $crate::http::openapi::responses(&[$($crate::http::problem::Code::$code),*])
            }
        }
    };
}
pub(super) use problems;

/// What any operation can meet.
const EVERYWHERE: [Code; 3] = [Code::RateLimited, Code::Internal, Code::Unavailable];

/// The answers with these problems, one for each status.
pub(super) fn responses(codes: &[Code]) -> BTreeMap<String, RefOr<Response>> {
    let mut by_status: BTreeMap<u16, Vec<Code>> = BTreeMap::new();
    for &code in codes.iter().chain(&EVERYWHERE) {
        by_status
            .entry(code.status().as_u16())
            .or_default()
            .push(code);
    }
    by_status
        .into_iter()
        .map(|(status, codes)| (status.to_string(), response(&codes).into()))
        .collect()
}

fn response(codes: &[Code]) -> Response {
    let meanings: Vec<String> = codes
        .iter()
        .map(|code| format!("`{}`: {}.", code.as_str(), code.title()))
        .collect();
    let examples = codes.iter().map(|code| {
        let example = serde_json::to_value(Problem::new(*code, "…")).unwrap_or_default();
        let example = utoipa::openapi::example::ExampleBuilder::new()
            .summary(code.title())
            .value(Some(example));
        (code.as_str(), example)
    });
    let content = ContentBuilder::new()
        .schema(Some(Ref::from_schema_name("Problem")))
        .examples_from_iter(examples)
        .build();
    ResponseBuilder::new()
        .description(meanings.join(" "))
        .content("application/problem+json", content)
        .build()
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Cardpost",
        description = "Card games played by request: take your turn when you have time. Every game is kept as a log that shows if it was changed, with deals that nobody could rig and anyone can check.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    components(schemas(Problem, Include, Turn, Format, GameNotice, TestNotice)),
    tags(
        (name = "players", description = "Registering, tokens, what is known about a player."),
        (name = "webhooks", description = "Where a player's apps are told of events."),
        (name = "kinds", description = "The kinds of games that can be played."),
        (name = "lobby", description = "Creating, finding, joining and starting games."),
        (name = "play", description = "Moves."),
        (name = "watch", description = "Looking at games: as they are, as they were, through whose eyes."),
        (name = "proof", description = "Fair deals, and records that show if they were changed."),
        (name = "records", description = "Records of finished games, to keep."),
        (name = "server", description = "The server itself."),
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
        .description(Some("The token that a player is given at registration."))
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
        .find(|(template, _)| fits(template, path))
        .map_or_else(Vec::new, |(_, item)| operations(item))
}

/// Whether a path is one of those that a template such as `/v1/games/{id}` stands for.
fn fits(template: &str, path: &str) -> bool {
    let mut segments = path.split('/');
    template.split('/').all(|part| {
        segments.next().is_some_and(|segment| {
            part == segment || (part.starts_with('{') && !segment.is_empty())
        })
    }) && segments.next().is_none()
}
