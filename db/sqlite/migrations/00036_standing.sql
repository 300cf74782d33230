-- +goose Up

-- Offers of players to keep a table open: proposal says which one, most how many matches
-- under way may have come of it. Nothing is opened for one that is paused.
CREATE TABLE standing (
    id       TEXT    NOT NULL PRIMARY KEY CHECK (length(id) = 12),
    player   TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    proposal TEXT    NOT NULL CHECK (length(proposal) BETWEEN 1 AND 4000),
    most     INTEGER NOT NULL CHECK (most > 0),
    paused   INTEGER NOT NULL DEFAULT 0 CHECK (paused IN (0, 1)),
    made     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX standing_player ON standing (player);
CREATE INDEX standing_active ON standing (id) WHERE paused = 0;

-- The open table of an offer, and the matches under way that have come of it. Those that
-- are over are forgotten when the next table is opened.
CREATE TABLE standing_tables (
    match INTEGER NOT NULL PRIMARY KEY REFERENCES matches (seq) ON DELETE CASCADE,
    offer TEXT    NOT NULL REFERENCES standing (id) ON DELETE CASCADE
) STRICT;

CREATE INDEX standing_tables_offer ON standing_tables (offer);
