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
	key, err := readKey(path)
	if err == nil && key == nil {
		if err = storeKey(keyPath(path), secret.NewInviteKey()); err == nil || errors.Is(err, fs.ErrExist) {
			key, err = readKey(path)
		}
	}
	if err != nil {
		return fmt.Errorf("key of invitations: %w", err)
	}
	s.UseKey(key)
	return nil
}

// keyPath returns the path of the key of the database at path.
func keyPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	return path + ".key"
}

// readKey reads the key beside the database at path, nil if there is none.
func readKey(path string) (secret.InviteKey, error) {
	path = keyPath(path)
	key, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case len(key) != secret.InviteKeySize:
		return nil, fmt.Errorf("%s has %d bytes, not %d: put the right one there, or remove it to have a new one made", path, len(key), secret.InviteKeySize)
	}
	return key, nil
}

// storeKey creates a key file, which is complete as soon as it has its name. If it exists already,
// it stays unchanged and the error is fs.ErrExist.
func storeKey(path string, key secret.InviteKey) error {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.part") // readable only by its owner
	if err != nil {
		return err
	}
	_, err = f.Write(key)
	if err = errors.Join(err, f.Sync(), f.Close(), chownLikeFolder(f.Name())); err == nil {
		err = linkOrCopy(f.Name(), path)
	}
	if err = errors.Join(err, os.Remove(f.Name())); err != nil {
		return err
	}
	return syncFolder(path)
}
