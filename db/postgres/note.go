package postgres

import (
	"context"
	"errors"

	"tableronde/db"
)

// NoteBackup notes in the database at a URL that a copy of it was made.
func NoteBackup(ctx context.Context, url string, b db.Backup) error {
	s, err := OpenWith(ctx, url, Options{Connections: 2})
	if err != nil {
		return err
	}
	return errors.Join(s.NoteBackup(ctx, b), s.Close())
}
