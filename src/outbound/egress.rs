//! How far the server may be sent. A webhook's address is chosen by a stranger, who may mean the server's own network:
//! a database, a neighbour without a password, the service that gives machines in a cloud their credentials.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use url::{Host, Url};

/// The longest address of a webhook, in bytes.
pub const LONGEST_URL: usize = 2048;

/// Where requests may go that somebody else chose the address of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum EgressPolicy {
    /// Over TLS, to addresses that everyone on the internet can reach.
    #[default]
    Public,
    /// Besides, also without TLS, to this address: where a receiver of one's own is.
    PublicAnd(IpAddr),
    /// Anywhere, also without TLS: for a network of one's own.
    Anywhere,
}

/// Why no request may go there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EgressDenied {
    /// The scheme is not one that may be used.
    #[error("the address must begin with {0}")]
    Scheme(&'static str),
    /// The address names no host.
    #[error("the address names no host")]
    NoHost,
    /// The address holds a user's name or password, which would be shown and logged with it.
    #[error("the address must hold no user name and no password")]
    Credentials,
    /// The address is too long.
    #[error("the address must have at most {LONGEST_URL} bytes")]
    TooLong,
    /// The host is, or resolves to, an address that is not on the public internet.
    #[error("{0} is not an address on the public internet")]
    NotPublic(IpAddr),
}

impl EgressPolicy {
    /// Whether a request may go to this URL, as far as it can be told without resolving the name of its host.
    ///
    /// # Errors
    /// When it may not.
    pub fn check_url(self, url: &Url) -> Result<(), EgressDenied> {
        match (self, url.scheme()) {
            (_, "https") | (Self::PublicAnd(_) | Self::Anywhere, "http") => {}
            (Self::Public, _) => return Err(EgressDenied::Scheme("https://")),
            (Self::PublicAnd(_) | Self::Anywhere, _) => {
                return Err(EgressDenied::Scheme("https:// or http://"));
            }
        }
        if url.as_str().len() > LONGEST_URL {
            return Err(EgressDenied::TooLong);
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(EgressDenied::Credentials);
        }
        match url.host() {
            None => Err(EgressDenied::NoHost),
            Some(Host::Domain(_)) => Ok(()),
            Some(Host::Ipv4(address)) => self.check_address(address.into()),
            Some(Host::Ipv6(address)) => self.check_address(address.into()),
        }
    }

    /// Whether a connection may be opened to this address.
    ///
    /// # Errors
    /// When it may not.
    pub fn check_address(self, address: IpAddr) -> Result<(), EgressDenied> {
        let is_allowed = match self {
            Self::Public => is_public(address),
            Self::PublicAnd(own) => address == own || is_public(address),
            Self::Anywhere => true,
        };
        if is_allowed {
            Ok(())
        } else {
            Err(EgressDenied::NotPublic(address))
        }
    }
}

/// What of IPv4 is not the public internet: the blocks of the IANA registry of special-purpose addresses, multicast,
/// and what is reserved.
const SPECIAL_V4: [(Ipv4Addr, u32); 15] = [
    (Ipv4Addr::UNSPECIFIED, 8), // "this network"; Linux takes 0.0.0.0 for itself
    (Ipv4Addr::new(10, 0, 0, 0), 8), // private (RFC 1918)
    (Ipv4Addr::new(100, 64, 0, 0), 10), // behind a provider's NAT (RFC 6598)
    (Ipv4Addr::new(127, 0, 0, 0), 8), // loopback
    (Ipv4Addr::new(169, 254, 0, 0), 16), // link-local, and the metadata services of clouds
    (Ipv4Addr::new(172, 16, 0, 0), 12), // private
    (Ipv4Addr::new(192, 0, 0, 0), 24), // protocol assignments
    (Ipv4Addr::new(192, 0, 2, 0), 24), // documentation
    (Ipv4Addr::new(192, 88, 99, 0), 24), // relays of 6to4
    (Ipv4Addr::new(192, 168, 0, 0), 16), // private
    (Ipv4Addr::new(198, 18, 0, 0), 15), // benchmarks
    (Ipv4Addr::new(198, 51, 100, 0), 24), // documentation
    (Ipv4Addr::new(203, 0, 113, 0), 24), // documentation
    (Ipv4Addr::new(224, 0, 0, 0), 4), // multicast
    (Ipv4Addr::new(240, 0, 0, 0), 4), // reserved, and broadcast
];

/// What is not the public internet of those IPv6 addresses that are given out, which all begin with the bits 001.
const SPECIAL_V6: [(Ipv6Addr, u32); 4] = [
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23), // protocol assignments, Teredo among them
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32), // documentation
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16), // 6to4, which leads to any IPv4 address
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20), // documentation
];

/// What NAT64 puts before the 32 bits of an IPv4 address (RFC 6052).
const NAT64: (Ipv6Addr, u32) = (Ipv6Addr::new(0x64, 0xff9b, 0, 0, 0, 0, 0, 0), 96);

fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    !SPECIAL_V4.iter().any(|&(block, length)| {
        let shift = u32::BITS - length;
        address.to_bits() >> shift == block.to_bits() >> shift
    })
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let is_in = |(block, length): (Ipv6Addr, u32)| {
        let shift = u128::BITS - length;
        address.to_bits() >> shift == block.to_bits() >> shift
    };
    if let Some(mapped) = address.to_ipv4_mapped() {
        return is_public_v4(mapped);
    }
    if is_in(NAT64) {
        let [.., a, b, c, d] = address.octets();
        return is_public_v4(Ipv4Addr::new(a, b, c, d));
    }
    // An allow-list, so that blocks that get a special purpose one day are not open until somebody notices.
    address.to_bits() >> 125 == 0b001 && !SPECIAL_V6.into_iter().any(is_in)
}
