package db

import (
	"context"
	"errors"
	"fmt"
	"os"
)

// Backup writes a whole and consistent copy of the database at path into a new
// file, which its owner alone may read. Others may go on using the database,
// in this process and in others. It refuses to write over a file.
func Backup(ctx context.Context, path, to string) error {
	if err := backup(ctx, path, to); err != nil {
		return fmt.Errorf("back up %s: %w", path, err)
	}
	return nil
}

func backup(ctx context.Context, path, to string) (err error) {
	if _, err := os.Stat(path); err != nil {
		return withoutPath(err)
	}
	pool, err := openPool(path, 1, pragmas[0])
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	var id int
	if err := pool.QueryRowContext(ctx, `SELECT application_id FROM pragma_application_id`).Scan(&id); err != nil {
		return fmt.Errorf("read: %w", err)
	}
	if id != applicationID {
		return errors.New("this is no database of Table Ronde")
	}
	f, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if _, err := pool.ExecContext(ctx, `VACUUM INTO ?`, to); err != nil {
		return errors.Join(fmt.Errorf("copy: %w", err), os.Remove(to))
	}
	return nil
}
