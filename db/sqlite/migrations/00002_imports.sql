-- +goose Up

-- What a match is called, and what is told of a game that was played elsewhere:
-- names by seat, date, result, as tags of its record. Both are empty for a match
-- that was begun here.
ALTER TABLE matches ADD COLUMN title TEXT NOT NULL DEFAULT '' CHECK (length(title) <= 200);
ALTER TABLE matches ADD COLUMN tags TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(tags) AND length(tags) <= 10000);
