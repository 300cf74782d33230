-- +goose Up

-- Matches that are private from the start count for no ratings, which everybody sees. Those
-- that have begun keep what they were begun with; challenges on ladders are for all to see.
UPDATE matches SET rated = 0 WHERE rated = 1 AND public = 0 AND ladder = 0 AND started IS NULL;

-- The failure of a message names no more than that nobody answers.
UPDATE targets SET why = 'no_answer' WHERE why = 'private_address';
