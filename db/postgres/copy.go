package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5"

	"tableronde/db/internal/secret"
	"tableronde/db/internal/sqlstore"
)

// inviteKeyName names the key of invitations in the table keys.
const inviteKeyName = "invitations"

// Read calls f with the database at a URL as it is at one moment. The database may be in use and is
// not changed. The error says if its schema does not fit this program.
func Read(ctx context.Context, url string, f func(*sqlstore.Snapshot) error) error {
	return classify(read(ctx, url, f))
}

func read(ctx context.Context, url string, f func(*sqlstore.Snapshot) error) (err error) {
	config, err := configure(ctx, url, nil)
	if err != nil {
		return err
	}
	pool := openPool(config, 1)
	defer func() { err = errors.Join(err, pool.Close()) }()
	if err := checkStep(ctx, pool); err != nil {
		return err
	}
	conn, err := pool.Conn(ctx)
	if err != nil {
		return err
	}
	defer drop(conn) // ends the read-only transaction
	t := &tx{conn: conn, first: new(pgx.Batch)}
	t.first.Queue("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
	var key secret.InviteKey
	err = t.QueryRow(ctx, `SELECT key FROM keys WHERE name = ?`, inviteKeyName).Scan((*[]byte)(&key))
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("key of invitations: %w", err)
	}
	return f(sqlstore.NewSnapshot(t, key))
}

// Fill migrates the database at a URL and calls f to fill it. If it is not empty, the error wraps
// sqlstore.ErrNotEmpty. Others see the data only after f has returned. If f returns an error,
// nothing is stored.
func Fill(ctx context.Context, url string, f func(*sqlstore.Target) error) error {
	return classify(fill(ctx, url, f))
}

func fill(ctx context.Context, url string, f func(*sqlstore.Target) error) (err error) {
	s, err := OpenWith(ctx, url, Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if err := checkStep(ctx, s.engine.pool); err != nil {
		return err
	}
	return inTransaction(ctx, s.engine.pool, func(t *tx) error {
		if _, err := t.Exec(ctx, `SELECT id FROM schema_lock FOR UPDATE`); err != nil { // the second of two concurrent copies waits here and then finds rows
			return err
		}
		if err := sqlstore.CheckEmpty(ctx, t); err != nil {
			return err
		}
		target := sqlstore.NewTarget(t)
		if err := f(target); err != nil {
			return err
		}
		if key := target.Key(); key != nil {
			const store = `INSERT INTO keys (name, key) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET key = excluded.key`
			if _, err := t.Exec(ctx, store, inviteKeyName, []byte(key)); err != nil {
				return fmt.Errorf("key of invitations: %w", err)
			}
		}
		return continueCounting(ctx, t)
	})
}

// continueCounting makes the database number new rows after the present ones.
func continueCounting(ctx context.Context, t *tx) error {
	for _, table := range sqlstore.Moved {
		if table.Counted == "" {
			continue
		}
		query := fmt.Sprintf(`SELECT setval(pg_get_serial_sequence('%s', '%s'), coalesce(max(%[2]s), 0) + 1, false) FROM %[1]s`, table.Name, table.Counted)
		if _, err := t.Exec(ctx, query); err != nil {
			return fmt.Errorf("number the rows of %s: %w", table.Name, err)
		}
	}
	return nil
}

// checkStep returns an error unless the schema has exactly the migrations of this program.
func checkStep(ctx context.Context, pool *sql.DB) error {
	files, err := fs.Sub(migrationFiles, "migrations")
	if err != nil {
		return err
	}
	p, err := migrationsOf(pool, files)
	if err != nil {
		return err
	}
	know := newest(p)
	have, err := schemaStep(ctx, pool)
	switch {
	case err != nil:
		return err
	case have == 0:
		return errors.New("the database has no tables of Table Ronde")
	case have > know:
		return fmt.Errorf("its schema is at step %d, made by a newer program, and this one supports steps up to %d: use the newer one", have, know)
	case have < know:
		return fmt.Errorf("its schema is at step %d, made by an older program, and this one works at %d: use the older one, or start a server of this one, which migrates it", have, know)
	}
	return nil
}

// inTransaction calls f in a transaction without a time limit and commits it, unless f returns an
// error.
func inTransaction(ctx context.Context, pool *sql.DB, f func(*tx) error) error {
	conn, err := pool.Conn(ctx)
	if err != nil {
		return classify(err)
	}
	defer drop(conn)
	t := newTx(conn)
	if err := f(t); err != nil {
		return err
	}
	return t.commit(ctx)
}
