//! Event streams, long polling, and notifications that were lost.

pub mod game;
pub mod long_polling;
pub mod lost_notifications;
pub mod player;
