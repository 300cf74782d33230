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
)

// batchRows is how many rows one statement inserts.
const batchRows = 200

// CopyRows copies the key of invitations and all rows of a store into an empty one.
// Then it reads them back and compares them.
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

// copyTable copies the rows of a table, and compares the stored rows with the originals.
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

// eachRow calls f with the values of each row of a table, which are valid until f
// returns, and returns the sum of all rows.
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

// rowSum is the same for the same rows in any order, and different for different ones. No row
// may come twice.
type rowSum struct {
	rows int
	sum  [sha256.Size]byte
}

// add adds the values of a row: numbers, texts, bytes and nulls.
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

// inserter inserts the rows of a table in batches. References within the table are
// stored last, when every row is there that they may refer to.
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

// index returns the place of a column, -1 for none.
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

// CompareMatches passes every match of a store to verify, and returns an error that
// wraps db.ErrDamaged if one is refused, or is another one in the copy.
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
