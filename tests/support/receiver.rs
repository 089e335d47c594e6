//! A receiver of webhooks: a small HTTP server that hands what it is sent to the test.

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::{Arc, Mutex},
};

use base64::{Engine as _, engine::general_purpose::STANDARD as BASE64};
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::Value;
use sha2::Sha256;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
    sync::mpsc,
};

use super::contract::CONTRACT;

/// A request that a receiver was sent.
#[derive(Debug, Clone)]
pub struct Received {
    /// The first line.
    pub line: String,
    headers: Vec<(String, String)>,
    /// The body as it was sent.
    pub raw: String,
    /// The body as JSON.
    pub body: Value,
}

impl Received {
    /// A header that must be there.
    #[track_caller]
    pub fn header(&self, name: &str) -> &str {
        self.headers
            .iter()
            .find(|(header, _)| header == name)
            .map_or_else(|| panic!("{name} is missing"), |(_, value)| value)
    }

    /// What repetitions are told by.
    pub fn id(&self) -> &str {
        self.header("webhook-id")
    }

    /// What it is about. The body must be as the document says.
    pub fn about(&self) -> &str {
        let about = self.body["type"].as_str().expect("a type");
        let checked = CONTRACT.check_notice(about, &self.body);
        assert_eq!(checked, Ok(()), "{}", self.body);
        about
    }

    /// The signatures.
    pub fn signatures(&self) -> Vec<&str> {
        self.header("webhook-signature").split(' ').collect()
    }

    /// Which of the signatures this secret makes.
    pub fn signed_with(&self, secret: &str) -> Option<usize> {
        let key = secret.strip_prefix("whsec_").expect("a secret");
        let key = BASE64.decode(key).expect("base64");
        let mut mac = Hmac::<Sha256>::new_from_slice(&key).expect("a key of any length");
        let timestamp = self.header("webhook-timestamp");
        mac.update(format!("{}.{timestamp}.{}", self.id(), self.raw).as_bytes());
        let right = format!("v1,{}", BASE64.encode(mac.finalize().into_bytes()));
        self.signatures()
            .into_iter()
            .position(|signature| signature == right)
    }
}

/// How a request is answered: the status, and where the answer points. `None`: never.
pub type Answer = Option<(u16, Option<String>)>;

type Answers = Arc<Mutex<dyn FnMut(&Received) -> Answer + Send>>;

/// A receiver that is not up yet: its address is taken, and nobody answers there.
#[derive(Debug)]
pub struct Down(TcpSocket);

impl Down {
    /// A receiver on the loopback.
    pub fn new() -> Self {
        Self::at(Ipv4Addr::LOCALHOST.into())
    }

    /// A receiver at this address.
    pub fn at(address: IpAddr) -> Self {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.bind((address, 0).into()).expect("a free port");
        Self(socket)
    }

    /// Where it is going to be.
    pub fn address(&self) -> SocketAddr {
        self.0.local_addr().expect("it is bound")
    }

    /// Comes up, and answers like this.
    pub fn up(self, answers: impl FnMut(&Received) -> Answer + Send + 'static) -> Receiver {
        let address = self.address();
        let listener = self.0.listen(64).expect("it listens");
        let answers: Answers = Arc::new(Mutex::new(answers));
        let (sender, requests) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(answer(stream, Arc::clone(&answers), sender.clone()));
            }
        });
        Receiver { address, requests }
    }

    /// Comes up, and takes everything.
    pub fn up_and_taking(self) -> Receiver {
        self.up(|_| Some((204, None)))
    }
}

/// A receiver, for as long as the test's runtime lives.
#[derive(Debug)]
pub struct Receiver {
    address: SocketAddr,
    requests: mpsc::UnboundedReceiver<Received>,
}

impl Receiver {
    /// An address at this receiver.
    pub fn url(&self) -> String {
        format!("http://{}/hook", self.address)
    }

    /// The next request, whenever it comes.
    pub async fn next(&mut self) -> Received {
        self.requests.recv().await.expect("the receiver is up")
    }

    /// What came and was not looked at yet.
    pub fn came(&mut self) -> Vec<Received> {
        std::iter::from_fn(|| self.requests.try_recv().ok()).collect()
    }
}

async fn answer(
    mut stream: TcpStream,
    answers: Answers,
    requests: mpsc::UnboundedSender<Received>,
) {
    let Some(received) = read(&mut stream).await else {
        return;
    };
    let answer = (answers.lock().expect("no test panicked in it"))(&received);
    // A test that has seen enough has let go of the other end.
    let _ = requests.send(received);
    let Some((status, location)) = answer else {
        // Open, and silent.
        return std::future::pending().await;
    };
    let location = location.map_or_else(String::new, |to| format!("location: {to}\r\n"));
    let head = format!("HTTP/1.1 {status} -\r\ncontent-length: 0\r\n{location}\r\n");
    let _ = stream.write_all(head.as_bytes()).await;
}

async fn read(stream: &mut TcpStream) -> Option<Received> {
    let mut bytes = Vec::new();
    loop {
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
        // It speaks nothing but HTTP.
        if !bytes.starts_with(b"P") {
            return None;
        }
        let text = String::from_utf8_lossy(&bytes);
        let Some((head, raw)) = text.split_once("\r\n\r\n") else {
            continue;
        };
        let mut lines = head.lines();
        let line = lines.next()?.to_owned();
        let headers: Vec<(String, String)> = lines
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
            .collect();
        let length = headers.iter().find(|(name, _)| name == "content-length");
        if raw.len().to_string() == length?.1 {
            return Some(Received {
                line,
                headers,
                raw: raw.to_owned(),
                body: serde_json::from_str(raw).expect("JSON"),
            });
        }
    }
}
