//! Everything that can be changed in a record, one thing at a time.

use std::collections::BTreeMap;

use cardpost::game::chain::Hash;
use serde_json::{Value, json};

/// What is done to a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum How {
    ValueChanged,
    OtherType,
    FieldRemoved,
    FieldAdded,
    ElementRemoved,
    EntryDropped,
    EntryDoubled,
    EntriesSwapped,
}

impl How {
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::ValueChanged => "a value changed",
            Self::OtherType => "a value of another type",
            Self::FieldRemoved => "a field removed",
            Self::FieldAdded => "a field added",
            Self::ElementRemoved => "an element of a list removed",
            Self::EntryDropped => "an entry dropped",
            Self::EntryDoubled => "an entry doubled",
            Self::EntriesSwapped => "two entries swapped",
        }
    }
}

/// A change: what is done, and where.
#[derive(Debug, Clone)]
pub struct Change {
    pub how: How,
    /// A JSON pointer.
    pub place: String,
}

impl Change {
    /// Whether it changes what a player is called, which no record proves.
    pub fn is_of_a_name(&self) -> bool {
        self.how == How::ValueChanged
            && self.place.starts_with("/seats/")
            && self.place.ends_with("/name")
    }

    /// The record with this changed.
    pub fn of(&self, record: &Value) -> Value {
        let mut changed = record.clone();
        let (parent, name) = self.place.rsplit_once('/').unwrap_or_default();
        let index = || name.parse::<usize>().unwrap();
        match self.how {
            How::ValueChanged => {
                let value = changed.pointer_mut(&self.place).unwrap();
                *value = another(value);
            }
            How::OtherType => {
                let value = changed.pointer_mut(&self.place).unwrap();
                *value = of_another_type(value);
            }
            How::FieldAdded => {
                changed.pointer_mut(&self.place).unwrap()["surprise"] = json!(1);
            }
            How::FieldRemoved => {
                let object = changed
                    .pointer_mut(parent)
                    .unwrap()
                    .as_object_mut()
                    .unwrap();
                object.remove(name).unwrap();
            }
            How::ElementRemoved | How::EntryDropped => {
                list(&mut changed, parent).remove(index());
            }
            How::EntryDoubled => {
                let list = list(&mut changed, parent);
                list.insert(index(), list[index()].clone());
            }
            How::EntriesSwapped => list(&mut changed, parent).swap(index(), index() + 1),
        }
        changed
    }
}

fn list<'a>(json: &'a mut Value, place: &str) -> &'a mut Vec<Value> {
    json.pointer_mut(place).unwrap().as_array_mut().unwrap()
}

/// Every change that can be made to a record.
pub fn every_change(record: &Value) -> Vec<Change> {
    let mut changes = Vec::new();
    within("", record, &mut changes);
    changes
}

/// The first, the middle and the last change of each sort: those that do the same in the same field, in entries of the
/// same type.
pub fn some_of_each(changes: Vec<Change>, record: &Value) -> Vec<Change> {
    let mut sorts: BTreeMap<(How, String), Vec<Change>> = BTreeMap::new();
    for change in changes {
        let sort = sort_of(&change.place, record);
        sorts.entry((change.how, sort)).or_default().push(change);
    }
    sorts
        .into_values()
        .flat_map(|mut sort| {
            let last = sort.len() - 1;
            let mut chosen = [last, last / 2, 0].to_vec();
            chosen.dedup();
            chosen
                .into_iter()
                .map(|i| sort.swap_remove(i))
                .collect::<Vec<_>>()
        })
        .collect()
}

/// A place with the positions in lists left out, and the types of what stands there in their stead.
fn sort_of(place: &str, record: &Value) -> String {
    let mut sort = String::new();
    let mut here = String::new();
    for part in place.split('/').skip(1) {
        here = format!("{here}/{part}");
        let kind = record.pointer(&here).map(|value| &value["type"]);
        let is_position = part.bytes().all(|byte| byte.is_ascii_digit());
        match kind.and_then(Value::as_str) {
            _ if !is_position => sort.extend(["/", part]),
            Some(kind) => sort.extend(["/", kind]),
            None => sort += "/#",
        }
    }
    sort
}

