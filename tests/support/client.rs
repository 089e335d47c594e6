//! Clients of a server: one helper for nobody and for players alike. Every answer is held against the `OpenAPI`
//! document before a test sees it.

use std::{collections::BTreeSet, net::SocketAddr};

use reqwest::{
    Method,
    header::{HeaderMap, HeaderName, HeaderValue},
};
use serde_json::Value;

use super::contract::{CONTRACT, Exchange, NDJSON};

/// Where a server is, and the connections to it.
#[derive(Debug, Clone)]
pub struct Door {
    http: reqwest::Client,
    address: SocketAddr,
}

impl Door {
    /// The door of the server at this address.
    pub fn new(address: SocketAddr) -> Self {
        let http = reqwest::Client::builder()
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .expect("a client");
        Self { http, address }
    }

    /// The address.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }
}

/// Someone who sends requests.
pub trait Caller {
    /// Where they are sent to.
    fn door(&self) -> &Door;

    /// What they are sent with.
    fn token(&self) -> Option<&str>;

    /// A request, of which nothing is sent yet.
    fn request(&self, method: Method, path: &str) -> Request {
        let door = self.door();
        let url = format!("http://{}{path}", door.address);
        let mut builder = door.http.request(method.clone(), url);
        if let Some(token) = self.token() {
            builder = builder.bearer_auth(token);
        }
        Request {
            builder,
            method,
            path: path.to_owned(),
            is_documented: true,
        }
    }

    fn get(&self, path: &str) -> Request {
        self.request(Method::GET, path)
    }

    fn post(&self, path: &str) -> Request {
        self.request(Method::POST, path)
    }

    fn patch(&self, path: &str) -> Request {
        self.request(Method::PATCH, path)
    }

    fn delete(&self, path: &str) -> Request {
        self.request(Method::DELETE, path)
    }
}

/// Someone without a token.
#[derive(Debug, Clone)]
pub struct Nobody(Door);

impl Nobody {
    /// Nobody at this door.
    pub const fn new(door: Door) -> Self {
        Self(door)
    }
}

impl Caller for Nobody {
    fn door(&self) -> &Door {
        &self.0
    }

    fn token(&self) -> Option<&str> {
        None
    }
}

/// A player.
#[derive(Debug, Clone)]
pub struct Player {
    door: Door,
    /// The id.
    pub id: String,
    /// The token that their requests are sent with.
    pub token: String,
}

impl Player {
    /// The player of an answer to a registration.
    pub fn registered(door: Door, answer: &Value) -> Self {
        Self {
            door,
            id: text(&answer["player"]["id"]),
            token: text(&answer["token"]),
        }
    }

    /// The same player, known by another token.
    pub fn with_token(&self, token: &str) -> Self {
        Self {
            token: token.to_owned(),
            ..self.clone()
        }
    }

    /// The same player, at another server.
    pub fn at(&self, door: &Door) -> Self {
        Self {
            door: door.clone(),
            ..self.clone()
        }
    }
}

impl Caller for Player {
    fn door(&self) -> &Door {
        &self.door
    }

    fn token(&self) -> Option<&str> {
        Some(&self.token)
    }
}

/// A text in an answer.
#[track_caller]
pub fn text(value: &Value) -> String {
    value
        .as_str()
        .unwrap_or_else(|| panic!("a text is expected, and this is {value}"))
        .to_owned()
}

/// A request in the making.
#[derive(Debug)]
pub struct Request {
    builder: reqwest::RequestBuilder,
    method: Method,
    path: String,
    is_documented: bool,
}

impl Request {
    /// With this body, as JSON.
    pub fn json(self, body: &Value) -> Self {
        self.raw("application/json", body.to_string())
    }

    /// With these bytes as the body.
    pub fn raw(self, content_type: &str, body: impl Into<reqwest::Body>) -> Self {
        self.header("content-type", content_type).bytes(body)
    }

    /// With these bytes as the body, and without saying what they are.
    pub fn bytes(self, body: impl Into<reqwest::Body>) -> Self {
        Self {
            builder: self.builder.body(body),
            ..self
        }
    }

    /// With this header.
    pub fn header(self, name: &'static str, value: &str) -> Self {
        let name = HeaderName::from_static(name);
        let value = HeaderValue::from_bytes(value.as_bytes()).expect("no control characters");
        Self {
            builder: self.builder.header(name, value),
            ..self
        }
    }

