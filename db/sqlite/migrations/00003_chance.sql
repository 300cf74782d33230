-- +goose Up

-- secret is what the server has drawn for the chance of a match, null in games
-- without. wait is how many seconds the table gives for what others may prevent;
-- due is when the server goes on where the match stands, null where it waits for
-- a player.
ALTER TABLE matches ADD COLUMN secret BLOB CHECK (secret IS NULL OR length(secret) = 32);
ALTER TABLE matches ADD COLUMN wait INTEGER NOT NULL DEFAULT 0 CHECK (wait BETWEEN 0 AND 21600);
ALTER TABLE matches ADD COLUMN due INTEGER CHECK (due IS NULL OR started IS NOT NULL AND ended IS NULL);

CREATE INDEX matches_due ON matches (due) WHERE due IS NOT NULL;

-- What the player of the seat has contributed to the chance of the match.
ALTER TABLE seats ADD COLUMN contribution TEXT CHECK (contribution IS NULL OR length(contribution) BETWEEN 1 AND 64);

-- The standing orders of a seat, which nobody else learns of.
CREATE TABLE orders (
    match INTEGER NOT NULL,
    seat  INTEGER NOT NULL,
    text  TEXT    NOT NULL CHECK (length(text) BETWEEN 1 AND 4000),
    PRIMARY KEY (match, seat),
    FOREIGN KEY (match, seat) REFERENCES seats (match, seat) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
