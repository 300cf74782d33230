-- +goose Up

-- See the same step of SQLite.
ALTER TABLE matches ADD COLUMN watch TEXT NOT NULL DEFAULT '' CHECK (watch IN ('', 'live', 'none'));

CREATE TABLE watchers (
    match  BIGINT NOT NULL REFERENCES matches (seq) ON DELETE CASCADE,
    player TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    seen   BIGINT NOT NULL,
    PRIMARY KEY (match, player)
);

CREATE INDEX watchers_player ON watchers (player);

CREATE TABLE remarks (
    player  TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    match   BIGINT NOT NULL REFERENCES matches (seq) ON DELETE CASCADE,
    ply     BIGINT NOT NULL CHECK (ply >= -1),
    text    TEXT    NOT NULL CHECK (length(text) BETWEEN 1 AND 8000),
    changed BIGINT NOT NULL,
    PRIMARY KEY (player, match, ply)
);

CREATE INDEX remarks_match ON remarks (match);

ALTER TABLE players ADD COLUMN silent BIGINT;
