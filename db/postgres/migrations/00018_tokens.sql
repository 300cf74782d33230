-- +goose Up

-- See the same step of SQLite.
ALTER TABLE tokens ADD COLUMN name TEXT NOT NULL DEFAULT '' CHECK (length(name) <= 100);
ALTER TABLE tokens ADD COLUMN scopes BIGINT NOT NULL DEFAULT 7 CHECK (scopes BETWEEN 1 AND 7);
ALTER TABLE tokens ADD COLUMN used BIGINT;
