-- +goose NO TRANSACTION
-- +goose Up

-- What rows held before they changed stays on their pages: here, the tokens of
-- invitations, of which only the hashes are left to be stored.
VACUUM;
PRAGMA wal_checkpoint(TRUNCATE);
