-- +goose Up

-- See the same step of SQLite.
CREATE TABLE collections (
    id      TEXT    NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 40),
    player  TEXT    REFERENCES players (id) ON DELETE CASCADE,
    title   TEXT    NOT NULL CHECK (length(title) BETWEEN 1 AND 400),
    text    TEXT    NOT NULL CHECK (length(text) <= 8000),
    public  BIGINT NOT NULL CHECK (public IN (0, 1)),
    changed BIGINT NOT NULL
);

CREATE INDEX collections_player ON collections (player, changed, id) WHERE player IS NOT NULL;
CREATE INDEX collections_site ON collections (id) WHERE player IS NULL;
CREATE INDEX collections_public ON collections (changed, id) WHERE public = 1;

CREATE TABLE collected (
    collection TEXT    NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
    match      BIGINT NOT NULL REFERENCES matches (seq) ON DELETE CASCADE,
    place      BIGINT NOT NULL,
    PRIMARY KEY (collection, match)
);

CREATE INDEX collected_match ON collected (match);

CREATE TABLE annotations (
    collection TEXT    NOT NULL,
    match      BIGINT NOT NULL,
    ply        BIGINT NOT NULL CHECK (ply >= -1),
    text       TEXT    NOT NULL CHECK (length(text) BETWEEN 1 AND 8000),
    changed    BIGINT NOT NULL,
    PRIMARY KEY (collection, match, ply),
    FOREIGN KEY (collection, match) REFERENCES collected (collection, match) ON DELETE CASCADE
);

CREATE TABLE collection_reports (
    collection TEXT    NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
    player     TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    at         BIGINT NOT NULL,
    PRIMARY KEY (collection, player)
);

CREATE INDEX collection_reports_player ON collection_reports (player);
