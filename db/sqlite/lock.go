package sqlite

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

var (
	// ErrInUse means that another server uses the database.
	ErrInUse = errors.New("in use by a running server")
	// ErrLinked means that the file of the database has more than one name. Two servers could each
	// lock one of the names, and use different write-ahead logs.
	ErrLinked = errors.New("the file has a second name (a hard link), under which another server may use it: remove that name")
)

// Lock reserves a database for one server. The operating system releases it at the latest when the
// process ends.
type Lock struct{ file *os.File }

// Acquire locks the database at path, which need not exist yet, for one server. It locks a separate
// file, path with ".lock" added, which is never removed, because a lock on the database itself
// would interfere with SQLite's locks. If another process holds the lock, the error is ErrInUse.
func Acquire(path string) (*Lock, error) {
	l, err := acquire(path)
	if err != nil {
		return nil, fmt.Errorf("database %s: %w", path, err)
	}
	return l, nil
}

func acquire(path string) (*Lock, error) {
	// Resolve links: two paths of one file are the same database.
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	if info, err := os.Stat(path); err == nil && countNames(info) > 1 {
		return nil, ErrLinked
	}
	f, err := os.OpenFile(path+".lock", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock: %w", withoutPath(err))
	}
	if err := errors.Join(chownLikeFolder(f.Name()), lockFile(f)); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &Lock{f}, nil
}

// Release releases the lock.
func (l *Lock) Release() error { return l.file.Close() }
