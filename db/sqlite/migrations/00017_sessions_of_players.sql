-- +goose Up

-- Whose a session is, on what device, and since when; null for those that were stored
-- before, until they are used again.
ALTER TABLE sessions ADD COLUMN player TEXT;
ALTER TABLE sessions ADD COLUMN device TEXT;
ALTER TABLE sessions ADD COLUMN begun INTEGER;

CREATE INDEX sessions_player ON sessions (player);
