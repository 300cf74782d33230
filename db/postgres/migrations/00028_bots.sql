-- +goose Up

-- See the same step of SQLite.
ALTER TABLE players ADD COLUMN bot BIGINT NOT NULL DEFAULT 0 CHECK (bot >= 0);

ALTER TABLE matches ADD COLUMN bot_due BIGINT CHECK (bot_due IS NULL OR started IS NOT NULL AND ended IS NULL);
ALTER TABLE matches ADD COLUMN against_bots BIGINT NOT NULL DEFAULT 0 CHECK (against_bots IN (0, 1));
CREATE INDEX matches_bot_due ON matches (bot_due) WHERE bot_due IS NOT NULL;
