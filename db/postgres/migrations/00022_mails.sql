-- +goose Up

-- See the same step of SQLite.
ALTER TABLE accounts ADD COLUMN email TEXT CHECK (length(email) BETWEEN 3 AND 254);
CREATE UNIQUE INDEX accounts_email ON accounts (email) WHERE email IS NOT NULL;

CREATE TABLE mails (
    id       TEXT    NOT NULL PRIMARY KEY,
    kind     TEXT    NOT NULL,
    player   TEXT    REFERENCES players (id) ON DELETE CASCADE,
    address  TEXT    NOT NULL CHECK (length(address) BETWEEN 3 AND 254),
    language TEXT    NOT NULL,
    token    BYTEA,
    queued   BIGINT NOT NULL,
    due      BIGINT,
    tries    BIGINT NOT NULL,
    expires  BIGINT
);

CREATE UNIQUE INDEX mails_token ON mails (token) WHERE token IS NOT NULL;
CREATE INDEX mails_due ON mails (due) WHERE due IS NOT NULL;
CREATE INDEX mails_queued ON mails (queued);
CREATE INDEX mails_player ON mails (player, kind) WHERE player IS NOT NULL;
CREATE INDEX mails_address ON mails (address);
