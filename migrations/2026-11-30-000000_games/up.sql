-- Players, their tokens, games, and the log of every game.
--
-- Everything on the path of a move is keyed by the game first, so that the tables can be distributed by it.
-- Lists of allowed words are checked here too, so that no other writer can store what the server can't read.

CREATE TABLE players (
    id         uuid PRIMARY KEY,
    -- Empty once the player is deleted: the row stays, because the logs of games name players by id.
    name       text        NOT NULL,
    created_at timestamptz NOT NULL,
    deleted_at timestamptz
);

CREATE TABLE tokens (
    id         uuid PRIMARY KEY,
    player_id  uuid        NOT NULL REFERENCES players (id),
    -- SHA-256 of the token: the token itself is not kept.
    hash       bytea       NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
    label      text        NOT NULL,
    created_at timestamptz NOT NULL
);

CREATE INDEX tokens_player_id ON tokens (player_id);

-- A third of every page stays free, so that a move's new version of a row fits beside the old one and no index
-- has to be touched (a HOT update). For the same reason no index covers a column that a move changes.
CREATE TABLE games (
    id          uuid PRIMARY KEY,
    kind        text        NOT NULL,
    rules       smallint    NOT NULL,
    options     text        NOT NULL,
    seats       smallint    NOT NULL CHECK (seats BETWEEN 1 AND 255),
    visibility  text        NOT NULL CHECK (visibility IN ('public', 'private')),
    seating     text        NOT NULL CHECK (seating IN ('random', 'as_joined')),
    join_code   text UNIQUE,
    seed        bytea       NOT NULL CHECK (octet_length(seed) = 32),
    commitment  bytea       NOT NULL CHECK (octet_length(commitment) = 32),
    created_by  uuid        NOT NULL REFERENCES players (id),
    created_at  timestamptz NOT NULL,
    status      text        NOT NULL CHECK (status IN ('open', 'playing', 'finished', 'cancelled')),
    -- The position and the hash of the last entry in the log.
    version     integer     NOT NULL CHECK (version > 0),
    head        bytea       NOT NULL CHECK (octet_length(head) = 32),
    -- The snapshot that a move is checked against. It follows from the log and can be made again from it.
    snapshot    text,
    turn_seat   smallint,
    turn_since  timestamptz NOT NULL,
    result      text,
    started_at  timestamptz,
    finished_at timestamptz
) WITH (fillfactor = 70);

CREATE INDEX games_public ON games (id) WHERE visibility = 'public';
CREATE INDEX games_public_by_status ON games (status, id) WHERE visibility = 'public';
CREATE INDEX games_created_by ON games (created_by);

CREATE TABLE seats (
    game_id   uuid     NOT NULL REFERENCES games (id),
    player_id uuid     NOT NULL REFERENCES players (id),
    -- The order of joining. Gaps are left by players who gave up their seat.
    joined    smallint NOT NULL,
    -- Where the player sits, once the game has started.
    seat      smallint,
    entropy   bytea CHECK (octet_length(entropy) BETWEEN 1 AND 32),
    PRIMARY KEY (game_id, player_id)
);

CREATE INDEX seats_player_id ON seats (player_id, game_id);

CREATE TABLE log (
    game_id uuid    NOT NULL REFERENCES games (id),
    seq     integer NOT NULL CHECK (seq > 0),
    -- The entry in full, as the canonical JSON that its hash is made of.
    entry   text    NOT NULL,
    hash    bytea   NOT NULL CHECK (octet_length(hash) = 32),
    PRIMARY KEY (game_id, seq)
);

-- The log is append-only, for the application's own role too.
CREATE FUNCTION refuse_to_change_the_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the log is append-only: % is refused', TG_OP
        USING ERRCODE = 'integrity_constraint_violation';
END
$$;

CREATE TRIGGER log_is_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON log
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_change_the_log();

-- What a request with an Idempotency-Key created, so that its repetition is answered like the first time.
CREATE TABLE idempotency_keys (
    -- SHA-256 over who asked, for what, and the key.
    id         bytea PRIMARY KEY CHECK (octet_length(id) = 32),
    -- SHA-256 of the body.
    request    bytea       NOT NULL CHECK (octet_length(request) = 32),
    -- The id of what was created.
    created    uuid        NOT NULL,
    -- From this and the key a token that was shown once can be made again, and from neither alone.
    nonce      bytea,
    created_at timestamptz NOT NULL
);

CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at);
