package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"tableronde/db"
	"tableronde/db/internal/secret"
)

// RenewInvite implements db.Tables.
func (s *Store) RenewInvite(ctx context.Context, o db.Once, id, host string, note db.Note) (db.Match, error) {
	return s.changeInvite(ctx, o, id, host, note, func(r storedMatch, key secret.InviteKey) (string, int) {
		return secret.HashInvite(key.Token(r.ID, r.inviteNo+1)), r.inviteNo + 1
	})
}

// WithdrawInvite implements db.Tables.
func (s *Store) WithdrawInvite(ctx context.Context, o db.Once, id, host string, note db.Note) (db.Match, error) {
	return s.changeInvite(ctx, o, id, host, note, func(r storedMatch, _ secret.InviteKey) (string, int) {
		return secret.WithdrawnInvite(r.ID), r.inviteNo
	})
}

func (s *Store) changeInvite(ctx context.Context, o db.Once, id, host string, note db.Note, next func(storedMatch, secret.InviteKey) (string, int)) (db.Match, error) {
	return writeOnce(ctx, s, o, func(ctx context.Context, t *tx) (db.Match, error) {
		r, err := findMatch(ctx, t, matchByID, id)
		switch {
		case err != nil:
			return db.Match{}, err
		case r.Host != host:
			return db.Match{}, db.ErrNotFound
		case !r.Started.IsZero():
			return db.Match{}, db.ErrStarted
		}
		stored, n := next(r, t.key)
		if _, err := t.exec(ctx, `UPDATE matches SET invite = ?, invite_no = ? WHERE seq = ?`, stored, n, r.seq); err != nil {
			return db.Match{}, fmt.Errorf("change invitation: %w", err)
		}
		r, err = findMatch(ctx, t, matchByID, id)
		return r.Match, err
	}, note)
}

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
	s.w.tx.key, s.r.key = key, key
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
