//! Values of the header `Cache-Control`.

/// For responses that contain a secret, and for streams: no cache may store them.
pub const NO_STORE: (&str, &str) = ("Cache-Control", "no-store");

/// For responses that depend on the caller: only the client itself may store them, and must ask again before each use.
pub const PRIVATE_NO_CACHE: (&str, &str) = ("Cache-Control", "private, no-cache");
