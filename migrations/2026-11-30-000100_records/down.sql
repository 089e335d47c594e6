DROP INDEX games_without_record_number;
DROP INDEX games_record_number;
ALTER TABLE games DROP COLUMN record_number;
