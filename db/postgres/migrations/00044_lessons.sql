-- +goose Up

-- The same step of SQLite explains the table.
CREATE TABLE lessons (
    player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    lesson TEXT NOT NULL CHECK (length(lesson) BETWEEN 1 AND 60),
    PRIMARY KEY (player, lesson)
);
