-- +goose Up

-- Who has asked for a review that is to be made, '' for a visitor without a name. Players take turns.
ALTER TABLE reviews ADD COLUMN asker TEXT NOT NULL DEFAULT '';
