//! Records of finished games: downloading and verifying them.

pub mod download;
pub mod verify;
