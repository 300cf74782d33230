package db

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// The token of an invitation is derived from a key in a file of its own, the id
// of the match, and a number that counts its invitations. Only its hash is in the
// database, so who reads that can join nothing, and the host is still shown the
// link at every visit. Where the key is another one, old links work and can no
// longer be shown.

// inviteKey is the key that tokens of invitations are derived from; nil derives
// none.
type inviteKey []byte

// token derives the n-th token that invites to a match.
func (k inviteKey) token(match string, n int) string {
	mac := hmac.New(sha256.New, k)
	fmt.Fprintf(mac, "%s/%d", match, n)
	return lower32.EncodeToString(mac.Sum(nil)[:inviteBytes])
}

// find returns the token with a hash, "" if it is not derived from this key.
func (k inviteKey) find(match string, n int, hash string) string {
	if k == nil {
		return ""
	}
	if token := k.token(match, n); hashInvite(token) == hash {
		return token
	}
	return ""
}

// hashInvite is what is stored of a token.
func hashInvite(token string) string { return hex.EncodeToString(hashToken(token)) }

// withdrawnInvite is stored in place of a hash where no token invites to a match.
func withdrawnInvite(match string) string { return "withdrawn from match " + match }

// RenewInvite gives a table a new invitation in place of the one there was. The
// note of the answer is made from the match, in no time; it may be nil. The error
// is ErrNotFound if that host has no such table, ErrStarted if it is too late.
func (s *Store) RenewInvite(ctx context.Context, o Once, id, host string, note func(Match) (int, []byte)) (Match, error) {
	return s.changeInvite(ctx, o, id, host, note, func(r row, key inviteKey) (string, int) {
		return hashInvite(key.token(r.ID, r.inviteNo+1)), r.inviteNo + 1
	})
}

// WithdrawInvite takes the invitation to a table back; there need not be one. The
// note and the errors are those of RenewInvite.
func (s *Store) WithdrawInvite(ctx context.Context, o Once, id, host string, note func(Match) (int, []byte)) (Match, error) {
	return s.changeInvite(ctx, o, id, host, note, func(r row, _ inviteKey) (string, int) {
		return withdrawnInvite(r.ID), r.inviteNo
	})
}

func (s *Store) changeInvite(ctx context.Context, o Once, id, host string, note func(Match) (int, []byte), next func(row, inviteKey) (string, int)) (Match, error) {
	return writeOnce(ctx, s, o, func(ctx context.Context, t *tx) (Match, error) {
		r, err := findMatch(ctx, t, byID, id)
		switch {
		case err != nil:
			return Match{}, err
		case r.Host != host:
			return Match{}, ErrNotFound
		case !r.Started.IsZero():
			return Match{}, ErrStarted
		}
		stored, n := next(r, t.key)
		if _, err := t.exec(ctx, `UPDATE matches SET invite = ?, invite_no = ? WHERE seq = ?`, stored, n, r.seq); err != nil {
			return Match{}, fmt.Errorf("change invitation: %w", err)
		}
		r, err = findMatch(ctx, t, byID, id)
		return r.Match, err
	}, note)
}

// useKey has tokens derived from the key beside the database at path, which it
// makes if there is none. It comes before the first request.
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
	if len(key) != sha256.Size {
		return fmt.Errorf("key of invitations: %s has %d bytes, not %d: put the right one there, or remove it to have a new one made", path, len(key), sha256.Size)
	}
	s.w.tx.key, s.r.key = key, key
	return nil
}

// makeKey makes a key, whole from the moment that it has its name. One that
// somebody else makes at the same time is left.
func makeKey(path string) error {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.part") // for its owner alone
	if err != nil {
		return err
	}
	key := make([]byte, sha256.Size)
	rand.Read(key)
	_, err = f.Write(key)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = link(f.Name(), path)
	}
	if err = errors.Join(err, os.Remove(f.Name())); errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return syncFolder(path)
}
