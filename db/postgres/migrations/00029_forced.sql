-- +goose Up

-- See the same step of SQLite.
ALTER TABLE matches ADD COLUMN forced_due BIGINT CHECK (forced_due IS NULL OR started IS NOT NULL AND ended IS NULL);
CREATE INDEX matches_forced_due ON matches (forced_due) WHERE forced_due IS NOT NULL;
