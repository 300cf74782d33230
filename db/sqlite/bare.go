package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// Bare is a database of one table, under the settings of a store: the floor that the
// writes of a store are measured by.
type Bare struct {
	pool   *sql.DB
	insert *sql.Stmt
}

// OpenBare creates a database at path for one row an event, of matches of 100 plies.
func OpenBare(ctx context.Context, path string) (*Bare, error) {
	if err := prepareFile(path); err != nil {
		return nil, err
	}
	pool, err := openPool(path, 1, pragmas[:]...)
	if err != nil {
		return nil, err
	}
	b := &Bare{pool: pool}
	_, err = pool.ExecContext(ctx, `CREATE TABLE events (
		match INTEGER NOT NULL, ply INTEGER NOT NULL, seat INTEGER NOT NULL, text TEXT NOT NULL, at INTEGER NOT NULL,
		PRIMARY KEY (match, ply)) STRICT, WITHOUT ROWID`)
	if err == nil {
		b.insert, err = pool.PrepareContext(ctx, `INSERT INTO events (match, ply, seat, text, at) VALUES (?, ?, ?, ?, ?)`)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("create %s: %w", path, err), pool.Close())
	}
	return b, nil
}

// Insert stores event number n in a transaction of its own, and returns once it is
// durable.
func (b *Bare) Insert(ctx context.Context, n int64) error {
	tx, err := b.pool.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.StmtContext(ctx, b.insert).ExecContext(ctx, n/100, n%100, n%2+1, "E6-E8", n); err != nil {
		return err
	}
	return tx.Commit()
}

// Close closes the database.
func (b *Bare) Close() error { return errors.Join(b.insert.Close(), b.pool.Close()) }
