-- +goose Up

-- See the same step of SQLite.
CREATE TABLE parked (
    worker   TEXT    NOT NULL,
    item     TEXT    NOT NULL CHECK (length(item) <= 200),
    failures BIGINT NOT NULL,
    since    BIGINT NOT NULL,
    dropped  BIGINT NOT NULL DEFAULT 0 CHECK (dropped IN (0, 1)),
    PRIMARY KEY (worker, item)
);

CREATE INDEX parked_since ON parked (since) WHERE dropped = 0;
