package sqlstore

import (
	"context"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/maypok86/otter/v2"

	"tableronde/db"
	"tableronde/games"
)

// EventMemory is the default size of the cache of events, in bytes.
const EventMemory = 16 << 20

// eventSize estimates the size of an event with its text, in bytes.
const eventSize = 96

// eventLog caches the committed events of the most used matches. Events never change, so a
// cached prefix of a log stays valid. It is still compared with the last event in the row of
// the match.
type eventLog struct {
	matches *otter.Cache[string, *keptLog] // by the number of the match
}

// keptLog has the events of one match. A pointer to it, and a string as key, have the
// cache share the code of others.
type keptLog struct{ events []db.Event }

func logKey(seq int64) string { return strconv.FormatInt(seq, 10) }

func newEventLog(bytes int64) *eventLog {
	return &eventLog{otter.Must(&otter.Options[string, *keptLog]{
		MaximumWeight: uint64(bytes),
		Weigher:       func(_ string, l *keptLog) uint32 { return uint32(len(l.events) * eventSize) },
		Executor:      func(evict func()) { evict() },
	})}
}

// kept returns the cached events of a match, nil if there are none.
func (l *eventLog) kept(seq int64) []db.Event {
	if log, ok := l.matches.GetIfPresent(logKey(seq)); ok {
		return log.events
	}
	return nil
}

// get returns the first ply events of a match, or nil. The caller must not change them.
// Appending to the slice copies it.
func (l *eventLog) get(seq int64, ply int, last db.Event) []db.Event {
	events := l.kept(seq)
	if len(events) < ply || events[ply-1] != last {
		return nil
	}
	return events[:ply:ply]
}

// put caches the events of a match, all of which must be committed. It ignores a
// log that is shorter than the cached one.
func (l *eventLog) put(seq int64, events []db.Event) {
	l.matches.Compute(logKey(seq), func(old *keptLog, found bool) (*keptLog, otter.ComputeOp) {
		if found && len(events) <= len(old.events) {
			return old, otter.CancelOp
		}
		return &keptLog{events}, otter.WriteOp
	})
}

// prefix returns the cached events of a match, at most ply of them.
func (l *eventLog) prefix(seq int64, ply int) []db.Event {
	events := l.kept(seq)
	n := min(len(events), ply)
	return events[:n:n]
}

func (c committed) events(ctx context.Context, seq int64, ply int, last db.Event) ([]db.Event, error) {
	if ply == 0 {
		return nil, nil
	}
	if events := c.s.log.get(seq, ply, last); events != nil {
		return events, nil
	}
	events, err := c.s.readMissing(ctx, c, seq, ply, last)
	if err != nil {
		return nil, err
	}
	c.s.log.put(seq, events)
	return events, nil
}

func (t *tx) events(ctx context.Context, seq int64, ply int, last db.Event) ([]db.Event, error) {
	if ply == 0 {
		return nil, nil
	}
	if events := t.logs[seq]; len(events) == ply {
		return events[:ply:ply], nil
	}
	if events := t.s.log.get(seq, ply, last); events != nil {
		return events, nil
	}
	return t.s.readMissing(ctx, t, seq, ply, last)
}

// readMissing returns the first ply events of a match, the last of which is last. It reads the
// events that are not in the cache. It reads packed events where they are stored.
func (s *Store) readMissing(ctx context.Context, q Queryer, seq int64, ply int, last db.Event) ([]db.Event, error) {
	known := s.log.prefix(seq, ply-1)
	if len(known) == 0 && ply >= db.FoldEvery {
		var err error
		if known, err = readFolded(ctx, q, seq, ply); err != nil {
			return nil, err
		}
	}
	if len(known) > 0 {
		if events, err := readEvents(ctx, q, seq, known, ply); err == nil && events[ply-1] == last {
			return events, nil
		}
	}
	return readEvents(ctx, q, seq, nil, ply)
}

