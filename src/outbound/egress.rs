//! The addresses that the server may send requests to. A player who chooses the URL of a webhook may aim at the
//! server's own network: a database, an unprotected internal service, or the metadata service of a cloud with its
//! credentials.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use url::{Host, Url};

/// The maximum length of the URL of a webhook, in bytes.
pub const MAX_URL_LENGTH: usize = 2048;

/// The addresses that webhooks may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum EgressPolicy {
    /// Addresses on the public internet, over TLS.
    #[default]
    Public,
    /// In addition, this address, also without TLS: for a receiver of the operator.
    PublicAnd(IpAddr),
    /// All addresses, also without TLS: for a private network.
    Anywhere,
}

/// Why a request to an address is denied.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EgressDenied {
    /// The scheme is not allowed. The allowed ones.
    #[error("the address must begin with {0}")]
    Scheme(&'static str),
    /// The URL has no host.
    #[error("the address has no host")]
    NoHost,
    /// The URL contains a user name or a password, which would be displayed and logged with it.
    #[error("the address must not contain a user name or a password")]
    Credentials,
    /// The URL is too long.
    #[error("the address must not be longer than {MAX_URL_LENGTH} bytes")]
    TooLong,
    /// The host is, or resolves to, an address that is not on the public internet.
    #[error("{0} is not an address on the public internet")]
    NotPublic(IpAddr),
}

impl EgressPolicy {
    /// Checks a URL without resolving the name of its host.
    pub fn check_url(self, url: &Url) -> Result<(), EgressDenied> {
        match (self, url.scheme()) {
            (_, "https") | (Self::PublicAnd(_) | Self::Anywhere, "http") => {}
            (Self::Public, _) => return Err(EgressDenied::Scheme("https://")),
            (Self::PublicAnd(_) | Self::Anywhere, _) => {
                return Err(EgressDenied::Scheme("https:// or http://"));
            }
        }
        if url.as_str().len() > MAX_URL_LENGTH {
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

    /// Checks an address before a connection to it is opened.
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

/// The IPv4 blocks that are not on the public internet: those of the IANA registry of special-purpose addresses, the
/// multicast block, and the reserved block.
const SPECIAL_V4: [(Ipv4Addr, u32); 15] = [
    (Ipv4Addr::UNSPECIFIED, 8), // "this network"; on Linux, 0.0.0.0 is the machine itself
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

/// The blocks that are not on the public internet within the allocated IPv6 addresses, which begin with the bits 001.
const SPECIAL_V6: [(Ipv6Addr, u32); 4] = [
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23), // protocol assignments, including Teredo
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32), // documentation
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16), // 6to4, which embeds any IPv4 address
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20), // documentation
];

/// The prefix of NAT64 addresses, which end with the 32 bits of an IPv4 address (RFC 6052).
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
    // An allow-list, so that a block that is given a special purpose later is denied by default.
    address.to_bits() >> 125 == 0b001 && !SPECIAL_V6.into_iter().any(is_in)
}
