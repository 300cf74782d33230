-- +goose Up

-- Tables that wait for players, by age and by host.
CREATE INDEX matches_waiting ON matches (created) WHERE started IS NULL;
CREATE INDEX matches_hosted ON matches (host) WHERE started IS NULL;
