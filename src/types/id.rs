//! Ids: a type of its own for each kind of id.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

// Separate types, so that the id of a player can't be used as the id of a game.
macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
        )]
        #[serde(transparent)]
        pub struct $name(Uuid);

        impl $name {
            /// Creates an id from a UUID.
            pub const fn new(uuid: Uuid) -> Self {
                Self(uuid)
            }

            /// Returns the UUID.
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
    /// The id of a game.
    GameId
}

id! {
    /// The id of a player.
    PlayerId
}

id! {
    /// The id of a player's token, which is not the secret token itself.
    TokenId
}

id! {
    /// The id of a webhook.
    WebhookId
}

id! {
    /// The id of a webhook event, the same for all webhooks that receive it and for every attempt.
    EventId
}

impl GameId {
    /// Returns the 16 bytes of the id, which are part of the deal key.
    pub const fn as_bytes(self) -> [u8; 16] {
        self.0.into_bytes()
    }
}
