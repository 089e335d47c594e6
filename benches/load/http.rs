//! A cheap HTTP client: one keep-alive connection, one request at a time, no more parsing than a figure needs.

use std::time::{Duration, Instant};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

/// One connection to a server.
pub struct Connection {
    stream: TcpStream,
    host: String,
    buffer: Vec<u8>,
}

/// A response: its status and body, and how long it took from sending the request to the last byte.
pub struct Response<'a> {
    /// The status code.
    pub status: u16,
    /// The body.
    pub body: &'a [u8],
    /// The time that it took.
    pub took: Duration,
}

impl Connection {
    /// Connects to a server at `host:port`.
    pub async fn open(host: &str) -> Self {
        let stream = TcpStream::connect(host).await.expect("the server listens");
        stream.set_nodelay(true).expect("a TCP option");
        Self {
            stream,
            host: host.to_owned(),
            buffer: Vec::with_capacity(64 * 1024),
        }
    }

    /// Sends a request and reads the whole response. `headers` are complete lines.
    pub async fn send(
        &mut self,
        method: &str,
        path: &str,
        token: Option<&str>,
        headers: &str,
        body: &str,
    ) -> Response<'_> {
        let authorization = token.map_or_else(String::new, |token| {
            format!("authorization: Bearer {token}\r\n")
        });
        let content = if body.is_empty() {
            String::new()
        } else {
            format!(
                "content-type: application/json\r\ncontent-length: {}\r\n",
                body.len()
            )
        };
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\n{authorization}{content}{headers}\r\n{body}",
            self.host
        );
        let began = Instant::now();
        self.stream
            .write_all(request.as_bytes())
            .await
            .expect("the server reads");
        self.buffer.clear();
        let (head, length) = loop {
            let read = self.stream.read_buf(&mut self.buffer).await;
            assert!(read.expect("the server answers") > 0, "the server hung up");
            if let Some(end) = find(&self.buffer, b"\r\n\r\n") {
                break (end + 4, content_length(&self.buffer[..end]));
            }
        };
        while self.buffer.len() < head + length {
            let read = self.stream.read_buf(&mut self.buffer).await;
            assert!(read.expect("the server answers") > 0, "the server hung up");
        }
        let status = std::str::from_utf8(&self.buffer[9..12]).expect("a status line");
        Response {
            status: status.parse().expect("a status code"),
            body: &self.buffer[head..head + length],
            took: began.elapsed(),
        }
    }
}

/// The number behind `"name":` in a body of JSON, without reading the rest.
pub fn number_in(body: &[u8], name: &str) -> Option<u64> {
    let key = format!("\"{name}\":");
    let start = find(body, key.as_bytes())? + key.len();
    let digits = body[start..]
        .iter()
        .take_while(|byte| byte.is_ascii_digit());
    std::str::from_utf8(&body[start..start + digits.count()])
        .ok()?
        .parse()
        .ok()
}

fn find(text: &[u8], pattern: &[u8]) -> Option<usize> {
    text.windows(pattern.len()).position(|part| part == pattern)
}

fn content_length(head: &[u8]) -> usize {
    let head = std::str::from_utf8(head).expect("headers are text");
    head.lines()
        .filter_map(|line| line.split_once(':'))
        .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
        .map_or(0, |(_, length)| length.trim().parse().expect("a length"))
}
