-- +goose Up

-- archived tells how far a match that has ended is kept for looking back: 0 not yet,
-- 1 without its positions, as it is private, 2 with them. outcome is 0 for a drawn match,
-- else the first seat that has won; none for a match of one person or one that was called off.
ALTER TABLE matches ADD COLUMN rated INTEGER NOT NULL DEFAULT 0 CHECK (rated IN (0, 1));
ALTER TABLE matches ADD COLUMN archived INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1, 2) AND (archived = 0 OR ended IS NOT NULL));
ALTER TABLE matches ADD COLUMN outcome INTEGER CHECK (outcome IS NULL OR outcome >= 0 AND archived > 0);

CREATE INDEX matches_unarchived ON matches (ended, seq) WHERE ended IS NOT NULL AND (archived = 0 OR archived = 1 AND public = 1);
CREATE INDEX matches_archive_game ON matches (game, ended) WHERE public = 1 AND outcome IS NOT NULL;

-- The matches of a player, and those against one opponent; opponent is '' for all. The
-- score of the player is 0, 1 for a draw, 2. Matches that have ended are never deleted.
CREATE TABLE played (
    player   TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    opponent TEXT    NOT NULL,
    ended    INTEGER NOT NULL,
    match    INTEGER NOT NULL,
    game     TEXT    NOT NULL,
    score    INTEGER NOT NULL CHECK (score IN (0, 1, 2)),
    PRIMARY KEY (player, opponent, ended, match)
) STRICT, WITHOUT ROWID;

CREATE INDEX played_opponent ON played (opponent) WHERE opponent <> '';

-- The same counted; fell counts the matches lost by time.
CREATE TABLE scores (
    player   TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    opponent TEXT    NOT NULL,
    game     TEXT    NOT NULL,
    matches  INTEGER NOT NULL,
    won      INTEGER NOT NULL,
    drawn    INTEGER NOT NULL,
    fell     INTEGER NOT NULL,
    PRIMARY KEY (player, opponent, game)
) STRICT, WITHOUT ROWID;

CREATE INDEX scores_opponent ON scores (opponent) WHERE opponent <> '';

-- How often a player took between 2^(step-1) and 2^step minutes to answer.
CREATE TABLE answers (
    player TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    step   INTEGER NOT NULL,
    count  INTEGER NOT NULL,
    PRIMARY KEY (player, step)
) STRICT, WITHOUT ROWID;

-- The ratings of players by game, and their course. low is the points less two deviations.
CREATE TABLE ratings (
    player     TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    game       TEXT    NOT NULL,
    points     REAL    NOT NULL,
    deviation  REAL    NOT NULL,
    volatility REAL    NOT NULL,
    matches    INTEGER NOT NULL,
    at         INTEGER NOT NULL,
    low        REAL    NOT NULL,
    PRIMARY KEY (player, game)
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_low ON ratings (game, low);

CREATE TABLE rating_steps (
    player    TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    game      TEXT    NOT NULL,
    at        INTEGER NOT NULL,
    match     INTEGER NOT NULL,
    points    REAL    NOT NULL,
    deviation REAL    NOT NULL,
    PRIMARY KEY (player, game, at, match)
) STRICT, WITHOUT ROWID;

-- The positions on the boards of public matches, by their hash, with the move that was
-- played there and its score for who played it; and the same counted for each move.
CREATE TABLE positions (
    position INTEGER NOT NULL,
    match    INTEGER NOT NULL,
    ply      INTEGER NOT NULL,
    move     TEXT    NOT NULL,
    score    INTEGER NOT NULL CHECK (score IN (0, 1, 2)),
    PRIMARY KEY (position, match)
) STRICT, WITHOUT ROWID;

CREATE TABLE openings (
    position INTEGER NOT NULL,
    move     TEXT    NOT NULL,
    matches  INTEGER NOT NULL,
    won      INTEGER NOT NULL,
    drawn    INTEGER NOT NULL,
    PRIMARY KEY (position, move)
) STRICT, WITHOUT ROWID;
