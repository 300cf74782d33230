-- +goose Up

-- See the same step of SQLite.
ALTER TABLE matches ADD COLUMN seat_count BIGINT NOT NULL DEFAULT 0 CHECK (seat_count >= 0);
ALTER TABLE matches ADD COLUMN pace TEXT NOT NULL DEFAULT 'none' CHECK (pace IN ('days', 'live', 'none'));

UPDATE matches SET seat_count = (SELECT count(*) FROM seats WHERE match = seq),
    pace = CASE WHEN clock IS NULL THEN 'none' WHEN clock LIKE '%h"%' THEN 'days' ELSE 'live' END
WHERE started IS NULL;

CREATE INDEX matches_open_seats ON matches (seat_count, seq) WHERE public = 1 AND started IS NULL;
CREATE INDEX matches_open_pace ON matches (pace, seq) WHERE public = 1 AND started IS NULL;
CREATE INDEX matches_open_game_seats ON matches (game, seat_count, seq) WHERE public = 1 AND started IS NULL;
CREATE INDEX matches_open_game_pace ON matches (game, pace, seq) WHERE public = 1 AND started IS NULL;
CREATE INDEX matches_open_seats_pace ON matches (seat_count, pace, seq) WHERE public = 1 AND started IS NULL;
CREATE INDEX matches_open_chosen ON matches (game, seat_count, pace, seq) WHERE public = 1 AND started IS NULL;
