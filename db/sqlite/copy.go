package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"tableronde/db/internal/secret"
	"tableronde/db/internal/sqlstore"
)

// Read calls f with the database at path as it is at one moment, and with its key. It first checks
// the pages and references. The database may be in use and is not changed. A database of an older
// version is read from a migrated copy.
func Read(ctx context.Context, path string, f func(*sqlstore.Snapshot) error) error {
	key, err := readKey(path)
	if err != nil {
		return fmt.Errorf("key of invitations: %w", err)
	}
	return read(ctx, path, key, f)
}

func read(ctx context.Context, path string, key secret.InviteKey, f func(*sqlstore.Snapshot) error) (err error) {
	pool, err := openExisting(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	if err := checkPages(ctx, pool, "integrity_check"); err != nil {
		return err
	}
	if err := checkReferences(ctx, pool); err != nil {
		return err
	}
	have, know, err := versions(ctx, pool)
	switch {
	case err != nil:
		return err
	case have > know:
		return newerError(have, know)
	case have < know:
		return readMigrated(ctx, pool, path, key, f)
	}
	return inTransaction(ctx, pool, "BEGIN DEFERRED", func(t *tx) error { return f(sqlstore.NewSnapshot(t, key)) })
}

// readMigrated reads a migrated copy of a database of an older version.
func readMigrated(ctx context.Context, pool *sql.DB, path string, key secret.InviteKey, f func(*sqlstore.Snapshot) error) (err error) {
	copied, err := copyBeside(ctx, pool, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.Remove(copied)) }()
	s, err := open(ctx, copied, Options{})
	if err != nil {
		return err
	}
	if err := s.Close(); err != nil {
		return err
	}
	return read(ctx, copied, key, f)
}

// Fill creates a database at path and calls f to fill it. It replaces an empty database. For
// another one the error wraps sqlstore.ErrNotEmpty, or ErrInUse if a server uses it. The database
// gets its name after f has returned and it was checked and synced to disk; before, its name ends
// in ".part". If its key of invitations changes, the old key is kept under another name.
func Fill(ctx context.Context, path string, f func(*sqlstore.Target) error) (err error) {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	lock, err := acquire(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Release()) }()
	if err := checkFree(ctx, path); err != nil {
		return err
	}
	part, key, err := makePart(ctx, path, f)
	if err != nil {
		return err
	}
	if err = replaceKey(path, key, time.Now()); err == nil {
		err = os.Rename(part, path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(part))
	}
	return syncFolder(path)
}

// Create works like Fill for a file that does not exist yet and that no server will use, such as a
// backup.
func Create(ctx context.Context, path string, f func(*sqlstore.Target) error) error {
	if _, err := os.Lstat(path); err == nil {
		return fs.ErrExist
	}
	part, key, err := makePart(ctx, path, f)
	if err != nil {
		return err
	}
	if err = replaceKey(path, key, time.Now()); err == nil {
		err = linkOrCopy(part, path)
	}
	if err = errors.Join(err, os.Remove(part)); err != nil {
		return err
	}
	return syncFolder(path)
}

// checkFree returns an error unless path is unused or an empty database.
func checkFree(ctx context.Context, path string) (err error) {
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	pool, err := openExisting(ctx, path)
	if err != nil {
		return err
	}
	have, know, err := versions(ctx, pool)
	if err == nil && have != know {
		err = fmt.Errorf("%w: it is of schema version %d, and this program makes %d", sqlstore.ErrNotEmpty, have, know)
	}
	if err == nil {
		err = inTransaction(ctx, pool, "BEGIN IMMEDIATE", func(t *tx) error { return sqlstore.CheckEmpty(ctx, t) })
	}
	if err = errors.Join(err, pool.Close()); err != nil {
		return err
	}
	if _, err := os.Lstat(path + "-wal"); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: %s-wal is there", ErrInUse, path)
	}
	return nil
}

// makePart creates a database in the folder of path, and fills, checks and syncs it. It returns its
// path and its key of invitations.
func makePart(ctx context.Context, path string, f func(*sqlstore.Target) error) (part string, key secret.InviteKey, err error) {
	if part, err = createBeside(path); err != nil {
		return "", nil, err
	}
	key, err = fillPart(ctx, part, f)
	if err == nil {
		err = checkCopy(ctx, part)
	}
	if err == nil {
		err = syncFile(part)
	}
	if err != nil {
		return "", nil, errors.Join(err, os.Remove(part))
	}
	return part, key, nil
}

// fillPart turns an empty file into a database and calls f to fill it.
func fillPart(ctx context.Context, part string, f func(*sqlstore.Target) error) (key secret.InviteKey, err error) {
	s, err := open(ctx, part, Options{})
	if err != nil {
		return nil, err
	}
	if err := s.Close(); err != nil {
		return nil, err
	}
	pool, err := openPool(part, 1, pragmas[0], "journal_mode(MEMORY)", "synchronous(OFF)", "foreign_keys(1)")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	err = inTransaction(ctx, pool, "BEGIN IMMEDIATE", func(t *tx) error {
		target := sqlstore.NewTarget(t)
		err := f(target)
		key = target.Key()
		return err
	})
	return key, err
}

// inTransaction calls f in a transaction that starts with the statement begin. It commits, unless f
// returns an error.
func inTransaction(ctx context.Context, pool *sql.DB, begin string, f func(*tx) error) (err error) {
	conn, err := pool.Conn(ctx)
	if err != nil {
		return classify(err)
	}
	t := &tx{conn: conn, stmts: make(map[string]*sql.Stmt)}
	defer func() { err = errors.Join(err, t.close()) }()
	if _, err := conn.ExecContext(ctx, begin); err != nil {
		return fmt.Errorf("begin: %w", classify(err))
	}
	if err := f(t); err != nil {
		_, rollback := conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
		return errors.Join(err, rollback)
	}
	if _, err := conn.ExecContext(ctx, "COMMIT"); err != nil {
		return fmt.Errorf("commit: %w", classify(err))
	}
	return nil
}

// replaceKey stores a key beside the database at path, unless it is nil. A different existing key
// is kept under another name.
func replaceKey(path string, key secret.InviteKey, now time.Time) error {
	if key == nil {
		return nil
	}
	path = keyPath(path)
	there, err := os.ReadFile(path)
	switch {
	case err == nil && string(there) == string(key):
		return nil
	case err == nil:
		err = os.Rename(path, keptName(path, now))
	case errors.Is(err, fs.ErrNotExist):
		err = nil
	}
	if err != nil {
		return err
	}
	return storeKey(path, key)
}
