-- +goose Up

-- See the same step of SQLite.
CREATE TABLE account_invites (
    token   BYTEA  NOT NULL PRIMARY KEY CHECK (length(token) = 32),
    expires BIGINT NOT NULL
);

CREATE INDEX account_invites_expires ON account_invites (expires);
CREATE INDEX players_created ON players (created);
CREATE INDEX notices_recipient ON notices (recipient);
CREATE INDEX deliveries_player ON deliveries (player);
