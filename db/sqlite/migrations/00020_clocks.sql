-- +goose Up

-- The clocks of a match as they were after its last event, null where it has none; and
-- when the clock of a seat falls that owes a decision, which deadline of the match may be
-- some time after.
ALTER TABLE matches ADD COLUMN clock TEXT;
ALTER TABLE seats ADD COLUMN deadline INTEGER;
CREATE INDEX seats_deadline ON seats (player, deadline, match) WHERE deadline IS NOT NULL;

-- When the site was last known to be up, in milliseconds.
CREATE TABLE heartbeat (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
) STRICT;

-- When the site was down, and no clock ran.
CREATE TABLE pauses (
    id    INTEGER NOT NULL PRIMARY KEY,
    began INTEGER NOT NULL,
    ended INTEGER NOT NULL CHECK (ended > began)
) STRICT;
