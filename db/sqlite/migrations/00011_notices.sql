-- +goose Up

-- The outbox: what players are still to be told. A notice is stored in the
-- transaction of the change that it tells of, which made the match ply events
-- long, and deleted when it has been delivered. Ids are never used again.
CREATE TABLE notices (
    id        INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    kind      TEXT    NOT NULL CHECK (length(kind) BETWEEN 1 AND 20),
    recipient TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    match     INTEGER NOT NULL REFERENCES matches (seq) ON DELETE CASCADE,
    ply       INTEGER NOT NULL CHECK (ply >= 0),
    at        INTEGER NOT NULL
) STRICT;
