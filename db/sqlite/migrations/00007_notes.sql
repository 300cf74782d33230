-- +goose Up

-- What was answered under an idempotency key is noted: where it happened, not the
-- answer. id, request and the key that seals the note are derived from the
-- idempotency key, which is not stored. Answers that were stored whole are
-- forgotten.
DROP TABLE once;

CREATE TABLE once (
    id      BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 32),
    request BLOB    NOT NULL CHECK (length(request) = 32),
    status  INTEGER NOT NULL,
    note    BLOB    NOT NULL CHECK (length(note) <= 1100),
    at      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX once_at ON once (at);

-- How many keys a caller has used, and how many bytes they take, since a time at
-- most a day ago. The caller is known by a hash.
CREATE TABLE once_use (
    caller BLOB    NOT NULL PRIMARY KEY CHECK (length(caller) = 16),
    since  INTEGER NOT NULL,
    keys   INTEGER NOT NULL,
    bytes  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX once_use_since ON once_use (since);
