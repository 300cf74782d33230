-- +goose Up

-- What a player has tried and noted in a match, as package study encodes it. Nobody else
-- learns of it.
CREATE TABLE studies (
    player  TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    match   INTEGER NOT NULL REFERENCES matches (seq) ON DELETE CASCADE,
    text    TEXT    NOT NULL CHECK (length(text) BETWEEN 1 AND 24000),
    changed INTEGER NOT NULL,
    PRIMARY KEY (player, match)
) STRICT, WITHOUT ROWID;

CREATE INDEX studies_match ON studies (match);
