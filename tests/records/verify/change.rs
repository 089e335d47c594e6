//! Everything that can be changed in a record, one thing at a time.

use std::collections::BTreeMap;

use cardpost::game::chain::Hash;
use serde_json::{Value, json};

/// The sort of a change.
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

/// A change to a record.
#[derive(Debug, Clone)]
pub struct Change {
    pub how: How,
    /// A JSON pointer.
    pub place: String,
}

impl Change {
    /// Returns whether it changes the name of a player, which no record proves.
    pub fn is_of_a_name(&self) -> bool {
        self.how == How::ValueChanged
            && self.place.starts_with("/seats/")
            && self.place.ends_with("/name")
    }

    /// Returns the record with this change.
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

/// Returns every change that can be made to a record.
pub fn every_change(record: &Value) -> Vec<Change> {
    let mut changes = Vec::new();
    within("", record, &mut changes);
    changes
}

/// Returns the first, the middle and the last change of each group. A group has the changes of one sort to one field,
/// in entries of one type.
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

/// Returns a place with the positions in lists replaced by the types of the items there.
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

/// Returns another value of the same kind: another card for a card, another digit in a number, a hash, an id or a time.
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
            // The last digit of a time is followed by a letter.
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

/// Hides a change to the log: numbers the entries again, computes all hashes again, and adapts the other fields of the
/// record to the log.
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

/// Returns the record with its entries numbered again.
pub fn numbered(mut record: Value) -> Value {
    for (seq, entry) in (1..).zip(record["log"].as_array_mut().unwrap()) {
        entry["seq"] = json!(seq);
    }
    record
}
