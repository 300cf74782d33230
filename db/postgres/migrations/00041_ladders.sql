-- +goose Up

-- See the same step of SQLite.
CREATE TABLE ladders (
    game TEXT    NOT NULL PRIMARY KEY CHECK (length(game) BETWEEN 1 AND 40),
    last BIGINT NOT NULL
);

CREATE TABLE rungs (
    game      TEXT    NOT NULL REFERENCES ladders (game),
    player    TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    rank      BIGINT NOT NULL,
    since     BIGINT NOT NULL,
    challenge TEXT,
    PRIMARY KEY (game, player)
);

CREATE INDEX rungs_rank ON rungs (game, rank);
CREATE INDEX rungs_player ON rungs (player);
CREATE INDEX rungs_since ON rungs (since) WHERE challenge IS NULL;
CREATE INDEX rungs_challenge ON rungs (challenge) WHERE challenge IS NOT NULL;

CREATE TABLE ladder_challenges (
    match      TEXT    NOT NULL PRIMARY KEY,
    game       TEXT    NOT NULL,
    challenger TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    challenged TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    made       BIGINT NOT NULL,
    until      BIGINT NOT NULL,
    settled    BIGINT,
    outcome    TEXT    NOT NULL DEFAULT '' CHECK (outcome IN ('', 'won', 'drawn', 'lost', 'declined', 'late', 'void'))
);

CREATE INDEX ladder_challenges_open ON ladder_challenges (made) WHERE settled IS NULL;
CREATE INDEX ladder_challenges_settled ON ladder_challenges (game, settled) WHERE settled IS NOT NULL;
CREATE INDEX ladder_challenges_pair ON ladder_challenges (challenger, challenged, made);
CREATE INDEX ladder_challenges_challenged ON ladder_challenges (challenged, made);

ALTER TABLE matches ADD COLUMN ladder BIGINT NOT NULL DEFAULT 0 CHECK (ladder IN (0, 1));
ALTER TABLE matches ADD COLUMN need_played BIGINT NOT NULL DEFAULT 0 CHECK (need_played >= 0);
ALTER TABLE matches ADD COLUMN need_low BIGINT NOT NULL DEFAULT 0 CHECK (need_low >= 0);
ALTER TABLE matches ADD COLUMN need_high BIGINT NOT NULL DEFAULT 0 CHECK (need_high >= 0);

CREATE TABLE answer_hours (
    player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    hour   BIGINT NOT NULL CHECK (hour BETWEEN 0 AND 23),
    count  BIGINT NOT NULL,
    PRIMARY KEY (player, hour)
);
