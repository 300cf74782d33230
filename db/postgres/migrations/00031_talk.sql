-- +goose Up

-- See the same step of SQLite.
CREATE TABLE messages (
    id     TEXT   NOT NULL PRIMARY KEY,
    match  BIGINT NOT NULL REFERENCES matches (seq) ON DELETE CASCADE,
    number BIGINT NOT NULL CHECK (number > 0),
    player TEXT   NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    room   BIGINT NOT NULL,
    text   TEXT   NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
    at     BIGINT NOT NULL,
    UNIQUE (match, number)
);

CREATE INDEX messages_player ON messages (player, id);

CREATE TABLE reports (
    message TEXT   NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
    player  TEXT   NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    at      BIGINT NOT NULL,
    PRIMARY KEY (message, player)
);

CREATE INDEX reports_player ON reports (player);

CREATE TABLE ties (
    player TEXT   NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    other  TEXT   NOT NULL REFERENCES players (id) ON DELETE CASCADE CHECK (other <> player),
    kind   TEXT   NOT NULL CHECK (kind IN ('favorite', 'mute', 'block')),
    since  BIGINT NOT NULL,
    PRIMARY KEY (player, other)
);

CREATE INDEX ties_other ON ties (other);

ALTER TABLE seats ADD COLUMN unread BIGINT NOT NULL DEFAULT 0 CHECK (unread >= 0);

ALTER TABLE matches ADD COLUMN no_talk BIGINT NOT NULL DEFAULT 0 CHECK (no_talk IN (0, 1));

-- Whom a row tells of a message: null for any other change, 1 for players, 2 for all who
-- watch the match but players.
ALTER TABLE changes ADD COLUMN talk BIGINT CHECK (talk IN (1, 2));
