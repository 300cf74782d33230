-- +goose Up

-- habits are how a player likes to play, '' for who has never chosen.
ALTER TABLE players ADD COLUMN habits TEXT NOT NULL DEFAULT '' CHECK (length(habits) <= 100);
