-- +goose Up

-- Until when an offer waits for the answer of the seat: a draw, a request to go
-- back, a rematch. Null where none does.
ALTER TABLE seats ADD COLUMN asked INTEGER;

CREATE INDEX seats_asked ON seats (player, match) WHERE asked IS NOT NULL;

-- The last offer of a rematch of a match that is over, by the seat that made it.
-- It stands until the time in until, unless a seat has declined it.
CREATE TABLE rematches (
    match    INTEGER NOT NULL PRIMARY KEY REFERENCES matches (seq) ON DELETE CASCADE,
    seat     INTEGER NOT NULL CHECK (seat BETWEEN 1 AND 62),
    until    INTEGER NOT NULL,
    declined INTEGER CHECK (declined IS NULL OR declined BETWEEN 1 AND 62)
) STRICT;

-- Who has accepted it, the seat that made it among them, and what that player
-- contributes to the chance of the rematch.
CREATE TABLE rematch_votes (
    match        INTEGER NOT NULL REFERENCES rematches (match) ON DELETE CASCADE,
    seat         INTEGER NOT NULL CHECK (seat BETWEEN 1 AND 62),
    contribution TEXT CHECK (contribution IS NULL OR length(contribution) BETWEEN 1 AND 64),
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
