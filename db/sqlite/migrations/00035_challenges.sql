-- +goose Up

-- For whom an open seat is kept: that player was asked to take it, and takes it without an
-- invitation. declined says that they do not want it, and that it is open to others. Both
-- are gone once the seat is taken.
ALTER TABLE seats ADD COLUMN kept TEXT REFERENCES players (id) ON DELETE SET NULL;
ALTER TABLE seats ADD COLUMN declined INTEGER NOT NULL DEFAULT 0 CHECK (declined IN (0, 1));

CREATE INDEX seats_kept ON seats (kept, match) WHERE kept IS NOT NULL;
