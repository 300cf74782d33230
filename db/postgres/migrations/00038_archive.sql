-- +goose Up

-- See the same step of SQLite.
ALTER TABLE matches ADD COLUMN rated BIGINT NOT NULL DEFAULT 0 CHECK (rated IN (0, 1));
ALTER TABLE matches ADD COLUMN archived BIGINT NOT NULL DEFAULT 0 CHECK (archived IN (0, 1, 2) AND (archived = 0 OR ended IS NOT NULL));
ALTER TABLE matches ADD COLUMN outcome BIGINT CHECK (outcome IS NULL OR outcome >= 0 AND archived > 0);

CREATE INDEX matches_unarchived ON matches (ended, seq) WHERE ended IS NOT NULL AND (archived = 0 OR archived = 1 AND public = 1);
CREATE INDEX matches_archive ON matches (ended, seq) WHERE public = 1 AND outcome IS NOT NULL;
CREATE INDEX matches_archive_game ON matches (game, ended, seq) WHERE public = 1 AND outcome IS NOT NULL;

CREATE TABLE played (
    player   TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    opponent TEXT    NOT NULL,
    ended    BIGINT NOT NULL,
    match    BIGINT NOT NULL,
    game     TEXT    NOT NULL,
    score    BIGINT NOT NULL CHECK (score IN (0, 1, 2)),
    PRIMARY KEY (player, opponent, ended, match)
);

CREATE INDEX played_opponent ON played (opponent) WHERE opponent <> '';

CREATE TABLE scores (
    player   TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    opponent TEXT    NOT NULL,
    game     TEXT    NOT NULL,
    matches  BIGINT NOT NULL,
    won      BIGINT NOT NULL,
    drawn    BIGINT NOT NULL,
    fell     BIGINT NOT NULL,
    PRIMARY KEY (player, opponent, game)
);

CREATE INDEX scores_opponent ON scores (opponent) WHERE opponent <> '';

CREATE TABLE answers (
    player TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    step   BIGINT NOT NULL,
    count  BIGINT NOT NULL,
    PRIMARY KEY (player, step)
);

CREATE TABLE ratings (
    player     TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    game       TEXT    NOT NULL,
    points     DOUBLE PRECISION    NOT NULL,
    deviation  DOUBLE PRECISION    NOT NULL,
    volatility DOUBLE PRECISION    NOT NULL,
    matches    BIGINT NOT NULL,
    at         BIGINT NOT NULL,
    low        DOUBLE PRECISION    NOT NULL,
    PRIMARY KEY (player, game)
);

CREATE INDEX ratings_low ON ratings (game, low);

CREATE TABLE rating_steps (
    player    TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    game      TEXT    NOT NULL,
    at        BIGINT NOT NULL,
    match     BIGINT NOT NULL,
    points    DOUBLE PRECISION    NOT NULL,
    deviation DOUBLE PRECISION    NOT NULL,
    PRIMARY KEY (player, game, at, match)
);

CREATE TABLE positions (
    position BIGINT NOT NULL,
    match    BIGINT NOT NULL,
    ply      BIGINT NOT NULL,
    move     TEXT    NOT NULL,
    score    BIGINT NOT NULL CHECK (score IN (0, 1, 2)),
    PRIMARY KEY (position, match)
);

CREATE TABLE openings (
    position BIGINT NOT NULL,
    move     TEXT    NOT NULL,
    matches  BIGINT NOT NULL,
    won      BIGINT NOT NULL,
    drawn    BIGINT NOT NULL,
    PRIMARY KEY (position, move)
);
