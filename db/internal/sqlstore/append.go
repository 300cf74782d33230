package sqlstore

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"tableronde/db"
	"tableronde/db/internal/secret"
	"tableronde/games"
)

// Append implements db.Matches.
func (s *Store) Append(ctx context.Context, o db.Once, id string, decide db.Decide) (db.Match, error) {
	var note db.Note
	return writeOnce(ctx, s, o, id, func(ctx context.Context, t *tx) (db.Match, error) {
		r, err := t.matchWithOrders(ctx, id)
		if err != nil {
			return db.Match{}, err
		}
		if r.Started.IsZero() {
			return db.Match{}, db.ErrNotStarted
		}
		c, err := decide(r.Match, r.orders)
		if err != nil {
			return db.Match{}, err
		}
		note = c.Note
		if len(c.Events)+len(c.TakenOver)+len(c.Replaced) > 0 {
			t.changed(&r.Match, false)
		}
		orders := r.orders
		r.orders = nil
		was := r
		if err := r.change(ctx, t, c, s.Millis()); err != nil {
			return db.Match{}, err
		}
		row := r
		row.Events = nil // the log has them
		t.willBe("match", id, row)
		if len(c.Events) > 0 && len(c.TakenOver)+len(c.Replaced) == 0 {
			t.willOwe(was, r)
		}
		if !changesOrders(c) {
			t.willBe("orders", ordersKey(id), orders)
		}
		return r.Match, nil
	}, func(m db.Match) (int, []byte) {
		if note == nil {
			return 0, nil
		}
		return note(m)
	})
}

// matchWithOrders returns a match with its standing orders as the transaction sees them:
// the rows that are kept in memory, if no transaction concerns them that has begun before.
func (t *tx) matchWithOrders(ctx context.Context, id string) (storedMatch, error) {
	row, known := t.s.kept.current("match", id)
	if orders, ok := t.s.kept.current("orders", ordersKey(id)); known && ok {
		r := row.(storedMatch)
		r.orders = orders.(db.Orders)
		return withEvents(ctx, t, r)
	}
	var text []byte
	r, err := findMatch(ctx, t, matchAndOrders, id, &text)
	if err == nil {
		r.orders, err = decodeOrders(text)
	}
	return r, err
}

// change stores all that a decision adds to the match.
func (r *storedMatch) change(ctx context.Context, t *tx, c db.Change, now int64) error {
	if err := r.writeOrders(ctx, t, c); err != nil {
		return err
	}
	if err := r.takeOver(ctx, t, c, now); err != nil {
		return err
	}
	switch {
	case len(c.Events) > 0:
		if err := r.append(ctx, t, c, now); err != nil {
			return err
		}
	case c.Deadlines != nil:
		if err := r.postpone(ctx, t, c); err != nil {
			return err
		}
	}
	if len(c.Events) == 0 && len(c.Orders) > 0 {
		if err := r.delayForced(ctx, t, c); err != nil {
			return err
		}
	}
	for player, v := range c.Visits {
		t.touch(visitKey(r.ID, player))
		if !r.changesOrdersOf(player, c) {
			t.willVisit(visitKey(r.ID, player), v)
		}
		if err := t.Queue(ctx, visitStatement(r.seq, player, v)); err != nil {
			return err
		}
	}
	if c.Act != nil {
		if err := t.storeAct(ctx, *c.Act); err != nil {
			return err
		}
		r.Operated = true
	}
	return r.storeNotices(ctx, t, c.Notices, now)
}

// delayForced stores a new time of the decision for a seat that has no choice, after a change
// without an event. The version of the match stays the same. A new version would reveal the
// decision to everybody.
func (r *storedMatch) delayForced(ctx context.Context, t *tx, c db.Change) error {
	due := ceilMillis(c.ForcedDue)
	if r.Over || due.Equal(r.ForcedDue) {
		return nil
	}
	r.ForcedDue = due
	return t.Queue(ctx, Statement{Doing: "store forced decision", Table: "matches",
		Query: `UPDATE matches SET forced_due = ? WHERE seq = ?`, Args: []any{nullTime(due), r.seq}})
}

