-- +goose Up

-- shown marks a match that was made public by one of its players after its end,
-- and can be hidden again. share is the SHA-256 of the token of a link by which
-- anybody sees the match, null where there is none; the token is not stored.
ALTER TABLE matches ADD COLUMN shown INTEGER NOT NULL DEFAULT 0
    CHECK (shown = 0 OR shown = 1 AND public = 1 AND ended IS NOT NULL);
ALTER TABLE matches ADD COLUMN share BLOB CHECK (share IS NULL OR length(share) = 32 AND ended IS NOT NULL);

CREATE UNIQUE INDEX matches_share ON matches (share) WHERE share IS NOT NULL;
CREATE INDEX matches_played ON matches (coalesce(moved, started)) WHERE public = 1 AND solo = 0 AND started IS NOT NULL AND ended IS NULL;
CREATE INDEX matches_ended ON matches (ended) WHERE public = 1 AND ended IS NOT NULL;
