-- +goose Up

-- The same step of SQLite explains tables and columns.

ALTER TABLE passes ADD COLUMN wrong BIGINT NOT NULL DEFAULT 0;
ALTER TABLE mails ADD COLUMN wrong BIGINT NOT NULL DEFAULT 0;
ALTER TABLE accounts ADD COLUMN proved BIGINT;

-- 3 in talk: the event streams of the players end.
ALTER TABLE changes DROP CONSTRAINT changes_talk_check;
ALTER TABLE changes ADD CONSTRAINT changes_talk_check CHECK (talk IN (1, 2, 3));

ALTER TABLE reviews ADD COLUMN asker TEXT NOT NULL DEFAULT '';

CREATE TABLE parked (
    worker   TEXT    NOT NULL,
    item     TEXT    NOT NULL CHECK (length(item) <= 200),
    failures BIGINT NOT NULL,
    since    BIGINT NOT NULL,
    dropped  BIGINT NOT NULL DEFAULT 0 CHECK (dropped IN (0, 1)),
    PRIMARY KEY (worker, item)
);

CREATE INDEX parked_since ON parked (since) WHERE dropped = 0;

CREATE TABLE account_invites (
    token   BYTEA  NOT NULL PRIMARY KEY CHECK (length(token) = 32),
    expires BIGINT NOT NULL
);

CREATE INDEX account_invites_expires ON account_invites (expires);
CREATE INDEX players_created ON players (created);
CREATE INDEX notices_recipient ON notices (recipient);
CREATE INDEX deliveries_player ON deliveries (player);

UPDATE matches SET rated = 0 WHERE rated = 1 AND public = 0 AND ladder = 0 AND started IS NULL;
UPDATE targets SET why = 'no_answer' WHERE why = 'private_address';
