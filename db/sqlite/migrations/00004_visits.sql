-- +goose Up

-- ply is how many events a page has shown to the player. The first told of them
-- are no longer news. The present visit, or the last one, began at began; the
-- match was last looked at in it at latest.
ALTER TABLE visits ADD COLUMN told INTEGER NOT NULL DEFAULT 0 CHECK (told >= 0);
ALTER TABLE visits ADD COLUMN began INTEGER NOT NULL DEFAULT 0;
ALTER TABLE visits ADD COLUMN latest INTEGER NOT NULL DEFAULT 0;
UPDATE visits SET told = ply;
