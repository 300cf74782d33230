package driver

import (
	"context"
	"database/sql/driver"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// The types of PostgreSQL that are decoded; all others are text.
const (
	boolOID      = 16
	byteaOID     = 17
	int8OID      = 20
	int2OID      = 21
	int4OID      = 23
	jsonOID      = 114
	float8OID    = 701
	timestampOID = 1114
)

const (
	textFormat   = 0
	binaryFormat = 1
)

// formatOf returns the format in which a type is asked for.
func formatOf(oid uint32) int16 {
	switch oid {
	case boolOID, byteaOID, int8OID, int2OID, int4OID, float8OID:
		return binaryFormat
	}
	return textFormat
}

// decode returns a value of a type that came in the format of formatOf. It holds no
// longer than raw does.
func decode(raw []byte, oid uint32) (driver.Value, error) {
	switch oid {
	case byteaOID, jsonOID:
		return raw, nil
	case timestampOID:
		return time.Parse("2006-01-02 15:04:05.999999", string(raw))
	}
	if formatOf(oid) == textFormat {
		return string(raw), nil
	}
	switch {
	case oid == boolOID && len(raw) == 1:
		return raw[0] != 0, nil
	case oid == int2OID && len(raw) == 2:
		return int64(int16(binary.BigEndian.Uint16(raw))), nil
	case oid == int4OID && len(raw) == 4:
		return int64(int32(binary.BigEndian.Uint32(raw))), nil
	case oid == int8OID && len(raw) == 8:
		return int64(binary.BigEndian.Uint64(raw)), nil
	case oid == float8OID && len(raw) == 8:
		return math.Float64frombits(binary.BigEndian.Uint64(raw)), nil
	}
	return nil, fmt.Errorf("a value of type %d with %d bytes", oid, len(raw))
}

// rows is the result of a query.
type rows struct {
	conn   *Conn
	query  string
	result *pgconn.ResultReader
	first  bool // the first row is read, and Next has not returned it
}

// QueryContext implements driver.QueryerContext. It reads the first row, and returns
// the error if that fails.
func (c *Conn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	if err := c.usable(); err != nil {
		return nil, err
	}
	result, err := c.start(ctx, query, args)
	if err != nil {
		return nil, retriable(err)
	}
	r := &rows{conn: c, query: query, result: result}
	if r.first = result.NextRow(); !r.first {
		if err := r.Close(); err != nil {
			return nil, retriable(err)
		}
	}
	return r, nil
}

// Columns implements driver.Rows.
func (r *rows) Columns() []string {
	var names []string
	for _, field := range r.result.FieldDescriptions() {
		names = append(names, field.Name)
	}
	return names
}

// Close implements driver.Rows.
func (r *rows) Close() error {
	_, err := r.result.Close()
	r.conn.forgetStale(r.query, err)
	return err
}

// Next implements driver.Rows.
func (r *rows) Next(row []driver.Value) error {
	if !r.first && !r.result.NextRow() {
		if err := r.Close(); err != nil {
			return err
		}
		return io.EOF
	}
	r.first = false
	fields := r.result.FieldDescriptions()
	for i, raw := range r.result.Values() {
		row[i] = nil
		if raw == nil {
			continue
		}
		var err error
		if row[i], err = decode(raw, fields[i].DataTypeOID); err != nil {
			return fmt.Errorf("column %s: %w", fields[i].Name, err)
		}
	}
	return nil
}
