//! The `OpenAPI` document, and whether an answer is as it says.

use std::{
    collections::{BTreeSet, HashMap},
    sync::{Arc, LazyLock, Mutex},
};

use jsonschema::{Draft, Validator};
use serde_json::{Value, json};

/// The document of this server.
pub static CONTRACT: LazyLock<Contract> = LazyLock::new(|| {
    let document = cardpost::http::openapi::published();
    Contract::new(serde_json::from_slice(document.json()).expect("the document is JSON"))
});

/// An answer to a request, for checking.
#[derive(Debug)]
pub struct Exchange<'a> {
    /// The method and the path; `None` where nothing is at that address, so that no operation promises anything.
    pub operation: Option<(&'a str, &'a str)>,
    /// The status of the answer.
    pub status: u16,
    /// The names of its headers.
    pub headers: &'a BTreeSet<&'a str>,
    /// The type of its body.
    pub content_type: Option<&'a str>,
    /// How its body is packed: then only the rest is checked.
    pub content_encoding: Option<&'a str>,
    /// Its body.
    pub body: &'a [u8],
}

/// The document, and the validators that were made from it.
#[derive(Debug)]
pub struct Contract {
    document: Value,
    /// The same with every object closed, so that an answer with a field that nobody documented does not pass.
    closed: Value,
    validators: Mutex<HashMap<String, Arc<Validator>>>,
}

/// A type whose lines are JSON, and which as a whole is a text.
pub const NDJSON: &str = "application/x-ndjson";

/// Words that belong to the inside of the server: no problem may name them.
const INTERNAL: [&str; 14] = [
    "postgres",
    "diesel",
    "sql",
    "deadpool",
    "tokio",
    "actix",
    "serde",
    "panick",
    "backtrace",
    ".rs:",
    "struct ",
    "enum ",
    "tuple",
    "relation ",
];

impl Contract {
    fn new(document: Value) -> Self {
        let mut closed = document.clone();
        close_objects(&mut closed);
        Self {
            document,
            closed,
            validators: Mutex::default(),
        }
    }

    /// The document.
    pub const fn document(&self) -> &Value {
        &self.document
    }

    /// Every operation: its method, the template of its path, and what the document says of it.
    pub fn operations(&self) -> impl Iterator<Item = (String, &str, &Value)> {
        let paths = self.document["paths"].as_object().expect("paths");
        paths.iter().flat_map(|(template, item)| {
            let methods = item.as_object().expect("the operations of a path");
            methods
                .iter()
                .map(move |(method, operation)| (method.to_uppercase(), &**template, operation))
        })
    }

    /// Whether the answer is as the document says.
    ///
    /// # Errors
    /// With the first thing that isn't.
    pub fn check(&self, exchange: &Exchange<'_>) -> Result<(), String> {
        let media_type = exchange
            .content_type
            .and_then(|content_type| content_type.split(';').next());
        if exchange.status >= 400 {
            check_problem(exchange, media_type)?;
        }
        let Some((method, path)) = exchange.operation else {
            return Ok(());
        };
        let template = self
            .template_of(path)
            .ok_or("the document has no such path")?;
        let operation = &self.document["paths"][template][method.to_lowercase()];
        if operation.is_null() {
            return Err(format!("{template} has no such method there"));
        }
        let response = &operation["responses"][exchange.status.to_string()];
        if response.is_null() {
            return Err(format!("{method} {template} has no such status there"));
        }
        for name in keys(&response["headers"]) {
            if !exchange.headers.contains(&*name.to_lowercase()) {
                return Err(format!("the header {name} is missing"));
            }
        }
        let Some(content) = response["content"].as_object() else {
            return if exchange.body.is_empty() && media_type.is_none() {
                Ok(())
            } else {
                Err("there it has no body".into())
            };
        };
        let media_type = media_type.ok_or("the type of the body is missing")?;
        let media = content
            .get(media_type)
            .ok_or_else(|| format!("it is never of the type {media_type} there"))?;
        if exchange.content_encoding.is_some() {
            return Ok(());
        }
        let body = parse(media_type, exchange.body)?;
        if exchange.status >= 400 {
            let code = body["code"].as_str().unwrap_or_default();
            if !keys(&media["examples"]).any(|documented| documented == code) {
                return Err(format!("the code {code} is not documented there"));
            }
        }
        self.validate(method, template, exchange.status, media_type, &body)
    }

    /// The template that a path fits.
    pub fn template_of(&self, path: &str) -> Option<&str> {
        let fits = |template: &str| {
            let (mut parts, mut segments) = (template.split('/'), path.split('/'));
            let all = parts.by_ref().all(|part| {
                segments
                    .next()
                    .is_some_and(|segment| part.starts_with('{') || part == segment)
            });
            all && segments.next().is_none()
        };
        keys(&self.document["paths"]).find(|template| fits(template))
    }