// readEvents reads the first ply events of a match from the database, except the known ones
// with which they begin. It appends to known if that has room for the rest.
func readEvents(ctx context.Context, q Queryer, seq int64, known []db.Event, ply int) ([]db.Event, error) {
	if len(known) == ply {
		return known[:ply:ply], nil
	}
	rows, err := q.Query(ctx, `SELECT seat, text, at FROM events WHERE match = ? AND ply >= ? AND ply < ? ORDER BY ply`, seq, len(known), ply)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	events := known
	if cap(events) < ply {
		events = append(make([]db.Event, 0, ply), known...)
	}
	for rows.Next() {
		e := db.Event{Ply: len(events)}
		var at int64
		if err := rows.Scan(&e.Seat, &e.Text, &at); err != nil {
			return nil, err
		}
		e.At = time.UnixMilli(at).UTC()
		events = append(events, e)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	if len(events) != ply {
		return nil, fmt.Errorf("match %d has %d events instead of %d", seq, len(events), ply)
	}
	return events, nil
}

// FoldOf implements db.Matches.
func (s *Store) FoldOf(ctx context.Context, match string) ([]byte, error) {
	var state []byte
	err := s.read.QueryRow(ctx, `SELECT f.state FROM folds f JOIN matches m ON m.seq = f.match WHERE m.id = ?`, match).Scan(&state)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("load fold: %w", err)
	}
	return state, nil
}

// Logs implements db.Matches.
func (s *Store) Logs(ctx context.Context, ids []string) (map[string]db.Log, error) {
	logs := make(map[string]db.Log)
	if len(ids) == 0 {
		return logs, nil
	}
	list, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	err = each(ctx, s.read, `SELECT m.id, e.ply, e.seat, e.text, e.at FROM matches m JOIN events e ON e.match = m.seq
		WHERE m.id IN json_texts(?) ORDER BY m.seq, e.ply`, func(row scanner) error {
		var id string
		var e db.Event
		var at int64
		err := row.Scan(&id, &e.Ply, &e.Seat, &e.Text, &at)
		e.At = time.UnixMilli(at).UTC()
		log := logs[id]
		log.Events = append(log.Events, e)
		logs[id] = log
		return err
	}, []any{string(list)})
	if err == nil {
		err = each(ctx, s.read, `SELECT m.id, f.state FROM folds f JOIN matches m ON m.seq = f.match WHERE m.id IN json_texts(?)`, func(row scanner) error {
			var id string
			var state []byte
			err := row.Scan(&id, &state)
			log := logs[id]
			log.Fold = state
			logs[id] = log
			return err
		}, []any{string(list)})
	}
	if err != nil {
		return nil, fmt.Errorf("load logs: %w", err)
	}
	return logs, nil
}

// storeFold stores the events of a match, packed, with the state that the rules have made of
// them.
func storeFold(ctx context.Context, t *tx, seq int64, events []db.Event, state []byte) error {
	var kept any
	if state != nil {
		kept = state
	}
	return t.Queue(ctx, Statement{Doing: "store fold", Table: "folds",
		Query: `INSERT INTO folds (match, ply, events, state) VALUES (?, ?, ?, ?)
			ON CONFLICT (match) DO UPDATE SET ply = excluded.ply, events = excluded.events, state = excluded.state`,
		Args: []any{seq, len(events), PackEvents(events), kept}})
}

// readFolded returns the events of a match that are stored packed. It returns nil if there are
// none or the packed events are damaged. They are the first events of the match, at most ply
// of them, with room for ply events.
func readFolded(ctx context.Context, q Queryer, seq int64, ply int) ([]db.Event, error) {
	var packed []byte
	err := q.QueryRow(ctx, `SELECT events FROM folds WHERE match = ?`, seq).Scan(&packed)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	events := unpackEvents(packed, ply)
	return events[:min(len(events), ply)], nil
}

