-- +goose Up

-- The address that the holder of an account has confirmed.
ALTER TABLE accounts ADD COLUMN email TEXT CHECK (length(email) BETWEEN 3 AND 254);
CREATE UNIQUE INDEX accounts_email ON accounts (email) WHERE email IS NOT NULL;

-- Mails that are to be sent, and those whose link is good. player is null for mail to
-- whoever has confirmed the address; token, the hash of what a link carries, without
-- link; due once the mail was sent; expires before that.
CREATE TABLE mails (
    id       TEXT    NOT NULL PRIMARY KEY,
    kind     TEXT    NOT NULL,
    player   TEXT    REFERENCES players (id) ON DELETE CASCADE,
    address  TEXT    NOT NULL CHECK (length(address) BETWEEN 3 AND 254),
    language TEXT    NOT NULL,
    token    BLOB,
    queued   INTEGER NOT NULL,
    due      INTEGER,
    tries    INTEGER NOT NULL,
    expires  INTEGER
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX mails_token ON mails (token) WHERE token IS NOT NULL;
CREATE INDEX mails_due ON mails (due) WHERE due IS NOT NULL;
CREATE INDEX mails_queued ON mails (queued);
CREATE INDEX mails_player ON mails (player, kind) WHERE player IS NOT NULL;
CREATE INDEX mails_address ON mails (address);
