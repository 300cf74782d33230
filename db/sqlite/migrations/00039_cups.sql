-- +goose Up

-- Cups: plan says what is played and how. One that has not started is open, one that has
-- ended without that was called off. due says that there may be a next step.
CREATE TABLE cups (
    id      TEXT    NOT NULL PRIMARY KEY CHECK (length(id) = 12),
    host    TEXT             REFERENCES players (id) ON DELETE SET NULL,
    title   TEXT    NOT NULL CHECK (length(title) <= 200),
    plan    TEXT    NOT NULL CHECK (length(plan) BETWEEN 1 AND 4000),
    places  INTEGER NOT NULL CHECK (places > 0),
    invited INTEGER NOT NULL DEFAULT 0 CHECK (invited IN (0, 1)),
    starts  INTEGER NOT NULL,
    made    INTEGER NOT NULL,
    started INTEGER,
    ended   INTEGER,
    due     INTEGER NOT NULL DEFAULT 0 CHECK (due IN (0, 1))
) STRICT, WITHOUT ROWID;

CREATE INDEX cups_host ON cups (host) WHERE host IS NOT NULL;
CREATE INDEX cups_open ON cups (starts) WHERE started IS NULL AND ended IS NULL;
CREATE INDEX cups_running ON cups (made) WHERE started IS NOT NULL AND ended IS NULL;
CREATE INDEX cups_over ON cups (ended) WHERE started IS NOT NULL AND ended IS NOT NULL;
CREATE INDEX cups_due ON cups (id) WHERE due = 1 AND ended IS NULL;

-- Who plays in a cup; number counts the seeds from 1 once it has started.
CREATE TABLE cup_players (
    cup       TEXT    NOT NULL REFERENCES cups (id) ON DELETE CASCADE,
    player    TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    number    INTEGER CHECK (number > 0),
    joined    INTEGER NOT NULL,
    withdrawn INTEGER NOT NULL DEFAULT 0 CHECK (withdrawn IN (0, 1)),
    PRIMARY KEY (cup, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX cup_players_player ON cup_players (player);

-- The matches of a cup; entries lists the numbers of the players by seat, as JSON. Those that
-- have ended are settled when the cup has made its next step.
CREATE TABLE cup_matches (
    match   INTEGER NOT NULL PRIMARY KEY REFERENCES matches (seq) ON DELETE CASCADE,
    cup     TEXT    NOT NULL REFERENCES cups (id) ON DELETE CASCADE,
    round   INTEGER NOT NULL CHECK (round > 0),
    pairing INTEGER NOT NULL CHECK (pairing > 0),
    number  INTEGER NOT NULL CHECK (number > 0),
    entries TEXT    NOT NULL,
    settled INTEGER NOT NULL DEFAULT 0 CHECK (settled IN (0, 1)),
    UNIQUE (cup, round, pairing, number)
) STRICT;

CREATE INDEX cup_matches_unsettled ON cup_matches (match) WHERE settled = 0;
