-- +goose Up

-- See the same step of SQLite.
ALTER TABLE passes ADD COLUMN wrong BIGINT NOT NULL DEFAULT 0;
ALTER TABLE mails ADD COLUMN wrong BIGINT NOT NULL DEFAULT 0;
ALTER TABLE accounts ADD COLUMN proved BIGINT;

-- 3 in talk: the event streams of the players end.
ALTER TABLE changes DROP CONSTRAINT changes_talk_check;
ALTER TABLE changes ADD CONSTRAINT changes_talk_check CHECK (talk IN (1, 2, 3));
