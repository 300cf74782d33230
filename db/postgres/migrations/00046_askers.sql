-- +goose Up

-- See the same step of SQLite.
ALTER TABLE reviews ADD COLUMN asker TEXT NOT NULL DEFAULT '';
