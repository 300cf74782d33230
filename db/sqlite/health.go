package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"tableronde/db"
)

// Present implements db.Health.
func (s *Store) Present() error { return s.w.file.present() }

// Size implements db.Health.
func (s *Store) Size() int64 { return s.w.file.info.Size() }

// QuickCheck implements db.Health.
func (s *Store) QuickCheck(ctx context.Context) error {
	return checkPages(ctx, s.r.pool, "quick_check")
}

// openFile identifies the file that a store has opened.
type openFile struct {
	path string // absolute
	info os.FileInfo
}

func statFile(path string) (openFile, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return openFile{}, err
	}
	info, err := os.Stat(abs)
	if err != nil {
		return openFile{}, withoutPath(err)
	}
	return openFile{abs, info}, nil
}

func (f openFile) present() error {
	info, err := os.Stat(f.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%w: %w", db.ErrGone, withoutPath(err))
	case err != nil:
		return &db.Unavailable{Reason: "the database file cannot be reached", Err: withoutPath(err)}
	case !os.SameFile(f.info, info):
		return db.ErrGone
	}
	return nil
}
