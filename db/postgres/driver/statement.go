package driver

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// maxPrepared is how many statements a connection keeps prepared.
const maxPrepared = 512

// statement is a prepared statement.
type statement struct {
	*pgconn.StatementDescription
	formats []int16 // of the columns of its result
}

// prepare returns the prepared statement of a query.
func (c *Conn) prepare(ctx context.Context, query string) (*statement, error) {
	if s, ok := c.prepared[query]; ok {
		return s, nil
	}
	for known := range c.prepared {
		if len(c.prepared) < maxPrepared {
			break
		}
		c.forget(known)
	}
	c.count++
	d, err := c.pg.Prepare(ctx, "s"+strconv.Itoa(c.count), query, nil)
	if err != nil {
		return nil, err
	}
	s := &statement{StatementDescription: d}
	for _, field := range d.Fields {
		s.formats = append(s.formats, formatOf(field.DataTypeOID))
	}
	c.prepared[query] = s
	return s, nil
}

// forgetStale forgets a query after an error that may be due to a change of the schema:
// the types of its parameters and of its result stay what they were when it was
// prepared.
func (c *Conn) forgetStale(query string, err error) {
	var e *pgconn.PgError
	if errors.As(err, &e) && (e.Code == noSuchStatement || e.Code == featureNotSupported || strings.HasPrefix(e.Code, doesNotFit)) {
		c.forget(query)
	}
}

const (
	noSuchStatement     = "26000"
	featureNotSupported = "0A000" // "cached plan must not change result type"
	doesNotFit          = "42"    // a name or a type
)

// forget has a query prepared anew when it is used next.
func (c *Conn) forget(query string) {
	if s, ok := c.prepared[query]; ok {
		c.stale = append(c.stale, s.Name)
		delete(c.prepared, query)
	}
}

// bind returns the values of the parameters and their formats.
func (s *statement) bind(args []driver.NamedValue) (values [][]byte, formats []int16, err error) {
	if len(args) != len(s.ParamOIDs) {
		return nil, nil, fmt.Errorf("%d arguments for %d parameters", len(args), len(s.ParamOIDs))
	}
	values, formats = make([][]byte, len(args)), make([]int16, len(args))
	for i, arg := range args {
		if s.ParamOIDs[i] == byteaOID {
			formats[i] = binaryFormat
		}
		if values[i], err = encode(arg.Value); err != nil {
			return nil, nil, fmt.Errorf("parameter %d: %w", i+1, err)
		}
	}
	return values, formats, nil
}

// encode returns a value as PostgreSQL reads it as text, nil for null.
func encode(value driver.Value) ([]byte, error) {
	switch v := value.(type) {
	case nil:
		return nil, nil
	case int64:
		return strconv.AppendInt(nil, v, 10), nil
	case float64:
		return strconv.AppendFloat(nil, v, 'g', -1, 64), nil
	case bool:
		return strconv.AppendBool(nil, v), nil
	case string:
		return []byte(v), nil
	case []byte:
		return v, nil
	case time.Time:
		return v.AppendFormat(nil, time.RFC3339Nano), nil
	}
	return nil, fmt.Errorf("a value of type %T", value)
}

// ExecContext implements driver.ExecerContext. Without arguments there may be several
// statements with semicolons between.
func (c *Conn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	if err := c.usable(); err != nil {
		return nil, err
	}
	if len(args) == 0 {
		tag, err := c.execute(ctx, query)
		return driver.RowsAffected(tag.RowsAffected()), retriable(err)
	}
	result, err := c.start(ctx, query, args)
	if err != nil {
		return nil, retriable(err)
	}
	tag, err := result.Close()
	c.forgetStale(query, err)
	return driver.RowsAffected(tag.RowsAffected()), retriable(err)
}

// execute runs statements without arguments, and returns the tag of the last one.
func (c *Conn) execute(ctx context.Context, query string) (tag pgconn.CommandTag, err error) {
	c.trace(query)
	results := c.pg.Exec(ctx, query)
	for results.NextResult() {
		tag, _ = results.ResultReader().Close() // its error is that of results
	}
	return tag, results.Close()
}

// start prepares a query unless it is, and runs it.
func (c *Conn) start(ctx context.Context, query string, args []driver.NamedValue) (*pgconn.ResultReader, error) {
	c.trace(query)
	s, err := c.prepare(ctx, query)
	if err != nil {
		return nil, err
	}
	values, formats, err := s.bind(args)
	if err != nil {
		return nil, err
	}
	return c.pg.ExecStatement(ctx, s.StatementDescription, values, formats, s.formats), nil
}

// Prepare implements driver.Conn.
func (c *Conn) Prepare(query string) (driver.Stmt, error) { return prepared{c, query}, nil }

// prepared is a statement of package sql: the connection prepares it when it is used.
type prepared struct {
	conn  *Conn
	query string
}

// Close, NumInput, Exec and Query implement driver.Stmt.
func (p prepared) Close() error  { return nil }
func (p prepared) NumInput() int { return -1 }

func (p prepared) Exec([]driver.Value) (driver.Result, error) { return nil, driver.ErrSkip }
func (p prepared) Query([]driver.Value) (driver.Rows, error)  { return nil, driver.ErrSkip }

// ExecContext implements driver.StmtExecContext.
func (p prepared) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	return p.conn.ExecContext(ctx, p.query, args)
}

// QueryContext implements driver.StmtQueryContext.
func (p prepared) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	return p.conn.QueryContext(ctx, p.query, args)
}
