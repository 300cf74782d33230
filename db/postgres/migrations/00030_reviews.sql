-- +goose Up

-- See the same step of SQLite.
CREATE TABLE reviews (
    match BIGINT PRIMARY KEY REFERENCES matches (seq) ON DELETE CASCADE,
    asked BIGINT NOT NULL,
    done  BIGINT CHECK (done >= asked),
    text  TEXT   NOT NULL CHECK (length(text) <= 1000000)
);

CREATE INDEX reviews_pending ON reviews (asked, match) WHERE done IS NULL;
