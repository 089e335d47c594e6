//! From names to addresses.

use std::{future::Future, io, net::SocketAddr, pin::Pin};

/// The addresses of a name, one day.
pub type Resolving<'a> = Pin<Box<dyn Future<Output = io::Result<Vec<SocketAddr>>> + Send + 'a>>;

/// Who knows the addresses of names.
pub trait Resolve: Send + Sync {
    /// The addresses of this name, for connections to this port.
    fn resolve<'a>(&'a self, name: &'a str, port: u16) -> Resolving<'a>;
}

/// The operating system's resolver.
#[derive(Debug, Clone, Copy)]
pub struct System;

impl Resolve for System {
    fn resolve<'a>(&'a self, name: &'a str, port: u16) -> Resolving<'a> {
        Box::pin(async move { Ok(tokio::net::lookup_host((name, port)).await?.collect()) })
    }
}
