-- +goose Up

-- See the same step of SQLite.
ALTER TABLE players ADD COLUMN habits TEXT NOT NULL DEFAULT '' CHECK (length(habits) <= 100);
