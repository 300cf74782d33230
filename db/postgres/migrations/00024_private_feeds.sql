-- +goose Up

-- feed counts how often the addresses of a player's private feeds were changed.
ALTER TABLE notice_settings ADD COLUMN feed BIGINT NOT NULL DEFAULT 0;
