//! The client that tells webhooks of events.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use http_body_util::{BodyExt as _, Full, Limited};
use hyper::{
    Request, Response, StatusCode,
    body::{Bytes, Incoming},
    client::conn::http1,
    header::{self, HeaderMap},
};
use hyper_util::rt::TokioIo;
use metrics::counter;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
    task::JoinSet,
};
use tokio_rustls::{
    TlsConnector,
    rustls::{self, ClientConfig, RootCertStore, crypto::ring, pki_types::ServerName},
};
use url::{Host, Url};

use super::{
    egress::EgressPolicy,
    resolve::{Resolve, System},
    transport::{Delivering, DeliveryError, WebhookRequest, WebhookTransport},
};

/// How long a delivery may take, redirects and all.
pub const PATIENCE: Duration = Duration::from_secs(10);
/// How many redirects are followed.
const REDIRECTS: usize = 3;
/// How much of an answer's body is taken in, in bytes, and for how long. Nothing is done with it; but a receiver that
/// is cut off in the middle of its answer may take that for a fault.
const MOST_OF_ANSWER: usize = 16 * 1024;
const TIME_FOR_ANSWER: Duration = Duration::from_secs(1);

/// Tells webhooks of events, as far as they are within reach.
#[derive(Clone)]
pub struct Client {
    reach: EgressPolicy,
    resolver: Arc<dyn Resolve>,
    tls: TlsConnector,
    patience: Duration,
}

impl Client {
    /// A client that trusts the certificates that this system trusts.
    ///
    /// # Errors
    /// When TLS can't be set up.
    pub fn new(reach: EgressPolicy) -> Result<Self, rustls::Error> {
        let native = rustls_native_certs::load_native_certs();
        let mut roots = RootCertStore::empty();
        let (known, _) = roots.add_parsable_certificates(native.certs);
        if known == 0 {
            tracing::warn!(
                errors = ?native.errors,
                "this system trusts no certificates, so that no webhook can be told of anything over TLS"
            );
        }
        Self::with(reach, Arc::new(System), roots, PATIENCE)
    }

    /// A client that goes by this resolver, trusts these certificates, and waits for so long.
    ///
    /// # Errors
    /// When TLS can't be set up.
    pub fn with(
        reach: EgressPolicy,
        resolver: Arc<dyn Resolve>,
        roots: RootCertStore,
        patience: Duration,
    ) -> Result<Self, rustls::Error> {
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Self {
            reach,
            resolver,
            tls: TlsConnector::from(Arc::new(config)),
            patience,
        })
    }

    async fn follow(&self, request: &WebhookRequest) -> Result<u16, DeliveryError> {
        let mut url =
            Url::parse(&request.url).map_err(delivery_error("The address can't be read"))?;
        for _ in 0..=REDIRECTS {
            let (status, headers) = self.request(&url, request).await?;
            match redirect(status, &headers) {
                None => return Ok(status.as_u16()),
                Some(to) => {
                    url = url.join(to).map_err(delivery_error(
                        "The receiver points to an address that can't be read",
                    ))?;
                }
            }
        }
        Err(DeliveryError(format!(
            "The receiver points elsewhere more than {REDIRECTS} times."
        )))
    }

    async fn request(
        &self,
        url: &Url,
        request: &WebhookRequest,
    ) -> Result<(StatusCode, HeaderMap), DeliveryError> {
        let stream = self.connect(url).await?;
        let request = http_request(url, request)?;
        if url.scheme() == "https" {
            let name = server_name(url)?;
            let stream = self
                .tls
                .connect(name, stream)
                .await
                .map_err(delivery_error("TLS fails"))?;
            exchange(stream, request).await
        } else {
            exchange(stream, request).await
        }
    }

    /// A connection to an address that was checked.
    async fn connect(&self, url: &Url) -> Result<TcpStream, DeliveryError> {
        let refused = delivery_error("No request is sent there");
        self.reach.check_url(url).map_err(&refused)?;
        let addresses = self.addresses(url).await?;
        for address in &addresses {
            self.reach.check_address(address.ip()).map_err(&refused)?;
        }
        let mut failed = DeliveryError("The name has no address.".into());
        for address in addresses {
            match TcpStream::connect(address).await {
                Ok(stream) => return Ok(stream),
                Err(error) => {
                    failed = delivery_error(&format!("{address} can't be connected to"))(error);
                }
            }
        }
        Err(failed)
    }

    async fn addresses(&self, url: &Url) -> Result<Vec<SocketAddr>, DeliveryError> {
        let port = url.port_or_known_default().unwrap_or_default();
        match url.host() {
            Some(Host::Ipv4(address)) => Ok(vec![(address, port).into()]),
            Some(Host::Ipv6(address)) => Ok(vec![(address, port).into()]),
            Some(Host::Domain(name)) => {
                self.resolver
                    .resolve(name, port)
                    .await
                    .map_err(delivery_error(&format!(
                        "The name {name} can't be resolved"
                    )))
            }
            None => Err(DeliveryError("The address names no host.".into())),
        }
    }
}

