//! Bots that play over HTTP.

use cardpost::{
    bot::Bot,
    engine::{
        any::{AnyView, Kind},
        rules::LegalMoves,
        seat::Seat,
    },
};
use rand::Rng;
use serde_json::{Value, json};

use super::{client::text, table::seat};

/// The move that a bot makes in place of the player who was shown this game together with their legal moves. It knows
/// what the answer says, and nothing else.
pub fn bot_move(bot: Bot, game: &Value, random: &mut impl Rng) -> Value {
    let kind: Kind = text(&game["kind"]).parse().expect("a kind");
    let view: AnyView = serde_json::from_value(game["state"].clone()).expect("a view");
    let listed = game["legal_moves"]["moves"].as_array().expect("a list");
    let moves = listed.iter().map(|mv| {
        let mv = kind.parse_move(mv);
        mv.unwrap_or_else(|error| panic!("{kind}: {error}"))
    });
    let legal = LegalMoves::listed(moves.collect());
    let own = u8::try_from(seat(&game["you"]["seat"])).expect("a small number");
    let chosen = bot.choose(Seat::new(own), &view, &legal, random);
    json!(chosen.expect("a legal move"))
}
