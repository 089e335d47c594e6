//! Entity tags, and whether a client already has what one of them names (RFC 9110, section 13.1.2).

use actix_web::{HttpRequest, http::header};

/// Whether the client already has what has this entity tag.
pub fn has_tag(request: &HttpRequest, current: &str) -> bool {
    let strong = |tag| str::strip_prefix(tag, "W/").unwrap_or(tag);
    let Some(tags) = request
        .headers()
        .get(header::IF_NONE_MATCH)
        .and_then(|v| v.to_str().ok())
    else {
        return false;
    };
    tags.split(',').map(str::trim).any(|tag| {
        // The comparison is the weak one, as RFC 9110 wants it here.
        tag == "*" || strong(tag) == strong(current)
    })
}

/// Whether the client already has this version of what it asks for.
pub fn has_version(request: &HttpRequest, version: u32) -> bool {
    has_tag(request, &etag(version))
}

/// The entity tag of a game at this version.
pub fn etag(version: u32) -> String {
    format!("\"{version}\"")
}
