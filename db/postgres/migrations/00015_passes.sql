-- +goose Up

-- See the same step of SQLite.
CREATE TABLE passes (
    player  TEXT   NOT NULL PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    token   BYTEA  NOT NULL UNIQUE CHECK (length(token) = 32),
    code    BYTEA  NOT NULL UNIQUE CHECK (length(code) = 32),
    expires BIGINT NOT NULL
);

CREATE INDEX passes_expires ON passes (expires);
