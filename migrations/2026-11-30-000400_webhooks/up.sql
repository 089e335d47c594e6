-- Webhooks, what is on its way to them, and how they answered.

CREATE TABLE webhooks (
    id               uuid PRIMARY KEY,
    player_id        uuid        NOT NULL REFERENCES players (id),
    url              text        NOT NULL,
    -- The types of events that are wanted. NULL: all of them, future ones too.
    events           text[],
    disabled_at      timestamptz,
    disabled_because text CHECK (disabled_because IN ('owner', 'gone', 'failing')),
    -- In clear: a signature is made with the secret itself.
    secret           bytea       NOT NULL CHECK (octet_length(secret) = 32),
    -- The secret before, for as long as it signs too.
    old_secret       bytea CHECK (octet_length(old_secret) = 32),
    old_secret_until timestamptz,
    created_at       timestamptz NOT NULL,
    CHECK ((disabled_at IS NULL) = (disabled_because IS NULL)),
    CHECK ((old_secret IS NULL) = (old_secret_until IS NULL))
);

-- Whether a player has a webhook that is told of anything. It follows from the table above, and is read with every move:
-- to look there would be one more table in a statement that is sent more often than any other.
ALTER TABLE players ADD COLUMN has_webhooks boolean NOT NULL DEFAULT false;

CREATE INDEX webhooks_player_id ON webhooks (player_id);

-- One row for each event and webhook, written by the statement that moves the game on.
--
-- No foreign keys: they would be checked on the path of a move, and a webhook that is deleted in the same instant
-- would make a move fail that has nothing to do with it. A row that lost its webhook is never sent, and forgotten.
CREATE TABLE deliveries (
    -- Its order is that in which a game's events happened: changes of a game come one after the other.
    id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    webhook_id       uuid        NOT NULL,
    -- The game that it is about; a test call is about none.
    game_id          uuid,
    -- The same for every webhook and every attempt: what a receiver tells repetitions by.
    event_id         uuid        NOT NULL,
    type             text        NOT NULL CHECK (type IN ('turn.started', 'turn.reminder', 'game.started',
                                                          'game.finished', 'invited', 'webhook.test')),
    -- The bytes that are sent and signed.
    body             text        NOT NULL,
    -- With a reminder: the beginning of the turn that it reminds of. Once that turn is over, it is dropped.
    turn_since       timestamptz,
    -- When it happens: a reminder, later than when it was written.
    at               timestamptz NOT NULL,
    status           text        NOT NULL DEFAULT 'waiting'
                                 CHECK (status IN ('waiting', 'delivered', 'given_up', 'dropped')),
    -- When the next attempt is due.
    due_at           timestamptz NOT NULL,
    attempts         integer     NOT NULL DEFAULT 0,
    first_attempt_at timestamptz,
    -- Until when an instance has it to itself. One that died in the middle leaves it to the others after that.
    leased_until     timestamptz
);

CREATE INDEX deliveries_due ON deliveries (due_at) WHERE status = 'waiting';
CREATE INDEX deliveries_waiting ON deliveries (webhook_id, due_at) WHERE status = 'waiting';
CREATE INDEX deliveries_in_line ON deliveries (webhook_id, game_id, id) WHERE status = 'waiting';
CREATE INDEX deliveries_of_webhook ON deliveries (webhook_id, id);
CREATE INDEX deliveries_settled ON deliveries (due_at) WHERE status <> 'waiting';

CREATE TABLE delivery_attempts (
    delivery_id bigint      NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE,
    -- Counted from 1.
    attempt     integer     NOT NULL CHECK (attempt > 0),
    at          timestamptz NOT NULL,
    -- What the receiver answered, and why it does not count as delivered.
    status_code smallint,
    error       text,
    PRIMARY KEY (delivery_id, attempt)
);
