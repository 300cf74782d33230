-- +goose Up

-- Players who can come back from any browser. password is a hash that names its own
-- parameters.
CREATE TABLE accounts (
    player   TEXT    NOT NULL PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    password TEXT    NOT NULL CHECK (length(password) BETWEEN 1 AND 300),
    opened   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The names of accounts, each by a key that is the same for names that look alike.
-- until is when a name that was given up can be taken by others, null while it is borne.
CREATE TABLE account_names (
    key    TEXT    NOT NULL PRIMARY KEY CHECK (length(key) BETWEEN 1 AND 400),
    player TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    until  INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX account_names_player ON account_names (player);
CREATE INDEX account_names_until ON account_names (until) WHERE until IS NOT NULL;
