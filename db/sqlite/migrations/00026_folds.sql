-- +goose Up

-- What the first ply events of a match come to, so that not each of them need be read
-- and played again: the events packed, and what the rules have made of them, null where
-- they keep nothing. It is as secret as events are, and can be made from them.
CREATE TABLE folds (
    match  INTEGER NOT NULL PRIMARY KEY REFERENCES matches (seq) ON DELETE CASCADE,
    ply    INTEGER NOT NULL CHECK (ply > 0),
    events BLOB    NOT NULL,
    state  BLOB
) STRICT;
