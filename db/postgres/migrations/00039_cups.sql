-- +goose Up

-- See the same step of SQLite.
CREATE TABLE cups (
    id      TEXT    NOT NULL PRIMARY KEY CHECK (length(id) = 12),
    host    TEXT             REFERENCES players (id) ON DELETE SET NULL,
    title   TEXT    NOT NULL CHECK (length(title) <= 200),
    plan    TEXT    NOT NULL CHECK (length(plan) BETWEEN 1 AND 4000),
    places  BIGINT NOT NULL CHECK (places > 0),
    invited BIGINT NOT NULL DEFAULT 0 CHECK (invited IN (0, 1)),
    starts  BIGINT NOT NULL,
    made    BIGINT NOT NULL,
    started BIGINT,
    ended   BIGINT,
    due     BIGINT NOT NULL DEFAULT 0 CHECK (due IN (0, 1))
);

CREATE INDEX cups_host ON cups (host) WHERE host IS NOT NULL;
CREATE INDEX cups_open ON cups (starts) WHERE started IS NULL AND ended IS NULL;
CREATE INDEX cups_running ON cups (made) WHERE started IS NOT NULL AND ended IS NULL;
CREATE INDEX cups_over ON cups (ended) WHERE started IS NOT NULL AND ended IS NOT NULL;
CREATE INDEX cups_due ON cups (id) WHERE due = 1 AND ended IS NULL;

CREATE TABLE cup_players (
    cup       TEXT    NOT NULL REFERENCES cups (id) ON DELETE CASCADE,
    player    TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    number    BIGINT CHECK (number > 0),
    joined    BIGINT NOT NULL,
    withdrawn BIGINT NOT NULL DEFAULT 0 CHECK (withdrawn IN (0, 1)),
    PRIMARY KEY (cup, player)
);

CREATE INDEX cup_players_player ON cup_players (player);

CREATE TABLE cup_matches (
    match   BIGINT NOT NULL PRIMARY KEY REFERENCES matches (seq) ON DELETE CASCADE,
    cup     TEXT    NOT NULL REFERENCES cups (id) ON DELETE CASCADE,
    round   BIGINT NOT NULL CHECK (round > 0),
    pairing BIGINT NOT NULL CHECK (pairing > 0),
    number  BIGINT NOT NULL CHECK (number > 0),
    entries TEXT    NOT NULL,
    settled BIGINT NOT NULL DEFAULT 0 CHECK (settled IN (0, 1)),
    UNIQUE (cup, round, pairing, number)
);

CREATE INDEX cup_matches_unsettled ON cup_matches (match) WHERE settled = 0;