// append stores the events of c and the columns that depend on them.
func (r *storedMatch) append(ctx context.Context, t *tx, c db.Change, now int64) error {
	if r.Over {
		return db.ErrOver
	}
	toAct, err := bitsOf(c.ToAct)
	if err != nil {
		return err
	}
	asked, err := bitsOf(c.Asked)
	if err != nil {
		return err
	}
	if c.Result != nil {
		toAct, asked = 0, 0
	}
	events := r.Events
	for _, e := range c.Events {
		at := now
		if !e.At.IsZero() {
			at = e.At.UnixMilli()
		}
		e.Ply, e.At = len(events), time.UnixMilli(at).UTC()
		err := t.Queue(ctx, Statement{Doing: "store event", Table: "events",
			Query: `INSERT INTO events (match, ply, seat, text, at) VALUES (?, ?, ?, ?, ?)`,
			Args:  []any{r.seq, e.Ply, int(e.Seat), e.Text, at}})
		if err != nil {
			return err
		}
		events = append(events, e)
	}
	if len(events)/db.FoldEvery > len(r.Events)/db.FoldEvery {
		if err := storeFold(ctx, t, r.seq, events, c.Fold); err != nil {
			return err
		}
	}
	r.Events, r.Ply, r.Last = events, len(events), events[len(events)-1]
	r.Moved = r.Last.At
	if c.Result != nil {
		c.WindowEnds, c.Deadline, c.BotDue, c.ForcedDue, c.Deadlines = time.Time{}, time.Time{}, time.Time{}, time.Time{}, nil
	}
	r.WindowEnds, r.BotDue, r.ForcedDue = ceilMillis(c.WindowEnds), ceilMillis(c.BotDue), ceilMillis(c.ForcedDue)
	r.setClock(c)
	if err := r.summarize(ctx, t, toAct, asked, c.Result); err != nil {
		return err
	}
	if t.logs == nil {
		t.logs = make(map[int64][]db.Event)
	}
	t.logs[r.seq] = events
	return nil
}

// Queries that update the columns of a match that repeat its events. The first one leaves the
// columns of the end alone. Each index with a condition on them costs work, even if they are
// set to nothing.
const (
	updateMatch = `UPDATE matches SET ply = ?, to_act = ?, moved = ?, last_seat = ?, last_text = ?,
		window_ends = ?, deadline = ?, bot_due = ?, forced_due = ?, clock = ? WHERE seq = ?`
	endMatch = `UPDATE matches SET ply = ?, to_act = ?, moved = ?, last_seat = ?, last_text = ?,
		window_ends = ?, deadline = ?, bot_due = ?, forced_due = ?, clock = ?, ended = ?, result = ? WHERE seq = ?`
)

// summarize updates the columns that repeat the events.
func (r *storedMatch) summarize(ctx context.Context, t *tx, toAct, asked uint64, result *games.Result) error {
	clocks, err := encodeClock(r.Clock)
	if err != nil {
		return err
	}
	query, args := updateMatch, make([]any, 0, 13)
	args = append(args, r.Ply, int64(toAct), r.Moved.UnixMilli(), int(r.Last.Seat), r.Last.Text,
		nullTime(r.WindowEnds), nullTime(r.Deadline), nullTime(r.BotDue), nullTime(r.ForcedDue), clocks)
	if result != nil {
		text, err := json.Marshal(result)
		if err != nil {
			return fmt.Errorf("result: %w", err)
		}
		query, args = endMatch, append(args, r.Moved.UnixMilli(), string(text))
		r.Over, r.Result, r.Ended = true, result, r.Moved
	}
	err = t.Queue(ctx, Statement{Doing: "update match", Table: "matches", Needed: true, Query: query, Args: append(args, r.seq)})
	if err != nil {
		return err
	}
	if result != nil && r.Watch == db.WatchLive {
		if err := r.closeToOthers(ctx, t); err != nil {
			return err
		}
	}
	if result != nil {
		err := t.Queue(ctx, Statement{Doing: "drop orders", Table: "orders", Query: `DELETE FROM orders WHERE match = ?`, Args: []any{r.seq}})
		if err != nil {
			return err
		}
	}
	r.toActBits, r.ToAct, r.Asked = toAct, seatsOf(toAct), seatsOf(asked)
	return r.updateSeats(ctx, t, asked, r.Moved.UnixMilli())
}

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

// Moved lists the tables that are copied when a store moves, each after the tables that it
// refers to. All other tables belong to the processes or to the database itself: leases,
// changes, the probe, and the state of the schema.
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
	{Name: "lessons", Columns: columns("player lesson")},
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

