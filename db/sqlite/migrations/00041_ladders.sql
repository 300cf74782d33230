-- +goose Up

-- Ladders by game, with the last rank that was given to somebody who joined.
CREATE TABLE ladders (
    game TEXT    NOT NULL PRIMARY KEY CHECK (length(game) BETWEEN 1 AND 40),
    last INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Who stands on them. The smallest rank is the first place; ranks have gaps, and no two on
-- a ladder are the same. challenge is the match of the open challenge that the player is in.
CREATE TABLE rungs (
    game      TEXT    NOT NULL REFERENCES ladders (game),
    player    TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    rank      INTEGER NOT NULL,
    since     INTEGER NOT NULL,
    challenge TEXT,
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX rungs_rank ON rungs (game, rank);
CREATE INDEX rungs_player ON rungs (player);
CREATE INDEX rungs_since ON rungs (since) WHERE challenge IS NULL;
CREATE INDEX rungs_challenge ON rungs (challenge) WHERE challenge IS NOT NULL;

-- Challenges on ladders: match is the id of a table, which is gone if it was withdrawn;
-- until is when the challenged has to have accepted. outcome is '' until the challenge is
-- settled.
CREATE TABLE ladder_challenges (
    match      TEXT    NOT NULL PRIMARY KEY,
    game       TEXT    NOT NULL,
    challenger TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    challenged TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    made       INTEGER NOT NULL,
    until      INTEGER NOT NULL,
    settled    INTEGER,
    outcome    TEXT    NOT NULL DEFAULT '' CHECK (outcome IN ('', 'won', 'drawn', 'lost', 'declined', 'late', 'void'))
) STRICT, WITHOUT ROWID;

CREATE INDEX ladder_challenges_open ON ladder_challenges (made) WHERE settled IS NULL;
CREATE INDEX ladder_challenges_settled ON ladder_challenges (game, settled) WHERE settled IS NOT NULL;
CREATE INDEX ladder_challenges_pair ON ladder_challenges (challenger, challenged, made);
CREATE INDEX ladder_challenges_challenged ON ladder_challenges (challenged, made);

-- ladder says that a match is a challenge on a ladder. Whoever takes a seat at an open
-- table needs so many finished matches, and a rating within these bounds; 0 for none.
ALTER TABLE matches ADD COLUMN ladder INTEGER NOT NULL DEFAULT 0 CHECK (ladder IN (0, 1));
ALTER TABLE matches ADD COLUMN need_played INTEGER NOT NULL DEFAULT 0 CHECK (need_played >= 0);
ALTER TABLE matches ADD COLUMN need_low INTEGER NOT NULL DEFAULT 0 CHECK (need_low >= 0);
ALTER TABLE matches ADD COLUMN need_high INTEGER NOT NULL DEFAULT 0 CHECK (need_high >= 0);

-- How often a player answered in which hour of the day, in UTC.
CREATE TABLE answer_hours (
    player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    hour   INTEGER NOT NULL CHECK (hour BETWEEN 0 AND 23),
    count  INTEGER NOT NULL,
    PRIMARY KEY (player, hour)
) STRICT, WITHOUT ROWID;
