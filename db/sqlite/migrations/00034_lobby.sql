-- +goose Up

-- By what the lobby filters open tables: the number of their seats, and their pace, "days",
-- "live" or "none". Both are kept up to date until the match starts.
ALTER TABLE matches ADD COLUMN seat_count INTEGER NOT NULL DEFAULT 0 CHECK (seat_count >= 0);
ALTER TABLE matches ADD COLUMN pace TEXT NOT NULL DEFAULT 'none' CHECK (pace IN ('days', 'live', 'none'));

-- Clocks of less than an hour are written in minutes: {"bank":"5m","increment":"5s"}.
UPDATE matches SET seat_count = (SELECT count(*) FROM seats WHERE match = seq),
    pace = CASE WHEN clock IS NULL THEN 'none' WHEN clock LIKE '%h"%' THEN 'days' ELSE 'live' END
WHERE started IS NULL;

-- Every choice of filters finds its tables in one of these, the newest first.
CREATE INDEX matches_open_seats ON matches (seat_count, seq) WHERE public = 1 AND started IS NULL;
CREATE INDEX matches_open_pace ON matches (pace, seq) WHERE public = 1 AND started IS NULL;
CREATE INDEX matches_open_game_seats ON matches (game, seat_count, seq) WHERE public = 1 AND started IS NULL;
CREATE INDEX matches_open_game_pace ON matches (game, pace, seq) WHERE public = 1 AND started IS NULL;
CREATE INDEX matches_open_seats_pace ON matches (seat_count, pace, seq) WHERE public = 1 AND started IS NULL;
CREATE INDEX matches_open_chosen ON matches (game, seat_count, pace, seq) WHERE public = 1 AND started IS NULL;
