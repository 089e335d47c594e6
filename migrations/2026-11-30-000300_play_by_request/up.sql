-- What playing by request needs: bots in seats, clocks, what is due next in a game, vacations, invitations, and the
-- game that followed a finished one.

-- A bot in a seat is a player of its own, without tokens: this is what plays it.
ALTER TABLE players ADD COLUMN bot text;

ALTER TABLE games
    -- How long the players may take, and what became of their time. Both follow from the log.
    ADD COLUMN clock      text,
    ADD COLUMN timing     text,
    -- When whoever is to move must have moved, as it was known at the last change.
    ADD COLUMN deadline   timestamptz,
    -- When some instance has to look at the game: a bot is to move, a deadline passes, nobody has come for long.
    ADD COLUMN due        timestamptz,
    ADD COLUMN rematch_of uuid UNIQUE REFERENCES games (id);

-- Without a clock a game is due on a day, far off: so its moves stay clear of this index but once a day.
CREATE INDEX games_due ON games (due) WHERE due IS NOT NULL;

-- Games that were begun before are looked at once, and get their time then.
UPDATE games SET due = now() WHERE status IN ('open', 'playing');

-- The times for which the clocks of a player stand still.
CREATE TABLE vacations (
    player_id  uuid        NOT NULL REFERENCES players (id),
    started_at timestamptz NOT NULL,
    until      timestamptz NOT NULL CHECK (until >= started_at),
    PRIMARY KEY (player_id, started_at)
);

CREATE TABLE invitations (
    game_id    uuid        NOT NULL REFERENCES games (id),
    player_id  uuid        NOT NULL REFERENCES players (id),
    invited_by uuid        NOT NULL REFERENCES players (id),
    created_at timestamptz NOT NULL,
    PRIMARY KEY (game_id, player_id)
);

CREATE INDEX invitations_player_id ON invitations (player_id, game_id);
CREATE INDEX invitations_invited_by ON invitations (invited_by);
