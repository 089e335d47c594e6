//! Requests to addresses that strangers chose: the only place from which the server opens connections to anything but
//! its database.
//!
//! What must not happen is that somebody sends the server into its own network, where it is trusted. So a name is
//! resolved once, every address that comes of it is checked, and the connection is opened to one of just these
//! addresses: whoever runs the name's DNS can't show one address to the check and another to the connection. A
//! redirect is a new request, with all of that again.

pub mod client;
pub mod egress;
pub mod resolve;
pub mod signature;
pub mod transport;
