-- +goose Up

-- Times are milliseconds since 1970, UTC. Booleans are 0 or 1.

CREATE TABLE players (
    id        TEXT    NOT NULL PRIMARY KEY CHECK (length(id) = 12),
    name      TEXT    NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    created   INTEGER NOT NULL,
    -- habits are how a player likes to play, '' for who has never chosen.
    habits    TEXT    NOT NULL DEFAULT '' CHECK (length(habits) <= 100),
    -- The level of a player that the program plays itself, 0 for everybody else.
    bot       INTEGER NOT NULL DEFAULT 0 CHECK (bot >= 0),
    -- Until when a player may not act.
    suspended INTEGER,
    -- Until when a player may not write messages.
    silent    INTEGER
) STRICT, WITHOUT ROWID;

-- A token is known by its SHA-256 alone.
CREATE TABLE tokens (
    hash    BLOB    NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    player  TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    created INTEGER NOT NULL,
    -- What tokens are called, what they may be used for (bits: read, play, manage), and when
    -- they were last used. Those that came with a guest or a sign-in have no name.
    name    TEXT    NOT NULL DEFAULT '' CHECK (length(name) <= 100),
    scopes  INTEGER NOT NULL DEFAULT 7 CHECK (scopes BETWEEN 1 AND 7),
    used    INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX tokens_player ON tokens (player);

-- seq is the order of creation, and what the other tables refer to.
-- ply, to_act, moved, last_seat, last_text, ended and result repeat what the
-- events say; they are written with each event. Before the start to_act holds
-- who will owe the first decision. In to_act bit n stands for seat n.
CREATE TABLE matches (
    seq          INTEGER NOT NULL PRIMARY KEY,
    id           TEXT    NOT NULL UNIQUE CHECK (length(id) = 12),
    game         TEXT    NOT NULL CHECK (game <> ''),
    version      INTEGER NOT NULL CHECK (version >= 0),
    options      TEXT    NOT NULL CHECK (json_valid(options)),
    public       INTEGER NOT NULL CHECK (public IN (0, 1)),
    solo         INTEGER NOT NULL CHECK (solo IN (0, 1)),
    invite       TEXT    NOT NULL UNIQUE CHECK (length(invite) >= 26),
    host         TEXT    NOT NULL REFERENCES players (id),
    rematch_of   INTEGER REFERENCES matches (seq) ON DELETE SET NULL,
    created      INTEGER NOT NULL,
    started      INTEGER,
    ended        INTEGER CHECK (ended IS NULL OR started IS NOT NULL),
    moved        INTEGER CHECK ((moved IS NULL) = (ply = 0)),
    ply          INTEGER NOT NULL DEFAULT 0 CHECK (ply >= 0),
    to_act       INTEGER NOT NULL CHECK (ended IS NULL OR to_act = 0),
    last_seat    INTEGER CHECK ((last_seat IS NULL) = (ply = 0)),
    last_text    TEXT    CHECK ((last_text IS NULL) = (ply = 0)),
    result       TEXT    CHECK ((result IS NULL) = (ended IS NULL)),
    -- What a match is called, and what is told of a game that was played elsewhere:
    -- names by seat, date, result, as tags of its record. Both are empty for a match
    -- that was begun here.
    title        TEXT    NOT NULL DEFAULT '' CHECK (length(title) <= 200),
    tags         TEXT    NOT NULL DEFAULT '{}' CHECK (json_valid(tags) AND length(tags) <= 10000),
    -- secret is what the server has drawn for the chance of a match, null in games
    -- without. wait is how many seconds the table gives for what others may prevent;
    -- window_ends is when the server goes on where the match stands, null where it waits for
    -- a player.
    secret       BLOB    CHECK (secret IS NULL OR length(secret) = 32),
    wait         INTEGER NOT NULL DEFAULT 0 CHECK (wait BETWEEN 0 AND 21600),
    window_ends  INTEGER CHECK (window_ends IS NULL OR started IS NOT NULL AND ended IS NULL),
    -- shown marks a match that was made public by one of its players after its end,
    -- and can be hidden again. share is the SHA-256 of the token of a link by which
    -- anybody sees the match, null where there is none; the token is not stored.
    shown        INTEGER NOT NULL DEFAULT 0 CHECK (shown = 0 OR shown = 1 AND public = 1 AND ended IS NOT NULL),
    share        BLOB    CHECK (share IS NULL OR length(share) = 32 AND ended IS NOT NULL),
    -- How many tokens were made of the key for the match, 0 while the first one is random.
    invite_no    INTEGER NOT NULL DEFAULT 0 CHECK (invite_no >= 0),
    deadline     INTEGER CHECK (deadline IS NULL OR started IS NOT NULL AND ended IS NULL),
    -- The clocks of a match as they were after its last event, null where it has none; and
    -- when the clock of a seat falls that owes a decision, which deadline of the match may be
    -- some time after.
    clock        TEXT,
    -- When a bot is to act or to answer an offer, null while none is; and whether a match has,
    -- since its start, one person and bots at all other seats.
    bot_due      INTEGER CHECK (bot_due IS NULL OR started IS NOT NULL AND ended IS NULL),
    against_bots INTEGER NOT NULL DEFAULT 0 CHECK (against_bots IN (0, 1)),
    -- When the server makes the next decision for a seat that has no choice, null where it does so
    -- at once or not at all.
    forced_due   INTEGER CHECK (forced_due IS NULL OR started IS NOT NULL AND ended IS NULL),
    -- Partners may not write to each other.
    no_talk      INTEGER NOT NULL DEFAULT 0 CHECK (no_talk IN (0, 1)),
    -- How many hints the person in a match against bots has been given; and the last of them, as
    -- sixteen times its ply and its number there.
    hints        INTEGER NOT NULL DEFAULT 0 CHECK (hints >= 0),
    hinted       INTEGER NOT NULL DEFAULT 0 CHECK (hinted >= 0),
    -- By what the lobby filters open tables: the number of their seats, and their pace, "days",
    -- "live" or "none". Both are kept up to date until the match starts.
    seat_count   INTEGER NOT NULL DEFAULT 0 CHECK (seat_count >= 0),
    pace         TEXT    NOT NULL DEFAULT 'none' CHECK (pace IN ('days', 'live', 'none')),
    -- Who without a seat may see a public match: everybody (''), everybody until it ends
    -- ('live'), nobody once it has begun ('none'). A match that is closed to them is not
    -- public any more.
    watch        TEXT    NOT NULL DEFAULT '' CHECK (watch IN ('', 'live', 'none')),
    -- archived tells how far a match that has ended is kept for looking back: 0 not yet,
    -- 1 without its positions, as it is private, 2 with them. outcome is 0 for a drawn match,
    -- else the first seat that has won; none for a match of one person or one that was called off.
    rated        INTEGER NOT NULL DEFAULT 0 CHECK (rated IN (0, 1)),
    archived     INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1, 2) AND (archived = 0 OR ended IS NOT NULL)),
    outcome      INTEGER CHECK (outcome IS NULL OR outcome >= 0 AND archived > 0),
    -- ladder says that a match is a challenge on a ladder. Whoever takes a seat at an open
    -- table needs so many finished matches, and a rating within these bounds; 0 for none.
    ladder       INTEGER NOT NULL DEFAULT 0 CHECK (ladder IN (0, 1)),
    need_played  INTEGER NOT NULL DEFAULT 0 CHECK (need_played >= 0),
    need_low     INTEGER NOT NULL DEFAULT 0 CHECK (need_low >= 0),
    need_high    INTEGER NOT NULL DEFAULT 0 CHECK (need_high >= 0)
) STRICT;

