-- +goose Up

-- See the same step of SQLite.
ALTER TABLE matches ADD COLUMN clock TEXT;
ALTER TABLE seats ADD COLUMN deadline BIGINT;
CREATE INDEX seats_deadline ON seats (player, deadline, match) WHERE deadline IS NOT NULL;

CREATE TABLE heartbeat (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    at BIGINT NOT NULL
);

CREATE TABLE pauses (
    id    BIGINT NOT NULL PRIMARY KEY,
    began BIGINT NOT NULL,
    ended BIGINT NOT NULL CHECK (ended > began)
);
