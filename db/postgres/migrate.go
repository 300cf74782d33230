package postgres

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// migrate migrates the schema to the newest version of this program. A newer schema stays as it is
// if it allows this program; otherwise migrate returns an error. One of several processes migrates,
// and the others wait.
func migrate(ctx context.Context, pool *sql.DB, files fs.FS) error {
	p, err := migrationsOf(pool, files)
	if err != nil {
		return err
	}
	oldest, know := p.ListSources()[0].Version, newest(p)
	have, err := schemaStep(ctx, pool)
	if err == nil && 0 < have && have < oldest {
		return fmt.Errorf("the database is of schema step %d, and this program migrates from %d on: open it once with an older program that supports step %d", have, oldest, oldest)
	}
	if err == nil && have < know {
		if err := makeLock(ctx, pool); err != nil {
			return err
		}
		err = migrateLocked(ctx, pool, p)
	}
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return checkMinimum(ctx, pool, know)
}

func migrationsOf(pool *sql.DB, files fs.FS) (*goose.Provider, error) {
	p, err := goose.NewProvider(goose.DialectPostgres, pool, files,
		goose.WithDisableGlobalRegistry(true), goose.WithLogger(goose.NopLogger()))
	if err != nil {
		return nil, fmt.Errorf("read migrations: %w", err)
	}
	return p, nil
}

// newest returns the last of the steps.
func newest(p *goose.Provider) int64 {
	sources := p.ListSources()
	return sources[len(sources)-1].Version
}

// schemaStep returns the last migration of the schema, 0 for an empty database.
func schemaStep(ctx context.Context, pool *sql.DB) (int64, error) {
	var migrated bool
	var tables int64
	err := pool.QueryRowContext(ctx, `SELECT count(*) FILTER (WHERE tablename = 'goose_db_version') > 0,
		count(*) FILTER (WHERE tablename NOT IN ('goose_db_version', 'schema_lock')) FROM pg_tables WHERE schemaname = current_schema()`).Scan(&migrated, &tables)
	switch {
	case err != nil:
		return 0, classify(err)
	case !migrated && tables > 0:
		return 0, errors.New("the database belongs to another program")
	case !migrated:
		return 0, nil
	}
	var step int64
	err = pool.QueryRowContext(ctx, `SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied`).Scan(&step)
	return step, classify(err)
}

// makeLock creates the row that is locked during a migration. Another process may be creating it at
// the same time.
func makeLock(ctx context.Context, pool *sql.DB) error {
	for _, query := range []string{
		`CREATE TABLE IF NOT EXISTS schema_lock (id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1))`,
		`INSERT INTO schema_lock (id) VALUES (1) ON CONFLICT DO NOTHING`,
	} {
		_, err := pool.ExecContext(ctx, query)
		if isCode(err, "23505", "42P07", "42710") { // another process has created it meanwhile
			_, err = pool.ExecContext(ctx, query)
		}
		if err != nil {
			return fmt.Errorf("make the lock of the schema: %w", classify(err))
		}
	}
	return nil
}

// migrateLocked runs the missing migrations while it locks the schema. The lock ends with the
// process at the latest.
func migrateLocked(ctx context.Context, pool *sql.DB, p *goose.Provider) (err error) {
	lock, err := pool.BeginTx(ctx, nil)
	if err != nil {
		return classify(err)
	}
	defer func() { err = errors.Join(err, lock.Rollback()) }()
	if _, err := lock.ExecContext(ctx, `SELECT id FROM schema_lock FOR UPDATE`); err != nil {
		return classify(err)
	}
	have, know, err := p.GetVersions(ctx)
	if err == nil && have < know {
		_, err = p.Up(ctx)
	}
	return classify(err)
}

// checkMinimum returns an error if the schema requires a newer program than this one.
func checkMinimum(ctx context.Context, pool *sql.DB, know int64) error {
	var minimum int64
	err := pool.QueryRowContext(ctx, `SELECT step FROM schema_minimum`).Scan(&minimum)
	switch {
	case err != nil:
		return fmt.Errorf("read the minimum of the schema: %w", classify(err))
	case minimum > know:
		return fmt.Errorf("the database needs a newer program: its schema requires step %d, and this program supports steps up to %d", minimum, know)
	}
	return nil
}
