package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"tableronde/db/internal/secret"
)

// useKey reads the key of invitations from the file beside the database at path,
// which it creates if it does not exist. It must be called before the first query.
func (s *Store) useKey(path string) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	path += ".key"
	key, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err = makeKey(path); err == nil {
			key, err = os.ReadFile(path)
		}
	}
	if err != nil {
		return fmt.Errorf("key of invitations: %w", err)
	}
	if len(key) != secret.InviteKeySize {
		return fmt.Errorf("key of invitations: %s has %d bytes, not %d: put the right one there, or remove it to have a new one made", path, len(key), secret.InviteKeySize)
	}
	s.UseKey(key)
	return nil
}

// makeKey creates a key file, which is complete from the moment it has its name.
// It leaves one that another process creates at the same time.
func makeKey(path string) error {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.part") // for its owner alone
	if err != nil {
		return err
	}
	_, err = f.Write(secret.NewInviteKey())
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = linkOrCopy(f.Name(), path)
	}
	if err = errors.Join(err, os.Remove(f.Name())); errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return syncFolder(path)
}
