//! Sending what is in the outbox to webhooks, at least once, in order for each game.

use std::{collections::HashMap, sync::Arc, time::Duration};

use chrono::TimeDelta;
use tokio::{
    sync::watch,
    task::{Id, JoinSet},
};

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

/// How many deliveries an instance has under way at once.
const MOST: usize = 32;
/// How many of them it takes for one webhook at a time, and from when on it takes no more for it.
const MOST_FOR_ONE: usize = 4;
/// How long an instance has a delivery to itself: several times as long as a request may take, so that clocks that
/// differ by seconds don't make two instances send the same.
const LEASE: TimeDelta = TimeDelta::seconds(60);
/// How long the outbox is left alone when nobody says that there is something in it: another instance's events, and
/// those that are due later, wait for this at most.
const POLL: Duration = Duration::from_secs(1);
/// How long an event is tried to be delivered.
const PATIENCE: TimeDelta = TimeDelta::hours(24);
/// How long after each attempt the next one is made. Later ones follow at the last distance. All of them together are
/// just more than [`PATIENCE`].
const BACK_OFF: [TimeDelta; 7] = [
    TimeDelta::seconds(5),
    TimeDelta::minutes(5),
    TimeDelta::minutes(30),
    TimeDelta::hours(2),
    TimeDelta::hours(5),
    TimeDelta::hours(7),
    TimeDelta::hours(10),
];
/// By how much of itself a distance is stretched at most, in percent, so that what failed together is not tried again
/// together.
const JITTER: i32 = 10;
/// The status code that says that a receiver is gone for good.
const GONE: u16 = 410;

/// Sends what is in the outbox. Any number of instances may.
#[derive(Clone)]
pub struct Sender {
    store: Store,
    env: Env,
    transport: Arc<dyn WebhookTransport>,
}

impl Sender {
    /// A sender of what is in this store.
    pub fn new(store: Store, env: Env, transport: Arc<dyn WebhookTransport>) -> Self {
        Self {
            store,
            env,
            transport,
        }
    }

    /// Sends until it is told to stop; then finishes what is under way.
    pub async fn run(self, mut stop: watch::Receiver<bool>) {
        let mut under_way = JoinSet::new();
        let mut webhooks: HashMap<Id, WebhookId> = HashMap::new();
        loop {
            for claimed in self.take(&webhooks).await {
                let (sender, webhook) = (self.clone(), claimed.webhook);
                let task = under_way.spawn(async move { sender.deliver(&claimed).await });
                webhooks.insert(task.id(), webhook);
            }
            tokio::select! {
                _ = stop.wait_for(|stop| *stop) => break,
                Some(ended) = under_way.join_next_with_id() => {
                    let id = match ended {
                        Ok((id, ())) => id,
                        Err(failed) => {
                            // Its lease ends by itself.
                            tracing::error!(%failed, "a delivery was not carried out");
                            failed.id()
                        }
                    };
                    webhooks.remove(&id);
                }
                () = self.store.outbox_is_woken() => {}
                () = tokio::time::sleep(POLL) => {}
            }
        }
        while under_way.join_next().await.is_some() {}
    }

    /// Sends what is due now, and gives how much that was: not what becomes due by it, such as the next event of a
    /// game.
    pub async fn send_due(&self) -> usize {
        let mut under_way = JoinSet::new();
        for claimed in self.take(&HashMap::new()).await {
            let sender = self.clone();
            under_way.spawn(async move { sender.deliver(&claimed).await });
        }
        under_way.join_all().await.len()
    }

    /// What is due, as far as there are hands free for it.
    async fn take(&self, under_way: &HashMap<Id, WebhookId>) -> Vec<ClaimedDelivery> {
        let most = MOST.saturating_sub(under_way.len());
        if most == 0 {
            return Vec::new();
        }
        let mut counts: HashMap<WebhookId, usize> = HashMap::new();
        for webhook in under_way.values() {
            *counts.entry(*webhook).or_default() += 1;
        }
        let busy: Vec<WebhookId> = counts
            .into_iter()
            .filter_map(|(webhook, count)| (count >= MOST_FOR_ONE).then_some(webhook))
            .collect();
        let now = self.env.now();
        let claim = ClaimRequest {
            now,
            leased_until: Timestamp::new(now.moment() + LEASE),
            limit: most,
            limit_per_webhook: MOST_FOR_ONE,
            busy: &busy,
        };
        self.store.claim_due(&claim).await.unwrap_or_else(|cause| {
            tracing::warn!(%cause, "the outbox can't be looked into");
            Vec::new()
        })
    }

    async fn deliver(&self, claimed: &ClaimedDelivery) {
        let at = self.env.now();
        let request = request(claimed, at);
        let answer = self.transport.send(&request).await;
        let now = self.env.now();
        let [jitter] = self.env.bytes();
        let outcome = judge(claimed, &answer, now, jitter);
        let attempt = Attempt {
            number: claimed.attempt,
            at,
            status_code: answer.as_ref().ok().copied(),
            error: answer.map_or_else(|error| Some(error.to_string()), complaint),
        };
        if let Err(cause) = self.store.complete(claimed, &attempt, outcome).await {
            // It is sent again when the lease is over, with the same id.
            tracing::warn!(%cause, "the answer to a delivery could not be noted");
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

/// What becomes of a delivery that was answered like this.
///
/// A receiver takes it with any status from 200 to 299, and takes its leave for good with 410. Everything else counts
/// as a fault that may pass: it is tried again until a day is over, and then the webhook is switched off, because
/// nobody seems to be looking after it. A test call is made once and switches nothing off.
fn judge(
    claimed: &ClaimedDelivery,
    answer: &Result<u16, DeliveryError>,
    now: Timestamp,
    jitter: u8,
) -> DeliveryOutcome {
    match answer {
        Ok(200..=299) => DeliveryOutcome::Delivered,
        _ if claimed.about == NoticeType::Test => DeliveryOutcome::GivenUp,
        Ok(GONE) => DeliveryOutcome::Disable(DisabledBecause::Gone),
        _ if now.moment() - claimed.first_attempt_at.moment() >= PATIENCE => {
            DeliveryOutcome::Disable(DisabledBecause::Failing)
        }
        _ => {
            let distance = distance_after(claimed.attempt);
            let stretch = distance / 100 * JITTER / i32::from(u8::MAX) * i32::from(jitter);
            DeliveryOutcome::Again(Timestamp::new(now.moment() + distance + stretch))
        }
    }
}

fn distance_after(attempt: u32) -> TimeDelta {
    let [.., last] = BACK_OFF;
    let place = usize::try_from(attempt.saturating_sub(1)).unwrap_or(usize::MAX);
    BACK_OFF.get(place).copied().unwrap_or(last)
}

/// Why an answer with this status does not count as delivered, if it doesn't.
fn complaint(status: u16) -> Option<String> {
    match status {
        200..=299 => None,
        GONE => Some("The receiver says that it is gone for good.".into()),
        300..=399 => Some("The receiver points elsewhere in a way that is not followed.".into()),
        400..=499 => Some("The receiver does not take it.".into()),
        500..=599 => Some("The receiver has a fault of its own.".into()),
        _ => Some("The receiver answers with a status that says nothing.".into()),
    }
}
