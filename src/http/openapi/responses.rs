//! The problems that an operation can answer with, as responses of the document.

use std::collections::BTreeMap;

use utoipa::openapi::{
    Ref, RefOr, Response, ResponseBuilder, content::ContentBuilder, example::ExampleBuilder,
};

use crate::http::problem::{Code, Problem};

/// Declares a type for `responses(…)` that stands for these problems. The problems that every operation can answer
/// with are added to the list.
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
                $crate::http::openapi::responses::of_problems(
                    &[$($crate::http::problem::Code::$code),*],
                )
            }
        }
    };
}
pub(in crate::http) use problems;

/// The problems that every operation can answer with.
const EVERYWHERE: [Code; 3] = [Code::RateLimited, Code::Internal, Code::Unavailable];

/// Returns one response for each status of these problems.
pub(in crate::http) fn of_problems(codes: &[Code]) -> BTreeMap<String, RefOr<Response>> {
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
        let example = ExampleBuilder::new()
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
