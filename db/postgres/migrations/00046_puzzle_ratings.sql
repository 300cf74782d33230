-- +goose Up

-- The same step of SQLite explains the table.
CREATE TABLE puzzle_ratings (
    game       TEXT NOT NULL,
    number     BIGINT NOT NULL CHECK (number > 0),
    points     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    attempts   BIGINT NOT NULL CHECK (attempts > 0),
    at         BIGINT NOT NULL,
    PRIMARY KEY (game, number)
);
