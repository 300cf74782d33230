-- +goose Up

-- When the server makes the next decision for a seat that has no choice, null where it does so
-- at once or not at all.
ALTER TABLE matches ADD COLUMN forced_due INTEGER CHECK (forced_due IS NULL OR started IS NOT NULL AND ended IS NULL);
CREATE INDEX matches_forced_due ON matches (forced_due) WHERE forced_due IS NOT NULL;