CREATE INDEX matches_host ON matches (host);
CREATE UNIQUE INDEX matches_rematch ON matches (rematch_of) WHERE rematch_of IS NOT NULL;
CREATE INDEX matches_open ON matches (public, started, seq) WHERE public = 1 AND started IS NULL;
CREATE INDEX matches_open_game ON matches (game, seq) WHERE public = 1 AND started IS NULL;
CREATE UNIQUE INDEX matches_share ON matches (share) WHERE share IS NOT NULL;
CREATE INDEX matches_played ON matches (coalesce(moved, started)) WHERE public = 1 AND solo = 0 AND started IS NOT NULL AND ended IS NULL;
CREATE INDEX matches_ended ON matches (ended) WHERE public = 1 AND ended IS NOT NULL;
-- Tables that wait for players, by age and by host.
CREATE INDEX matches_waiting ON matches (created) WHERE started IS NULL;
CREATE INDEX matches_hosted ON matches (host) WHERE started IS NULL;
CREATE INDEX matches_window ON matches (window_ends) WHERE window_ends IS NOT NULL;
CREATE INDEX matches_deadline ON matches (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX matches_bot_due ON matches (bot_due) WHERE bot_due IS NOT NULL;
CREATE INDEX matches_forced_due ON matches (forced_due) WHERE forced_due IS NOT NULL;
-- For counting what goes on, without work for each move.
CREATE INDEX matches_live ON matches (started) WHERE started IS NOT NULL AND ended IS NULL;
CREATE INDEX matches_over ON matches (moved) WHERE ended IS NOT NULL;
-- Every choice of filters finds its tables in one of these, the newest first.
CREATE INDEX matches_open_seats ON matches (seat_count, seq) WHERE public = 1 AND started IS NULL;
CREATE INDEX matches_open_pace ON matches (pace, seq) WHERE public = 1 AND started IS NULL;
CREATE INDEX matches_open_game_seats ON matches (game, seat_count, seq) WHERE public = 1 AND started IS NULL;
CREATE INDEX matches_open_game_pace ON matches (game, pace, seq) WHERE public = 1 AND started IS NULL;
CREATE INDEX matches_open_seats_pace ON matches (seat_count, pace, seq) WHERE public = 1 AND started IS NULL;
CREATE INDEX matches_open_chosen ON matches (game, seat_count, pace, seq) WHERE public = 1 AND started IS NULL;
CREATE INDEX matches_unarchived ON matches (ended, seq) WHERE ended IS NOT NULL AND (archived = 0 OR archived = 1 AND public = 1);
CREATE INDEX matches_archive_game ON matches (game, ended) WHERE public = 1 AND outcome IS NOT NULL;

-- player is null while the seat is open; owes marks a seat in to_act of a
-- match that has started, over one of a match that has ended.
CREATE TABLE seats (
    match        INTEGER NOT NULL REFERENCES matches (seq) ON DELETE CASCADE,
    seat         INTEGER NOT NULL CHECK (seat BETWEEN 1 AND 62),
    player       TEXT    REFERENCES players (id),
    owes         INTEGER NOT NULL DEFAULT 0 CHECK (owes IN (0, 1)),
    over         INTEGER NOT NULL DEFAULT 0 CHECK (over IN (0, 1)),
    -- What the player of the seat has contributed to the chance of the match.
    contribution TEXT    CHECK (contribution IS NULL OR length(contribution) BETWEEN 1 AND 64),
    -- Until when an offer waits for the answer of the seat: a draw, a request to go
    -- back, a rematch. Null where none does.
    asked        INTEGER,
    -- When the match of the seat was last created, started, continued or ended, so
    -- that a player's matches are found that have changed since a time.
    changed      INTEGER NOT NULL DEFAULT 0,
    deadline     INTEGER,
    -- How many messages the player of a seat has not seen.
    unread       INTEGER NOT NULL DEFAULT 0 CHECK (unread >= 0),
    -- For whom an open seat is kept: that player was asked to take it, and takes it without an
    -- invitation. declined says that they do not want it, and that it is open to others. Both
    -- are gone once the seat is taken.
    kept         TEXT    REFERENCES players (id) ON DELETE SET NULL,
    declined     INTEGER NOT NULL DEFAULT 0 CHECK (declined IN (0, 1)),
    -- Who has left a seat that a bot has taken over, and plays on for them.
    stands_for   TEXT    REFERENCES players (id) ON DELETE SET NULL,
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_player ON seats (player, match, over);
CREATE INDEX seats_live ON seats (player, match) WHERE over = 0;
CREATE INDEX seats_turn ON seats (player, match) WHERE owes = 1;
CREATE INDEX seats_asked ON seats (player, match) WHERE asked IS NOT NULL;
CREATE INDEX seats_changed ON seats (player, changed);
CREATE INDEX seats_deadline ON seats (player, deadline, match) WHERE deadline IS NOT NULL;
CREATE INDEX seats_kept ON seats (kept, match) WHERE kept IS NOT NULL;
CREATE INDEX seats_stands_for ON seats (stands_for, match) WHERE stands_for IS NOT NULL;

CREATE TABLE events (
    match INTEGER NOT NULL REFERENCES matches (seq),
    ply   INTEGER NOT NULL CHECK (ply >= 0),
    seat  INTEGER NOT NULL CHECK (seat >= 0),
    text  TEXT    NOT NULL CHECK (length(text) BETWEEN 1 AND 4000),
    at    INTEGER NOT NULL,
    PRIMARY KEY (match, ply)
) STRICT, WITHOUT ROWID;

-- +goose StatementBegin
CREATE TRIGGER events_stay BEFORE UPDATE ON events
BEGIN
    SELECT raise(ABORT, 'an event is never changed');
END;
-- +goose StatementEnd

-- Up to which ply a player has seen a match.
CREATE TABLE visits (
    match  INTEGER NOT NULL REFERENCES matches (seq) ON DELETE CASCADE,
    player TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    ply    INTEGER NOT NULL CHECK (ply >= 0),
    -- ply is how many events a page has shown to the player. The first told of them
    -- are no longer news. The present visit, or the last one, began at began; the
    -- match was last looked at in it at latest.
    told   INTEGER NOT NULL DEFAULT 0 CHECK (told >= 0),
    began  INTEGER NOT NULL DEFAULT 0,
    latest INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (match, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX visits_player ON visits (player);

CREATE TABLE sessions (
    token  TEXT    NOT NULL PRIMARY KEY,
    data   BLOB    NOT NULL,
    expiry INTEGER NOT NULL,
    -- Whose a session is, on what device, and since when; null for those that were stored
    -- before, until they are used again.
    player TEXT,
    device TEXT,
    begun  INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_expiry ON sessions (expiry);
CREATE INDEX sessions_player ON sessions (player);

-- One row, rewritten to prove that a write is possible.
CREATE TABLE probe (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
) STRICT;

-- The standing orders of a seat, which nobody else learns of.
CREATE TABLE orders (
    match INTEGER NOT NULL,
    seat  INTEGER NOT NULL,
    text  TEXT    NOT NULL CHECK (length(text) BETWEEN 1 AND 4000),
    PRIMARY KEY (match, seat),
    FOREIGN KEY (match, seat) REFERENCES seats (match, seat) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- The last offer of a rematch of a match that is over, by the seat that made it.
-- It stands until the time in until, unless a seat has declined it.
CREATE TABLE rematches (
    match    INTEGER NOT NULL PRIMARY KEY REFERENCES matches (seq) ON DELETE CASCADE,
    seat     INTEGER NOT NULL CHECK (seat BETWEEN 1 AND 62),
    until    INTEGER NOT NULL,
    declined INTEGER CHECK (declined IS NULL OR declined BETWEEN 1 AND 62)
) STRICT;

-- Who has accepted it, the seat that made it among them, and what that player
-- contributes to the chance of the rematch.
CREATE TABLE rematch_votes (
    match        INTEGER NOT NULL REFERENCES rematches (match) ON DELETE CASCADE,
    seat         INTEGER NOT NULL CHECK (seat BETWEEN 1 AND 62),
    contribution TEXT    CHECK (contribution IS NULL OR length(contribution) BETWEEN 1 AND 64),
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE once (
    id      BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 32),
    request BLOB    NOT NULL CHECK (length(request) = 32),
    status  INTEGER NOT NULL,
    note    BLOB    NOT NULL CHECK (length(note) <= 1100),
    at      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX once_at ON once (at);

-- How many keys a caller has used, and how many bytes they take, since a time at
-- most a day ago. The caller is known by a hash.
CREATE TABLE once_use (
    caller BLOB    NOT NULL PRIMARY KEY CHECK (length(caller) = 16),
    since  INTEGER NOT NULL,
    keys   INTEGER NOT NULL,
    bytes  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX once_use_since ON once_use (since);

-- The outbox: what players are still to be told. A notice is stored in the
-- transaction of the change that it tells of, which made the match ply events
-- long, and deleted when it has been delivered. Ids are never used again.
CREATE TABLE notices (
    id        INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    kind      TEXT    NOT NULL CHECK (length(kind) BETWEEN 1 AND 20),
    recipient TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    match     INTEGER NOT NULL REFERENCES matches (seq) ON DELETE CASCADE,
    ply       INTEGER NOT NULL CHECK (ply >= 0),
    at        INTEGER NOT NULL,
    -- Notices that are for later: remains is the time that is left to the recipient's decision then.
    due       INTEGER NOT NULL DEFAULT 0,
    remains   INTEGER
) STRICT;

CREATE INDEX notices_due ON notices (due, id);

-- Which process does a job of the site, and until when.
CREATE TABLE leases (
    job    TEXT    NOT NULL PRIMARY KEY CHECK (job <> ''),
    holder TEXT    NOT NULL CHECK (holder <> ''),
    until  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Passes by which one more browser plays as a player, once, until they expire. token
-- and code are hashes, that of the code a keyed one.
CREATE TABLE passes (
    player  TEXT    NOT NULL PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    token   BLOB    NOT NULL UNIQUE CHECK (length(token) = 32),
    code    BLOB    NOT NULL UNIQUE CHECK (length(code) = 32),
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX passes_expires ON passes (expires);

-- The names of accounts, each by a key that is the same for names that look alike.
-- until is when a name that was given up can be taken by others, null while it is borne.
CREATE TABLE account_names (
    key    TEXT    NOT NULL PRIMARY KEY CHECK (length(key) BETWEEN 1 AND 400),
    player TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    until  INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX account_names_player ON account_names (player);
CREATE INDEX account_names_until ON account_names (until) WHERE until IS NOT NULL;

-- Accounts without a password, password null, whose holders sign in by a passkey.
-- handle is by what devices name the account, null before its first passkey.
CREATE TABLE accounts (
    player   TEXT    NOT NULL PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    password TEXT    CHECK (length(password) BETWEEN 1 AND 300),
    opened   INTEGER NOT NULL,
    handle   BLOB    CHECK (length(handle) = 32),
    -- The address that the holder of an account has confirmed.
    email    TEXT    CHECK (length(email) BETWEEN 3 AND 254)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX accounts_email ON accounts (email) WHERE email IS NOT NULL;
CREATE INDEX accounts_opened ON accounts (opened);

-- Passkeys of accounts. public is a key in COSE form; used is null before the first use.
CREATE TABLE passkeys (
    id      BLOB    NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 1023),
    player  TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    public  BLOB    NOT NULL CHECK (length(public) BETWEEN 1 AND 2000),
    counter INTEGER NOT NULL CHECK (counter >= 0),
    name    TEXT    NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
    made    INTEGER NOT NULL,
    used    INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX passkeys_player ON passkeys (player, made);

-- When the site was last known to be up, in milliseconds.
CREATE TABLE heartbeat (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
) STRICT;

-- When the site was down, and no clock ran.
CREATE TABLE pauses (
    id    INTEGER NOT NULL PRIMARY KEY,
    began INTEGER NOT NULL,
    ended INTEGER NOT NULL CHECK (ended > began)
) STRICT;

-- Players who have left for good, until their matches are all without them.
CREATE TABLE leaving (
    player TEXT    NOT NULL PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    since  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX leaving_since ON leaving (since);

-- Mails that are to be sent, and those whose link is good. player is null for mail to
-- whoever has confirmed the address; token, the hash of what a link carries, without
-- link; due once the mail was sent; expires before that.
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
    expires  INTEGER,
    -- Why a mail was not sent, and since when; tries says how often.
    why      TEXT    NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX mails_token ON mails (token) WHERE token IS NOT NULL;
CREATE INDEX mails_due ON mails (due) WHERE due IS NOT NULL;
CREATE INDEX mails_queued ON mails (queued);
CREATE INDEX mails_player ON mails (player, kind) WHERE player IS NOT NULL;
CREATE INDEX mails_address ON mails (address);
CREATE INDEX mails_failing ON mails (queued) WHERE why <> '';

-- What players want to be told, and where. channels is JSON, by kind of notice, null for
-- the usual ones; digest is an hour of the day, null for mail without delay; zone is
-- empty for UTC.
CREATE TABLE notice_settings (
    player   TEXT    NOT NULL PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    channels TEXT,
    digest   INTEGER CHECK (digest BETWEEN 0 AND 23),
    zone     TEXT    NOT NULL CHECK (length(zone) <= 64),
    language TEXT    NOT NULL,
    -- feed counts how often the addresses of a player's private feeds were changed.
    feed     INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

-- Where notices go: a browser's subscription, a webhook, the mail of an account, whose
-- address is that of the account. failing is since when nothing was delivered, tried
-- how often in a row that failed, off when it was given up.
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

CREATE INDEX targets_player ON targets (player, made);
CREATE UNIQUE INDEX targets_push ON targets (address) WHERE channel = 'push';
CREATE INDEX targets_failing ON targets (failing) WHERE failing IS NOT NULL;

-- Notices on their way to a target. message names what several of them are sent in.
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

CREATE INDEX deliveries_due ON deliveries (due);
CREATE INDEX deliveries_target ON deliveries (target, due);
CREATE INDEX deliveries_match ON deliveries (match);

-- What the first ply events of a match come to, so that not each of them need be read
-- and played again: the events packed, and what the rules have made of them, null where
-- they keep nothing. It is as secret as events are, and can be made from them.
CREATE TABLE folds (
    match  INTEGER NOT NULL PRIMARY KEY REFERENCES matches (seq) ON DELETE CASCADE,
    ply    INTEGER NOT NULL CHECK (ply > 0),
    events BLOB    NOT NULL,
    state  BLOB
) STRICT;

-- What a player has tried and noted in a match, as package study encodes it. Nobody else
-- learns of it.
CREATE TABLE studies (
    player  TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    match   INTEGER NOT NULL REFERENCES matches (seq) ON DELETE CASCADE,
    text    TEXT    NOT NULL CHECK (length(text) BETWEEN 1 AND 24000),
    changed INTEGER NOT NULL,
    PRIMARY KEY (player, match)
) STRICT, WITHOUT ROWID;

CREATE INDEX studies_match ON studies (match);

-- What a search thinks of the moves of a match that is over, as package review encodes
-- it: as far as it was made, or all of it from done on.
CREATE TABLE reviews (
    match INTEGER PRIMARY KEY REFERENCES matches (seq) ON DELETE CASCADE,
    asked INTEGER NOT NULL,
    done  INTEGER CHECK (done >= asked),
    text  TEXT    NOT NULL CHECK (length(text) <= 1000000)
) STRICT;

CREATE INDEX reviews_pending ON reviews (asked, match) WHERE done IS NULL;

-- What people write to each other in a match. room is the set of the seats that read it, bit
-- n for seat n, or 0 for those who watch. number is the place of a message in its match.
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

CREATE INDEX messages_player ON messages (player, id);

-- Who has reported a message.
CREATE TABLE reports (
    message TEXT    NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
    player  TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    at      INTEGER NOT NULL,
    PRIMARY KEY (message, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX reports_player ON reports (player);

-- What a player thinks of another, who does not learn of it.
CREATE TABLE ties (
    player TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    other  TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE CHECK (other <> player),
    kind   TEXT    NOT NULL CHECK (kind IN ('favorite', 'mute', 'block')),
    since  INTEGER NOT NULL,
    PRIMARY KEY (player, other)
) STRICT, WITHOUT ROWID;

CREATE INDEX ties_other ON ties (other);

-- Players who care for the site.
CREATE TABLE operators (
    player TEXT    NOT NULL PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    since  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX operators_since ON operators (since);

-- What operators have done, never changed. operator is null for the command line, and
-- for who has left; player is whom it concerns, match where.
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

CREATE INDEX acts_operator ON acts (operator) WHERE operator IS NOT NULL;
CREATE INDEX acts_player ON acts (player, id) WHERE player IS NOT NULL;
CREATE INDEX acts_match ON acts (match, id) WHERE match IS NOT NULL;

-- Copies of the database that were made and checked; took is in milliseconds.
CREATE TABLE backups (
    at    INTEGER NOT NULL PRIMARY KEY,
    bytes INTEGER NOT NULL,
    took  INTEGER NOT NULL
) STRICT;

-- Offers of players to keep a table open: proposal says which one, most how many matches
-- under way may have come of it. Nothing is opened for one that is paused.
CREATE TABLE standing (
    id       TEXT    NOT NULL PRIMARY KEY CHECK (length(id) = 12),
    player   TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    proposal TEXT    NOT NULL CHECK (length(proposal) BETWEEN 1 AND 4000),
    most     INTEGER NOT NULL CHECK (most > 0),
    paused   INTEGER NOT NULL DEFAULT 0 CHECK (paused IN (0, 1)),
    made     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX standing_player ON standing (player);
CREATE INDEX standing_active ON standing (id) WHERE paused = 0;

-- The open table of an offer, and the matches under way that have come of it. Those that
-- are over are forgotten when the next table is opened.
CREATE TABLE standing_tables (
    match INTEGER NOT NULL PRIMARY KEY REFERENCES matches (seq) ON DELETE CASCADE,
    offer TEXT    NOT NULL REFERENCES standing (id) ON DELETE CASCADE
) STRICT;

CREATE INDEX standing_tables_offer ON standing_tables (offer);

-- Up to which message somebody without a seat has read what those who watch a match write.
CREATE TABLE watchers (
    match  INTEGER NOT NULL REFERENCES matches (seq) ON DELETE CASCADE,
    player TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    seen   INTEGER NOT NULL,
    PRIMARY KEY (match, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX watchers_player ON watchers (player);

-- What a player notes of a match for themselves: after so many of its events, -1 for the
-- match as a whole. Nobody else learns of it.
CREATE TABLE remarks (
    player  TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    match   INTEGER NOT NULL REFERENCES matches (seq) ON DELETE CASCADE,
    ply     INTEGER NOT NULL CHECK (ply >= -1),
    text    TEXT    NOT NULL CHECK (length(text) BETWEEN 1 AND 8000),
    changed INTEGER NOT NULL,
    PRIMARY KEY (player, match, ply)
) STRICT, WITHOUT ROWID;

CREATE INDEX remarks_match ON remarks (match);

-- The matches of a player, and those against one opponent; opponent is '' for all. The
-- score of the player is 0, 1 for a draw, 2. Matches that have ended are never deleted.
CREATE TABLE played (
    player   TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    opponent TEXT    NOT NULL,
    ended    INTEGER NOT NULL,
    match    INTEGER NOT NULL,
    game     TEXT    NOT NULL,
    score    INTEGER NOT NULL CHECK (score IN (0, 1, 2)),
    PRIMARY KEY (player, opponent, ended, match)
) STRICT, WITHOUT ROWID;

CREATE INDEX played_opponent ON played (opponent) WHERE opponent <> '';

-- The same counted; fell counts the matches lost by time.
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

CREATE INDEX scores_opponent ON scores (opponent) WHERE opponent <> '';

-- How often a player took between 2^(step-1) and 2^step minutes to answer.
CREATE TABLE answers (
    player TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    step   INTEGER NOT NULL,
    count  INTEGER NOT NULL,
    PRIMARY KEY (player, step)
) STRICT, WITHOUT ROWID;

-- The ratings of players by game, and their course. low is the points less two deviations.
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

CREATE INDEX ratings_low ON ratings (game, low);

CREATE TABLE rating_steps (
    player    TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    game      TEXT    NOT NULL,
    at        INTEGER NOT NULL,
    match     INTEGER NOT NULL,
    points    REAL    NOT NULL,
    deviation REAL    NOT NULL,
    PRIMARY KEY (player, game, at, match)
) STRICT, WITHOUT ROWID;

-- The positions on the boards of public matches, by their hash, with the move that was
-- played there and its score for who played it; and the same counted for each move.
CREATE TABLE positions (
    position INTEGER NOT NULL,
    match    INTEGER NOT NULL,
    ply      INTEGER NOT NULL,
    move     TEXT    NOT NULL,
    score    INTEGER NOT NULL CHECK (score IN (0, 1, 2)),
    PRIMARY KEY (position, match)
) STRICT, WITHOUT ROWID;

CREATE TABLE openings (
    position INTEGER NOT NULL,
    move     TEXT    NOT NULL,
    matches  INTEGER NOT NULL,
    won      INTEGER NOT NULL,
    drawn    INTEGER NOT NULL,
    PRIMARY KEY (position, move)
) STRICT, WITHOUT ROWID;

-- Cups: plan says what is played and how. One that has not started is open, one that has
-- ended without that was called off. due says that there may be a next step.
CREATE TABLE cups (
    id      TEXT    NOT NULL PRIMARY KEY CHECK (length(id) = 12),
    host    TEXT    REFERENCES players (id) ON DELETE SET NULL,
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

CREATE INDEX cups_host ON cups (host) WHERE host IS NOT NULL;
CREATE INDEX cups_open ON cups (starts) WHERE started IS NULL AND ended IS NULL;
CREATE INDEX cups_running ON cups (made) WHERE started IS NOT NULL AND ended IS NULL;
CREATE INDEX cups_over ON cups (ended) WHERE started IS NOT NULL AND ended IS NOT NULL;
CREATE INDEX cups_due ON cups (id) WHERE due = 1 AND ended IS NULL;

-- Who plays in a cup; number counts the seeds from 1 once it has started.
CREATE TABLE cup_players (
    cup       TEXT    NOT NULL REFERENCES cups (id) ON DELETE CASCADE,
    player    TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    number    INTEGER CHECK (number > 0),
    joined    INTEGER NOT NULL,
    withdrawn INTEGER NOT NULL DEFAULT 0 CHECK (withdrawn IN (0, 1)),
    PRIMARY KEY (cup, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX cup_players_player ON cup_players (player);

-- The matches of a cup; entries lists the numbers of the players by seat, as JSON. Those that
-- have ended are settled when the cup has made its next step.
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

CREATE INDEX cup_matches_unsettled ON cup_matches (match) WHERE settled = 0;

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

-- Ladders by game, with the last rank that was given to somebody who joined.
CREATE TABLE ladders (
    game TEXT    NOT NULL PRIMARY KEY CHECK (length(game) BETWEEN 1 AND 40),
    last INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Who stands on them. The smallest rank is the first place; ranks have gaps, and no two on
-- a ladder are the same. challenge is the match of the open challenge that the player is in.
CREATE TABLE rungs (
    game      TEXT    NOT NULL REFERENCES ladders (game),
    player    TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    rank      INTEGER NOT NULL,
    since     INTEGER NOT NULL,
    challenge TEXT,
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX rungs_rank ON rungs (game, rank);
CREATE INDEX rungs_player ON rungs (player);
CREATE INDEX rungs_since ON rungs (since) WHERE challenge IS NULL;
CREATE INDEX rungs_challenge ON rungs (challenge) WHERE challenge IS NOT NULL;

-- Challenges on ladders: match is the id of a table, which is gone if it was withdrawn;
-- until is when the challenged has to have accepted. outcome is '' until the challenge is
-- settled.
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

CREATE INDEX ladder_challenges_open ON ladder_challenges (made) WHERE settled IS NULL;
CREATE INDEX ladder_challenges_settled ON ladder_challenges (game, settled) WHERE settled IS NOT NULL;
CREATE INDEX ladder_challenges_pair ON ladder_challenges (challenger, challenged, made);
CREATE INDEX ladder_challenges_challenged ON ladder_challenges (challenged, made);

-- How often a player answered in which hour of the day, in UTC.
CREATE TABLE answer_hours (
    player TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    hour   INTEGER NOT NULL CHECK (hour BETWEEN 0 AND 23),
    count  INTEGER NOT NULL,
    PRIMARY KEY (player, hour)
) STRICT, WITHOUT ROWID;
