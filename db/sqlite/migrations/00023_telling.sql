-- +goose Up

-- Notices that are for later: remains is the time that is left to the recipient's decision then.
ALTER TABLE notices ADD COLUMN due INTEGER NOT NULL DEFAULT 0;
ALTER TABLE notices ADD COLUMN remains INTEGER;
UPDATE notices SET kind = 'offer' WHERE kind = 'asked';
CREATE INDEX notices_due ON notices (due, id);

-- What players want to be told, and where. channels is JSON, by kind of notice, null for
-- the usual ones; digest is an hour of the day, null for mail without delay; zone is
-- empty for UTC.
CREATE TABLE notice_settings (
    player   TEXT NOT NULL PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    channels TEXT,
    digest   INTEGER CHECK (digest BETWEEN 0 AND 23),
    zone     TEXT NOT NULL CHECK (length(zone) <= 64),
    language TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Where notices go: a browser's subscription, a webhook, the mail of an account, whose
-- address is that of the account. failing is since when nothing was delivered, tried
-- how often in a row that failed, off when it was given up.
CREATE TABLE targets (
    id        TEXT    NOT NULL PRIMARY KEY,
    player    TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    channel   TEXT    NOT NULL,
    address   TEXT    NOT NULL CHECK (length(address) <= 2000),
    format    TEXT    NOT NULL,
    kinds     TEXT    NOT NULL,
    public    TEXT    NOT NULL,
    auth      TEXT    NOT NULL,
    device    TEXT    NOT NULL,
    made      INTEGER NOT NULL,
    delivered INTEGER,
    failing   INTEGER,
    why       TEXT    NOT NULL,
    tried     INTEGER NOT NULL,
    off       INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX targets_player ON targets (player, made);
CREATE UNIQUE INDEX targets_push ON targets (address) WHERE channel = 'push';

-- Notices on their way to a target. message names what several of them are sent in.
CREATE TABLE deliveries (
    id      TEXT    NOT NULL PRIMARY KEY,
    target  TEXT    NOT NULL REFERENCES targets (id) ON DELETE CASCADE,
    kind    TEXT    NOT NULL,
    player  TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    match   INTEGER NOT NULL REFERENCES matches (seq) ON DELETE CASCADE,
    ply     INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    remains INTEGER,
    due     INTEGER NOT NULL,
    tries   INTEGER NOT NULL,
    message TEXT    NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX deliveries_due ON deliveries (due);
CREATE INDEX deliveries_target ON deliveries (target, due);
CREATE INDEX deliveries_match ON deliveries (match);
