-- +goose Up

-- Players who have left for good, until their matches are all without them.
CREATE TABLE leaving (
    player TEXT    NOT NULL PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    since  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX leaving_since ON leaving (since);
