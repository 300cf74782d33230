-- +goose Up

-- How many wrong codes were typed since the pass was made: its code ends after some, its
-- link does not. wrong counts the same for the code in a mail.
ALTER TABLE passes ADD COLUMN wrong INTEGER NOT NULL DEFAULT 0;
ALTER TABLE mails ADD COLUMN wrong INTEGER NOT NULL DEFAULT 0;

-- When the holder of the account last showed that its address is theirs; null for never.
ALTER TABLE accounts ADD COLUMN proved INTEGER;

-- Who has asked for a review that is to be made, '' for a visitor without a name. Players take turns.
ALTER TABLE reviews ADD COLUMN asker TEXT NOT NULL DEFAULT '';

-- Items of background work that have failed too often, and wait for an operator. One that is
-- dropped is not tried again.
CREATE TABLE parked (
    worker   TEXT    NOT NULL,
    item     TEXT    NOT NULL CHECK (length(item) <= 200),
    failures INTEGER NOT NULL,
    since    INTEGER NOT NULL,
    dropped  INTEGER NOT NULL DEFAULT 0 CHECK (dropped IN (0, 1)),
    PRIMARY KEY (worker, item)
) STRICT, WITHOUT ROWID;

CREATE INDEX parked_since ON parked (since) WHERE dropped = 0;

-- Invitations to make an account, each for one: token is the hash of what a link carries.
CREATE TABLE account_invites (
    token   BLOB    NOT NULL PRIMARY KEY CHECK (length(token) = 32),
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX account_invites_expires ON account_invites (expires);

-- For the purge of guests who have done nothing.
CREATE INDEX players_created ON players (created);
CREATE INDEX notices_recipient ON notices (recipient);
CREATE INDEX deliveries_player ON deliveries (player);

-- Matches that are private from the start count for no ratings, which everybody sees. Those
-- that have begun keep what they were begun with; challenges on ladders are for all to see.
UPDATE matches SET rated = 0 WHERE rated = 1 AND public = 0 AND ladder = 0 AND started IS NULL;

-- The failure of a message names no more than that nobody answers.
UPDATE targets SET why = 'no_answer' WHERE why = 'private_address';
