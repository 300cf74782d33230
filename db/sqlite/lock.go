package sqlite

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// ErrInUse says that another server works on the database.
var ErrInUse = errors.New("in use by a running server")

// Lock keeps other servers away from a database. The system gives it up when
// the process ends, however that comes.
type Lock struct{ file *os.File }

// Acquire locks the database at path, which need not exist yet, for one server.
// The lock is on a file beside it, path with ".lock" added, which stays: a lock
// on the database itself would be in the way of those of SQLite. If another
// process holds the lock, the error is ErrInUse.
func Acquire(path string) (*Lock, error) {
	l, err := acquire(path)
	if err != nil {
		return nil, fmt.Errorf("database %s: %w", path, err)
	}
	return l, nil
}

func acquire(path string) (*Lock, error) {
	// One file by two names is one database.
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	f, err := os.OpenFile(path+".lock", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock: %w", withoutPath(err))
	}
	if err := errors.Join(giveAway(f.Name()), lockFile(f)); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &Lock{f}, nil
}

// Release gives the lock up.
func (l *Lock) Release() error { return l.file.Close() }
