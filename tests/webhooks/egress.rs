//! Where the server lets itself be sent, and where not.

use cardpost::outbound::egress::{EgressDenied, EgressPolicy, MAX_URL_LENGTH};
use url::Url;

/// Addresses that are the server's own, its network's, or nobody's: the first and the last of each block, and what
/// lies within.
const NOT_PUBLIC: [&str; 62] = [
    "0.0.0.0",
    "0.255.255.255",
    "10.0.0.0",
    "10.20.30.40",
    "10.255.255.255",
    "100.64.0.0",
    "100.127.255.255",
    "127.0.0.1",
    "127.255.255.255",
    "169.254.0.0",
    "169.254.169.254",
    "169.254.255.255",
    "172.16.0.0",
    "172.31.255.255",
    "192.0.0.0",
    "192.0.0.192",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.0.0",
    "192.168.255.255",
    "198.18.0.0",
    "198.19.255.255",
    "198.51.100.7",
    "203.0.113.7",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.0",
    "255.255.255.255",
    "::",
    "::1",
    "::7f00:1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "::ffff:0:127.0.0.1",
    "64:ff9b::127.0.0.1",
    "64:ff9b::10.1.2.3",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::8.8.8.8",
    "100::1",
    "1fff:ffff::1",
    "2001::1",
    "2001:0:7f00:1::1",
    "2001:2::1",
    "2001:1ff:ffff::1",
    "2001:db8::1",
    "2002::1",
    "2002:7f00:1::1",
    "2002:a00:1::1",
    "2002:808:808::1",
    "3fff::1",
    "3fff:fff:ffff::1",
    "4000::1",
    "5f00::1",
    "fc00::1",
    "fd00:ec2::254",
    "fdff:ffff::1",
    "fe80::1",
    "febf::1",
    "fec0::1",
    "ff02::1",
    "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
];

/// Addresses that anyone can reach: the neighbours of those blocks among them.
const PUBLIC: [&str; 31] = [
    "1.0.0.0",
    "1.1.1.1",
    "8.8.8.8",
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "126.255.255.255",
    "128.0.0.0",
    "169.253.255.255",
    "169.255.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "192.0.1.0",
    "192.0.3.0",
    "192.167.255.255",
    "192.169.0.0",
    "198.17.255.255",
    "198.20.0.0",
    "198.51.101.0",
    "203.0.114.0",
    "223.255.255.255",
    "::ffff:8.8.8.8",
    "64:ff9b::8.8.8.8",
    "2000::1",
    "2001:200::1",
    "2001:4860:4860::8888",
    "2003::1",
    "2606:4700:4700::1111",
    "3ffe:ffff::1",
    "3fff:1000::1",
];

#[test]
fn addresses_that_are_not_on_the_public_internet_are_out_of_reach() {
    for address in NOT_PUBLIC {
        let address = address.parse().expect("an address");
        assert_eq!(
            EgressPolicy::Public.check_address(address),
            Err(EgressDenied::NotPublic(address))
        );
        assert_eq!(EgressPolicy::Anywhere.check_address(address), Ok(()));
    }
}

#[test]
fn addresses_on_the_public_internet_are_within_reach() {
    for address in PUBLIC {
        let address = address.parse().expect("an address");
        assert_eq!(
            EgressPolicy::Public.check_address(address),
            Ok(()),
            "{address}"
        );
    }
}

#[test]
fn one_address_can_be_let_in_without_its_neighbours() {
    let reach = EgressPolicy::PublicAnd("10.0.0.1".parse().expect("an address"));
    for (address, is_allowed) in [("10.0.0.1", true), ("10.0.0.2", false), ("8.8.8.8", true)] {
        let address = address.parse().expect("an address");
        assert_eq!(
            reach.check_address(address).is_ok(),
            is_allowed,
            "{address}"
        );
    }
}

#[test]
fn an_address_that_is_spelt_in_another_way_is_the_same_address() {
    for url in [
        "https://127.0.0.1/",
        "https://127.1/",
        "https://2130706433/",
        "https://0x7f000001/",
        "https://0177.0.0.1/",
        "https://0/",
        "https://[::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://①②⑦.0.0.1/",
        "https://169.254.169.254/latest/meta-data",
    ] {
        let parsed = Url::parse(url).expect("a URL");
        assert!(
            matches!(
                EgressPolicy::Public.check_url(&parsed),
                Err(EgressDenied::NotPublic(_))
            ),
            "{url}"
        );
    }
}

#[test]
fn only_addresses_of_the_web_are_taken_and_no_passwords_in_them() {
    let of = |url: &str| EgressPolicy::Public.check_url(&Url::parse(url).expect("a URL"));
    assert_eq!(of("https://ann.example/hook?a=b"), Ok(()));
    assert_eq!(of("https://ann.example:8443/hook"), Ok(()));
    for url in [
        "http://ann.example",
        "ftp://ann.example",
        "file:///etc/passwd",
        "gopher://ann.example",
        "data:,x",
    ] {
        assert_eq!(of(url), Err(EgressDenied::Scheme("https://")), "{url}");
    }
    for url in ["https://ann@ann.example", "https://:secret@ann.example"] {
        assert_eq!(of(url), Err(EgressDenied::Credentials), "{url}");
    }
    let long = format!("https://ann.example/{}", "a".repeat(MAX_URL_LENGTH));
    assert_eq!(of(&long), Err(EgressDenied::TooLong));
    let anywhere = |url: &str| EgressPolicy::Anywhere.check_url(&Url::parse(url).expect("a URL"));
    assert_eq!(anywhere("http://localhost:8000/hook"), Ok(()));
    assert!(anywhere("file:///etc/passwd").is_err());
}
