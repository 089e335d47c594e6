//! Content negotiation with the header `Accept` (RFC 9110, section 12.5.1).

use actix_web::{
    HttpRequest,
    http::header::{Accept, Header as _, Quality},
    mime::{self, Mime},
};

/// Returns the format that the client prefers, and the first of several with the same quality. Returns `None` if the
/// client accepts none of them, or if the header is missing or can't be parsed.
pub fn preferred<T: Copy>(request: &HttpRequest, forms: &[(T, Mime)]) -> Option<T> {
    let accept = Accept::parse(request).ok()?;
    let mut best: Option<(Quality, T)> = None;
    for (form, media_type) in forms {
        let quality = quality(&accept, media_type);
        if quality > best.map_or(Quality::ZERO, |(best, _)| best) {
            best = Some((quality, *form));
        }
    }
    best.map(|(_, form)| form)
}

/// Returns the quality of a media type, which is the quality of the most specific range that matches it.
fn quality(accept: &Accept, media_type: &Mime) -> Quality {
    accept
        .iter()
        .filter_map(|range| Some((specificity(&range.item, media_type)?, range.quality)))
        .max_by_key(|(specificity, _)| *specificity)
        .map_or(Quality::ZERO, |(_, quality)| quality)
}

/// Returns how specific a range is, or `None` if the media type does not match it.
fn specificity(range: &Mime, media_type: &Mime) -> Option<u8> {
    let same_parameters = range
        .params()
        .all(|(name, value)| media_type.get_param(name) == Some(value));
    match (range.type_(), range.subtype()) {
        (mime::STAR, mime::STAR) => Some(0),
        (type_, _) if type_ != media_type.type_() => None,
        (_, mime::STAR) => Some(1),
        (_, subtype) if subtype != media_type.subtype() || !same_parameters => None,
        _ => Some(2 + u8::from(range.params().next().is_some())),
    }
}
