//! The address of a client.

use std::future::{Ready, ready};

use actix_web::{FromRequest, HttpRequest, dev::Payload};

use crate::http::problem::Problem;

/// The IP address of the client.
#[derive(Debug, Clone)]
pub struct Address(pub String);

impl FromRequest for Address {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self(address(request))))
    }
}

/// Returns the IP address of the client, without the port.
pub fn address(request: &HttpRequest) -> String {
    request
        .peer_addr()
        .map_or_else(String::new, |peer| peer.ip().to_string())
}
