//! What the document says of the requests that the server makes itself: to webhooks.

use utoipa::openapi::{
    Content, HttpMethod, ObjectBuilder, PathItem, Paths, PathsBuilder, Ref, Required,
    ResponseBuilder,
    path::{Operation, OperationBuilder, Parameter, ParameterBuilder, ParameterIn},
    request_body::RequestBodyBuilder,
    schema::{Schema, SchemaType, Type},
};

use crate::game::notice::NoticeType;

/// The headers that every one of these requests has.
const HEADERS: [(&str, &str); 3] = [
    (
        "webhook-id",
        "The id of the event, the same however often it is sent.",
    ),
    (
        "webhook-timestamp",
        "When this attempt is made, in seconds since 1970.",
    ),
    (
        "webhook-signature",
        "One or more signatures as Standard Webhooks has them, with spaces between.",
    ),
];

/// A request for each type of notice.
pub(in crate::http) fn webhooks() -> Paths {
    let all = NoticeType::ALL.into_iter();
    all.fold(PathsBuilder::new(), |paths, about| {
        paths.path(
            about.as_str(),
            PathItem::new(HttpMethod::Post, operation(about)),
        )
    })
    .build()
}

fn operation(about: NoticeType) -> Operation {
    let body = RequestBodyBuilder::new()
        .content("application/json", Content::new(Some(envelope(about))))
        .required(Some(Required::True))
        .build();
    let answer = |description| ResponseBuilder::new().description(description).build();
    OperationBuilder::new()
        .tag("webhooks")
        .summary(Some(about.meaning()))
        .parameters(Some(HEADERS.map(header)))
        .request_body(Some(body))
        .response("2XX", answer("The receiver takes it."))
        .response(
            "410",
            answer("The receiver is gone for good: the webhook is switched off."),
        )
        .response("default", answer("It is sent again later, for a day."))
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

/// The body of a notice of this type.
fn envelope(about: NoticeType) -> Schema {
    let data = match about {
        NoticeType::TurnStarted
        | NoticeType::TurnReminder
        | NoticeType::GameStarted
        | NoticeType::GameFinished
        | NoticeType::Invited => "GameNotice",
        NoticeType::Test => "TestNotice",
    };
    ObjectBuilder::new()
        .property("type", text().enum_values(Some([about.as_str()])))
        .required("type")
        .property("timestamp", Ref::from_schema_name("Timestamp"))
        .required("timestamp")
        .property("data", Ref::from_schema_name(data))
        .required("data")
        .into()
}
