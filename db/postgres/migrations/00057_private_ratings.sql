-- +goose Up

-- See the same step of SQLite.
UPDATE matches SET rated = 0 WHERE rated = 1 AND public = 0 AND ladder = 0 AND started IS NULL;
UPDATE targets SET why = 'no_answer' WHERE why = 'private_address';