fn within(place: &str, json: &Value, changes: &mut Vec<Change>) {
    let mut add = |how, place: String| changes.push(Change { how, place });
    match json {
        Value::Object(fields) => {
            add(How::FieldAdded, place.to_owned());
            for name in fields.keys() {
                add(How::FieldRemoved, format!("{place}/{name}"));
            }
            for (name, value) in fields {
                within(&format!("{place}/{name}"), value, changes);
            }
        }
        Value::Array(items) => {
            for i in 0..items.len() {
                let element = format!("{place}/{i}");
                if place == "/log" {
                    add(How::EntryDropped, element.clone());
                    add(How::EntryDoubled, element.clone());
                    if i + 1 < items.len() {
                        add(How::EntriesSwapped, element);
                    }
                } else {
                    add(How::ElementRemoved, element);
                }
            }
            for (i, item) in items.iter().enumerate() {
                within(&format!("{place}/{i}"), item, changes);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            add(How::ValueChanged, place.to_owned());
            add(How::OtherType, place.to_owned());
        }
    }
}

/// Another value of the same kind: another card for a card, another digit in a number, a hash, an id or a time.
fn another(value: &Value) -> Value {
    match value {
        Value::Null => json!("00"),
        Value::Bool(value) => json!(!value),
        Value::Number(number) => json!(number.as_i64().unwrap() + 1),
        Value::String(text) if text == "XX" => json!("AC"),
        Value::String(text) if text == "AC" => json!("KS"),
        Value::String(text) if is_card(text) => json!("AC"),
        Value::String(text) if text == "random" => json!("as_joined"),
        Value::String(text) if text == "as_joined" => json!("random"),
        Value::String(text) if text == "public" => json!("private"),
        Value::String(text) => {
            let mut text = text.clone();
            // Behind the last digit of a time stands a letter.
            let behind = if text.ends_with('Z') {
                text.pop()
            } else {
                None
            };
            let last = text.pop();
            text.push(if last == Some('1') { '2' } else { '1' });
            text.extend(behind);
            json!(text)
        }
        Value::Array(_) | Value::Object(_) => unreachable!("only what holds nothing is changed"),
    }
}

fn is_card(text: &str) -> bool {
    text.len() == 2 && "A23456789TJQK".contains(&text[..1]) && "CDHS".contains(&text[1..])
}

fn of_another_type(value: &Value) -> Value {
    match value {
        Value::Null => json!(0),
        Value::Bool(value) => json!(u8::from(*value)),
        Value::Number(number) => json!(number.to_string()),
        Value::String(_) => Value::Null,
        Value::Array(_) | Value::Object(_) => unreachable!("only what holds nothing is changed"),
    }
}

/// What somebody would do who changed the log and wants nobody to notice: number the entries anew, compute every hash
/// anew, and say beside the log what the log now says.
pub fn covered_up(mut record: Value) -> Value {
    let mut hash = Hash::START;
    let log = record["log"].as_array_mut().unwrap();
    for entry in log.iter_mut() {
        let entry = entry.as_object_mut().unwrap();
        entry.remove("hash");
        let canonical = cardpost::game::chain::canonical(entry).unwrap();
        hash = hash.link(&canonical);
        entry.insert("hash".into(), json!(hash));
    }
    let log = log.clone();
    let of = |kind: &str| {
        log.iter()
            .filter(|entry| entry["type"] == *kind)
            .collect::<Vec<_>>()
    };
    if let Some(created) = of("created").first() {
        for (beside, name) in [
            ("id", "game"),
            ("kind", "kind"),
            ("rules", "rules"),
            ("options", "options"),
        ] {
            record[beside] = created[name].clone();
        }
        record["deal"]["commitment"] = created["commitment"].clone();
    }
    let mut joined: Vec<&Value> = Vec::new();
    for entry in &log {
        match entry["type"].as_str() {
            Some("joined") => joined.push(entry),
            Some("left") => joined.retain(|joined| joined["player"] != entry["player"]),
            _ => {}
        }
    }
    record["deal"]["entropy"] = joined
        .iter()
        .map(|joined| joined["entropy"].clone())
        .collect();
    record["shuffles"] = of("shuffled")
        .iter()
        .map(|entry| entry["cards"].clone())
        .collect();
    if let Some(finished) = of("finished").first() {
        record["result"] = finished["result"].clone();
    }
    record
}

/// The same with the entries numbered anew.
pub fn numbered(mut record: Value) -> Value {
    for (seq, entry) in (1..).zip(record["log"].as_array_mut().unwrap()) {
        entry["seq"] = json!(seq);
    }
    record
}
