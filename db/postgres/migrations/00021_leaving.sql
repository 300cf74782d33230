-- +goose Up

-- See the same step of SQLite.
CREATE TABLE leaving (
    player TEXT   NOT NULL PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    since  BIGINT NOT NULL
);

CREATE INDEX leaving_since ON leaving (since);
