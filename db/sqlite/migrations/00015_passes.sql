-- +goose Up

-- Passes by which one more browser plays as a player, once, until they expire. token
-- and code are hashes, that of the code a keyed one.
CREATE TABLE passes (
    player  TEXT    NOT NULL PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    token   BLOB    NOT NULL UNIQUE CHECK (length(token) = 32),
    code    BLOB    NOT NULL UNIQUE CHECK (length(code) = 32),
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX passes_expires ON passes (expires);
