//! HTTP requests to webhooks. Players choose the addresses, so this is the only folder that opens connections to
//! anything but the database.
//!
//! A player must not be able to make the server send requests into its own network, where it is trusted (SSRF). So a
//! host name is resolved once, every resulting address is checked, and the connection is opened to one of these
//! addresses: DNS can't return one address for the check and another for the connection. Each redirect is checked in
//! the same way.

pub mod client;
pub mod egress;
pub mod resolve;
pub mod signature;
pub mod transport;
