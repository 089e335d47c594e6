//! The REST API: the only layer that knows actix and status codes. Handlers extract their arguments, call the service
//! and convert the result.

pub mod dto;
pub mod extract;
pub mod handlers;
pub mod middleware;
pub mod openapi;
pub mod params;
pub mod problem;
pub mod respond;
pub mod routes;
