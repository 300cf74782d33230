package driver

import (
	"context"
	"database/sql/driver"

	"github.com/jackc/pgx/v5/pgconn"
)

// Batch is statements that are sent together.
type Batch struct{ queries []batched }

type batched struct {
	query string
	args  []any
}

// Queue adds a statement. Its arguments are of the types of driver.Value, or converted
// to them as package sql does.
func (b *Batch) Queue(query string, args ...any) { b.queries = append(b.queries, batched{query, args}) }

// SendBatch sends statements in one round trip and reads their results. The first
// error ends the batch; outside of a transaction it undoes what was before it.
func (c *Conn) SendBatch(ctx context.Context, b *Batch) error {
	if err := c.usable(); err != nil {
		return err
	}
	var batch pgconn.Batch
	for _, q := range b.queries {
		s, err := c.prepare(ctx, q.query)
		if err != nil {
			return err
		}
		args := make([]driver.NamedValue, len(q.args))
		for i, arg := range q.args {
			if args[i].Value, err = driver.DefaultParameterConverter.ConvertValue(arg); err != nil {
				return err
			}
		}
		values, formats, err := s.bind(args)
		if err != nil {
			return err
		}
		batch.ExecStatement(s.StatementDescription, values, formats, s.formats)
	}
	results := c.pg.ExecBatch(ctx, &batch)
	for i := 0; results.NextResult(); i++ {
		c.trace(b.queries[i].query)
		_, _ = results.ResultReader().Close() // its error is that of results
	}
	err := results.Close()
	for _, q := range b.queries {
		c.forgetStale(q.query, err)
	}
	return err
}