    /// Whether a value fits this schema of the document, and has nothing that it does not name.
    ///
    /// # Errors
    /// With what doesn't fit.
    pub fn check_value(&self, schema: &str, value: &Value) -> Result<(), String> {
        let schema = json!({ "$ref": format!("#/components/schemas/{schema}") });
        let validator = self.validator(&schema);
        let checked = validator.validate(value);
        checked.map_err(|error| format!("{}: {error:.300}", error.instance_path()))
    }

    /// Whether the body of a notice of this type is as the document says.
    ///
    /// # Errors
    /// With the first thing that isn't.
    pub fn check_notice(&self, about: &str, body: &Value) -> Result<(), String> {
        let request = &self.closed["webhooks"][about]["post"]["requestBody"];
        let validator = self.validator(&request["content"]["application/json"]["schema"]);
        let checked = validator.validate(body);
        checked.map_err(|error| format!("{}: {error:.300}", error.instance_path()))
    }

    fn validate(
        &self,
        method: &str,
        template: &str,
        status: u16,
        media_type: &str,
        body: &Value,
    ) -> Result<(), String> {
        let schema = &self.closed["paths"][template][method.to_lowercase()]["responses"]
            [status.to_string()]["content"][media_type]["schema"];
        let validator = self.validator(schema);
        let errors: Vec<String> = validator
            .iter_errors(body)
            .take(3)
            .map(|error| format!("{}: {error:.300}", error.instance_path()))
            .collect();
        if errors.is_empty() {
            Ok(())
        } else {
            Err(errors.join("; "))
        }
    }

    fn validator(&self, schema: &Value) -> Arc<Validator> {
        let mut validators = self
            .validators
            .lock()
            .expect("nobody panics while they hold it");
        let made = validators.entry(schema.to_string()).or_insert_with(|| {
            // References in a schema are places in the document, so the schema is put where they can be found.
            let mut root = schema.clone();
            root["components"] = json!({ "schemas": self.closed["components"]["schemas"] });
            let validator = jsonschema::options()
                .with_draft(Draft::Draft202012)
                .should_validate_formats(true)
                .build(&root)
                .unwrap_or_else(|error| panic!("{schema} is no schema: {error}"));
            Arc::new(validator)
        });
        Arc::clone(made)
    }
}

/// What every problem has, whatever it is an answer to.
fn check_problem(exchange: &Exchange<'_>, media_type: Option<&str>) -> Result<(), String> {
    if media_type != Some("application/problem+json") {
        return Err("a problem is application/problem+json".into());
    }
    if exchange.content_encoding.is_some() {
        return Ok(());
    }
    let problem = parse("application/problem+json", exchange.body)?;
    let code = problem["code"].as_str().ok_or("a problem has a code")?;
    if problem["type"] != format!("/problems/{code}") {
        return Err("the type of a problem names its code".into());
    }
    if problem["status"] != exchange.status {
        return Err("the status of a problem is that of the answer".into());
    }
    for field in ["title", "detail"] {
        if problem[field].as_str().is_none_or(str::is_empty) {
            return Err(format!("a problem has a {field}"));
        }
    }
    let must_have = match exchange.status {
        401 => Some("www-authenticate"),
        405 => Some("allow"),
        429 | 503 => Some("retry-after"),
        _ => None,
    };
    if let Some(header) = must_have.filter(|header| !exchange.headers.contains(header)) {
        return Err(format!("the header {header} is missing"));
    }
    let said = problem.to_string().to_lowercase();
    match INTERNAL.iter().find(|word| said.contains(**word)) {
        Some(word) => Err(format!("a client is told of {word:?}")),
        None => Ok(()),
    }
}

fn parse(media_type: &str, body: &[u8]) -> Result<Value, String> {
    let text = std::str::from_utf8(body).map_err(|error| format!("the body: {error}"))?;
    if media_type.ends_with("json") && media_type != NDJSON {
        serde_json::from_str(text).map_err(|error| format!("the body: {error}"))
    } else {
        Ok(text.into())
    }
}

fn keys(object: &Value) -> impl Iterator<Item = &str> {
    object
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, _)| &**name)
}

/// Lets no object of a schema have properties that the schema does not name.
fn close_objects(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            fields.values_mut().for_each(close_objects);
            if fields.get("properties").is_some_and(Value::is_object)
                && !fields.contains_key("additionalProperties")
            {
                fields.insert("additionalProperties".into(), false.into());
            }
        }
        Value::Array(items) => items.iter_mut().for_each(close_objects),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
