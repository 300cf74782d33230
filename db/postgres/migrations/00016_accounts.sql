-- +goose Up

-- See the same step of SQLite.
CREATE TABLE accounts (
    player   TEXT   NOT NULL PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    password TEXT   NOT NULL CHECK (length(password) BETWEEN 1 AND 300),
    opened   BIGINT NOT NULL
);

CREATE TABLE account_names (
    key    TEXT   NOT NULL PRIMARY KEY CHECK (length(key) BETWEEN 1 AND 400),
    player TEXT   NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    until  BIGINT
);

CREATE INDEX account_names_player ON account_names (player);
CREATE INDEX account_names_until ON account_names (until) WHERE until IS NOT NULL;
