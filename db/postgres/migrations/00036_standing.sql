-- +goose Up

-- See the same step of SQLite.
CREATE TABLE standing (
    id       TEXT   NOT NULL PRIMARY KEY CHECK (length(id) = 12),
    player   TEXT   NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    proposal TEXT   NOT NULL CHECK (length(proposal) BETWEEN 1 AND 4000),
    most     BIGINT NOT NULL CHECK (most > 0),
    paused   BIGINT NOT NULL DEFAULT 0 CHECK (paused IN (0, 1)),
    made     BIGINT NOT NULL
);

CREATE INDEX standing_player ON standing (player);
CREATE INDEX standing_active ON standing (id) WHERE paused = 0;

CREATE TABLE standing_tables (
    match BIGINT NOT NULL PRIMARY KEY REFERENCES matches (seq) ON DELETE CASCADE,
    offer TEXT   NOT NULL REFERENCES standing (id) ON DELETE CASCADE
);

CREATE INDEX standing_tables_offer ON standing_tables (offer);
