-- +goose Up

-- What tokens are called, what they may be used for (bits: read, play, manage), and when
-- they were last used. Those that came with a guest or a sign-in have no name.
ALTER TABLE tokens ADD COLUMN name TEXT NOT NULL DEFAULT '' CHECK (length(name) <= 100);
ALTER TABLE tokens ADD COLUMN scopes INTEGER NOT NULL DEFAULT 7 CHECK (scopes BETWEEN 1 AND 7);
ALTER TABLE tokens ADD COLUMN used INTEGER;
