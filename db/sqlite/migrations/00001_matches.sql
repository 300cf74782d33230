-- +goose Up

-- Times are milliseconds since 1970, UTC.

CREATE TABLE players (
    id      TEXT    NOT NULL PRIMARY KEY CHECK (length(id) = 12),
    name    TEXT    NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A token is known by its SHA-256 alone.
CREATE TABLE tokens (
    hash    BLOB    NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    player  TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX tokens_player ON tokens (player);

-- seq is the order of creation, and what the other tables refer to.
-- ply, to_act, moved, last_seat, last_text, ended and result repeat what the
-- events say; they are written with each event. Before the start to_act holds
-- who will owe the first decision. In to_act bit n stands for seat n.
CREATE TABLE matches (
    seq        INTEGER NOT NULL PRIMARY KEY,
    id         TEXT    NOT NULL UNIQUE CHECK (length(id) = 12),
    game       TEXT    NOT NULL CHECK (game <> ''),
    version    INTEGER NOT NULL CHECK (version >= 0),
    options    TEXT    NOT NULL CHECK (json_valid(options)),
    public     INTEGER NOT NULL CHECK (public IN (0, 1)),
    solo       INTEGER NOT NULL CHECK (solo IN (0, 1)),
    invite     TEXT    NOT NULL UNIQUE CHECK (length(invite) >= 26),
    host       TEXT    NOT NULL REFERENCES players (id),
    rematch_of INTEGER REFERENCES matches (seq) ON DELETE SET NULL,
    created    INTEGER NOT NULL,
    started    INTEGER,
    ended      INTEGER CHECK (ended IS NULL OR started IS NOT NULL),
    moved      INTEGER CHECK ((moved IS NULL) = (ply = 0)),
    ply        INTEGER NOT NULL DEFAULT 0 CHECK (ply >= 0),
    to_act     INTEGER NOT NULL CHECK (ended IS NULL OR to_act = 0),
    last_seat  INTEGER CHECK ((last_seat IS NULL) = (ply = 0)),
    last_text  TEXT    CHECK ((last_text IS NULL) = (ply = 0)),
    result     TEXT    CHECK ((result IS NULL) = (ended IS NULL))
) STRICT;

CREATE INDEX matches_host ON matches (host);
CREATE UNIQUE INDEX matches_rematch ON matches (rematch_of) WHERE rematch_of IS NOT NULL;
CREATE INDEX matches_open ON matches (public, started, seq) WHERE public = 1 AND started IS NULL;
CREATE INDEX matches_open_game ON matches (game, seq) WHERE public = 1 AND started IS NULL;

-- player is null while the seat is open; owes marks a seat in to_act of a
-- match that has started, over one of a match that has ended.
CREATE TABLE seats (
    match  INTEGER NOT NULL REFERENCES matches (seq) ON DELETE CASCADE,
    seat   INTEGER NOT NULL CHECK (seat BETWEEN 1 AND 62),
    player TEXT REFERENCES players (id),
    owes   INTEGER NOT NULL DEFAULT 0 CHECK (owes IN (0, 1)),
    over   INTEGER NOT NULL DEFAULT 0 CHECK (over IN (0, 1)),
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_player ON seats (player, match, over);
CREATE INDEX seats_live ON seats (player, match) WHERE over = 0;
CREATE INDEX seats_turn ON seats (player, match) WHERE owes = 1;

CREATE TABLE events (
    match INTEGER NOT NULL REFERENCES matches (seq),
    ply   INTEGER NOT NULL CHECK (ply >= 0),
    seat  INTEGER NOT NULL CHECK (seat >= 0),
    text  TEXT    NOT NULL CHECK (length(text) BETWEEN 1 AND 4000),
    at    INTEGER NOT NULL,
    PRIMARY KEY (match, ply)
) STRICT, WITHOUT ROWID;

-- +goose StatementBegin
CREATE TRIGGER events_stay BEFORE UPDATE ON events
BEGIN
    SELECT raise(ABORT, 'an event is never changed');
END;
-- +goose StatementEnd

-- Up to which ply a player has seen a match.
CREATE TABLE visits (
    match  INTEGER NOT NULL REFERENCES matches (seq) ON DELETE CASCADE,
    player TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    ply    INTEGER NOT NULL CHECK (ply >= 0),
    PRIMARY KEY (match, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX visits_player ON visits (player);

-- What was answered under an idempotency key. id, request and the key that
-- seals the answer are derived from the idempotency key, which is not stored.
CREATE TABLE once (
    id      BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 32),
    request BLOB    NOT NULL CHECK (length(request) = 32),
    status  INTEGER NOT NULL,
    answer  BLOB    NOT NULL,
    at      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX once_at ON once (at);

CREATE TABLE sessions (
    token  TEXT    NOT NULL PRIMARY KEY,
    data   BLOB    NOT NULL,
    expiry INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_expiry ON sessions (expiry);

-- One row, rewritten to prove that a write is possible.
CREATE TABLE probe (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
) STRICT;
