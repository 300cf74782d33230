-- +goose Up

-- Which process does a job of the site, and until when.
CREATE TABLE leases (
    job    TEXT    NOT NULL PRIMARY KEY CHECK (job <> ''),
    holder TEXT    NOT NULL CHECK (holder <> ''),
    until  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
