-- +goose Up

-- See the same step of SQLite.
ALTER TABLE sessions ADD COLUMN player TEXT;
ALTER TABLE sessions ADD COLUMN device TEXT;
ALTER TABLE sessions ADD COLUMN begun BIGINT;

CREATE INDEX sessions_player ON sessions (player);
