-- +goose Up

-- What a search thinks of the moves of a match that is over, as package review encodes
-- it: as far as it was made, or all of it from done on.
CREATE TABLE reviews (
    match INTEGER PRIMARY KEY REFERENCES matches (seq) ON DELETE CASCADE,
    asked INTEGER NOT NULL,
    done  INTEGER CHECK (done >= asked),
    text  TEXT    NOT NULL CHECK (length(text) <= 1000000)
) STRICT;

CREATE INDEX reviews_pending ON reviews (asked, match) WHERE done IS NULL;