const (
	nextWindow    = `SELECT min(window_ends) FROM matches WHERE window_ends > ?`
	nextDeadline  = `SELECT min(deadline) FROM matches WHERE deadline > ?`
	listWindows   = `SELECT id, window_ends FROM matches WHERE window_ends <= ? ORDER BY window_ends`
	listDeadlines = `SELECT id, deadline FROM matches WHERE deadline <= ? ORDER BY deadline`
	nextForced    = `SELECT min(forced_due) FROM matches WHERE forced_due > ?`
	listForced    = `SELECT id, forced_due FROM matches WHERE forced_due <= ? ORDER BY forced_due`
	listTimed     = `SELECT id FROM matches WHERE deadline IS NOT NULL ORDER BY deadline`
)

// NextDue implements db.Alarms.
func (s *Store) NextDue(ctx context.Context, after time.Time) (time.Time, error) {
	var next time.Time
	for _, query := range []string{nextWindow, nextDeadline, nextForced} {
		var at sql.NullInt64
		if err := s.read.QueryRow(ctx, query, after.UnixMilli()).Scan(&at); err != nil {
			return time.Time{}, fmt.Errorf("find what is due: %w", err)
		}
		if found := timeFrom(at); next.IsZero() || at.Valid && found.Before(next) {
			next = found
		}
	}
	return next, nil
}

// dueMatch is a match with the time at which it is due, in milliseconds.
type dueMatch struct {
	match string
	at    int64
}

// Due implements db.Alarms.
func (s *Store) Due(ctx context.Context, by time.Time) ([]string, error) {
	var alarms []dueMatch
	for _, query := range []string{listWindows, listDeadlines, listForced} {
		found, err := collect(ctx, s.read, "list what is due", query, func(r scanner) (a dueMatch, err error) {
			err = r.Scan(&a.match, &a.at)
			return a, err
		}, by.UnixMilli())
		if err != nil {
			return nil, err
		}
		alarms = append(alarms, found...)
	}
	slices.SortStableFunc(alarms, func(a, b dueMatch) int { return cmp.Compare(a.at, b.at) })
	var ids []string
	listed := make(map[string]bool)
	for _, a := range alarms {
		if !listed[a.match] {
			ids, listed[a.match] = append(ids, a.match), true
		}
	}
	return ids, nil
}

// Timed implements db.Alarms.
func (s *Store) Timed(ctx context.Context) ([]string, error) {
	return collect(ctx, s.read, "list matches with a deadline", listTimed, scanText)
}

// Limits on the data that one caller may store within a day. They leave room for 500 requests
// a second for some minutes.
const (
	onceKeys  = 100_000
	onceBytes = 32 << 20
	onceRow   = 120 // bytes of a key without its note
)

// ErrConflict is the error of a transaction that conflicts with a concurrent one. The engine
// runs it again.
var ErrConflict = errors.New("another transaction has changed what this one relies on")

// onceKey is a secret.OnceKey with the statements that store it.
type onceKey struct{ *secret.OnceKey }

// deriveOnce derives the key of o. ok is false for a Once without Key.
func deriveOnce(o db.Once) (k onceKey, ok bool, err error) {
	derived, err := secret.DeriveOnce(o)
	return onceKey{derived}, derived != nil, err
}

// Answer implements db.Requests.
func (s *Store) Answer(ctx context.Context, o db.Once) error {
	k, ok, err := deriveOnce(o)
	if err != nil || !ok {
		return err
	}
	return k.check(ctx, s.read, s.Millis())
}

// Remember implements db.Requests.
func (s *Store) Remember(ctx context.Context, o db.Once, status int, note []byte) error {
	if o.Key == "" {
		return nil
	}
	_, err := writeOnce(ctx, s, o, "", func(ctx context.Context, t *tx) (answerNote, error) {
		return answerNote{status, note}, nil
	}, func(a answerNote) (int, []byte) { return a.status, a.note })
	return err
}

type answerNote struct {
	status int
	note   []byte
}

