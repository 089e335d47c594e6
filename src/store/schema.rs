// @generated automatically by Diesel CLI.

diesel::table! {
    deliveries (id) {
        id -> Int8,
        webhook_id -> Uuid,
        game_id -> Nullable<Uuid>,
        event_id -> Uuid,
        #[sql_name = "type"]
        type_ -> Text,
        body -> Text,
        turn_since -> Nullable<Timestamptz>,
        at -> Timestamptz,
        status -> Text,
        due_at -> Timestamptz,
        attempts -> Int4,
        first_attempt_at -> Nullable<Timestamptz>,
        leased_until -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    delivery_attempts (delivery_id, attempt) {
        delivery_id -> Int8,
        attempt -> Int4,
        at -> Timestamptz,
        status_code -> Nullable<Int2>,
        error -> Nullable<Text>,
    }
}

diesel::table! {
    games (id) {
        id -> Uuid,
        kind -> Text,
        rules -> Int2,
        options -> Text,
        seats -> Int2,
        visibility -> Text,
        seating -> Text,
        join_code -> Nullable<Text>,
        seed -> Bytea,
        commitment -> Bytea,
        created_by -> Uuid,
        created_at -> Timestamptz,
        status -> Text,
        version -> Int4,
        head -> Bytea,
        snapshot -> Nullable<Text>,
        turn_seat -> Nullable<Int2>,
        turn_since -> Timestamptz,
        result -> Nullable<Text>,
        started_at -> Nullable<Timestamptz>,
        finished_at -> Nullable<Timestamptz>,
        record_number -> Nullable<Int8>,
        clock -> Nullable<Text>,
        timing -> Nullable<Text>,
        deadline -> Nullable<Timestamptz>,
        due -> Nullable<Timestamptz>,
        rematch_of -> Nullable<Uuid>,
    }
}

diesel::table! {
    idempotency_keys (id) {
        id -> Bytea,
        request -> Bytea,
        created -> Uuid,
        nonce -> Nullable<Bytea>,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    invitations (game_id, player_id) {
        game_id -> Uuid,
        player_id -> Uuid,
        invited_by -> Uuid,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    log (game_id, seq) {
        game_id -> Uuid,
        seq -> Int4,
        entry -> Text,
        hash -> Bytea,
    }
}

diesel::table! {
    players (id) {
        id -> Uuid,
        name -> Text,
        created_at -> Timestamptz,
        deleted_at -> Nullable<Timestamptz>,
        bot -> Nullable<Text>,
        has_webhooks -> Bool,
    }
}

diesel::table! {
    seats (game_id, player_id) {
        game_id -> Uuid,
        player_id -> Uuid,
        joined -> Int2,
        seat -> Nullable<Int2>,
        entropy -> Nullable<Bytea>,
    }
}

diesel::table! {
    tokens (id) {
        id -> Uuid,
        player_id -> Uuid,
        hash -> Bytea,
        label -> Text,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    vacations (player_id, started_at) {
        player_id -> Uuid,
        started_at -> Timestamptz,
        until -> Timestamptz,
    }
}

diesel::table! {
    webhooks (id) {
        id -> Uuid,
        player_id -> Uuid,
        url -> Text,
        events -> Nullable<Array<Nullable<Text>>>,
        disabled_at -> Nullable<Timestamptz>,
        disabled_because -> Nullable<Text>,
        secret -> Bytea,
        old_secret -> Nullable<Bytea>,
        old_secret_until -> Nullable<Timestamptz>,
        created_at -> Timestamptz,
    }
}

diesel::joinable!(delivery_attempts -> deliveries (delivery_id));
diesel::joinable!(games -> players (created_by));
diesel::joinable!(invitations -> games (game_id));
diesel::joinable!(log -> games (game_id));
diesel::joinable!(seats -> games (game_id));
diesel::joinable!(seats -> players (player_id));
diesel::joinable!(tokens -> players (player_id));
diesel::joinable!(vacations -> players (player_id));
diesel::joinable!(webhooks -> players (player_id));

diesel::allow_tables_to_appear_in_same_query!(
    deliveries,
    delivery_attempts,
    games,
    idempotency_keys,
    invitations,
    log,
    players,
    seats,
    tokens,
    vacations,
    webhooks,
);
