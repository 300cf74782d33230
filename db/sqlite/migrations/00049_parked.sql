-- +goose Up

-- Items of background work that have failed too often, and wait for an operator. One that is
-- dropped is not tried again.
CREATE TABLE parked (
    worker   TEXT    NOT NULL,
    item     TEXT    NOT NULL CHECK (length(item) <= 200),
    failures INTEGER NOT NULL,
    since    INTEGER NOT NULL,
    dropped  INTEGER NOT NULL DEFAULT 0 CHECK (dropped IN (0, 1)),
    PRIMARY KEY (worker, item)
) STRICT, WITHOUT ROWID;

CREATE INDEX parked_since ON parked (since) WHERE dropped = 0;
