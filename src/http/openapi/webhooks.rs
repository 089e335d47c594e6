//! The webhooks section of the document: the requests that the server sends.

use utoipa::openapi::{
    Content, HttpMethod, ObjectBuilder, PathItem, Paths, PathsBuilder, Ref, Required,
    ResponseBuilder,
    path::{Operation, OperationBuilder, Parameter, ParameterBuilder, ParameterIn},
    request_body::RequestBodyBuilder,
    schema::{Schema, SchemaType, Type},
};

use crate::game::notice::NoticeType;

/// The headers of every request.
const HEADERS: [(&str, &str); 3] = [
    (
        "webhook-id",
        "The id of the event. It is the same in every attempt.",
    ),
    (
        "webhook-timestamp",
        "The time of this attempt, in seconds since 1970.",
    ),
    (
        "webhook-signature",
        "One or more signatures as defined by Standard Webhooks, separated by spaces.",
    ),
];

/// Returns one request for each type of notice.
pub(in crate::http) fn webhooks() -> Paths {
    let all = NoticeType::ALL.into_iter();
    all.fold(PathsBuilder::new(), |paths, notice| {
        paths.path(
            notice.as_str(),
            PathItem::new(HttpMethod::Post, operation(notice)),
        )
    })
    .build()
}

fn operation(notice: NoticeType) -> Operation {
    let body = RequestBodyBuilder::new()
        .content("application/json", Content::new(Some(envelope(notice))))
        .required(Some(Required::True))
        .build();
    let answer = |description| ResponseBuilder::new().description(description).build();
    OperationBuilder::new()
        .tag("webhooks")
        .summary(Some(notice.meaning()))
        .parameters(Some(HEADERS.map(header)))
        .request_body(Some(body))
        .response("2XX", answer("The receiver accepts the event."))
        .response(
            "410",
            answer("The receiver is gone, and the webhook is disabled."),
        )
        .response("default", answer("The delivery is retried for a day."))
        .build()
}

fn header((name, description): (&str, &str)) -> Parameter {
    ParameterBuilder::new()
        .name(name)
        .parameter_in(ParameterIn::Header)
        .required(Required::True)
        .description(Some(description))
        .schema(Some(text()))
        .build()
}

fn text() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(SchemaType::Type(Type::String))
}

/// Returns the schema of the body of a notice of this type.
fn envelope(notice: NoticeType) -> Schema {
    let data = match notice {
        NoticeType::TurnStarted
        | NoticeType::TurnReminder
        | NoticeType::GameStarted
        | NoticeType::GameFinished
        | NoticeType::Invited => "GameNotice",
        NoticeType::Test => "TestNotice",
    };
    ObjectBuilder::new()
        .property("type", text().enum_values(Some([notice.as_str()])))
        .required("type")
        .property("timestamp", Ref::from_schema_name("Timestamp"))
        .required("timestamp")
        .property("data", Ref::from_schema_name(data))
        .required("data")
        .into()
}
