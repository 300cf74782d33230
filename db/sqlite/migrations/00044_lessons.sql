-- +goose Up

-- The lessons that players have done, by name.
CREATE TABLE lessons (
    player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    lesson TEXT NOT NULL CHECK (length(lesson) BETWEEN 1 AND 60),
    PRIMARY KEY (player, lesson)
) STRICT, WITHOUT ROWID;
