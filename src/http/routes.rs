//! All routes, in one place. A registered route is also documented.
//!
//! Routes are in scopes by their literal prefixes. The router compares a literal prefix as text and tries a pattern only
//! within its scope, so that a request meets one or two patterns and not one for each route.

use utoipa_actix_web::{scope::scope, service_config::ServiceConfig};

use super::handlers::{
    feeds,
    games::{create, fairness, invitations, lists, play, seats, view},
    kinds,
    players::{account, tokens, vacation},
    records::{download, verify},
    server, webhooks,
};

/// Registers every route.
pub fn routes(config: &mut ServiceConfig<'_>) {
    config
        .service(scope("/v1/games").configure(games))
        .service(scope("/v1/me").configure(me))
        .service(scope("/v1/records").configure(records))
        .service(scope("/v1/kinds").configure(kinds))
        .service(account::register) //                      POST   /v1/players
        .service(server::healthz) //                        GET    /healthz
        .service(server::readyz) //                         GET    /readyz
        .service(server::openapi_json); //                  GET    /openapi.json
}

/// The routes below `/v1/games`.
fn games(config: &mut ServiceConfig<'_>) {
    config
        .service(create::create_game) //                    POST   /v1/games
        .service(lists::list_games) //                      GET    /v1/games
        .service(scope("/{id}").configure(game));
}

/// The routes below `/v1/games/{id}`.
fn game(config: &mut ServiceConfig<'_>) {
    config
        .service(play::make_move) //                        POST   …/moves
        .service(view::show_game) //                        GET    …
        .service(play::legal_moves) //                      GET    …/legal-moves
        .service(view::show_log) //                         GET    …/log
        .service(feeds::game_events) //                     GET    …/events
        .service(seats::join_game) //                       POST   …/join
        .service(seats::seat_bot) //                        POST   …/bots
        .service(invitations::invite) //                    POST   …/invitations
        .service(invitations::accept_invitation) //         POST   …/invitations/accept
        .service(invitations::decline_invitation) //        POST   …/invitations/decline
        .service(seats::leave_game) //                      POST   …/leave
        .service(seats::start_game) //                      POST   …/start
        .service(seats::cancel_game) //                     POST   …/cancel
        .service(seats::resign_game) //                     POST   …/resign
        .service(invitations::rematch) //                   POST   …/rematch
        .service(download::download_record) //              GET    …/record
        .service(fairness::show_fairness); //               GET    …/fairness
}

/// The routes below `/v1/me`.
fn me(config: &mut ServiceConfig<'_>) {
    config
        .service(account::me) //                            GET    /v1/me
        .service(account::rename_me) //                     PATCH  /v1/me
        .service(account::delete_me) //                     DELETE /v1/me
        .service(account::my_data) //                       GET    /v1/me/data
        .service(lists::my_games) //                        GET    /v1/me/games
        .service(feeds::my_events) //                       GET    /v1/me/events
        .service(tokens::my_tokens) //                      GET    /v1/me/tokens
        .service(tokens::create_token) //                   POST   /v1/me/tokens
        .service(tokens::delete_token) //                   DELETE /v1/me/tokens/{id}
        .service(vacation::my_vacation) //                  GET    /v1/me/vacation
        .service(vacation::start_vacation) //               POST   /v1/me/vacation
        .service(vacation::end_vacation) //                 DELETE /v1/me/vacation
        .service(scope("/webhooks").configure(my_webhooks));
}

/// The routes below `/v1/me/webhooks`.
fn my_webhooks(config: &mut ServiceConfig<'_>) {
    config
        .service(webhooks::my_webhooks) //                  GET    /v1/me/webhooks
        .service(webhooks::create_webhook) //               POST   /v1/me/webhooks
        .service(webhooks::show_webhook) //                 GET    …/{id}
        .service(webhooks::change_webhook) //               PATCH  …/{id}
        .service(webhooks::delete_webhook) //               DELETE …/{id}
        .service(webhooks::test_webhook) //                 POST   …/{id}/test
        .service(webhooks::rotate_secret) //                POST   …/{id}/rotate-secret
        .service(webhooks::show_deliveries); //             GET    …/{id}/deliveries
}

/// The routes below `/v1/records`.
fn records(config: &mut ServiceConfig<'_>) {
    config
        .service(download::stream_records) //               GET    /v1/records
        .service(verify::verify_record); //                 POST   /v1/records/verify
}

/// The routes below `/v1/kinds`.
fn kinds(config: &mut ServiceConfig<'_>) {
    config
        .service(kinds::list_kinds) //                      GET    /v1/kinds
        .service(kinds::describe_kind); //                  GET    /v1/kinds/{kind}
}
