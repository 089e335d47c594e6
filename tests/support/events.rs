//! Readers of event streams. Each event is held against the document before a test sees it.

use std::{collections::VecDeque, time::Duration};

use serde_json::Value;

use super::{
    client::{Answer, Caller},
    contract::CONTRACT,
};

/// How long something may take that must come: only a test that fails takes so long.
pub const PATIENCE: Duration = Duration::from_mins(1);

/// What must come, in time.
pub async fn in_time<T>(what: impl Future<Output = T>) -> T {
    let coming = tokio::time::timeout(PATIENCE, what);
    coming.await.expect("it comes")
}

/// An event.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// What a client comes back with.
    pub id: String,
    /// The entry.
    pub data: Value,
}

/// A stream of events that is being read.
pub struct Events {
    answer: reqwest::Response,
    text: String,
    ready: VecDeque<(Event, String)>,
    /// The event that was read last, as it came.
    last: String,
    /// The id that the client knows.
    pub last_id: Option<String>,
}

impl Events {
    /// Opens a stream, coming back with this id if there is one. `None` when the client is told not to come back.
    pub async fn open(caller: &impl Caller, path: &str, last_id: Option<&str>) -> Option<Self> {
        let mut request = caller.get(path);
        if let Some(id) = last_id {
            request = request.header("last-event-id", id);
        }
        let answer = in_time(request.open()).await;
        if answer.status() == 204 {
            return None;
        }
        assert_eq!(answer.status(), 200, "{path}");
        assert_eq!(answer.headers()["content-type"], "text/event-stream");
        Some(Self {
            answer,
            text: String::new(),
            ready: VecDeque::new(),
            last: String::new(),
            last_id: last_id.map(str::to_owned),
        })
    }

    /// The next event; `None` when the stream ended.
    pub async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some((event, text)) = self.ready.pop_front() {
                self.last_id = Some(event.id.clone());
                self.last = text;
                return Some(event);
            }
            let chunk = in_time(self.answer.chunk()).await.expect("no error");
            let Some(chunk) = chunk else {
                assert!(self.text.is_empty(), "{:?} is cut off", self.text);
                return None;
            };
            self.text += std::str::from_utf8(&chunk).expect("text");
            while let Some((block, rest)) = self.text.split_once("\n\n") {
                let (block, rest) = (block.to_owned(), rest.to_owned());
                self.take(&block);
                self.text = rest;
            }
        }
    }

    /// The answer, as if the event that was read last were all of it.
    pub fn last(&self) -> Answer {
        Answer::of_text(&self.answer, &self.last)
    }

    /// Takes in a block of lines, as the HTML standard has it.
    fn take(&mut self, block: &str) {
        let field = |name: &str| {
            let mut lines = block.lines();
            lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
        };
        let known = block.lines().all(|line| {
            ["id: ", "event: ", "data: ", ":"]
                .iter()
                .any(|name| line.starts_with(name))
        });
        assert!(known, "{block}");
        let Some(data) = field("data") else {
            if let Some(id) = field("id") {
                self.last_id = Some(id.to_owned());
            }
            return;
        };
        let data: Value = serde_json::from_str(data).expect("JSON");
        assert_eq!(field("event"), data["type"].as_str());
        check(&data);
        let id = field("id").expect("an id").to_owned();
        self.ready
            .push_back((Event { id, data }, format!("{block}\n\n")));
    }
}

/// Checks that the data of an event are an entry of a log, and maybe the id of its game.
fn check(data: &Value) {
    let mut entry = data.clone();
    if entry["type"] != "created" {
        entry.as_object_mut().expect("an object").remove("game");
    }
    let checked = CONTRACT.check_value("Entry", &entry);
    checked.unwrap_or_else(|mismatch| panic!("{data}: {mismatch}"));
}

/// The data of events without the id of their game, which an entry of a log has only if it is the first one.
pub fn as_entries<'a>(events: impl IntoIterator<Item = &'a Event>) -> Vec<Value> {
    let entry = |event: &Event| {
        let mut entry = event.data.clone();
        if entry["type"] != "created" {
            entry.as_object_mut().expect("an object").remove("game");
        }
        entry
    };
    events.into_iter().map(entry).collect()
}
