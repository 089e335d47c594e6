//! Which of several forms of a thing a client wants (RFC 9110, section 12.5.1).

use actix_web::{
    HttpRequest,
    http::header::{Accept, Header as _, Quality},
    mime::{self, Mime},
};

/// The one of these forms that the client likes best; of two that it likes alike, the one that stands first. `None`
/// where it likes none of them, or does not say: a header that can't be read says nothing.
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

/// How much a client likes this type: as much as the most specific range says that it falls into.
fn quality(accept: &Accept, media_type: &Mime) -> Quality {
    accept
        .iter()
        .filter_map(|range| Some((specificity(&range.item, media_type)?, range.quality)))
        .max_by_key(|(specificity, _)| *specificity)
        .map_or(Quality::ZERO, |(_, quality)| quality)
}

/// How specific a range is that the type falls into; `None` where it doesn't.
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
