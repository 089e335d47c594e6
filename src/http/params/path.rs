//! The parameters in paths, as the document describes them. Handlers read them with `extract::id::Id`.

use utoipa::IntoParams;

use crate::{
    engine::any::Kind,
    types::id::{GameId, TokenId, WebhookId},
};

/// The path of a game.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct GamePath {
    /// The id of the game.
    pub id: GameId,
}

/// The path of a webhook.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct WebhookPath {
    /// The id of the webhook.
    pub id: WebhookId,
}

/// The path of a token.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct TokenPath {
    /// The id of the token.
    pub id: TokenId,
}

/// The path of a kind of game.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct KindPath {
    /// The kind of game.
    pub kind: Kind,
}
