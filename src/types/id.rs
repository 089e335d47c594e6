//! The ids of games and players.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

// The same few lines for each id: a type of its own, so that a player's id never stands for a game's.
macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
        )]
        #[serde(transparent)]
        pub struct $name(Uuid);

        impl $name {
            /// The id with this UUID.
            pub const fn new(uuid: Uuid) -> Self {
                Self(uuid)
            }

            /// The UUID.
            pub const fn uuid(self) -> Uuid {
                self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0, f)
            }
        }

        impl FromStr for $name {
            type Err = uuid::Error;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map(Self)
            }
        }
    };
}

id! {
    /// A game.
    GameId
}

id! {
    /// A player.
    PlayerId
}

id! {
    /// A token that a player is known by. Not the secret itself.
    TokenId
}

id! {
    /// A webhook.
    WebhookId
}

id! {
    /// An event that webhooks are told of: the same for all of them, and for every attempt to tell.
    EventId
}

impl GameId {
    /// The 16 bytes that the deal of the game depends on.
    pub const fn as_bytes(self) -> [u8; 16] {
        self.0.into_bytes()
    }
}
