//! Sends the deliveries in the outbox to webhooks: at least once, and in order for each game.

use std::{collections::HashMap, sync::Arc, time::Duration};

use chrono::TimeDelta;
use tokio::{
    sync::watch,
    task::{Id, JoinSet},
};

use super::Worker;
use crate::{
    game::notice::NoticeType,
    outbound::{
        signature::Secret,
        transport::{DeliveryError, WebhookRequest, WebhookTransport},
    },
    service::env::Env,
    store::{
        Store,
        webhooks::{
            claims::{ClaimRequest, ClaimedDelivery},
            deliveries::Attempt,
            outbox::DeliveryOutcome,
            status::DisabledBecause,
        },
    },
    types::{id::WebhookId, time::Timestamp},
};

/// How many requests an instance sends at the same time.
const MAX_IN_FLIGHT: usize = 32;
/// How many deliveries an instance claims for one webhook at a time. A webhook with this many requests in flight gets
/// no more until one has ended.
const MAX_PER_WEBHOOK: usize = 4;
/// How long a claimed delivery is reserved for an instance. Several times as long as a request may take, so that two
/// instances don't send the same delivery when their clocks differ by seconds.
const LEASE: TimeDelta = TimeDelta::seconds(60);
/// How often the outbox is read without a wake-up: the longest delay of a delivery that another instance created or
/// that becomes due later.
const POLL: Duration = Duration::from_secs(1);
/// How long delivery of an event is attempted before the webhook is disabled.
const GIVE_UP_AFTER: TimeDelta = TimeDelta::hours(24);
/// The delay before the next attempt, after the first, second, … attempt. Later attempts use the last delay. The sum is
/// slightly more than [`GIVE_UP_AFTER`].
const BACK_OFF: [TimeDelta; 7] = [
    TimeDelta::seconds(5),
    TimeDelta::minutes(5),
    TimeDelta::minutes(30),
    TimeDelta::hours(2),
    TimeDelta::hours(5),
    TimeDelta::hours(7),
    TimeDelta::hours(10),
];
/// The maximum random extension of a delay, in percent, so that deliveries that failed together are not retried
/// together.
const JITTER: i32 = 10;
/// The status code of a receiver that is permanently gone.
const GONE: u16 = 410;

/// Sends the deliveries in the outbox. Any number of instances may do so.
#[derive(Clone)]
pub struct Sender {
    store: Store,
    env: Env,
    transport: Arc<dyn WebhookTransport>,
}

impl Worker for Sender {
    const NAME: &'static str = "webhooks";

    async fn run(self, mut stop: watch::Receiver<bool>) {
        let mut tasks = JoinSet::new();
        let mut webhooks: HashMap<Id, WebhookId> = HashMap::new();
        loop {
            for claimed in self.claim(&webhooks).await {
                let (sender, webhook) = (self.clone(), claimed.webhook);
                let task = tasks.spawn(async move { sender.deliver(&claimed).await });
                webhooks.insert(task.id(), webhook);
            }
            tokio::select! {
                _ = stop.wait_for(|stop| *stop) => break,
                Some(ended) = tasks.join_next_with_id() => {
                    let id = match ended {
                        Ok((id, ())) => id,
                        Err(failed) => {
                            // The delivery becomes due again when its lease ends.
                            tracing::error!(%failed, "a delivery failed with a panic");
                            failed.id()
                        }
                    };
                    webhooks.remove(&id);
                }
                () = self.store.outbox_is_woken() => {}
                () = tokio::time::sleep(POLL) => {}
            }
        }
        while tasks.join_next().await.is_some() {}
    }
}

impl Sender {
    /// A sender for the outbox of this store.
    pub fn new(store: Store, env: Env, transport: Arc<dyn WebhookTransport>) -> Self {
        Self {
            store,
            env,
            transport,
        }
    }

    /// Sends a batch of the deliveries that are due now and returns their number. A delivery that only becomes due
    /// when another one has been sent, such as the next event of the same game, is left for the next call.
    pub async fn run_once(&self) -> usize {
        let mut in_flight = JoinSet::new();
        for claimed in self.claim(&HashMap::new()).await {
            let sender = self.clone();
            in_flight.spawn(async move { sender.deliver(&claimed).await });
        }
        in_flight.join_all().await.len()
    }

