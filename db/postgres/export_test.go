package postgres

import (
	"context"
	"io/fs"

	"tableronde/db/internal/sqlstore"
)

// Write runs f in a transaction of the engine.
func (s *Store) Write(ctx context.Context, f func(context.Context, sqlstore.Tx) error) error {
	return s.engine.Write(ctx, f)
}

// Migrate migrates the database at a URL by other migrations.
func Migrate(ctx context.Context, url string, files fs.FS) error {
	config, err := configure(ctx, url, nil)
	if err != nil {
		return err
	}
	pool := openPool(config, 0)
	defer pool.Close()
	return migrate(ctx, pool, files)
}

// Deadlocks returns how many transactions were undone by deadlocks since the last call.
func (s *Store) Deadlocks() int64 {
	return s.engine.deadlocks.Swap(0) + s.reader.deadlocks.Swap(0)
}
