-- A database as the program of November 2026 left it: a finished match, an open table, a
-- table of one, with their events.
PRAGMA application_id = 1415729764;
BEGIN TRANSACTION;
CREATE TABLE account_names (
    key    TEXT    NOT NULL PRIMARY KEY CHECK (length(key) BETWEEN 1 AND 400),
    player TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    until  INTEGER
) STRICT, WITHOUT ROWID;
CREATE TABLE "accounts" (
    player   TEXT    NOT NULL PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    password TEXT    CHECK (length(password) BETWEEN 1 AND 300),
    opened   INTEGER NOT NULL,
    handle   BLOB    CHECK (length(handle) = 32)
, email TEXT CHECK (length(email) BETWEEN 3 AND 254)) STRICT, WITHOUT ROWID;
CREATE TABLE acts (
    id       INTEGER NOT NULL PRIMARY KEY,
    at       INTEGER NOT NULL,
    operator TEXT    REFERENCES players (id) ON DELETE SET NULL,
    act      TEXT    NOT NULL,
    player   TEXT    REFERENCES players (id) ON DELETE CASCADE,
    match    INTEGER REFERENCES matches (seq) ON DELETE CASCADE,
    seat     INTEGER NOT NULL,
    detail   TEXT    NOT NULL,
    until    INTEGER,
    reason   TEXT    NOT NULL CHECK (length(reason) <= 1000)
) STRICT;
CREATE TABLE annotations (
    collection TEXT    NOT NULL,
    match      INTEGER NOT NULL,
    ply        INTEGER NOT NULL CHECK (ply >= -1),
    text       TEXT    NOT NULL CHECK (length(text) BETWEEN 1 AND 8000),
    changed    INTEGER NOT NULL,
    PRIMARY KEY (collection, match, ply),
    FOREIGN KEY (collection, match) REFERENCES collected (collection, match) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE answer_hours (
    player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    hour   INTEGER NOT NULL CHECK (hour BETWEEN 0 AND 23),
    count  INTEGER NOT NULL,
    PRIMARY KEY (player, hour)
) STRICT, WITHOUT ROWID;
CREATE TABLE answers (
    player TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    step   INTEGER NOT NULL,
    count  INTEGER NOT NULL,
    PRIMARY KEY (player, step)
) STRICT, WITHOUT ROWID;
CREATE TABLE backups (
    at    INTEGER NOT NULL PRIMARY KEY,
    bytes INTEGER NOT NULL,
    took  INTEGER NOT NULL
) STRICT;
CREATE TABLE collected (
    collection TEXT    NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
    match      INTEGER NOT NULL REFERENCES matches (seq) ON DELETE CASCADE,
    place      INTEGER NOT NULL,
    PRIMARY KEY (collection, match)
) STRICT, WITHOUT ROWID;
CREATE TABLE collection_reports (
    collection TEXT    NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
    player     TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    at         INTEGER NOT NULL,
    PRIMARY KEY (collection, player)
) STRICT, WITHOUT ROWID;
CREATE TABLE collections (
    id      TEXT    NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 40),
    player  TEXT    REFERENCES players (id) ON DELETE CASCADE,
    title   TEXT    NOT NULL CHECK (length(title) BETWEEN 1 AND 400),
    text    TEXT    NOT NULL CHECK (length(text) <= 8000),
    public  INTEGER NOT NULL CHECK (public IN (0, 1)),
    changed INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE cup_matches (
    match   INTEGER NOT NULL PRIMARY KEY REFERENCES matches (seq) ON DELETE CASCADE,
    cup     TEXT    NOT NULL REFERENCES cups (id) ON DELETE CASCADE,
    round   INTEGER NOT NULL CHECK (round > 0),
    pairing INTEGER NOT NULL CHECK (pairing > 0),
    number  INTEGER NOT NULL CHECK (number > 0),
    entries TEXT    NOT NULL,
    settled INTEGER NOT NULL DEFAULT 0 CHECK (settled IN (0, 1)),
    UNIQUE (cup, round, pairing, number)
) STRICT;
CREATE TABLE cup_players (
    cup       TEXT    NOT NULL REFERENCES cups (id) ON DELETE CASCADE,
    player    TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    number    INTEGER CHECK (number > 0),
    joined    INTEGER NOT NULL,
    withdrawn INTEGER NOT NULL DEFAULT 0 CHECK (withdrawn IN (0, 1)),
    PRIMARY KEY (cup, player)
) STRICT, WITHOUT ROWID;
CREATE TABLE cups (
    id      TEXT    NOT NULL PRIMARY KEY CHECK (length(id) = 12),
    host    TEXT             REFERENCES players (id) ON DELETE SET NULL,
    title   TEXT    NOT NULL CHECK (length(title) <= 200),
    plan    TEXT    NOT NULL CHECK (length(plan) BETWEEN 1 AND 4000),
    places  INTEGER NOT NULL CHECK (places > 0),
    invited INTEGER NOT NULL DEFAULT 0 CHECK (invited IN (0, 1)),
    starts  INTEGER NOT NULL,
    made    INTEGER NOT NULL,
    started INTEGER,
    ended   INTEGER,
    due     INTEGER NOT NULL DEFAULT 0 CHECK (due IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE TABLE deliveries (
    id      TEXT    NOT NULL PRIMARY KEY,
    target  TEXT    NOT NULL REFERENCES targets (id) ON DELETE CASCADE,
    kind    TEXT    NOT NULL,
    player  TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    match   INTEGER NOT NULL REFERENCES matches (seq) ON DELETE CASCADE,
    ply     INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    remains INTEGER,
    due     INTEGER NOT NULL,
    tries   INTEGER NOT NULL,
    message TEXT    NOT NULL
) STRICT, WITHOUT ROWID;
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
CREATE TABLE folds (
    match  INTEGER NOT NULL PRIMARY KEY REFERENCES matches (seq) ON DELETE CASCADE,
    ply    INTEGER NOT NULL CHECK (ply > 0),
    events BLOB    NOT NULL,
    state  BLOB
) STRICT;
CREATE TABLE goose_db_version (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		version_id INTEGER NOT NULL,
		is_applied INTEGER NOT NULL,
		tstamp TIMESTAMP DEFAULT (datetime('now'))
	);
INSERT INTO "goose_db_version" VALUES(1,0,1,'2026-11-21 17:22:33');
INSERT INTO "goose_db_version" VALUES(2,1,1,'2026-11-21 17:22:34');
INSERT INTO "goose_db_version" VALUES(3,2,1,'2026-11-28 09:17:44');
INSERT INTO "goose_db_version" VALUES(4,3,1,'2026-11-28 09:17:44');
INSERT INTO "goose_db_version" VALUES(5,4,1,'2026-11-28 09:17:44');
INSERT INTO "goose_db_version" VALUES(6,5,1,'2026-11-28 09:17:44');
INSERT INTO "goose_db_version" VALUES(7,6,1,'2026-11-28 09:17:44');
INSERT INTO "goose_db_version" VALUES(8,7,1,'2026-11-28 09:17:44');
INSERT INTO "goose_db_version" VALUES(9,8,1,'2026-11-28 09:17:44');
INSERT INTO "goose_db_version" VALUES(10,9,1,'2026-11-28 09:17:44');
INSERT INTO "goose_db_version" VALUES(11,10,1,'2026-11-28 09:17:44');
INSERT INTO "goose_db_version" VALUES(12,11,1,'2026-11-28 09:17:44');
INSERT INTO "goose_db_version" VALUES(13,12,1,'2026-11-28 09:17:44');
INSERT INTO "goose_db_version" VALUES(14,13,1,'2026-11-28 09:17:44');
INSERT INTO "goose_db_version" VALUES(15,14,1,'2026-11-28 09:17:44');
INSERT INTO "goose_db_version" VALUES(16,15,1,'2026-11-28 09:17:44');
INSERT INTO "goose_db_version" VALUES(17,16,1,'2026-11-28 09:17:44');
INSERT INTO "goose_db_version" VALUES(18,17,1,'2026-11-28 09:17:44');
INSERT INTO "goose_db_version" VALUES(19,18,1,'2026-11-28 09:17:44');
INSERT INTO "goose_db_version" VALUES(20,19,1,'2026-11-28 09:17:44');
INSERT INTO "goose_db_version" VALUES(21,20,1,'2026-11-28 09:17:44');
INSERT INTO "goose_db_version" VALUES(22,21,1,'2026-11-28 09:17:44');
INSERT INTO "goose_db_version" VALUES(23,22,1,'2026-11-28 09:17:44');
INSERT INTO "goose_db_version" VALUES(24,23,1,'2026-11-28 09:17:44');
INSERT INTO "goose_db_version" VALUES(25,24,1,'2026-11-28 09:17:44');
INSERT INTO "goose_db_version" VALUES(26,25,1,'2026-11-28 09:17:44');
INSERT INTO "goose_db_version" VALUES(27,26,1,'2026-11-28 09:17:44');
INSERT INTO "goose_db_version" VALUES(28,27,1,'2026-11-28 09:17:44');
INSERT INTO "goose_db_version" VALUES(29,28,1,'2026-11-28 09:17:44');
INSERT INTO "goose_db_version" VALUES(30,29,1,'2026-11-28 09:17:44');
INSERT INTO "goose_db_version" VALUES(31,30,1,'2026-11-28 09:17:44');
INSERT INTO "goose_db_version" VALUES(32,31,1,'2026-11-28 09:17:44');
INSERT INTO "goose_db_version" VALUES(33,32,1,'2026-11-28 09:17:44');
INSERT INTO "goose_db_version" VALUES(34,33,1,'2026-11-28 09:17:44');
INSERT INTO "goose_db_version" VALUES(35,34,1,'2026-11-28 09:17:44');
INSERT INTO "goose_db_version" VALUES(36,35,1,'2026-11-28 09:17:44');
INSERT INTO "goose_db_version" VALUES(37,36,1,'2026-11-28 09:17:44');
INSERT INTO "goose_db_version" VALUES(38,37,1,'2026-11-28 09:17:44');
INSERT INTO "goose_db_version" VALUES(39,38,1,'2026-11-28 09:17:44');
INSERT INTO "goose_db_version" VALUES(40,39,1,'2026-11-28 09:17:44');
INSERT INTO "goose_db_version" VALUES(41,40,1,'2026-11-28 09:17:44');
INSERT INTO "goose_db_version" VALUES(42,41,1,'2026-11-28 09:17:44');
INSERT INTO "goose_db_version" VALUES(43,42,1,'2026-11-28 09:17:44');
CREATE TABLE heartbeat (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
) STRICT;
CREATE TABLE ladder_challenges (
    match      TEXT    NOT NULL PRIMARY KEY,
    game       TEXT    NOT NULL,
    challenger TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    challenged TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    made       INTEGER NOT NULL,
    until      INTEGER NOT NULL,
    settled    INTEGER,
    outcome    TEXT    NOT NULL DEFAULT '' CHECK (outcome IN ('', 'won', 'drawn', 'lost', 'declined', 'late', 'void'))
) STRICT, WITHOUT ROWID;
CREATE TABLE ladders (
    game TEXT    NOT NULL PRIMARY KEY CHECK (length(game) BETWEEN 1 AND 40),
    last INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE leases (
    job    TEXT    NOT NULL PRIMARY KEY CHECK (job <> ''),
    holder TEXT    NOT NULL CHECK (holder <> ''),
    until  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE leaving (
    player TEXT    NOT NULL PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    since  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE mails (
    id       TEXT    NOT NULL PRIMARY KEY,
    kind     TEXT    NOT NULL,
    player   TEXT    REFERENCES players (id) ON DELETE CASCADE,
    address  TEXT    NOT NULL CHECK (length(address) BETWEEN 3 AND 254),
    language TEXT    NOT NULL,
    token    BLOB,
    queued   INTEGER NOT NULL,
    due      INTEGER,
    tries    INTEGER NOT NULL,
    expires  INTEGER
, why TEXT NOT NULL DEFAULT '') STRICT, WITHOUT ROWID;
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
, title TEXT NOT NULL DEFAULT '' CHECK (length(title) <= 200), tags TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(tags) AND length(tags) <= 10000), secret BLOB CHECK (secret IS NULL OR length(secret) = 32), wait INTEGER NOT NULL DEFAULT 0 CHECK (wait BETWEEN 0 AND 21600), window_ends INTEGER CHECK (window_ends IS NULL OR started IS NOT NULL AND ended IS NULL), shown INTEGER NOT NULL DEFAULT 0
    CHECK (shown = 0 OR shown = 1 AND public = 1 AND ended IS NOT NULL), share BLOB CHECK (share IS NULL OR length(share) = 32 AND ended IS NOT NULL), invite_no INTEGER NOT NULL DEFAULT 0 CHECK (invite_no >= 0), deadline INTEGER CHECK (deadline IS NULL OR started IS NOT NULL AND ended IS NULL), clock TEXT, bot_due INTEGER CHECK (bot_due IS NULL OR started IS NOT NULL AND ended IS NULL), against_bots INTEGER NOT NULL DEFAULT 0 CHECK (against_bots IN (0, 1)), forced_due INTEGER CHECK (forced_due IS NULL OR started IS NOT NULL AND ended IS NULL), no_talk INTEGER NOT NULL DEFAULT 0 CHECK (no_talk IN (0, 1)), hints INTEGER NOT NULL DEFAULT 0 CHECK (hints >= 0), hinted INTEGER NOT NULL DEFAULT 0 CHECK (hinted >= 0), seat_count INTEGER NOT NULL DEFAULT 0 CHECK (seat_count >= 0), pace TEXT NOT NULL DEFAULT 'none' CHECK (pace IN ('days', 'live', 'none')), watch TEXT NOT NULL DEFAULT '' CHECK (watch IN ('', 'live', 'none')), rated INTEGER NOT NULL DEFAULT 0 CHECK (rated IN (0, 1)), archived INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1, 2) AND (archived = 0 OR ended IS NOT NULL)), outcome INTEGER CHECK (outcome IS NULL OR outcome >= 0 AND archived > 0), ladder INTEGER NOT NULL DEFAULT 0 CHECK (ladder IN (0, 1)), need_played INTEGER NOT NULL DEFAULT 0 CHECK (need_played >= 0), need_low INTEGER NOT NULL DEFAULT 0 CHECK (need_low >= 0), need_high INTEGER NOT NULL DEFAULT 0 CHECK (need_high >= 0)) STRICT;
INSERT INTO "matches" VALUES(1,'rhtnykdroyiy','camelot',1,'{}',1,0,'920c894cbbef54e329b002e76d60fd15ebadebd1270f2af2ccfbd4e60b2a0df2','3evzftoltybh',NULL,1795262400000,1795262400000,1795262400000,1795262400000,3,0,1,'resign','{"scores":{"1":0,"2":1},"winners":[2],"reason":"resignation"}','','{}',NULL,0,NULL,0,NULL,0,NULL,NULL,NULL,0,NULL,0,0,0,0,'none','',0,0,NULL,0,0,0,0);
INSERT INTO "matches" VALUES(2,'urvegvt3x2zq','camelot',1,'{}',1,0,'7ba0cbdad65004e89a45ed7cf99538acc7d0606113aa388f5abcb800f06ca714','3evzftoltybh',NULL,1795262400000,NULL,NULL,NULL,0,2,NULL,NULL,NULL,'','{}',NULL,0,NULL,0,NULL,0,NULL,NULL,NULL,0,NULL,0,0,0,2,'none','',0,0,NULL,0,0,0,0);
INSERT INTO "matches" VALUES(3,'bo65fjcr3fzg','grand-camelot',1,'{"setup":"1932"}',0,1,'694dfa49d760ab19f8ce6183ea7ebfb886aa0a511046178ef0bcf2d9ab921634','bgipfwi66wko',NULL,1795262400000,1795262400000,NULL,1795262400000,1,4,1,'G2-G3',NULL,'','{}',NULL,0,NULL,0,NULL,0,NULL,NULL,NULL,0,NULL,0,0,0,0,'none','',0,0,NULL,0,0,0,0);
CREATE TABLE messages (
    id     TEXT    NOT NULL PRIMARY KEY,
    match  INTEGER NOT NULL REFERENCES matches (seq) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number > 0),
    player TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    room   INTEGER NOT NULL,
    text   TEXT    NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
    at     INTEGER NOT NULL,
    UNIQUE (match, number)
) STRICT;
CREATE TABLE notice_settings (
    player   TEXT NOT NULL PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    channels TEXT,
    digest   INTEGER CHECK (digest BETWEEN 0 AND 23),
    zone     TEXT NOT NULL CHECK (length(zone) <= 64),
    language TEXT NOT NULL
, feed INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
CREATE TABLE notices (
    id        INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    kind      TEXT    NOT NULL CHECK (length(kind) BETWEEN 1 AND 20),
    recipient TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    match     INTEGER NOT NULL REFERENCES matches (seq) ON DELETE CASCADE,
    ply       INTEGER NOT NULL CHECK (ply >= 0),
    at        INTEGER NOT NULL
, due INTEGER NOT NULL DEFAULT 0, remains INTEGER) STRICT;
CREATE TABLE once (
    id      BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 32),
    request BLOB    NOT NULL CHECK (length(request) = 32),
    status  INTEGER NOT NULL,
    note    BLOB    NOT NULL CHECK (length(note) <= 1100),
    at      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE once_use (
    caller BLOB    NOT NULL PRIMARY KEY CHECK (length(caller) = 16),
    since  INTEGER NOT NULL,
    keys   INTEGER NOT NULL,
    bytes  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE openings (
    position INTEGER NOT NULL,
    move     TEXT    NOT NULL,
    matches  INTEGER NOT NULL,
    won      INTEGER NOT NULL,
    drawn    INTEGER NOT NULL,
    PRIMARY KEY (position, move)
) STRICT, WITHOUT ROWID;
CREATE TABLE operators (
    player TEXT    NOT NULL PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    since  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE orders (
    match INTEGER NOT NULL,
    seat  INTEGER NOT NULL,
    text  TEXT    NOT NULL CHECK (length(text) BETWEEN 1 AND 4000),
    PRIMARY KEY (match, seat),
    FOREIGN KEY (match, seat) REFERENCES seats (match, seat) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE passes (
    player  TEXT    NOT NULL PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    token   BLOB    NOT NULL UNIQUE CHECK (length(token) = 32),
    code    BLOB    NOT NULL UNIQUE CHECK (length(code) = 32),
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE passkeys (
    id      BLOB    NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 1023),
    player  TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    public  BLOB    NOT NULL CHECK (length(public) BETWEEN 1 AND 2000),
    counter INTEGER NOT NULL CHECK (counter >= 0),
    name    TEXT    NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
    made    INTEGER NOT NULL,
    used    INTEGER
) STRICT, WITHOUT ROWID;
CREATE TABLE pauses (
    id    INTEGER NOT NULL PRIMARY KEY,
    began INTEGER NOT NULL,
    ended INTEGER NOT NULL CHECK (ended > began)
) STRICT;
CREATE TABLE played (
    player   TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    opponent TEXT    NOT NULL,
    ended    INTEGER NOT NULL,
    match    INTEGER NOT NULL,
    game     TEXT    NOT NULL,
    score    INTEGER NOT NULL CHECK (score IN (0, 1, 2)),
    PRIMARY KEY (player, opponent, ended, match)
) STRICT, WITHOUT ROWID;
CREATE TABLE players (
    id      TEXT    NOT NULL PRIMARY KEY CHECK (length(id) = 12),
    name    TEXT    NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    created INTEGER NOT NULL
, habits TEXT NOT NULL DEFAULT '' CHECK (length(habits) <= 100), bot INTEGER NOT NULL DEFAULT 0 CHECK (bot >= 0), suspended INTEGER, silent INTEGER) STRICT, WITHOUT ROWID;
INSERT INTO "players" VALUES('3evzftoltybh','Ada',1795262400000,'',0,NULL,NULL);
INSERT INTO "players" VALUES('bgipfwi66wko','Bo',1795262400000,'',0,NULL,NULL);
CREATE TABLE positions (
    position INTEGER NOT NULL,
    match    INTEGER NOT NULL,
    ply      INTEGER NOT NULL,
    move     TEXT    NOT NULL,
    score    INTEGER NOT NULL CHECK (score IN (0, 1, 2)),
    PRIMARY KEY (position, match)
) STRICT, WITHOUT ROWID;
CREATE TABLE probe (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
) STRICT;
CREATE TABLE rating_steps (
    player    TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    game      TEXT    NOT NULL,
    at        INTEGER NOT NULL,
    match     INTEGER NOT NULL,
    points    REAL    NOT NULL,
    deviation REAL    NOT NULL,
    PRIMARY KEY (player, game, at, match)
) STRICT, WITHOUT ROWID;
CREATE TABLE ratings (
    player     TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    game       TEXT    NOT NULL,
    points     REAL    NOT NULL,
    deviation  REAL    NOT NULL,
    volatility REAL    NOT NULL,
    matches    INTEGER NOT NULL,
    at         INTEGER NOT NULL,
    low        REAL    NOT NULL,
    PRIMARY KEY (player, game)
) STRICT, WITHOUT ROWID;
CREATE TABLE remarks (
    player  TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    match   INTEGER NOT NULL REFERENCES matches (seq) ON DELETE CASCADE,
    ply     INTEGER NOT NULL CHECK (ply >= -1),
    text    TEXT    NOT NULL CHECK (length(text) BETWEEN 1 AND 8000),
    changed INTEGER NOT NULL,
    PRIMARY KEY (player, match, ply)
) STRICT, WITHOUT ROWID;
CREATE TABLE rematch_votes (
    match        INTEGER NOT NULL REFERENCES rematches (match) ON DELETE CASCADE,
    seat         INTEGER NOT NULL CHECK (seat BETWEEN 1 AND 62),
    contribution TEXT CHECK (contribution IS NULL OR length(contribution) BETWEEN 1 AND 64),
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE rematches (
    match    INTEGER NOT NULL PRIMARY KEY REFERENCES matches (seq) ON DELETE CASCADE,
    seat     INTEGER NOT NULL CHECK (seat BETWEEN 1 AND 62),
    until    INTEGER NOT NULL,
    declined INTEGER CHECK (declined IS NULL OR declined BETWEEN 1 AND 62)
) STRICT;
CREATE TABLE reports (
    message TEXT    NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
    player  TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    at      INTEGER NOT NULL,
    PRIMARY KEY (message, player)
) STRICT, WITHOUT ROWID;
CREATE TABLE reviews (
    match INTEGER PRIMARY KEY REFERENCES matches (seq) ON DELETE CASCADE,
    asked INTEGER NOT NULL,
    done  INTEGER CHECK (done >= asked),
    text  TEXT    NOT NULL CHECK (length(text) <= 1000000)
) STRICT;
CREATE TABLE rungs (
    game      TEXT    NOT NULL REFERENCES ladders (game),
    player    TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    rank      INTEGER NOT NULL,
    since     INTEGER NOT NULL,
    challenge TEXT,
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;
CREATE TABLE scores (
    player   TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    opponent TEXT    NOT NULL,
    game     TEXT    NOT NULL,
    matches  INTEGER NOT NULL,
    won      INTEGER NOT NULL,
    drawn    INTEGER NOT NULL,
    fell     INTEGER NOT NULL,
    PRIMARY KEY (player, opponent, game)
) STRICT, WITHOUT ROWID;
CREATE TABLE seats (
    match  INTEGER NOT NULL REFERENCES matches (seq) ON DELETE CASCADE,
    seat   INTEGER NOT NULL CHECK (seat BETWEEN 1 AND 62),
    player TEXT REFERENCES players (id),
    owes   INTEGER NOT NULL DEFAULT 0 CHECK (owes IN (0, 1)),
    over   INTEGER NOT NULL DEFAULT 0 CHECK (over IN (0, 1)), contribution TEXT CHECK (contribution IS NULL OR length(contribution) BETWEEN 1 AND 64), asked INTEGER, changed INTEGER NOT NULL DEFAULT 0, deadline INTEGER, unread INTEGER NOT NULL DEFAULT 0 CHECK (unread >= 0), kept TEXT REFERENCES players (id) ON DELETE SET NULL, declined INTEGER NOT NULL DEFAULT 0 CHECK (declined IN (0, 1)), stands_for TEXT REFERENCES players (id) ON DELETE SET NULL,
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "seats" VALUES(1,1,'3evzftoltybh',0,1,NULL,NULL,1795262400000,NULL,0,NULL,0,NULL);
INSERT INTO "seats" VALUES(1,2,'bgipfwi66wko',0,1,NULL,NULL,1795262400000,NULL,0,NULL,0,NULL);
INSERT INTO "seats" VALUES(2,1,'3evzftoltybh',0,0,NULL,NULL,1795262400000,NULL,0,NULL,0,NULL);
INSERT INTO "seats" VALUES(2,2,NULL,0,0,NULL,NULL,1795262400000,NULL,0,NULL,0,NULL);
INSERT INTO "seats" VALUES(3,1,'bgipfwi66wko',0,0,NULL,NULL,1795262400000,NULL,0,NULL,0,NULL);
INSERT INTO "seats" VALUES(3,2,'bgipfwi66wko',1,0,NULL,NULL,1795262400000,NULL,0,NULL,0,NULL);
INSERT INTO "seats" VALUES(3,3,'bgipfwi66wko',0,0,NULL,NULL,1795262400000,NULL,0,NULL,0,NULL);
INSERT INTO "seats" VALUES(3,4,'bgipfwi66wko',0,0,NULL,NULL,1795262400000,NULL,0,NULL,0,NULL);
CREATE TABLE sessions (
    token  TEXT    NOT NULL PRIMARY KEY,
    data   BLOB    NOT NULL,
    expiry INTEGER NOT NULL
, player TEXT, device TEXT, begun INTEGER) STRICT, WITHOUT ROWID;
CREATE TABLE standing (
    id       TEXT    NOT NULL PRIMARY KEY CHECK (length(id) = 12),
    player   TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    proposal TEXT    NOT NULL CHECK (length(proposal) BETWEEN 1 AND 4000),
    most     INTEGER NOT NULL CHECK (most > 0),
    paused   INTEGER NOT NULL DEFAULT 0 CHECK (paused IN (0, 1)),
    made     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE standing_tables (
    match INTEGER NOT NULL PRIMARY KEY REFERENCES matches (seq) ON DELETE CASCADE,
    offer TEXT    NOT NULL REFERENCES standing (id) ON DELETE CASCADE
) STRICT;
CREATE TABLE studies (
    player  TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    match   INTEGER NOT NULL REFERENCES matches (seq) ON DELETE CASCADE,
    text    TEXT    NOT NULL CHECK (length(text) BETWEEN 1 AND 24000),
    changed INTEGER NOT NULL,
    PRIMARY KEY (player, match)
) STRICT, WITHOUT ROWID;
CREATE TABLE targets (
    id        TEXT    NOT NULL PRIMARY KEY,
    player    TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    channel   TEXT    NOT NULL,
    address   TEXT    NOT NULL CHECK (length(address) <= 2000),
    format    TEXT    NOT NULL,
    kinds     TEXT    NOT NULL,
    public    TEXT    NOT NULL,
    auth      TEXT    NOT NULL,
    device    TEXT    NOT NULL,
    made      INTEGER NOT NULL,
    delivered INTEGER,
    failing   INTEGER,
    why       TEXT    NOT NULL,
    tried     INTEGER NOT NULL,
    off       INTEGER
) STRICT, WITHOUT ROWID;
CREATE TABLE ties (
    player TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    other  TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE CHECK (other <> player),
    kind   TEXT    NOT NULL CHECK (kind IN ('favorite', 'mute', 'block')),
    since  INTEGER NOT NULL,
    PRIMARY KEY (player, other)
) STRICT, WITHOUT ROWID;
CREATE TABLE tokens (
    hash    BLOB    NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    player  TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    created INTEGER NOT NULL
, name TEXT NOT NULL DEFAULT '' CHECK (length(name) <= 100), scopes INTEGER NOT NULL DEFAULT 7 CHECK (scopes BETWEEN 1 AND 7), used INTEGER) STRICT, WITHOUT ROWID;
CREATE TABLE visits (
    match  INTEGER NOT NULL REFERENCES matches (seq) ON DELETE CASCADE,
    player TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    ply    INTEGER NOT NULL CHECK (ply >= 0), told INTEGER NOT NULL DEFAULT 0 CHECK (told >= 0), began INTEGER NOT NULL DEFAULT 0, latest INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (match, player)
) STRICT, WITHOUT ROWID;
CREATE TABLE watchers (
    match  INTEGER NOT NULL REFERENCES matches (seq) ON DELETE CASCADE,
    player TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    seen   INTEGER NOT NULL,
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
CREATE INDEX visits_player ON visits (player);
CREATE INDEX sessions_expiry ON sessions (expiry);
CREATE INDEX seats_asked ON seats (player, match) WHERE asked IS NOT NULL;
CREATE UNIQUE INDEX matches_share ON matches (share) WHERE share IS NOT NULL;
CREATE INDEX matches_played ON matches (coalesce(moved, started)) WHERE public = 1 AND solo = 0 AND started IS NOT NULL AND ended IS NULL;
CREATE INDEX matches_ended ON matches (ended) WHERE public = 1 AND ended IS NOT NULL;
CREATE INDEX once_at ON once (at);
CREATE INDEX once_use_since ON once_use (since);
CREATE INDEX matches_waiting ON matches (created) WHERE started IS NULL;
CREATE INDEX matches_hosted ON matches (host) WHERE started IS NULL;
CREATE TRIGGER events_stay BEFORE UPDATE ON events
BEGIN
    SELECT raise(ABORT, 'an event is never changed');
END;
CREATE INDEX matches_window ON matches (window_ends) WHERE window_ends IS NOT NULL;
CREATE INDEX matches_deadline ON matches (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX seats_changed ON seats (player, changed);
CREATE INDEX passes_expires ON passes (expires);
CREATE INDEX account_names_player ON account_names (player);
CREATE INDEX account_names_until ON account_names (until) WHERE until IS NOT NULL;
CREATE INDEX sessions_player ON sessions (player);
CREATE INDEX passkeys_player ON passkeys (player, made);
CREATE INDEX seats_deadline ON seats (player, deadline, match) WHERE deadline IS NOT NULL;
CREATE INDEX leaving_since ON leaving (since);
CREATE UNIQUE INDEX accounts_email ON accounts (email) WHERE email IS NOT NULL;
CREATE UNIQUE INDEX mails_token ON mails (token) WHERE token IS NOT NULL;
CREATE INDEX mails_due ON mails (due) WHERE due IS NOT NULL;
CREATE INDEX mails_queued ON mails (queued);
CREATE INDEX mails_player ON mails (player, kind) WHERE player IS NOT NULL;
CREATE INDEX mails_address ON mails (address);
CREATE INDEX notices_due ON notices (due, id);
CREATE INDEX targets_player ON targets (player, made);
CREATE UNIQUE INDEX targets_push ON targets (address) WHERE channel = 'push';
CREATE INDEX deliveries_due ON deliveries (due);
CREATE INDEX deliveries_target ON deliveries (target, due);
CREATE INDEX deliveries_match ON deliveries (match);
CREATE INDEX studies_match ON studies (match);
CREATE INDEX matches_bot_due ON matches (bot_due) WHERE bot_due IS NOT NULL;
CREATE INDEX matches_forced_due ON matches (forced_due) WHERE forced_due IS NOT NULL;
CREATE INDEX reviews_pending ON reviews (asked, match) WHERE done IS NULL;
CREATE INDEX messages_player ON messages (player, id);
CREATE INDEX reports_player ON reports (player);
CREATE INDEX ties_other ON ties (other);
CREATE INDEX operators_since ON operators (since);
CREATE INDEX acts_operator ON acts (operator) WHERE operator IS NOT NULL;
CREATE INDEX acts_player ON acts (player, id) WHERE player IS NOT NULL;
CREATE INDEX acts_match ON acts (match, id) WHERE match IS NOT NULL;
CREATE INDEX mails_failing ON mails (queued) WHERE why <> '';
CREATE INDEX targets_failing ON targets (failing) WHERE failing IS NOT NULL;
CREATE INDEX accounts_opened ON accounts (opened);
CREATE INDEX matches_live ON matches (started) WHERE started IS NOT NULL AND ended IS NULL;
CREATE INDEX matches_over ON matches (moved) WHERE ended IS NOT NULL;
CREATE INDEX matches_open_seats ON matches (seat_count, seq) WHERE public = 1 AND started IS NULL;
CREATE INDEX matches_open_pace ON matches (pace, seq) WHERE public = 1 AND started IS NULL;
CREATE INDEX matches_open_game_seats ON matches (game, seat_count, seq) WHERE public = 1 AND started IS NULL;
CREATE INDEX matches_open_game_pace ON matches (game, pace, seq) WHERE public = 1 AND started IS NULL;
CREATE INDEX matches_open_seats_pace ON matches (seat_count, pace, seq) WHERE public = 1 AND started IS NULL;
CREATE INDEX matches_open_chosen ON matches (game, seat_count, pace, seq) WHERE public = 1 AND started IS NULL;
CREATE INDEX seats_kept ON seats (kept, match) WHERE kept IS NOT NULL;
CREATE INDEX standing_player ON standing (player);
CREATE INDEX standing_active ON standing (id) WHERE paused = 0;
CREATE INDEX standing_tables_offer ON standing_tables (offer);
CREATE INDEX watchers_player ON watchers (player);
CREATE INDEX remarks_match ON remarks (match);
CREATE INDEX matches_unarchived ON matches (ended, seq) WHERE ended IS NOT NULL AND (archived = 0 OR archived = 1 AND public = 1);
CREATE INDEX matches_archive_game ON matches (game, ended) WHERE public = 1 AND outcome IS NOT NULL;
CREATE INDEX played_opponent ON played (opponent) WHERE opponent <> '';
CREATE INDEX scores_opponent ON scores (opponent) WHERE opponent <> '';
CREATE INDEX ratings_low ON ratings (game, low);
CREATE INDEX cups_host ON cups (host) WHERE host IS NOT NULL;
CREATE INDEX cups_open ON cups (starts) WHERE started IS NULL AND ended IS NULL;
CREATE INDEX cups_running ON cups (made) WHERE started IS NOT NULL AND ended IS NULL;
CREATE INDEX cups_over ON cups (ended) WHERE started IS NOT NULL AND ended IS NOT NULL;
CREATE INDEX cups_due ON cups (id) WHERE due = 1 AND ended IS NULL;
CREATE INDEX cup_players_player ON cup_players (player);
CREATE INDEX cup_matches_unsettled ON cup_matches (match) WHERE settled = 0;
CREATE INDEX collections_player ON collections (player, changed, id) WHERE player IS NOT NULL;
CREATE INDEX collections_site ON collections (id) WHERE player IS NULL;
CREATE INDEX collections_public ON collections (changed, id) WHERE public = 1;
CREATE INDEX collected_match ON collected (match);
CREATE INDEX collection_reports_player ON collection_reports (player);
CREATE INDEX rungs_rank ON rungs (game, rank);
CREATE INDEX rungs_player ON rungs (player);
CREATE INDEX rungs_since ON rungs (since) WHERE challenge IS NULL;
CREATE INDEX rungs_challenge ON rungs (challenge) WHERE challenge IS NOT NULL;
CREATE INDEX ladder_challenges_open ON ladder_challenges (made) WHERE settled IS NULL;
CREATE INDEX ladder_challenges_settled ON ladder_challenges (game, settled) WHERE settled IS NOT NULL;
CREATE INDEX ladder_challenges_pair ON ladder_challenges (challenger, challenged, made);
CREATE INDEX ladder_challenges_challenged ON ladder_challenges (challenged, made);
CREATE INDEX seats_stands_for ON seats (stands_for, match) WHERE stands_for IS NOT NULL;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('goose_db_version',43);
COMMIT;
