-- +goose Up

-- See the same step of SQLite.
ALTER TABLE seats ADD COLUMN stands_for TEXT REFERENCES players (id) ON DELETE SET NULL;

CREATE INDEX seats_stands_for ON seats (stands_for, match) WHERE stands_for IS NOT NULL;
