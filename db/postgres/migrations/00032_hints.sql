-- +goose Up

-- See the same step of SQLite.
ALTER TABLE matches ADD COLUMN hints BIGINT NOT NULL DEFAULT 0 CHECK (hints >= 0);
ALTER TABLE matches ADD COLUMN hinted BIGINT NOT NULL DEFAULT 0 CHECK (hinted >= 0);
