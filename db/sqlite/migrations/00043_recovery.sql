-- +goose Up

-- How many wrong codes were typed since the pass was made: its code ends after some, its
-- link does not. wrong counts the same for the code in a mail.
ALTER TABLE passes ADD COLUMN wrong INTEGER NOT NULL DEFAULT 0;
ALTER TABLE mails ADD COLUMN wrong INTEGER NOT NULL DEFAULT 0;

-- When the holder of the account last showed that its address is theirs; null for never.
ALTER TABLE accounts ADD COLUMN proved INTEGER;
