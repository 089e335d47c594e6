//! Entity tags and the header `If-None-Match` (RFC 9110, section 13.1.2).

use actix_web::{HttpRequest, http::header};

/// Returns whether the client already has the representation with this entity tag.
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
        // RFC 9110 prescribes weak comparison for this header.
        tag == "*" || strong(tag) == strong(current)
    })
}

/// Returns whether the client already has this version of a game.
pub fn has_version(request: &HttpRequest, version: u32) -> bool {
    has_tag(request, &etag(version))
}

/// Returns the entity tag of a game at this version.
pub fn etag(version: u32) -> String {
    format!("\"{version}\"")
}
