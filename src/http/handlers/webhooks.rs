//! Webhooks: the addresses to which a player's notices are sent.

use actix_web::{
    HttpResponse, delete, get, patch, post,
    web::{Data, Json as Body},
};

use crate::{
    http::{
        dto::webhook::{
            DeliveriesBody, DeliveryBody, NewWebhookBody, WebhookBody, WebhookChangeBody,
            WebhooksBody,
        },
        extract::{bearer::Bearer, id::Id, idempotency_key::IdempotencyKey, json::Json},
        openapi::responses::problems,
        params::{Query, cursor, header::IdempotencyKeyHeader, page::PageQuery, path::WebhookPath},
        problem::Problem,
        respond::cache::NO_STORE,
    },
    service::Service,
    types::id::WebhookId,
};

problems!(ListWebhooksProblems: Unauthenticated);

/// List the caller's webhooks.
#[utoipa::path(
    tag = "webhooks",
    security(("token" = [])),
    responses((status = 200, description = "The webhooks, without their secrets.", body = WebhooksBody), ListWebhooksProblems)
)]
#[get("")]
pub async fn my_webhooks(
    service: Data<Service>,
    bearer: Bearer,
) -> Result<Body<WebhooksBody>, Problem> {
    let webhooks = service.webhooks(bearer.token()).await?;
    Ok(Body(WebhooksBody {
        items: webhooks.into_iter().map(Into::into).collect(),
        next_cursor: None,
    }))
}

problems!(CreateWebhookProblems: Malformed, Unauthenticated, NotFound, TooLarge, UnsupportedMediaType, Invalid, IdempotencyKeyReused);

/// Create a webhook.
///
/// The server sends events of the caller's games to the webhook, in the format of Standard Webhooks. The response
/// contains the signing secret, which is not shown again.
#[utoipa::path(
    tag = "webhooks",
    security(("token" = [])),
    params(IdempotencyKeyHeader),
    responses((status = 201, description = "The webhook with its signing secret.", body = WebhookBody), CreateWebhookProblems)
)]
#[post("")]
pub async fn create_webhook(
    service: Data<Service>,
    bearer: Bearer,
    key: IdempotencyKey,
    body: Json<NewWebhookBody>,
) -> Result<HttpResponse, Problem> {
    let events = body.value.events()?;
    let key = key.of(&body.raw);
    let shown = service
        .create_webhook(bearer.token(), &body.value.url, events, key)
        .await?;
    let shown = WebhookBody::from(shown);
    Ok(HttpResponse::Created()
        .insert_header(NO_STORE)
        .insert_header(("Location", format!("/v1/me/webhooks/{}", shown.id())))
        .json(shown))
}

problems!(OneWebhookProblems: Unauthenticated, NotFound);

/// Get a webhook.
#[utoipa::path(
    tag = "webhooks",
    security(("token" = [])),
    params(WebhookPath),
    responses((status = 200, description = "The webhook, without its secret.", body = WebhookBody), OneWebhookProblems)
)]
#[get("/{id}")]
pub async fn show_webhook(
    service: Data<Service>,
    bearer: Bearer,
    id: Id<WebhookId>,
) -> Result<Body<WebhookBody>, Problem> {
    Ok(Body(service.webhook(bearer.token(), id.0).await?.into()))
}

problems!(ChangeWebhookProblems: Malformed, Unauthenticated, NotFound, TooLarge, UnsupportedMediaType, Invalid);

/// Update a webhook.
///
/// Send `"enabled": true` to enable a webhook that its owner or the server disabled. It receives new events, but not
/// the events that it missed.
#[utoipa::path(
    tag = "webhooks",
    security(("token" = [])),
    params(WebhookPath),
    responses((status = 200, description = "The updated webhook.", body = WebhookBody), ChangeWebhookProblems)
)]
#[patch("/{id}")]
pub async fn change_webhook(
    service: Data<Service>,
    bearer: Bearer,
    id: Id<WebhookId>,
    body: Json<WebhookChangeBody>,
) -> Result<Body<WebhookBody>, Problem> {
    let change = body.value.try_into()?;
    let changed = service.change_webhook(bearer.token(), id.0, change).await?;
    Ok(Body(changed.into()))
}

/// Delete a webhook and its pending deliveries.
#[utoipa::path(
    tag = "webhooks",
    security(("token" = [])),
    params(WebhookPath),
    responses((status = 204, description = "The webhook was deleted."), OneWebhookProblems)
)]
#[delete("/{id}")]
pub async fn delete_webhook(
    service: Data<Service>,
    bearer: Bearer,
    id: Id<WebhookId>,
) -> Result<HttpResponse, Problem> {
    service.delete_webhook(bearer.token(), id.0).await?;
    Ok(HttpResponse::NoContent().finish())
}

problems!(RepeatableProblems: Malformed, Unauthenticated, NotFound, IdempotencyKeyReused);

/// Send a test event to a webhook.
///
/// The test is sent immediately, even to a disabled webhook, and is not retried. The list of deliveries shows the
/// result. When the test succeeds, all deliveries that are waiting for a retry are sent immediately.
#[utoipa::path(
    tag = "webhooks",
    security(("token" = [])),
    params(
        WebhookPath,
        IdempotencyKeyHeader,
    ),
    responses((status = 201, description = "The pending delivery of the test event.", body = DeliveryBody), RepeatableProblems)
)]
#[post("/{id}/test")]
pub async fn test_webhook(
    service: Data<Service>,
    bearer: Bearer,
    id: Id<WebhookId>,
    key: IdempotencyKey,
) -> Result<HttpResponse, Problem> {
    let test = service
        .test_webhook(bearer.token(), id.0, key.of(b""))
        .await?;
    Ok(HttpResponse::Created().json(DeliveryBody::from(test)))
}

/// Rotate the secret of a webhook.
///
/// For 24 hours, messages are signed with the previous secret as well, so that the receiver can be updated without
/// rejecting any message.
#[utoipa::path(
    tag = "webhooks",
    security(("token" = [])),
    params(
        WebhookPath,
        IdempotencyKeyHeader,
    ),
    responses((status = 201, description = "The webhook with its new secret, which is not shown again.", body = WebhookBody), RepeatableProblems)
)]
#[post("/{id}/rotate-secret")]
pub async fn rotate_secret(
    service: Data<Service>,
    bearer: Bearer,
    id: Id<WebhookId>,
    key: IdempotencyKey,
) -> Result<HttpResponse, Problem> {
    let shown = service
        .rotate_secret(bearer.token(), id.0, key.of(b""))
        .await?;
    Ok(HttpResponse::Created()
        .insert_header(NO_STORE)
        .json(WebhookBody::from(shown)))
}

problems!(DeliveriesProblems: Malformed, Unauthenticated, NotFound, Invalid);

/// List the deliveries to a webhook, newest first.
///
/// Completed deliveries are deleted after a week.
#[utoipa::path(
    tag = "webhooks",
    security(("token" = [])),
    params(WebhookPath, PageQuery),
    responses((status = 200, description = "A page of deliveries.", body = DeliveriesBody), DeliveriesProblems)
)]
#[get("/{id}/deliveries")]
pub async fn show_deliveries(
    service: Data<Service>,
    bearer: Bearer,
    id: Id<WebhookId>,
    page: Query<PageQuery>,
) -> Result<Body<DeliveriesBody>, Problem> {
    let before = cursor::deliveries(page.0.cursor.as_deref())?;
    let deliveries = service
        .deliveries(bearer.token(), id.0, before, page.0.limit()?)
        .await?;
    Ok(Body(deliveries.into()))
}
