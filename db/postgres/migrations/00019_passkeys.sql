-- +goose Up

-- See the same step of SQLite.
ALTER TABLE accounts ALTER COLUMN password DROP NOT NULL;
ALTER TABLE accounts ADD COLUMN handle BYTEA CHECK (length(handle) = 32);

CREATE TABLE passkeys (
    id      BYTEA  NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 1023),
    player  TEXT   NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    public  BYTEA  NOT NULL CHECK (length(public) BETWEEN 1 AND 2000),
    counter BIGINT NOT NULL CHECK (counter >= 0),
    name    TEXT   NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
    made    BIGINT NOT NULL,
    used    BIGINT
);

CREATE INDEX passkeys_player ON passkeys (player, made);
