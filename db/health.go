package db

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// ErrGone says that the file of a store is no longer at its path: it was removed
// or replaced, and what would be written now would be lost.
var ErrGone = errors.New("the database file was removed or replaced")

// IsUnavailable reports whether an error is one of the file or the disk rather
// than of what was asked for: the same request may succeed later.
func IsUnavailable(err error) bool { return Reason(err) != "" }

// Reason says in a few words why the file or the disk fails, "" where the error
// is another.
func Reason(err error) string {
	var e *sqlite.Error
	switch {
	case errors.Is(err, ErrGone):
		return ErrGone.Error()
	case IsDamaged(err):
		return "the database file is damaged"
	case errors.Is(err, ErrClosed):
		return "the server is stopping"
	case !errors.As(err, &e):
		return ""
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_FULL:
		return "the disk is full"
	case sqlite3.SQLITE_IOERR:
		return "the disk cannot be read or written"
	case sqlite3.SQLITE_READONLY:
		return "the database file is read-only"
	case sqlite3.SQLITE_CANTOPEN:
		return "the database file cannot be opened"
	case sqlite3.SQLITE_BUSY:
		return "another program locks the database"
	}
	return ""
}

// IsDamaged reports whether an error is that of a file that holds something else
// than was written to it.
func IsDamaged(err error) bool { return errors.Is(err, ErrDamaged) || isCorrupt(err) }

// Failure is a write that the file or the disk has let fail.
type Failure struct {
	Number int // of those since the store was opened
	Err    error
}

// LastFailure returns the last failed write, the zero Failure if there was none.
func (s *Store) LastFailure() Failure {
	if f := s.w.failed.Load(); f != nil {
		return *f
	}
	return Failure{}
}

// Present returns ErrGone if the file of the store is no longer at its path.
func (s *Store) Present() error { return s.w.file.present() }

// Size is the size of the database in bytes, without its write-ahead log.
func (s *Store) Size() int64 { return s.w.file.info.Size() }

// QuickCheck reads all pages of the database. What it finds wrong is an error
// that wraps ErrDamaged.
func (s *Store) QuickCheck(ctx context.Context) error {
	return checkPages(ctx, s.r.db, "quick_check")
}

// openFile is the file that a store has opened.
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
	if info, err := os.Stat(f.path); err != nil {
		return fmt.Errorf("%w: %w", ErrGone, withoutPath(err))
	} else if !os.SameFile(f.info, info) {
		return ErrGone
	}
	return nil
}
