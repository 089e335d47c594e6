//! The HTTP client for webhooks.

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
    resolve::{Resolve, SystemResolver},
    transport::{DeliveryError, DeliveryFuture, WebhookRequest, WebhookTransport},
};

/// The timeout of a request, including redirects.
pub const TIMEOUT: Duration = Duration::from_secs(10);
/// The maximum number of redirects.
const MAX_REDIRECTS: usize = 3;
/// How much of the body of an answer is read, in bytes, and for how long. The body is ignored, but a receiver may log
/// an error if its answer is cut off.
const MAX_BODY: usize = 16 * 1024;
const BODY_TIMEOUT: Duration = Duration::from_secs(1);

/// Sends requests to webhooks whose addresses the egress policy allows.
#[derive(Clone)]
pub struct Client {
    policy: EgressPolicy,
    resolver: Arc<dyn Resolve>,
    tls: TlsConnector,
    timeout: Duration,
}

impl Client {
    /// Creates a client that trusts the certificates of the operating system.
    ///
    /// # Errors
    /// When TLS can't be set up.
    pub fn new(policy: EgressPolicy) -> Result<Self, rustls::Error> {
        let native = rustls_native_certs::load_native_certs();
        let mut roots = RootCertStore::empty();
        let (known, _) = roots.add_parsable_certificates(native.certs);
        if known == 0 {
            tracing::warn!(
                errors = ?native.errors,
                "found no trusted root certificates: deliveries to webhooks over TLS will fail"
            );
        }
        Self::with(policy, Arc::new(SystemResolver), roots, TIMEOUT)
    }

    /// Creates a client with this resolver, these trusted certificates and this timeout.
    ///
    /// # Errors
    /// When TLS can't be set up.
    pub fn with(
        policy: EgressPolicy,
        resolver: Arc<dyn Resolve>,
        roots: RootCertStore,
        timeout: Duration,
    ) -> Result<Self, rustls::Error> {
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Self {
            policy,
            resolver,
            tls: TlsConnector::from(Arc::new(config)),
            timeout,
        })
    }

    /// Sends a request and follows redirects. Returns the final status.
    async fn send_with_redirects(&self, request: &WebhookRequest) -> Result<u16, DeliveryError> {
        let mut url =
            Url::parse(&request.url).map_err(delivery_error("The address is not valid"))?;
        for _ in 0..=MAX_REDIRECTS {
            let (status, headers) = self.send_once(&url, request).await?;
            match redirect(status, &headers) {
                None => return Ok(status.as_u16()),
                Some(to) => {
                    url = url.join(to).map_err(delivery_error(
                        "The receiver redirects to an address that is not valid",
                    ))?;
                }
            }
        }
        Err(DeliveryError(format!(
            "The receiver redirects more than {MAX_REDIRECTS} times."
        )))
    }

    /// Sends a single request.
    async fn send_once(
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
                .map_err(delivery_error("The TLS handshake failed"))?;
            exchange(stream, request).await
        } else {
            exchange(stream, request).await
        }
    }

    /// Opens a connection after checking the addresses of the host.
    async fn connect(&self, url: &Url) -> Result<TcpStream, DeliveryError> {
        let denied = delivery_error("The address is not allowed");
        self.policy.check_url(url).map_err(&denied)?;
        let addresses = self.addresses(url).await?;
        for address in &addresses {
            self.policy.check_address(address.ip()).map_err(&denied)?;
        }
        let mut failed = DeliveryError("The host name has no address.".into());
        for address in addresses {
            match TcpStream::connect(address).await {
                Ok(stream) => return Ok(stream),
                Err(error) => {
                    failed = delivery_error(&format!("Could not connect to {address}"))(error);
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
                        "Could not resolve the host name {name}"
                    )))
            }
            None => Err(DeliveryError("The address has no host.".into())),
        }
    }
}

impl WebhookTransport for Client {
    fn send<'a>(&'a self, request: &'a WebhookRequest) -> DeliveryFuture<'a> {
        Box::pin(async move {
            let answered =
                tokio::time::timeout(self.timeout, self.send_with_redirects(request)).await;
            let answered = answered.unwrap_or_else(|_| {
                let timeout = self.timeout.as_secs();
                Err(DeliveryError(format!(
                    "The receiver did not answer within {timeout} seconds."
                )))
            });
            count(&answered);
            answered
        })
    }
}

/// Counts requests by status. The receiver is not a label, because players could create any number of labels.
fn count(answered: &Result<u16, DeliveryError>) {
    let status = match answered {
        Ok(status) => status.to_string(),
        Err(_) => "none".to_owned(),
    };
    counter!("webhook_requests_total", "status" => status).increment(1);
}

/// Returns a function that describes an error and its cause in a sentence.
fn delivery_error<E: std::fmt::Display>(what: &str) -> impl Fn(E) -> DeliveryError + use<'_, E> {
    move |cause| DeliveryError(format!("{what}: {cause}."))
}

/// Returns the target of a redirect that is followed. The method and the body of the request are kept, because a
/// delivery without its body would be useless. So 303, which requires a GET, is not followed.
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
        Some(Host::Domain(name)) => ServerName::try_from(name.to_owned()).map_err(
            delivery_error("The host name is not valid in a certificate"),
        )?,
        None => return Err(DeliveryError("The address has no host.".into())),
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
        .map_err(delivery_error("Could not create the request"))
}

/// Sends a request over a new connection. Connections are not reused: events are rare, and the next one may be for
/// another address.
async fn exchange(
    stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
    request: Request<Full<Bytes>>,
) -> Result<(StatusCode, HeaderMap), DeliveryError> {
    let failed = delivery_error("The connection failed");
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream))
        .await
        .map_err(&failed)?;
    // The task is aborted when this function returns.
    let mut connection_task = JoinSet::new();
    connection_task.spawn(connection);
    let answer = sender.send_request(request).await.map_err(&failed)?;
    let (status, headers) = (answer.status(), answer.headers().clone());
    drain(answer).await;
    Ok((status, headers))
}

/// Reads and discards the body.
async fn drain(answer: Response<Incoming>) {
    let body = Limited::new(answer.into_body(), MAX_BODY);
    // The status is already known, so an error here does not matter.
    let _ = tokio::time::timeout(BODY_TIMEOUT, body.collect()).await;
}
