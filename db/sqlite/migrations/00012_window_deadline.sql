-- +goose Up

-- window_ends, which was due, is when the window for interrupts closes that is
-- open, and the server goes on. deadline is when the time of a player runs out who
-- owes a decision. Null where there is none.
DROP INDEX matches_due;
ALTER TABLE matches RENAME COLUMN due TO window_ends;
ALTER TABLE matches ADD COLUMN deadline INTEGER CHECK (deadline IS NULL OR started IS NOT NULL AND ended IS NULL);

CREATE INDEX matches_window ON matches (window_ends) WHERE window_ends IS NOT NULL;
CREATE INDEX matches_deadline ON matches (deadline) WHERE deadline IS NOT NULL;
