package place

import (
	"context"

	"tableronde/db"
	"tableronde/db/postgres"
	"tableronde/db/sqlite"
)

// NoteBackup notes in a store that a copy of it was made. A server may use the store.
func NoteBackup(ctx context.Context, at string, b db.Backup) error {
	if IsPostgres(at) {
		return postgres.NoteBackup(ctx, at, b)
	}
	return sqlite.NoteBackup(ctx, at, b)
}
