package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Backup writes a whole and consistent copy of the database at path into a new
// file, which its owner alone may read. Others may go on using the database,
// in this process and in others. It refuses to write over a file. The file has
// its name only once its pages are checked and on disk; a backup that was
// killed leaves one named after it with ".part" in the end.
func Backup(ctx context.Context, path, to string) error {
	if err := backup(ctx, path, to); err != nil {
		return fmt.Errorf("back up %s: %w", path, err)
	}
	return nil
}

func backup(ctx context.Context, path, to string) (err error) {
	pool, err := openOurs(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	if _, err := os.Lstat(to); err == nil {
		return fmt.Errorf("%s: %w", to, fs.ErrExist)
	}
	part, err := copyBeside(ctx, pool, to)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.Remove(part)) }()
	if err := checkCopy(ctx, part); err != nil {
		return err
	}
	if err := syncFile(part); err != nil {
		return err
	}
	if err := link(part, to); err != nil {
		return err
	}
	return syncFolder(to)
}

// copyBeside copies a database into the folder of a file, for whose owner it is.
// Its name is that of the file with more behind.
func copyBeside(ctx context.Context, from *sql.DB, to string) (part string, err error) {
	f, err := os.CreateTemp(filepath.Dir(to), filepath.Base(to)+".*.part")
	if err != nil {
		return "", err
	}
	part = f.Name()
	if err = f.Close(); err == nil {
		err = giveAway(part)
	}
	if err == nil {
		_, err = from.ExecContext(ctx, `VACUUM INTO ?`, part)
	}
	if err != nil {
		return "", errors.Join(fmt.Errorf("copy: %w", classify(err)), os.Remove(part))
	}
	return part, nil
}

func checkCopy(ctx context.Context, path string) (err error) {
	pool, err := openOurs(ctx, path)
	if err != nil {
		return fmt.Errorf("check the copy: %w", err)
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	if err := checkPages(ctx, pool, "integrity_check"); err != nil {
		return fmt.Errorf("check the copy: %w", err)
	}
	return nil
}

// syncFile waits until what a file holds is on disk.
func syncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