// writeOnce is like write, but takes effect once for each request that o identifies. It locks
// the match with the given id, "" for none. note derives the stored note of the response. A
// nil note stores status 0 and an empty text.
func writeOnce[T any](ctx context.Context, s *Store, o db.Once, match string, f func(context.Context, *tx) (T, error), note func(T) (int, []byte)) (T, error) {
	k, known, err := deriveOnce(o)
	if err != nil {
		var zero T
		return zero, err
	}
	value, err := write(ctx, s, func(ctx context.Context, t *tx) (T, error) {
		var zero T
		now := s.Millis()
		if match != "" {
			if err := t.LockMatch(ctx, match); err != nil {
				return zero, err
			}
		}
		if known {
			if err := k.check(ctx, t, now); err != nil {
				return zero, err
			}
		}
		value, err := f(ctx, t)
		if err != nil || !known {
			return value, err
		}
		var a answerNote
		if note != nil {
			a.status, a.note = note(value)
		}
		if err := k.remember(ctx, t, a, now); err != nil {
			return zero, fmt.Errorf("remember answer: %w", err)
		}
		return value, nil
	})
	if err != nil && known && refused(err) {
		// The reason may be that another process has carried out the same request in between.
		if answered := (*db.Answered)(nil); errors.As(k.check(ctx, s.read, s.Millis()), &answered) {
			err = answered
		}
	}
	return value, err
}

// refused reports whether a write failed for a reason of the request.
func refused(err error) bool {
	return !db.IsUnavailable(err) && !errors.As(err, new(*db.Panic)) && !errors.As(err, new(*db.Answered)) &&
		!errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded)
}

// check returns a *db.Answered for a request that was carried out before, and
// db.ErrKeysUsedUp for a caller who has reached the limits of a day.
func (k onceKey) check(ctx context.Context, q Queryer, now int64) error {
	var request, sealed []byte
	var status, keys, size sql.NullInt64
	err := q.QueryRow(ctx, `SELECT o.request, o.status, o.note, u.keys, u.bytes FROM (SELECT 1 AS one) AS always
		LEFT JOIN once o ON o.id = ?1 AND o.at > ?3 LEFT JOIN once_use u ON u.caller = ?2 AND u.since > ?3`,
		k.ID, k.Caller, now-db.OnceLifetime.Milliseconds()).Scan(&request, &status, &sealed, &keys, &size)
	switch {
	case err != nil:
		return fmt.Errorf("look up answer: %w", err)
	case request == nil && (keys.Int64 >= onceKeys || size.Int64 >= onceBytes):
		return db.ErrKeysUsedUp
	case request == nil:
		return nil
	case !bytes.Equal(request, k.Request):
		return db.ErrKeyReused
	}
	note, err := k.Open(sealed)
	if err != nil {
		return fmt.Errorf("unseal note: %w", err)
	}
	return &db.Answered{Status: int(status.Int64), Note: note}
}

// use counts a key with a note of size bytes. A new count begins a day after the
// first key.
func (k onceKey) use(ctx context.Context, t *tx, size int, now int64) error {
	return t.Queue(ctx, Statement{Doing: "count use of keys", Table: "once_use",
		Query: `INSERT INTO once_use (caller, since, keys, bytes) VALUES (?1, ?2, 1, ?3)
			ON CONFLICT (caller) DO UPDATE SET
				keys = CASE WHEN once_use.since > ?4 THEN once_use.keys + 1 ELSE 1 END,
				bytes = CASE WHEN once_use.since > ?4 THEN once_use.bytes + excluded.bytes ELSE excluded.bytes END,
				since = CASE WHEN once_use.since > ?4 THEN once_use.since ELSE excluded.since END`,
		Args: []any{k.Caller, now, onceRow + size, now - db.OnceLifetime.Milliseconds()}})
}

func (k onceKey) remember(ctx context.Context, t *tx, a answerNote, now int64) error {
	if len(a.note) > db.MaxNote {
		return fmt.Errorf("a note of %d bytes", len(a.note))
	}
	sealed, err := k.Seal(a.note)
	if err != nil {
		return err
	}
	if err := k.use(ctx, t, len(sealed), now); err != nil {
		return err
	}
	return t.Queue(ctx, Statement{Doing: "store answer", Table: "once", Conflict: true,
		Query: `INSERT INTO once (id, request, status, note, at) VALUES (?1, ?2, ?3, ?4, ?5)
			ON CONFLICT (id) DO UPDATE SET request = excluded.request, status = excluded.status,
				note = excluded.note, at = excluded.at WHERE once.at <= ?6`,
		Args: []any{k.ID, k.Request, a.status, sealed, now, now - db.OnceLifetime.Milliseconds()}})
}
