//! How often a client may ask.

use std::{num::NonZeroU32, sync::Arc};

use actix_web::{
    Error, ResponseError as _,
    body::{BoxBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    middleware::Next,
    web::Data,
};
use governor::{
    DefaultKeyedRateLimiter, Quota, RateLimiter,
    clock::{Clock as _, DefaultClock},
};

use crate::http::{extract::address::address, problem::Problem};

/// Counts the requests of each client. A client is an address: a token that nobody has looked up yet could be a new one
/// with every request.
#[derive(Clone)]
pub struct RateLimit(Option<Arc<DefaultKeyedRateLimiter<String>>>);

impl RateLimit {
    /// At most so many requests a second of one client, in the long run; up to ten seconds' worth at once.
    pub fn per_second(requests: NonZeroU32) -> Self {
        let burst = requests.saturating_mul(NonZeroU32::MIN.saturating_add(9));
        Self(Some(Arc::new(RateLimiter::keyed(
            Quota::per_second(requests).allow_burst(burst),
        ))))
    }

    /// As many requests as the server can answer.
    pub const fn none() -> Self {
        Self(None)
    }

    /// Forgets the clients that have not asked for a while.
    pub fn forget_the_quiet(&self) {
        if let Some(limiter) = &self.0 {
            limiter.retain_recent();
        }
    }

    /// Takes note of a request; seconds to wait where it is one too many.
    fn check(&self, client: impl FnOnce() -> String) -> Result<(), u64> {
        let Some(limiter) = &self.0 else {
            return Ok(());
        };
        limiter.check_key(&client()).map_err(|too_soon| {
            let wait = too_soon.wait_time_from(DefaultClock::default().now());
            wait.as_secs() + 1
        })
    }
}

/// Lets a request through unless its client asks too often.
///
/// # Errors
/// With the problem `rate-limited` when the client asks too often, and with whatever the request fails with.
pub async fn limit(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let limit = request.app_data::<Data<RateLimit>>().cloned();
    let client = || address(request.request());
    if let Some(Err(seconds)) = limit.map(|limit| limit.check(client)) {
        // An answer and not an error, so that it is counted and compressed like any other.
        let problem = Problem::too_much("You are asking too often.", seconds);
        return Ok(request.into_response(problem.error_response()));
    }
    Ok(next.call(request).await?.map_into_boxed_body())
}
