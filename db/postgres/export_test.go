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
