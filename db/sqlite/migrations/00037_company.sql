-- +goose Up

-- Who without a seat may see a public match: everybody (''), everybody until it ends
-- ('live'), nobody once it has begun ('none'). A match that is closed to them is not
-- public any more.
ALTER TABLE matches ADD COLUMN watch TEXT NOT NULL DEFAULT '' CHECK (watch IN ('', 'live', 'none'));

-- Up to which message somebody without a seat has read what those who watch a match write.
CREATE TABLE watchers (
    match  INTEGER NOT NULL REFERENCES matches (seq) ON DELETE CASCADE,
    player TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    seen   INTEGER NOT NULL,
    PRIMARY KEY (match, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX watchers_player ON watchers (player);

-- What a player notes of a match for themselves: after so many of its events, -1 for the
-- match as a whole. Nobody else learns of it.
CREATE TABLE remarks (
    player  TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    match   INTEGER NOT NULL REFERENCES matches (seq) ON DELETE CASCADE,
    ply     INTEGER NOT NULL CHECK (ply >= -1),
    text    TEXT    NOT NULL CHECK (length(text) BETWEEN 1 AND 8000),
    changed INTEGER NOT NULL,
    PRIMARY KEY (player, match, ply)
) STRICT, WITHOUT ROWID;

CREATE INDEX remarks_match ON remarks (match);

-- Until when a player may not write messages.
ALTER TABLE players ADD COLUMN silent INTEGER;
