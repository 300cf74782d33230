package sqlite

import (
	"context"
	"errors"

	"tableronde/db"
	"tableronde/db/internal/sqlstore"
)

// NoteBackup notes in the database at path that a copy of it was made. A server may use
// the database: no store keeps rows of that table in memory.
func NoteBackup(ctx context.Context, path string, b db.Backup) (err error) {
	pool, err := openExisting(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	_, err = pool.ExecContext(ctx, sqlstore.InsertBackup, sqlstore.BackupRow(b)...)
	return classify(err)
}
