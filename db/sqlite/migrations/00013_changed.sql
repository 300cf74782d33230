-- +goose Up

-- When the match of the seat was last created, started, continued or ended, so
-- that a player's matches are found that have changed since a time.
ALTER TABLE seats ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
UPDATE seats SET changed = (SELECT max(created, coalesce(started, 0), coalesce(moved, 0), coalesce(ended, 0))
    FROM matches WHERE seq = seats.match);

CREATE INDEX seats_changed ON seats (player, changed);
