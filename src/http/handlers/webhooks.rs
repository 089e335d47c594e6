//! Webhooks: where a player's apps are told of events.

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

/// The caller's webhooks.
#[utoipa::path(
    tag = "webhooks",
    security(("token" = [])),
    responses((status = 200, description = "The webhooks, without their secrets.", body = WebhooksBody), ListWebhooksProblems)
)]
#[get("/v1/me/webhooks")]
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

/// Makes a webhook for the caller.
///
/// Events of the caller's games are sent there from now on, as Standard Webhooks has it. The answer holds the secret
/// that they are signed with; it is shown this once.
#[utoipa::path(
    tag = "webhooks",
    security(("token" = [])),
    params(IdempotencyKeyHeader),
    responses((status = 201, description = "The webhook, and the secret that its messages are signed with.", body = WebhookBody), CreateWebhookProblems)
)]
#[post("/v1/me/webhooks")]
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

/// One of the caller's webhooks.
#[utoipa::path(
    tag = "webhooks",
    security(("token" = [])),
    params(WebhookPath),
    responses((status = 200, description = "The webhook, without its secret.", body = WebhookBody), OneWebhookProblems)
)]
#[get("/v1/me/webhooks/{id}")]
pub async fn show_webhook(
    service: Data<Service>,
    bearer: Bearer,
    id: Id<WebhookId>,
) -> Result<Body<WebhookBody>, Problem> {
    Ok(Body(service.webhook(bearer.token(), id.0).await?.into()))
}

problems!(ChangeWebhookProblems: Malformed, Unauthenticated, NotFound, TooLarge, UnsupportedMediaType, Invalid);

/// Changes one of the caller's webhooks.
///
/// One that was switched off, by its owner or because it did not answer, is switched on again by `"enabled": true`. It
/// is told what happens from then on, and not what it missed.
#[utoipa::path(
    tag = "webhooks",
    security(("token" = [])),
    params(WebhookPath),
    responses((status = 200, description = "The webhook, as it is now.", body = WebhookBody), ChangeWebhookProblems)
)]
#[patch("/v1/me/webhooks/{id}")]
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

/// Deletes one of the caller's webhooks, and what is on its way there.
#[utoipa::path(
    tag = "webhooks",
    security(("token" = [])),
    params(WebhookPath),
    responses((status = 204, description = "It is told nothing more."), OneWebhookProblems)
)]
#[delete("/v1/me/webhooks/{id}")]
pub async fn delete_webhook(
    service: Data<Service>,
    bearer: Bearer,
    id: Id<WebhookId>,
) -> Result<HttpResponse, Problem> {
    service.delete_webhook(bearer.token(), id.0).await?;
    Ok(HttpResponse::NoContent().finish())
}

problems!(RepeatableProblems: Malformed, Unauthenticated, NotFound, IdempotencyKeyReused);

/// Sends a webhook a test.
///
/// It is sent at once, and once, to a webhook that is switched off too. Look at its deliveries for the answer. When
/// it arrives, everything that waits to be sent again is sent at once.
#[utoipa::path(
    tag = "webhooks",
    security(("token" = [])),
    params(
        WebhookPath,
        IdempotencyKeyHeader,
    ),
    responses((status = 201, description = "The test, on its way.", body = DeliveryBody), RepeatableProblems)
)]
#[post("/v1/me/webhooks/{id}/test")]
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

/// Gives a webhook another secret.
///
/// For 24 hours messages carry a signature with the secret before, too, so that the receiver can be changed without
/// missing any.
#[utoipa::path(
    tag = "webhooks",
    security(("token" = [])),
    params(
        WebhookPath,
        IdempotencyKeyHeader,
    ),
    responses((status = 201, description = "The webhook, and its new secret, which is shown this once.", body = WebhookBody), RepeatableProblems)
)]
#[post("/v1/me/webhooks/{id}/rotate-secret")]
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

/// What was sent to a webhook, is on its way there, and how it was answered.
///
/// What is settled is forgotten after a week.
#[utoipa::path(
    tag = "webhooks",
    security(("token" = [])),
    params(WebhookPath, PageQuery),
    responses((status = 200, description = "A page of deliveries, the newest first.", body = DeliveriesBody), DeliveriesProblems)
)]
#[get("/v1/me/webhooks/{id}/deliveries")]
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