    /// To an address that the document does not have: the answer is only checked for what all problems have.
    pub fn undocumented(self) -> Self {
        Self {
            is_documented: false,
            ..self
        }
    }

    /// Sends the request, and checks the answer against the document.
    pub async fn send(self) -> Answer {
        let sending = self
            .builder
            .try_clone()
            .expect("a body that can be sent again");
        let answer = sending
            .send()
            .await
            .unwrap_or_else(|error| panic!("{} {}: {error:?}", self.method, self.path));
        let request = format!("{} {}", self.method, self.path);
        let answer = Answer::read(request, answer).await;
        self.check(&answer);
        answer
    }

    /// Sends the request and gives its answer with the body unread, which may have no end.
    pub async fn open(self) -> reqwest::Response {
        let opened = self.builder.send().await;
        opened.unwrap_or_else(|error| panic!("{} {}: {error:?}", self.method, self.path))
    }

    fn check(&self, answer: &Answer) {
        let path = self.path.split('?').next().unwrap_or_default();
        let present: BTreeSet<&str> = answer.headers.keys().map(HeaderName::as_str).collect();
        let checked = CONTRACT.check(&Exchange {
            operation: self.is_documented.then_some((self.method.as_str(), path)),
            status: answer.status,
            headers: &present,
            content_type: answer.header("content-type"),
            content_encoding: answer.header("content-encoding"),
            body: &answer.body,
        });
        if let Err(mismatch) = checked {
            panic!("{answer} is not as the document has it: {mismatch}");
        }
    }

    /// Sends the request, and gives the body of an answer that must have this status.
    pub async fn expect(self, status: u16) -> Value {
        self.send().await.expect(status)
    }

    /// Sends the request, which must be answered with this problem.
    pub async fn refused(self, status: u16, code: &str) -> Value {
        self.send().await.refused(status, code)
    }
}

/// An answer.
#[derive(Debug, Clone)]
pub struct Answer {
    request: String,
    /// The status.
    pub status: u16,
    /// The headers.
    pub headers: HeaderMap,
    /// The body.
    pub body: Vec<u8>,
}

impl Answer {
    /// Reads an answer; of a stream of events, which may have no end, the first piece.
    async fn read(request: String, mut answer: reqwest::Response) -> Self {
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        let is_stream = headers
            .get("content-type")
            .is_some_and(|kind| kind == "text/event-stream");
        let read = if is_stream {
            answer.chunk().await.map(Option::unwrap_or_default)
        } else {
            answer.bytes().await
        };
        let body = read.unwrap_or_else(|error| panic!("{request}: {error:?}"));
        Self {
            request,
            status,
            headers,
            body: body.into(),
        }
    }

    /// An answer of which only this text was read.
    pub fn of_text(answer: &reqwest::Response, text: &str) -> Self {
        Self {
            request: answer.url().path().to_owned(),
            status: answer.status().as_u16(),
            headers: answer.headers().clone(),
            body: text.into(),
        }
    }

    /// A header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| {
            value
                .to_str()
                .unwrap_or_else(|_| panic!("{self}: {name} is no text"))
        })
    }

    /// The body as JSON; `null` where there is none, and a text where it is one.
    pub fn json(&self) -> Value {
        if self.body.is_empty() {
            return Value::Null;
        }
        if self
            .header("content-type")
            .is_some_and(|kind| kind.starts_with("text/") || kind == NDJSON)
        {
            return String::from_utf8_lossy(&self.body).into();
        }
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{self}: {error}"))
    }

    /// The body, where the status must be this one.
    #[track_caller]
    pub fn expect(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{self}");
        self.json()
    }

    /// Checks the status of an answer that need not be JSON.
    #[track_caller]
    pub fn expect_status(&self, status: u16) {
        assert_eq!(self.status, status, "{self}");
    }

    /// The problem, which must be this one.
    #[track_caller]
    pub fn refused(&self, status: u16, code: &str) -> Value {
        let problem = self.expect(status);
        assert_eq!(problem["code"], code, "{self}");
        problem
    }

    /// The code of the problem, where it is one.
    pub fn code(&self) -> Option<String> {
        (self.status >= 400).then(|| text(&self.json()["code"]))
    }
}

impl std::fmt::Display for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let body = String::from_utf8_lossy(&self.body);
        let (request, status) = (&self.request, self.status);
        write!(f, "the answer to {request:.300}, {status} {body:.2000},")
    }
}