impl WebhookTransport for Client {
    fn send<'a>(&'a self, request: &'a WebhookRequest) -> Delivering<'a> {
        Box::pin(async move {
            let answered = tokio::time::timeout(self.patience, self.follow(request)).await;
            let answered = answered.unwrap_or_else(|_| {
                let patience = self.patience.as_secs();
                Err(DeliveryError(format!(
                    "There was no answer in {patience} seconds."
                )))
            });
            count(&answered);
            answered
        })
    }
}

/// Counts what became of a parcel. Not by receiver: whoever makes webhooks would make labels.
fn count(answered: &Result<u16, DeliveryError>) {
    let status = match answered {
        Ok(status) => status.to_string(),
        Err(_) => "none".to_owned(),
    };
    counter!("webhook_requests_total", "status" => status).increment(1);
}

/// A failure with its cause, as a sentence.
fn delivery_error<E: std::fmt::Display>(what: &str) -> impl Fn(E) -> DeliveryError + use<'_, E> {
    move |cause| DeliveryError(format!("{what}: {cause}."))
}

/// Where an answer points, if it is one that is followed. The request is sent there as it is, with its method and its
/// body: a notice that became a GET would tell nothing. So 303, which asks for just that, is not followed.
fn redirect(status: StatusCode, headers: &HeaderMap) -> Option<&str> {
    match status {
        StatusCode::MOVED_PERMANENTLY
        | StatusCode::FOUND
        | StatusCode::TEMPORARY_REDIRECT
        | StatusCode::PERMANENT_REDIRECT => headers.get(header::LOCATION)?.to_str().ok(),
        _ => None,
    }
}

fn server_name(url: &Url) -> Result<ServerName<'static>, DeliveryError> {
    let name = match url.host() {
        Some(Host::Ipv4(address)) => ServerName::from(std::net::IpAddr::from(address)),
        Some(Host::Ipv6(address)) => ServerName::from(std::net::IpAddr::from(address)),
        Some(Host::Domain(name)) => ServerName::try_from(name.to_owned())
            .map_err(delivery_error("The host can have no certificate"))?,
        None => return Err(DeliveryError("The address names no host.".into())),
    };
    Ok(name)
}

fn http_request(
    url: &Url,
    request: &WebhookRequest,
) -> Result<Request<Full<Bytes>>, DeliveryError> {
    let host = url.host_str().unwrap_or_default();
    let host = url
        .port()
        .map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"));
    let target = &url[url::Position::BeforePath..url::Position::AfterQuery];
    Request::post(target)
        .header(header::HOST, host)
        .header(header::CONTENT_TYPE, "application/json")
        .header(
            header::USER_AGENT,
            concat!("cardpost/", env!("CARGO_PKG_VERSION")),
        )
        .header("webhook-id", request.id.to_string())
        .header("webhook-timestamp", request.timestamp.to_string())
        .header("webhook-signature", &request.signature)
        .body(Full::new(Bytes::from(request.body.clone())))
        .map_err(delivery_error("The request can't be written"))
}

/// Sends a request over a connection of its own: events are rare, and the next one may be for another address.
async fn exchange(
    stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
    request: Request<Full<Bytes>>,
) -> Result<(StatusCode, HeaderMap), DeliveryError> {
    let failed = delivery_error("The connection fails");
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream))
        .await
        .map_err(&failed)?;
    // Aborted with the exchange, however that ends.
    let mut driving = JoinSet::new();
    driving.spawn(connection);
    let answer = sender.send_request(request).await.map_err(&failed)?;
    let (status, headers) = (answer.status(), answer.headers().clone());
    take_in(answer).await;
    Ok((status, headers))
}

async fn take_in(answer: Response<Incoming>) {
    let body = Limited::new(answer.into_body(), MOST_OF_ANSWER);
    // What counts is there already: how the rest ends makes no difference.
    let _ = tokio::time::timeout(TIME_FOR_ANSWER, body.collect()).await;
}
