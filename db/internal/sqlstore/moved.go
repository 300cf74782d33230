package sqlstore

import "strings"

// Table is a table whose rows make up a store, in every engine.
type Table struct {
	Name    string
	Columns []string
	// Within is the column, if any, that refers to other rows of the table.
	Within string
	// Key is the column by which Within refers to them.
	Key string
	// Counted is the column, if any, that the database numbers.
	Counted string
}

// Moved lists the tables that are copied when a store moves, each after those that
// it refers to. What else there is belongs to the processes or to the database
// itself: leases, changes, the probe, and the state of the schema.
var Moved = []Table{
	{Name: "players", Columns: columns("id name created habits bot suspended silent")},
	{Name: "tokens", Columns: columns("hash player created name scopes used")},
	{Name: "matches", Columns: columns(`seq id game version options public solo invite host rematch_of created started ended moved
		ply to_act last_seat last_text result title tags secret wait window_ends shown share invite_no deadline clock bot_due against_bots forced_due no_talk watch hints hinted seat_count pace rated archived outcome ladder need_played need_low need_high`),
		Within: "rematch_of", Key: "seq", Counted: "seq"},
	{Name: "seats", Columns: columns("match seat player owes over contribution asked changed deadline unread kept declined stands_for")},
	{Name: "events", Columns: columns("match ply seat text at")},
	{Name: "folds", Columns: columns("match ply events state")},
	{Name: "orders", Columns: columns("match seat text")},
	{Name: "visits", Columns: columns("match player ply told began latest")},
	{Name: "studies", Columns: columns("player match text changed")},
	{Name: "reviews", Columns: columns("match asked done text asker")},
	{Name: "messages", Columns: columns("id match number player room text at")},
	{Name: "reports", Columns: columns("message player at")},
	{Name: "watchers", Columns: columns("match player seen")},
	{Name: "remarks", Columns: columns("player match ply text changed")},
	{Name: "collections", Columns: columns("id player title text public changed")},
	{Name: "collected", Columns: columns("collection match place")},
	{Name: "annotations", Columns: columns("collection match ply text changed")},
	{Name: "collection_reports", Columns: columns("collection player at")},
	{Name: "ties", Columns: columns("player other kind since")},
	{Name: "standing", Columns: columns("id player proposal most paused made")},
	{Name: "standing_tables", Columns: columns("match offer")},
	{Name: "cups", Columns: columns("id host title plan places invited starts made started ended due")},
	{Name: "cup_players", Columns: columns("cup player number joined withdrawn")},
	{Name: "cup_matches", Columns: columns("match cup round pairing number entries settled")},
	{Name: "played", Columns: columns("player opponent ended match game score")},
	{Name: "scores", Columns: columns("player opponent game matches won drawn fell")},
	{Name: "answers", Columns: columns("player step count")},
	{Name: "answer_hours", Columns: columns("player hour count")},
	{Name: "ratings", Columns: columns("player game points deviation volatility matches at low")},
	{Name: "rating_steps", Columns: columns("player game at match points deviation")},
	{Name: "positions", Columns: columns("position match ply move score")},
	{Name: "openings", Columns: columns("position move matches won drawn")},
	{Name: "ladders", Columns: columns("game last")},
	{Name: "rungs", Columns: columns("game player rank since challenge")},
	{Name: "ladder_challenges", Columns: columns("match game challenger challenged made until settled outcome")},
	{Name: "rematches", Columns: columns("match seat until declined")},
	{Name: "rematch_votes", Columns: columns("match seat contribution")},
	{Name: "once", Columns: columns("id request status note at")},
	{Name: "once_use", Columns: columns("caller since keys bytes")},
	{Name: "sessions", Columns: columns("token data expiry player device begun")},
	{Name: "accounts", Columns: columns("player password opened handle email proved")},
	{Name: "account_invites", Columns: columns("token expires")},
	{Name: "account_names", Columns: columns("key player until")},
	{Name: "passkeys", Columns: columns("id player public counter name made used")},
	{Name: "passes", Columns: columns("player token code expires wrong")},
	{Name: "mails", Columns: columns("id kind player address language token queued due tries expires why wrong")},
	{Name: "heartbeat", Columns: columns("id at")},
	{Name: "pauses", Columns: columns("id began ended")},
	{Name: "leaving", Columns: columns("player since")},
	{Name: "operators", Columns: columns("player since")},
	{Name: "acts", Columns: columns("id at operator act player match seat detail until reason"), Counted: "id"},
	{Name: "backups", Columns: columns("at bytes took")},
	{Name: "notices", Columns: columns("id kind recipient match ply at due remains"), Counted: "id"},
	{Name: "notice_settings", Columns: columns("player channels digest zone language feed")},
	{Name: "targets", Columns: columns("id player channel address format kinds public auth device made delivered failing why tried off")},
	{Name: "parked", Columns: columns("worker item failures since dropped")},
	{Name: "deliveries", Columns: columns("id target kind player match ply at remains due tries message")},
}

func columns(names string) []string { return strings.Fields(names) }
