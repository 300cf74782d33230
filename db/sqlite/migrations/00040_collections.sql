-- +goose Up

-- Matches that are put together for reading, by a player or, without one, by the site. A
-- public collection is for everybody.
CREATE TABLE collections (
    id      TEXT    NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 40),
    player  TEXT    REFERENCES players (id) ON DELETE CASCADE,
    title   TEXT    NOT NULL CHECK (length(title) BETWEEN 1 AND 400),
    text    TEXT    NOT NULL CHECK (length(text) <= 8000),
    public  INTEGER NOT NULL CHECK (public IN (0, 1)),
    changed INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX collections_player ON collections (player, changed, id) WHERE player IS NOT NULL;
CREATE INDEX collections_site ON collections (id) WHERE player IS NULL;
CREATE INDEX collections_public ON collections (changed, id) WHERE public = 1;

-- The matches of a collection, in the order of place, and what is noted of them: after so
-- many events, -1 for a match as a whole.
CREATE TABLE collected (
    collection TEXT    NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
    match      INTEGER NOT NULL REFERENCES matches (seq) ON DELETE CASCADE,
    place      INTEGER NOT NULL,
    PRIMARY KEY (collection, match)
) STRICT, WITHOUT ROWID;

CREATE INDEX collected_match ON collected (match);

CREATE TABLE annotations (
    collection TEXT    NOT NULL,
    match      INTEGER NOT NULL,
    ply        INTEGER NOT NULL CHECK (ply >= -1),
    text       TEXT    NOT NULL CHECK (length(text) BETWEEN 1 AND 8000),
    changed    INTEGER NOT NULL,
    PRIMARY KEY (collection, match, ply),
    FOREIGN KEY (collection, match) REFERENCES collected (collection, match) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Who has reported a collection.
CREATE TABLE collection_reports (
    collection TEXT    NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
    player     TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    at         INTEGER NOT NULL,
    PRIMARY KEY (collection, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX collection_reports_player ON collection_reports (player);
