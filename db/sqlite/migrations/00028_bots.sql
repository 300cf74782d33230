-- +goose Up

-- The level of a player that the program plays itself, 0 for everybody else.
ALTER TABLE players ADD COLUMN bot INTEGER NOT NULL DEFAULT 0 CHECK (bot >= 0);

-- When a bot is to act or to answer an offer, null while none is; and whether a match has,
-- since its start, one person and bots at all other seats.
ALTER TABLE matches ADD COLUMN bot_due INTEGER CHECK (bot_due IS NULL OR started IS NOT NULL AND ended IS NULL);
ALTER TABLE matches ADD COLUMN against_bots INTEGER NOT NULL DEFAULT 0 CHECK (against_bots IN (0, 1));
CREATE INDEX matches_bot_due ON matches (bot_due) WHERE bot_due IS NOT NULL;
