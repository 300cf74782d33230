-- +goose Up

-- See the same step of SQLite.
ALTER TABLE seats ADD COLUMN kept TEXT REFERENCES players (id) ON DELETE SET NULL;
ALTER TABLE seats ADD COLUMN declined BIGINT NOT NULL DEFAULT 0 CHECK (declined IN (0, 1));

CREATE INDEX seats_kept ON seats (kept, match) WHERE kept IS NOT NULL;
