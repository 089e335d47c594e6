//! Records: downloading and verifying.

pub mod download;
pub mod verify;
