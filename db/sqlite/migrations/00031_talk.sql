-- +goose Up

-- What people write to each other in a match. room is the set of the seats that read it, bit
-- n for seat n, or 0 for those who watch. number is the place of a message in its match.
CREATE TABLE messages (
    id     TEXT    NOT NULL PRIMARY KEY,
    match  INTEGER NOT NULL REFERENCES matches (seq) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number > 0),
    player TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    room   INTEGER NOT NULL,
    text   TEXT    NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
    at     INTEGER NOT NULL,
    UNIQUE (match, number)
) STRICT;

CREATE INDEX messages_player ON messages (player, id);

-- Who has reported a message.
CREATE TABLE reports (
    message TEXT    NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
    player  TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    at      INTEGER NOT NULL,
    PRIMARY KEY (message, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX reports_player ON reports (player);

-- What a player thinks of another, who does not learn of it.
CREATE TABLE ties (
    player TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    other  TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE CHECK (other <> player),
    kind   TEXT    NOT NULL CHECK (kind IN ('favorite', 'mute', 'block')),
    since  INTEGER NOT NULL,
    PRIMARY KEY (player, other)
) STRICT, WITHOUT ROWID;

CREATE INDEX ties_other ON ties (other);

-- How many messages the player of a seat has not seen.
ALTER TABLE seats ADD COLUMN unread INTEGER NOT NULL DEFAULT 0 CHECK (unread >= 0);

-- Partners may not write to each other.
ALTER TABLE matches ADD COLUMN no_talk INTEGER NOT NULL DEFAULT 0 CHECK (no_talk IN (0, 1));
