-- +goose Up

-- How many hints the person in a match against bots has been given; and the last of them, as
-- sixteen times its ply and its number there.
ALTER TABLE matches ADD COLUMN hints INTEGER NOT NULL DEFAULT 0 CHECK (hints >= 0);
ALTER TABLE matches ADD COLUMN hinted INTEGER NOT NULL DEFAULT 0 CHECK (hinted >= 0);
