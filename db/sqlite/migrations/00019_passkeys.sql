-- +goose Up

-- Accounts without a password, password null, whose holders sign in by a passkey.
-- handle is by what devices name the account, null before its first passkey.
CREATE TABLE new_accounts (
    player   TEXT    NOT NULL PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    password TEXT    CHECK (length(password) BETWEEN 1 AND 300),
    opened   INTEGER NOT NULL,
    handle   BLOB    CHECK (length(handle) = 32)
) STRICT, WITHOUT ROWID;

INSERT INTO new_accounts (player, password, opened) SELECT player, password, opened FROM accounts;
DROP TABLE accounts;
ALTER TABLE new_accounts RENAME TO accounts;

-- Passkeys of accounts. public is a key in COSE form; used is null before the first use.
CREATE TABLE passkeys (
    id      BLOB    NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 1023),
    player  TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    public  BLOB    NOT NULL CHECK (length(public) BETWEEN 1 AND 2000),
    counter INTEGER NOT NULL CHECK (counter >= 0),
    name    TEXT    NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
    made    INTEGER NOT NULL,
    used    INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX passkeys_player ON passkeys (player, made);
