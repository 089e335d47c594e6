//! All routes, in one place. A registered route is also documented.

use utoipa_actix_web::service_config::ServiceConfig;

use super::handlers::{
    feeds,
    games::{create, fairness, invitations, lists, play, seats, view},
    kinds,
    players::{account, tokens, vacation},
    records::{download, verify},
    server, webhooks,
};

/// Registers every route. The order is that of the document.
pub fn routes(config: &mut ServiceConfig<'_>) {
    config
        .service(account::register) //       POST   /v1/players
        .service(account::me) //             GET    /v1/me
        .service(account::rename_me) //      PATCH  /v1/me
        .service(account::delete_me) //      DELETE /v1/me
        .service(account::my_data) //        GET    /v1/me/data
        .service(tokens::my_tokens) //      GET    /v1/me/tokens
        .service(tokens::create_token) //   POST   /v1/me/tokens
        .service(tokens::delete_token) //   DELETE /v1/me/tokens/{id}
        .service(vacation::my_vacation) //    GET    /v1/me/vacation
        .service(vacation::start_vacation) // POST   /v1/me/vacation
        .service(vacation::end_vacation) //   DELETE /v1/me/vacation
        .service(webhooks::my_webhooks) //    GET    /v1/me/webhooks
        .service(webhooks::create_webhook) // POST   /v1/me/webhooks
        .service(webhooks::show_webhook) //   GET    /v1/me/webhooks/{id}
        .service(webhooks::change_webhook) // PATCH  /v1/me/webhooks/{id}
        .service(webhooks::delete_webhook) // DELETE /v1/me/webhooks/{id}
        .service(webhooks::test_webhook) //   POST   /v1/me/webhooks/{id}/test
        .service(webhooks::rotate_secret) //  POST   /v1/me/webhooks/{id}/rotate-secret
        .service(webhooks::show_deliveries) //GET    /v1/me/webhooks/{id}/deliveries
        .service(lists::my_games) //          GET    /v1/me/games
        .service(feeds::my_events) //        GET    /v1/me/events
        .service(kinds::list_kinds) //        GET    /v1/kinds
        .service(kinds::describe_kind) //     GET    /v1/kinds/{kind}
        .service(create::create_game) //       POST   /v1/games
        .service(lists::list_games) //        GET    /v1/games
        .service(view::show_game) //         GET    /v1/games/{id}
        .service(seats::join_game) //         POST   /v1/games/{id}/join
        .service(seats::seat_bot) //          POST   /v1/games/{id}/bots
        .service(invitations::invite) //      POST   /v1/games/{id}/invitations
        .service(invitations::accept_invitation) // POST /v1/games/{id}/invitations/accept
        .service(invitations::decline_invitation) // POST /v1/games/{id}/invitations/decline
        .service(seats::leave_game) //        POST   /v1/games/{id}/leave
        .service(seats::start_game) //        POST   /v1/games/{id}/start
        .service(seats::cancel_game) //       POST   /v1/games/{id}/cancel
        .service(seats::resign_game) //       POST   /v1/games/{id}/resign
        .service(invitations::rematch) //     POST   /v1/games/{id}/rematch
        .service(play::legal_moves) //        GET    /v1/games/{id}/legal-moves
        .service(play::make_move) //          POST   /v1/games/{id}/moves
        .service(view::show_log) //          GET    /v1/games/{id}/log
        .service(feeds::game_events) //      GET    /v1/games/{id}/events
        .service(download::download_record) // GET    /v1/games/{id}/record
        .service(fairness::show_fairness) //     GET    /v1/games/{id}/fairness
        .service(download::stream_records) //  GET    /v1/records
        .service(verify::verify_record) //     POST   /v1/records/verify
        .service(server::healthz) //          GET    /healthz
        .service(server::readyz) //           GET    /readyz
        .service(server::openapi_json); //    GET    /openapi.json
}
