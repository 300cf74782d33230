package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"tableronde/db"
)

// Restored is what a restore has done.
type Restored struct {
	Checked
	Kept string // where the database is that was there before, "" for none
}

// Restore puts a copy of the backup in the place of the database at path, once
// all of it is checked as by Check and on disk. A database that is there
// already is replaced only by force, and kept beside; one that a server uses is
// left alone, with ErrInUse.
func Restore(ctx context.Context, backup, path string, force bool, verify func(db.Match) error) (Restored, error) {
	r, err := restore(ctx, backup, path, force, verify)
	if err != nil {
		return r, fmt.Errorf("restore %s: %w", path, err)
	}
	return r, nil
}

func restore(ctx context.Context, backup, path string, force bool, verify func(db.Match) error) (r Restored, err error) {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	lock, err := acquire(path)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, lock.Release()) }()
	_, err = os.Lstat(path)
	exists := err == nil
	switch {
	case exists && !force:
		return r, fmt.Errorf("%w: give --force to replace it; it is kept beside", fs.ErrExist)
	case !exists && !errors.Is(err, fs.ErrNotExist):
		return r, withoutPath(err)
	}
	part, err := stage(ctx, backup, path)
	if err != nil {
		return r, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(part))
		}
	}()
	if r.Checked, err = check(ctx, part, verify); err != nil {
		return r, fmt.Errorf("the backup %s cannot be used: %w", backup, err)
	}
	if err := syncFile(part); err != nil {
		return r, err
	}
	if exists {
		if r.Kept, err = keep(path, time.Now()); err != nil {
			return r, err
		}
	}
	if err := os.Rename(part, path); err != nil {
		return r, err
	}
	return r, syncFolder(path)
}

// stage copies a backup, whose pages it checks, beside the database.
func stage(ctx context.Context, backup, path string) (part string, err error) {
	pool, err := openOurs(ctx, backup)
	if err != nil {
		return "", fmt.Errorf("the backup %s cannot be used: %w", backup, err)
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	if err := checkPages(ctx, pool, "integrity_check"); err != nil {
		return "", fmt.Errorf("the backup %s cannot be used: %w", backup, err)
	}
	return copyBeside(ctx, pool, path)
}

// keep gives a database another name as well, and its write-ahead log that name
// instead: the log would be taken for that of the next database there. Whenever
// this ends, the database that is kept is whole.
func keep(path string, now time.Time) (kept string, err error) {
	kept = path + "." + now.UTC().Format("20060102T150405.000") + ".old"
	if err := link(path, kept); err != nil {
		return "", err
	}
	if err := link(path+"-wal", kept+"-wal"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	for _, name := range []string{path + "-wal", path + "-shm"} {
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
	}
	return kept, nil
}

// link gives a file another name, at which there must be nothing. Where files
// have one name only, it copies the file under a third name first, so that none
// has its name before it is whole.
func link(from, to string) error {
	err := os.Link(from, to)
	if err == nil || errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrExist) {
		return err
	}
	if _, err := os.Lstat(to); err == nil {
		return fmt.Errorf("%s: %w", to, fs.ErrExist)
	}
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.CreateTemp(filepath.Dir(to), filepath.Base(to)+".*.part")
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	if err = errors.Join(err, out.Sync(), out.Close()); err == nil {
		err = os.Rename(out.Name(), to)
	}
	if err != nil {
		err = errors.Join(err, os.Remove(out.Name()))
	}
	return err
}
