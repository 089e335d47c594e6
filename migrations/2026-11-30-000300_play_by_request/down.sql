DROP TABLE invitations;
DROP TABLE vacations;
ALTER TABLE games
    DROP COLUMN rematch_of,
    DROP COLUMN due,
    DROP COLUMN deadline,
    DROP COLUMN timing,
    DROP COLUMN clock;
ALTER TABLE players DROP COLUMN bot;
