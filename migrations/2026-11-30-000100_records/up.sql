-- The order in which records are handed out: a number for every finished game, given when somebody first asks for
-- records after its end, and never changed.
--
-- The moment of the end would be no such order. It is taken before the commit, so a game can come to light after
-- another that ended later, and whoever has read on to that one would never see it.

ALTER TABLE games ADD COLUMN record_number bigint CHECK (record_number IS NULL OR status = 'finished');

CREATE UNIQUE INDEX games_record_number ON games (record_number) WHERE record_number IS NOT NULL;

-- Those that wait for their number. Empty most of the time; moves of running games leave it alone.
CREATE INDEX games_without_record_number ON games (finished_at, id)
    WHERE status = 'finished' AND record_number IS NULL;
