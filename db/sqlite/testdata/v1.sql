-- A database as the first migration left it: a finished match, an open table, a
-- table of one, with their events.
PRAGMA application_id = 1415729764;
BEGIN TRANSACTION;
CREATE TABLE events (
    match INTEGER NOT NULL REFERENCES matches (seq),
    ply   INTEGER NOT NULL CHECK (ply >= 0),
    seat  INTEGER NOT NULL CHECK (seat >= 0),
    text  TEXT    NOT NULL CHECK (length(text) BETWEEN 1 AND 4000),
    at    INTEGER NOT NULL,
    PRIMARY KEY (match, ply)
) STRICT, WITHOUT ROWID;
INSERT INTO "events" VALUES(1,0,1,'E6-E8',1795262400000);
INSERT INTO "events" VALUES(1,1,2,'E10-E9',1795262400000);
INSERT INTO "events" VALUES(1,2,1,'resign',1795262400000);
INSERT INTO "events" VALUES(3,0,1,'G2-G3',1795262400000);
CREATE TABLE goose_db_version (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		version_id INTEGER NOT NULL,
		is_applied INTEGER NOT NULL,
		tstamp TIMESTAMP DEFAULT (datetime('now'))
	);
INSERT INTO "goose_db_version" VALUES(1,0,1,'2026-11-21 17:22:33');
INSERT INTO "goose_db_version" VALUES(2,1,1,'2026-11-21 17:22:34');
CREATE TABLE matches (
    seq        INTEGER NOT NULL PRIMARY KEY,
    id         TEXT    NOT NULL UNIQUE CHECK (length(id) = 12),
    game       TEXT    NOT NULL CHECK (game <> ''),
    version    INTEGER NOT NULL CHECK (version >= 0),
    options    TEXT    NOT NULL CHECK (json_valid(options)),
    public     INTEGER NOT NULL CHECK (public IN (0, 1)),
    solo       INTEGER NOT NULL CHECK (solo IN (0, 1)),
    invite     TEXT    NOT NULL UNIQUE CHECK (length(invite) >= 26),
    host       TEXT    NOT NULL REFERENCES players (id),
    rematch_of INTEGER REFERENCES matches (seq) ON DELETE SET NULL,
    created    INTEGER NOT NULL,
    started    INTEGER,
    ended      INTEGER CHECK (ended IS NULL OR started IS NOT NULL),
    moved      INTEGER CHECK ((moved IS NULL) = (ply = 0)),
    ply        INTEGER NOT NULL DEFAULT 0 CHECK (ply >= 0),
    to_act     INTEGER NOT NULL CHECK (ended IS NULL OR to_act = 0),
    last_seat  INTEGER CHECK ((last_seat IS NULL) = (ply = 0)),
    last_text  TEXT    CHECK ((last_text IS NULL) = (ply = 0)),
    result     TEXT    CHECK ((result IS NULL) = (ended IS NULL))
) STRICT;
INSERT INTO "matches" VALUES(1,'rhtnykdroyiy','camelot',1,'{}',1,0,'cgquwba4ke3vktee7v3n2u2uby','3evzftoltybh',NULL,1795262400000,1795262400000,1795262400000,1795262400000,3,0,1,'resign','{"scores":{"1":0,"2":1},"winners":[2],"reason":"resignation"}');
INSERT INTO "matches" VALUES(2,'urvegvt3x2zq','camelot',1,'{}',1,0,'fpwmeg6vzmhliv2thv4bpedayy','3evzftoltybh',NULL,1795262400000,NULL,NULL,NULL,0,2,NULL,NULL,NULL);
INSERT INTO "matches" VALUES(3,'bo65fjcr3fzg','grand-camelot',1,'{"setup":"1932"}',0,1,'27vwmivbja4ozlyzhct6udq5zu','bgipfwi66wko',NULL,1795262400000,1795262400000,NULL,1795262400000,1,4,1,'G2-G3',NULL);
CREATE TABLE once (
    id      BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 32),
    request BLOB    NOT NULL CHECK (length(request) = 32),
    status  INTEGER NOT NULL,
    answer  BLOB    NOT NULL,
    at      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE players (
    id      TEXT    NOT NULL PRIMARY KEY CHECK (length(id) = 12),
    name    TEXT    NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "players" VALUES('3evzftoltybh','Ada',1795262400000);
INSERT INTO "players" VALUES('bgipfwi66wko','Bo',1795262400000);
CREATE TABLE probe (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
) STRICT;
CREATE TABLE seats (
    match  INTEGER NOT NULL REFERENCES matches (seq) ON DELETE CASCADE,
    seat   INTEGER NOT NULL CHECK (seat BETWEEN 1 AND 62),
    player TEXT REFERENCES players (id),
    owes   INTEGER NOT NULL DEFAULT 0 CHECK (owes IN (0, 1)),
    over   INTEGER NOT NULL DEFAULT 0 CHECK (over IN (0, 1)),
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "seats" VALUES(1,1,'3evzftoltybh',0,1);
INSERT INTO "seats" VALUES(1,2,'bgipfwi66wko',0,1);
INSERT INTO "seats" VALUES(2,1,'3evzftoltybh',0,0);
INSERT INTO "seats" VALUES(2,2,NULL,0,0);
INSERT INTO "seats" VALUES(3,1,'bgipfwi66wko',0,0);
INSERT INTO "seats" VALUES(3,2,'bgipfwi66wko',1,0);
INSERT INTO "seats" VALUES(3,3,'bgipfwi66wko',0,0);
INSERT INTO "seats" VALUES(3,4,'bgipfwi66wko',0,0);
CREATE TABLE sessions (
    token  TEXT    NOT NULL PRIMARY KEY,
    data   BLOB    NOT NULL,
    expiry INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE tokens (
    hash    BLOB    NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    player  TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE visits (
    match  INTEGER NOT NULL REFERENCES matches (seq) ON DELETE CASCADE,
    player TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    ply    INTEGER NOT NULL CHECK (ply >= 0),
    PRIMARY KEY (match, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX tokens_player ON tokens (player);
CREATE INDEX matches_host ON matches (host);
CREATE UNIQUE INDEX matches_rematch ON matches (rematch_of) WHERE rematch_of IS NOT NULL;
CREATE INDEX matches_open ON matches (public, started, seq) WHERE public = 1 AND started IS NULL;
CREATE INDEX matches_open_game ON matches (game, seq) WHERE public = 1 AND started IS NULL;
CREATE INDEX seats_player ON seats (player, match, over);
CREATE INDEX seats_live ON seats (player, match) WHERE over = 0;
CREATE INDEX seats_turn ON seats (player, match) WHERE owes = 1;
CREATE TRIGGER events_stay BEFORE UPDATE ON events
BEGIN
    SELECT raise(ABORT, 'an event is never changed');
END;
CREATE INDEX visits_player ON visits (player);
CREATE INDEX once_at ON once (at);
CREATE INDEX sessions_expiry ON sessions (expiry);
COMMIT;