    /// Claims deliveries that are due, as many as can be sent now. `in_flight` has the webhook of each running request.
    async fn claim(&self, in_flight: &HashMap<Id, WebhookId>) -> Vec<ClaimedDelivery> {
        let limit = MAX_IN_FLIGHT.saturating_sub(in_flight.len());
        if limit == 0 {
            return Vec::new();
        }
        let mut counts: HashMap<WebhookId, usize> = HashMap::new();
        for webhook in in_flight.values() {
            *counts.entry(*webhook).or_default() += 1;
        }
        let busy: Vec<WebhookId> = counts
            .into_iter()
            .filter_map(|(webhook, count)| (count >= MAX_PER_WEBHOOK).then_some(webhook))
            .collect();
        let now = self.env.now();
        let claim = ClaimRequest {
            now,
            leased_until: Timestamp::new(now.moment() + LEASE),
            limit,
            limit_per_webhook: MAX_PER_WEBHOOK,
            busy: &busy,
        };
        self.store.claim_due(&claim).await.unwrap_or_else(|cause| {
            tracing::warn!(%cause, "failed to read the outbox");
            Vec::new()
        })
    }

    async fn deliver(&self, claimed: &ClaimedDelivery) {
        let at = self.env.now();
        let request = request(claimed, at);
        let answer = self.transport.send(&request).await;
        let now = self.env.now();
        let [jitter] = self.env.bytes();
        let outcome = outcome(claimed, &answer, now, jitter);
        let attempt = Attempt {
            number: claimed.attempt,
            at,
            status_code: answer.as_ref().ok().copied(),
            error: answer.map_or_else(|error| Some(error.to_string()), failure_reason),
        };
        if let Err(cause) = self.store.complete(claimed, &attempt, outcome).await {
            // The delivery is sent again with the same id when its lease ends.
            tracing::warn!(%cause, "failed to store the outcome of a delivery");
        }
    }
}

fn request(claimed: &ClaimedDelivery, at: Timestamp) -> WebhookRequest {
    let timestamp = at.moment().timestamp();
    let signatures: Vec<String> = [Some(claimed.secret), claimed.old_secret]
        .into_iter()
        .flatten()
        .map(|secret| Secret::new(secret).sign(claimed.event, timestamp, &claimed.body))
        .collect();
    WebhookRequest {
        url: claimed.url.clone(),
        id: claimed.event,
        timestamp,
        signature: signatures.join(" "),
        body: claimed.body.clone(),
    }
}

/// Returns the outcome of an attempt.
///
/// A status from 200 to 299 means that the delivery succeeded, and 410 disables the webhook. Every other answer counts
/// as a temporary failure: the delivery is retried for a day, then the webhook is disabled, because apparently no one
/// maintains it. A test delivery is attempted once and never disables the webhook.
fn outcome(
    claimed: &ClaimedDelivery,
    answer: &Result<u16, DeliveryError>,
    now: Timestamp,
    jitter: u8,
) -> DeliveryOutcome {
    match answer {
        Ok(200..=299) => DeliveryOutcome::Delivered,
        _ if claimed.about == NoticeType::Test => DeliveryOutcome::GivenUp,
        Ok(GONE) => DeliveryOutcome::Disable(DisabledBecause::Gone),
        _ if now.moment() - claimed.first_attempt_at.moment() >= GIVE_UP_AFTER => {
            DeliveryOutcome::Disable(DisabledBecause::Failing)
        }
        _ => {
            let delay = delay_after(claimed.attempt);
            let extension = delay / 100 * JITTER / i32::from(u8::MAX) * i32::from(jitter);
            DeliveryOutcome::Again(Timestamp::new(now.moment() + delay + extension))
        }
    }
}

fn delay_after(attempt: u32) -> TimeDelta {
    let [.., last] = BACK_OFF;
    let index = usize::try_from(attempt.saturating_sub(1)).unwrap_or(usize::MAX);
    BACK_OFF.get(index).copied().unwrap_or(last)
}

/// Returns why a status does not count as delivered; `None` if it does.
fn failure_reason(status: u16) -> Option<String> {
    match status {
        200..=299 => None,
        GONE => Some("The receiver reports that it is permanently gone.".into()),
        300..=399 => Some("The receiver answers with a redirect that is not followed.".into()),
        400..=499 => Some("The receiver rejects the request.".into()),
        500..=599 => Some("The receiver reports an internal error.".into()),
        _ => Some("The receiver answers with an unknown status.".into()),
    }
}
