package sqlstore

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"

	"tableronde/db"
	"tableronde/db/internal/secret"
)

// Snapshot is a read-only store that shows the data of one transaction.
type Snapshot struct {
	*Store
	rows Queryer
}

// NewSnapshot returns the store that a transaction sees. Without a key it cannot show tokens of
// invitations.
func NewSnapshot(q Queryer, key secret.InviteKey) *Snapshot {
	return &Snapshot{New(readOnly{q}, Options{Key: key}), q}
}

// Key returns the key of invitations, nil for none.
func (s *Snapshot) Key() secret.InviteKey { return s.key }

// Target is a store that one transaction fills.
type Target struct {
	*Snapshot
	tx Tx
}

// NewTarget returns the store to fill in a transaction, without a key.
func NewTarget(t Tx) *Target { return &Target{NewSnapshot(t, nil), t} }

// readOnly is an engine that does not write.
type readOnly struct{ Queryer }

// Write implements Engine.
func (readOnly) Write(context.Context, func(context.Context, Tx) error) error {
	return errors.ErrUnsupported
}

// Table describes a table whose rows belong to a store, in every engine.
type Table struct {
	Name    string
	Columns []string
	// Within is the column that refers to other rows of the same table, "" for none.
	Within string
	// Key is the column to which Within refers.
	Key string
	// Counted is the column that the database numbers, "" for none.
	Counted string
}

// Moved lists the tables that are copied when a store moves, in the order of their references.
// Other tables belong to a process or to the database itself: leases, changes, the probe, and the
// state of the schema.
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
	{Name: "puzzle_tries", Columns: columns("player game number day wrong solved shown tried points deviation volatility gain")},
	{Name: "puzzle_ratings", Columns: columns("game number points deviation volatility attempts at")},
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

// batchRows is the number of rows that one statement inserts.
const batchRows = 200

// CopyRows copies the key of invitations and all rows into an empty store. Then it reads them back
// and compares them.
func CopyRows(ctx context.Context, from *Snapshot, to *Target) error {
	to.UseKey(from.key)
	for _, t := range Moved {
		if err := copyTable(ctx, t, from.rows, to.tx); err != nil {
			return fmt.Errorf("copy table %s: %w", t.Name, err)
		}
	}
	return nil
}

// CheckEmpty returns an error if a store has rows.
func CheckEmpty(ctx context.Context, q Queryer) error {
	for _, t := range Moved {
		var rows int
		if err := q.QueryRow(ctx, `SELECT count(*) FROM `+t.Name).Scan(&rows); err != nil {
			return fmt.Errorf("count table %s: %w", t.Name, err)
		}
		if rows > 0 {
			return fmt.Errorf("%w: its table %s has %d", ErrNotEmpty, t.Name, rows)
		}
	}
	return nil
}

// ErrNotEmpty means that a store has rows where none may be.
var ErrNotEmpty = errors.New("it is not empty")

// copyTable copies the rows of a table and compares the copies with the originals.
func copyTable(ctx context.Context, t Table, from Queryer, to Tx) error {
	w := inserter{table: t, to: to}
	read, err := eachRow(ctx, t, from, func(row []any) error { return w.add(ctx, row) })
	if err == nil {
		err = w.finish(ctx)
	}
	if err != nil {
		return err
	}
	stored, err := eachRow(ctx, t, to, func([]any) error { return nil })
	switch {
	case err != nil:
		return fmt.Errorf("read back: %w", err)
	case stored.rows != read.rows:
		return fmt.Errorf("%d rows were read and %d are stored", read.rows, stored.rows)
	case stored != read:
		return errors.New("the rows that are stored differ from those that were read")
	}
	return nil
}

