-- +goose Up

-- The same step of SQLite explains the table.
CREATE TABLE puzzle_tries (
    player     TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    game       TEXT NOT NULL,
    number     BIGINT NOT NULL CHECK (number > 0),
    day        BIGINT NOT NULL,
    wrong      TEXT NOT NULL,
    solved     BIGINT NOT NULL CHECK (solved IN (0, 1)),
    shown      BIGINT NOT NULL CHECK (shown IN (0, 1)),
    tried      BIGINT NOT NULL,
    points     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    gain       DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (player, game, number)
);

CREATE INDEX puzzle_tries_latest ON puzzle_tries (player, game, tried);
