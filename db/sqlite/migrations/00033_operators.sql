-- +goose Up

-- Players who care for the site.
CREATE TABLE operators (
    player TEXT    NOT NULL PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    since  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX operators_since ON operators (since);

-- What operators have done, never changed. operator is null for the command line, and
-- for who has left; player is whom it concerns, match where.
CREATE TABLE acts (
    id       INTEGER NOT NULL PRIMARY KEY,
    at       INTEGER NOT NULL,
    operator TEXT    REFERENCES players (id) ON DELETE SET NULL,
    act      TEXT    NOT NULL,
    player   TEXT    REFERENCES players (id) ON DELETE CASCADE,
    match    INTEGER REFERENCES matches (seq) ON DELETE CASCADE,
    seat     INTEGER NOT NULL,
    detail   TEXT    NOT NULL,
    until    INTEGER,
    reason   TEXT    NOT NULL CHECK (length(reason) <= 1000)
) STRICT;

CREATE INDEX acts_operator ON acts (operator) WHERE operator IS NOT NULL;
CREATE INDEX acts_player ON acts (player, id) WHERE player IS NOT NULL;
CREATE INDEX acts_match ON acts (match, id) WHERE match IS NOT NULL;

-- Until when a player may not act.
ALTER TABLE players ADD COLUMN suspended INTEGER;

-- Why a mail was not sent, and since when; tries says how often.
ALTER TABLE mails ADD COLUMN why TEXT NOT NULL DEFAULT '';
CREATE INDEX mails_failing ON mails (queued) WHERE why <> '';
CREATE INDEX targets_failing ON targets (failing) WHERE failing IS NOT NULL;

-- Copies of the database that were made and checked; took is in milliseconds.
CREATE TABLE backups (
    at    INTEGER NOT NULL PRIMARY KEY,
    bytes INTEGER NOT NULL,
    took  INTEGER NOT NULL
) STRICT;

CREATE INDEX accounts_opened ON accounts (opened);
-- For counting what goes on, without work for each move.
CREATE INDEX matches_live ON matches (started) WHERE started IS NOT NULL AND ended IS NULL;
CREATE INDEX matches_over ON matches (moved) WHERE ended IS NOT NULL;
