-- +goose Up

-- The ratings of puzzles after their first attempt. Before, a puzzle has the estimate of its data.
CREATE TABLE puzzle_ratings (
    game       TEXT NOT NULL,
    number     INTEGER NOT NULL CHECK (number > 0),
    points     REAL NOT NULL,
    deviation  REAL NOT NULL,
    volatility REAL NOT NULL,
    attempts   INTEGER NOT NULL CHECK (attempts > 0),
    at         INTEGER NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
