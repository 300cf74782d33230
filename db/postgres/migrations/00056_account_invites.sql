-- +goose Up

-- See the same step of SQLite.
CREATE TABLE account_invites (
    token   BYTEA  NOT NULL PRIMARY KEY CHECK (length(token) = 32),
    expires BIGINT NOT NULL
);

CREATE INDEX players_created ON players (created);
