-- +goose Up

-- The answers of players to puzzles, and their rating after the first answer to each. Wrong answers
-- are separated by spaces.
CREATE TABLE puzzle_tries (
    player     TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    game       TEXT NOT NULL,
    number     INTEGER NOT NULL CHECK (number > 0),
    day        INTEGER NOT NULL,
    wrong      TEXT NOT NULL,
    solved     INTEGER NOT NULL CHECK (solved IN (0, 1)),
    shown      INTEGER NOT NULL CHECK (shown IN (0, 1)),
    tried      INTEGER NOT NULL,
    points     REAL NOT NULL,
    deviation  REAL NOT NULL,
    volatility REAL NOT NULL,
    gain       REAL NOT NULL,
    PRIMARY KEY (player, game, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX puzzle_tries_latest ON puzzle_tries (player, game, tried);