// eachRow calls f with the values of each row of a table, which are valid only during the call. It
// returns the sum of all rows.
func eachRow(ctx context.Context, t Table, q Queryer, f func(row []any) error) (s rowSum, err error) {
	rows, err := q.Query(ctx, `SELECT `+strings.Join(t.Columns, ", ")+` FROM `+t.Name)
	if err != nil {
		return s, err
	}
	defer rows.Close()
	row, into := make([]any, len(t.Columns)), make([]any, len(t.Columns))
	for i := range row {
		into[i] = &row[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return s, err
		}
		if err := s.add(row); err != nil {
			return s, err
		}
		if err := f(row); err != nil {
			return s, err
		}
	}
	return s, rows.Err()
}

// rowSum is a checksum of rows that does not depend on their order. No row may occur twice.
type rowSum struct {
	rows int
	sum  [sha256.Size]byte
}

// add adds the values of a row to the sum: numbers, texts, bytes and nulls.
func (s *rowSum) add(row []any) error {
	h := sha256.New()
	for _, value := range row {
		var err error
		switch v := value.(type) {
		case nil:
			_, err = h.Write([]byte{'-'})
		case int64:
			_, err = h.Write(binary.BigEndian.AppendUint64([]byte{'i'}, uint64(v)))
		case float64:
			_, err = h.Write(binary.BigEndian.AppendUint64([]byte{'f'}, math.Float64bits(v)))
		case string:
			_, err = fmt.Fprintf(h, "t%d:%s", len(v), v)
		case []byte:
			_, err = fmt.Fprintf(h, "b%d:%s", len(v), v)
		default:
			err = fmt.Errorf("a column holds a value of type %T", v)
		}
		if err != nil {
			return err
		}
	}
	for i, b := range h.Sum(nil) {
		s.sum[i] ^= b
	}
	s.rows++
	return nil
}

// inserter inserts the rows of a table in batches. References within the table are stored last,
// when all rows exist.
type inserter struct {
	table  Table
	to     Tx
	values []any
	within [][2]any // values of Within and Key
}

func (w *inserter) add(ctx context.Context, row []any) error {
	start := len(w.values)
	w.values = append(w.values, row...)
	if at := w.index(w.table.Within); at >= 0 && row[at] != nil {
		w.within = append(w.within, [2]any{row[at], row[w.index(w.table.Key)]})
		w.values[start+at] = nil
	}
	if len(w.values) == batchRows*len(row) {
		return w.flush(ctx)
	}
	return nil
}

// index returns the index of a column, -1 for none.
func (w *inserter) index(column string) int {
	for i, name := range w.table.Columns {
		if name == column {
			return i
		}
	}
	return -1
}

// flush inserts the rows that were added.
func (w *inserter) flush(ctx context.Context) error {
	if len(w.values) == 0 {
		return nil
	}
	t := w.table
	row := "(" + strings.Repeat("?, ", len(t.Columns)-1) + "?)"
	query := `INSERT INTO ` + t.Name + ` (` + strings.Join(t.Columns, ", ") + `) VALUES ` +
		row + strings.Repeat(", "+row, len(w.values)/len(t.Columns)-1)
	_, err := w.to.Exec(ctx, query, w.values...)
	w.values = w.values[:0]
	return err
}

func (w *inserter) finish(ctx context.Context) error {
	if err := w.flush(ctx); err != nil {
		return err
	}
	t := w.table
	for _, reference := range w.within {
		if _, err := w.to.Exec(ctx, `UPDATE `+t.Name+` SET `+t.Within+` = ? WHERE `+t.Key+` = ?`, reference[:]...); err != nil {
			return err
		}
	}
	return nil
}

// CompareMatches calls verify with every match of a store. The error wraps db.ErrDamaged if verify
// refuses a match, or if a match differs from its copy.
func CompareMatches(ctx context.Context, from *Snapshot, to *Target, verify func(db.Match) error) (Checked, error) {
	return CheckMatches(ctx, from.Store, func(m db.Match) error {
		if err := verify(m); err != nil {
			return err
		}
		copied, err := to.Match(ctx, m.ID)
		if err != nil {
			return fmt.Errorf("read the copy: %w", err)
		}
		if m.Fold = nil; !reflect.DeepEqual(copied, m) {
			return errors.New("its copy is another match")
		}
		return nil
	})
}
