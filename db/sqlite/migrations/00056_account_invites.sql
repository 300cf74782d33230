-- +goose Up

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
