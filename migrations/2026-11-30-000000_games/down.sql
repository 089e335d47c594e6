DROP TABLE idempotency_keys;
DROP TABLE log;
DROP FUNCTION refuse_to_change_the_log();
DROP TABLE seats;
DROP TABLE games;
DROP TABLE tokens;
DROP TABLE players;
