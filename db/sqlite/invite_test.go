package sqlite

import (
	"bytes"
	"encoding/base32"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tableronde/db"
	"tableronde/db/dbtest"
)

// No file holds a token as it is, nor does a copy. Under another key old links work and are
// not shown.
func TestInvitationsAreStoredHashed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	s := openStoreAt(t, path)
	ada := dbtest.MustPlayer(t, s, "Ada")
	m := dbtest.MustCreate(t, s, db.NewMatch{Seats: 2, Host: ada.ID})
	renewed, err := s.RenewInvite(t.Context(), db.Once{}, m.ID, ada.ID, nil)
	if err != nil {
		t.Fatal(err)
	}
	other := dbtest.MustCreate(t, s, db.NewMatch{Seats: 2, Host: ada.ID})
	tokens := []string{m.Invite, renewed.Invite, other.Invite}
	noTokenIn(t, path, tokens)
	if err := Backup(t.Context(), path, path+".copy"); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	noTokenIn(t, path, tokens)

	again := openStoreAt(t, path)
	if got := dbtest.MustMatch(t, again, m.ID).Invite; got != renewed.Invite {
		t.Errorf("opened again, the token is %q, want %q", got, renewed.Invite)
	}
	elsewhere := openStoreAt(t, path+".copy") // with a key of its own
	for _, want := range []db.Match{renewed, other} {
		got, err := elsewhere.MatchByInvite(t.Context(), want.Invite)
		if err != nil || got.ID != want.ID || got.Invite != "" || !got.Invited {
			t.Errorf("under another key: %+v, %v", got, err)
		}
	}
	got, err := elsewhere.RenewInvite(t.Context(), db.Once{}, m.ID, ada.ID, nil)
	if err != nil || got.Invite == "" || got.Invite == renewed.Invite {
		t.Errorf("renewed under another key: %q, %v", got.Invite, err)
	}
}

// noTokenIn fails where a file beside a database holds a token, as text or as
// bytes.
func noTokenIn(t *testing.T, path string, tokens []string) {
	t.Helper()
	files, err := filepath.Glob(path + "*")
	if err != nil || len(files) < 2 {
		t.Fatalf("files %v, %v", files, err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, token := range tokens {
			raw, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(strings.ToUpper(token))
			if err != nil {
				t.Fatal(err)
			}
			if bytes.Contains(text, []byte(token)) || bytes.Contains(text, raw) {
				t.Errorf("%s holds the token %s", filepath.Base(name), token)
			}
		}
	}
}

// The key is made once, and one that is not whole is not used.
func TestKeyOfInvitations(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	openAndClose := func() ([]byte, error) {
		t.Helper()
		s, err := Open(t.Context(), path)
		if err != nil {
			return nil, err
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		return os.ReadFile(path + ".key")
	}
	first, err := openAndClose()
	if err != nil || len(first) != 32 {
		t.Fatalf("a key of %d bytes, %v", len(first), err)
	}
	if second, err := openAndClose(); err != nil || !bytes.Equal(first, second) {
		t.Errorf("the key has changed, %v", err)
	}
	if left, _ := filepath.Glob(path + "*.part"); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	if err := os.WriteFile(path+".key", first[:7], 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := openAndClose(); err == nil || !strings.Contains(err.Error(), "has 7 bytes") {
		t.Errorf("with part of a key: %v", err)
	}
}
