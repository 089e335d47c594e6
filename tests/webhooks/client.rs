//! The client that tells webhooks of events: what it connects to, and what it makes of answers.

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use cardpost::{
    outbound::{
        client::Client,
        egress::EgressPolicy,
        resolve::{Resolve, ResolveFuture},
        transport::{WebhookRequest, WebhookTransport as _},
    },
    types::id::EventId,
};
use tokio_rustls::rustls::RootCertStore;
use uuid::Uuid;

use crate::support::{
    receiver::{Down, Receiver},
    webhooks::client,
};

fn request(url: impl Into<String>) -> WebhookRequest {
    WebhookRequest {
        url: url.into(),
        id: EventId::new(Uuid::from_u128(7)),
        timestamp: 1_800_000_000,
        signature: "v1,c2lnbmF0dXJl".into(),
        body: "{}".into(),
    }
}

/// A resolver that knows these addresses for every name, and counts how often it is asked.
struct Fixed {
    addresses: Vec<IpAddr>,
    asked: AtomicUsize,
}

impl Fixed {
    fn to(addresses: &[&str]) -> Arc<Self> {
        let address = |text: &&str| text.parse().expect("an address");
        Arc::new(Self {
            addresses: addresses.iter().map(address).collect(),
            asked: AtomicUsize::new(0),
        })
    }
}

impl Resolve for Fixed {
    fn resolve<'a>(&'a self, _: &'a str, port: u16) -> ResolveFuture<'a> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        let addresses = self.addresses.iter();
        let addresses = addresses.map(|ip| SocketAddr::new(*ip, port)).collect();
        Box::pin(async move { Ok(addresses) })
    }
}

fn client_with(reach: EgressPolicy, resolver: Arc<Fixed>, patience: Duration) -> Client {
    Client::with(reach, resolver, RootCertStore::empty(), patience).expect("TLS")
}

const LONG: Duration = Duration::from_secs(30);

fn port(receiver: &Receiver) -> u16 {
    let url = url::Url::parse(&receiver.url()).expect("a URL");
    url.port().expect("a port")
}

#[tokio::test]
async fn a_name_is_resolved_once_and_the_connection_goes_to_what_was_checked() {
    let mut receiver = Down::new().up_and_taking();
    let resolver = Fixed::to(&["127.0.0.1"]);
    let client = client_with(EgressPolicy::Anywhere, Arc::clone(&resolver), LONG);
    let url = format!("http://ann.example:{}/hook", port(&receiver));
    assert_eq!(client.send(&request(&url)).await, Ok(204));
    assert_eq!(resolver.asked.load(Ordering::SeqCst), 1);
    let received = receiver.next().await;
    let host = format!("ann.example:{}", port(&receiver));
    assert_eq!(received.header("host"), host);
}

#[tokio::test]
async fn a_name_with_one_private_address_among_its_addresses_is_not_connected_to() {
    let mut receiver = Down::new().up_and_taking();
    for addresses in [
        &["127.0.0.1"][..],
        &["93.184.215.14", "127.0.0.1"],
        &["127.0.0.1", "93.184.215.14"],
        &["::1"],
        &["::ffff:169.254.169.254"],
    ] {
        let client = client_with(EgressPolicy::Public, Fixed::to(addresses), LONG);
        let url = format!("https://ann.example:{}/hook", port(&receiver));
        let refused = client.send(&request(&url)).await.expect_err("out of reach");
        assert!(
            refused
                .to_string()
                .contains("is not an address on the public internet"),
            "{refused}"
        );
    }
    assert!(receiver.came().is_empty());
}

#[tokio::test]
async fn an_address_that_was_stored_when_it_was_allowed_is_checked_again() {
    let receiver = Down::new().up_and_taking();
    let refused = client(EgressPolicy::Public)
        .send(&request(receiver.url()))
        .await;
    assert!(refused.is_err());
    assert_eq!(
        client(EgressPolicy::Anywhere)
            .send(&request(receiver.url()))
            .await,
        Ok(204)
    );
}

#[tokio::test]
async fn a_redirect_is_followed_with_the_same_request() {
    for status in [301, 302, 307, 308] {
        let mut new = Down::new().up_and_taking();
        let to = new.url();
        let mut old = Down::new().up(move |_| Some((status, Some(to.clone()))));
        assert_eq!(
            client(EgressPolicy::Anywhere)
                .send(&request(old.url()))
                .await,
            Ok(204)
        );
        let (first, second) = (old.next().await, new.next().await);
        assert_eq!(second.line, "POST /hook HTTP/1.1");
        assert_eq!((first.id(), &first.raw), (second.id(), &second.raw));
        assert_eq!(first.signatures(), second.signatures());
    }
}

#[tokio::test]
async fn a_redirect_to_a_private_address_is_not_followed() {
    let mut inside = Down::at(Ipv4Addr::new(127, 0, 0, 2).into()).up_and_taking();
    let reach = EgressPolicy::PublicAnd(Ipv4Addr::LOCALHOST.into());
    let mapped = inside.url().replace("127.0.0.2", "[::ffff:127.0.0.2]");
    for to in [
        inside.url(),
        mapped,
        "http://169.254.169.254/".into(),
        "file:///etc/passwd".into(),
    ] {
        let there = to.clone();
        let mut receiver = Down::new().up(move |_| Some((307, Some(there.clone()))));
        let refused = client(reach).send(&request(receiver.url())).await;
        let refused = refused.expect_err("out of reach").to_string();
        assert!(
            refused.starts_with("The address is not allowed: "),
            "{to}: {refused}"
        );
        receiver.next().await;
    }
    assert!(inside.came().is_empty());
}

#[tokio::test]
async fn redirects_end() {
    let receiver = Down::new();
    let itself = format!("http://{}/again", receiver.address());
    let mut receiver = receiver.up(move |_| Some((308, Some(itself.clone()))));
    let refused = client(EgressPolicy::Anywhere)
        .send(&request(receiver.url()))
        .await;
    assert_eq!(
        refused.expect_err("too often").to_string(),
        "The receiver redirects more than 3 times."
    );
    assert_eq!(receiver.came().len(), 4);
}

#[tokio::test]
async fn an_answer_that_does_not_come_is_not_waited_for() {
    let receiver = Down::new().up(|_| None);
    let client = client_with(
        EgressPolicy::Anywhere,
        Fixed::to(&[]),
        Duration::from_millis(50),
    );
    let refused = client.send(&request(receiver.url())).await;
    assert!(
        refused
            .expect_err("silence")
            .to_string()
            .contains("did not answer")
    );
}

#[tokio::test]
async fn what_goes_wrong_is_told_in_words() {
    let nobody = Down::new();
    let url = format!("http://{}/", nobody.address());
    let refused = client(EgressPolicy::Anywhere).send(&request(url)).await;
    let refused = refused.expect_err("nobody is there").to_string();
    assert!(refused.contains("Could not connect to"), "{refused}");

    let client = client_with(EgressPolicy::Anywhere, Fixed::to(&[]), LONG);
    let refused = client.send(&request("http://ann.example/")).await;
    assert_eq!(
        refused.expect_err("no address").to_string(),
        "The host name has no address."
    );

    let plain = Down::new().up_and_taking();
    let url = plain.url().replace("http://", "https://");
    let refused = crate::support::webhooks::client(EgressPolicy::Anywhere)
        .send(&request(url))
        .await;
    let refused = refused.expect_err("it speaks no TLS").to_string();
    assert!(
        refused.starts_with("The TLS handshake failed: "),
        "{refused}"
    );
}
