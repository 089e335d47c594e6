//! The rate limit of each client.

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

/// Counts the requests of each client. A client is identified by its address, because tokens are checked later, and an
/// attacker could send a new one with every request.
#[derive(Clone)]
pub struct RateLimit(Option<Arc<DefaultKeyedRateLimiter<String>>>);

impl RateLimit {
    /// Allows each client this number of requests per second on average, with bursts of up to ten seconds' worth.
    pub fn per_second(requests: NonZeroU32) -> Self {
        let burst = requests.saturating_mul(NonZeroU32::MIN.saturating_add(9));
        Self(Some(Arc::new(RateLimiter::keyed(
            Quota::per_second(requests).allow_burst(burst),
        ))))
    }

    /// Allows any number of requests.
    pub const fn none() -> Self {
        Self(None)
    }

    /// Removes clients that have not sent requests for a while.
    pub fn retain_recent(&self) {
        if let Some(limiter) = &self.0 {
            limiter.retain_recent();
        }
    }

    /// Counts a request. If it exceeds the limit, the error is the number of seconds to wait.
    fn check(&self, client: impl FnOnce() -> String) -> Result<(), u64> {
        let Some(limiter) = &self.0 else {
            return Ok(());
        };
        limiter.check_key(&client()).map_err(|not_until| {
            let wait = not_until.wait_time_from(DefaultClock::default().now());
            wait.as_secs() + 1
        })
    }
}

/// Rejects the requests of a client that exceeds its rate limit.
pub async fn limit(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let limit = request.app_data::<Data<RateLimit>>().cloned();
    let client = || address(request.request());
    if let Some(Err(seconds)) = limit.map(|limit| limit.check(client)) {
        // A response and not an error, so that it is counted and compressed like any other.
        let problem = Problem::too_much("You have sent too many requests.", seconds);
        return Ok(request.into_response(problem.error_response()));
    }
    Ok(next.call(request).await?.map_into_boxed_body())
}
