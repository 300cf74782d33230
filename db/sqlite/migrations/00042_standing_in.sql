-- +goose Up

-- Who has left a seat that a bot has taken over, and plays on for them.
ALTER TABLE seats ADD COLUMN stands_for TEXT REFERENCES players (id) ON DELETE SET NULL;

CREATE INDEX seats_stands_for ON seats (stands_for, match) WHERE stands_for IS NOT NULL;