// readFold reads the fold of a match, and compares its packed events with the log. It ignores
// a fold in the format of another program.
func (r *storedMatch) readFold(ctx context.Context, q Queryer) error {
	var packed []byte
	err := q.QueryRow(ctx, `SELECT events, state FROM folds WHERE match = ?`, r.seq).Scan(&packed, &r.Fold)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil
	case err != nil:
		return err
	case len(packed) > 0 && packed[0] != packedFormat:
		return nil
	}
	events := unpackEvents(packed, 0)
	if len(events) == 0 {
		return errors.New("its packed events are damaged")
	}
	if n := min(len(events), len(r.Events)); !slices.Equal(events[:n], r.Events[:n]) {
		return errors.New("its packed events differ from its log")
	}
	return nil
}

// packedFormat is the number of the format of PackEvents.
const packedFormat = 1

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// PackEvents returns the first events of a match in few bytes.
func PackEvents(events []db.Event) []byte {
	out := binary.AppendUvarint([]byte{packedFormat}, uint64(len(events)))
	var before int64
	for _, e := range events {
		at := e.At.UnixMilli()
		out = binary.AppendVarint(out, at-before)
		out = binary.AppendVarint(out, int64(e.Seat))
		out = append(binary.AppendUvarint(out, uint64(len(e.Text))), e.Text...)
		before = at
	}
	return binary.LittleEndian.AppendUint32(out, crc32.Checksum(out, castagnoli))
}

// unpackEvents is the inverse of PackEvents. It returns nil for anything else. The texts of
// the events share their memory. The list has room for at least room events.
func unpackEvents(packed []byte, room int) []db.Event {
	body := len(packed) - crc32.Size
	if body < 1 || packed[0] != packedFormat || crc32.Checksum(packed[:body], castagnoli) != binary.LittleEndian.Uint32(packed[body:]) {
		return nil
	}
	all := string(packed[:body])
	at := 1 // in packed
	count, n := binary.Uvarint(packed[at:body])
	if at += n; n <= 0 || count > uint64(body) {
		return nil
	}
	events := make([]db.Event, count, max(int(count), room))
	var millis int64
	for i := range events {
		later, n := binary.Varint(packed[at:body])
		seat, m := binary.Varint(packed[at+max(n, 0) : body])
		size, k := binary.Uvarint(packed[at+max(n, 0)+max(m, 0) : body])
		if at += n + m + k; n <= 0 || m <= 0 || k <= 0 || size > math.MaxInt32 || int(size) > body-at {
			return nil
		}
		millis += later
		events[i] = db.Event{Ply: i, Seat: games.Seat(seat), Text: all[at : at+int(size)], At: time.UnixMilli(millis).UTC()}
		at += int(size)
	}
	if at != body {
		return nil
	}
	return events
}

// MaxFindings is how many findings an error lists.
const MaxFindings = 10

// Checked counts the matches and events that a check has read.
type Checked struct {
	Matches int
	Events  int
}

// CheckMatches passes every match of a store to verify. If one is refused or cannot
// be read, the error wraps db.ErrDamaged and names the first few.
func CheckMatches(ctx context.Context, s *Store, verify func(db.Match) error) (c Checked, err error) {
	var findings []error
	damaged := 0
	err = s.EachMatch(ctx, func(id string, m db.Match, err error) error {
		if err == nil {
			c.Matches++
			c.Events += m.Ply
			err = verify(m)
		}
		if db.IsUnavailable(err) {
			return err
		}
		if err != nil {
			if damaged++; damaged <= MaxFindings {
				findings = append(findings, fmt.Errorf("match %s: %w", id, err))
			}
		}
		return ctx.Err()
	})
	switch {
	case err != nil:
		return c, err
	case damaged == 0:
		return c, nil
	}
	return c, fmt.Errorf("%w: %d of %d matches\n%w", db.ErrDamaged, damaged, c.Matches, errors.Join(findings...))
}
