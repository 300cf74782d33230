package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"tableronde/db"
	"tableronde/db/internal/secret"
)

// Backup writes a consistent copy of the database at path into a new file that only its owner may
// read. Other processes may use the database during the backup. It does not overwrite a file. The
// file gets its name only after its pages were checked and synced to disk. A killed backup leaves a
// file whose name ends in ".part".
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

// createBeside creates an empty file in the folder of another file. Its path begins with the path
// of that file. It belongs to the owner of the folder.
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

// Restored describes a completed restore.
type Restored struct {
	Checked
	Kept string // the new path of the replaced database, "" for none
}

// Restore replaces the database at path by a copy of the backup, after checking it like Check and
// syncing it to disk. With force it replaces an existing database, which is kept under another
// name. If a server uses the database, nothing changes and the error is ErrInUse. A key of
// invitations beside the backup, with the ending ".key", replaces the key of the database, which is
// kept in the same way.
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
	key, err := readKey(backup)
	if err != nil {
		return r, fmt.Errorf("key of invitations: %w", err)
	}
	part, err := copyBackup(ctx, backup, path)
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
	if r.Kept, err = replace(path, part, key, exists); err != nil {
		return r, err
	}
	return r, syncFolder(path)
}

// replace renames a database to the path of another one, which is kept under another name if it
// exists. It also stores a key beside it, unless that is nil.
func replace(path, by string, key secret.InviteKey, exists bool) (kept string, err error) {
	now := time.Now()
	if exists {
		if kept, err = keepAside(path, now); err != nil {
			return "", err
		}
	}
	if err := replaceKey(path, key, now); err != nil {
		return "", fmt.Errorf("key of invitations: %w", err)
	}
	return kept, os.Rename(by, path)
}

// copyBackup copies a backup into the folder of the database and checks the pages of the copy.
func copyBackup(ctx context.Context, backup, path string) (part string, err error) {
	pool, err := openExisting(ctx, backup)
	if err != nil {
		return "", fmt.Errorf("the backup %s cannot be used: %w", backup, err)
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	if err := checkPages(ctx, pool, "integrity_check"); err != nil {
		return "", fmt.Errorf("the backup %s cannot be used: %w", backup, err)
	}
	return copyBeside(ctx, pool, path)
}

// keepAside gives a database another name. It also moves the write-ahead log, which would otherwise
// be applied to the next database at path. If it is interrupted, the kept database is still
// complete.
func keepAside(path string, now time.Time) (kept string, err error) {
	kept = keptName(path, now)
	if err := linkOrCopy(path, kept); err != nil {
		return "", err
	}
	if err := linkOrCopy(path+"-wal", kept+"-wal"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	for _, name := range []string{path + "-wal", path + "-shm"} {
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
	}
	return kept, nil
}

// keptName returns the new name of a replaced file.
func keptName(path string, now time.Time) string {
	return path + "." + now.UTC().Format("20060102T150405.000") + ".old"
}

// linkOrCopy gives a file a second, unused name. On file systems without hard links it copies the
// file under a temporary name first, so that the new name never shows an incomplete file.
func linkOrCopy(from, to string) error {
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
