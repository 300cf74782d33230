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

// Backup writes a consistent copy of the database at path into a new file, which
// only its owner may read. Other processes may use the database meanwhile. It does
// not overwrite a file. The file gets its name only after its pages were checked
// and synced to disk; a backup that was killed leaves a file with ".part" after
// the name.
func Backup(ctx context.Context, path, to string) error {
	if err := backup(ctx, path, to); err != nil {
		return fmt.Errorf("back up %s: %w", path, err)
	}
	return nil
}

func backup(ctx context.Context, path, to string) (err error) {
	pool, err := openExisting(ctx, path)
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
	if err := linkOrCopy(part, to); err != nil {
		return err
	}
	return syncFolder(to)
}

// copyBeside copies a database into a new file in the folder of another file.
// See createBeside.
func copyBeside(ctx context.Context, from *sql.DB, to string) (part string, err error) {
	part, err = createBeside(to)
	if err != nil {
		return "", err
	}
	if _, err := from.ExecContext(ctx, `VACUUM INTO ?`, part); err != nil {
		return "", errors.Join(fmt.Errorf("copy: %w", classify(err)), os.Remove(part))
	}
	return part, nil
}

// createBeside creates an empty file in the folder of another file, and returns its
// path, which begins with the path of that file. The owner of the folder owns it.
func createBeside(to string) (part string, err error) {
	f, err := os.CreateTemp(filepath.Dir(to), filepath.Base(to)+".*.part")
	if err != nil {
		return "", err
	}
	part = f.Name()
	if err = f.Close(); err == nil {
		err = chownLikeFolder(part)
	}
	if err != nil {
		return "", errors.Join(err, os.Remove(part))
	}
	return part, nil
}

func checkCopy(ctx context.Context, path string) (err error) {
	pool, err := openExisting(ctx, path)
	if err != nil {
		return fmt.Errorf("check the copy: %w", err)
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	if err := checkPages(ctx, pool, "integrity_check"); err != nil {
		return fmt.Errorf("check the copy: %w", err)
	}
	return nil
}

// syncFile waits until the contents of a file are on disk.
func syncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
