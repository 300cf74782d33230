package sqlite

import (
	"bytes"
	"database/sql"
	"encoding/base32"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tableronde/db"
	"tableronde/db/dbtest"
)

// No file holds a token as it is, nor does a copy; under another key old links
// work and are not shown.
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

// A database with plain tokens keeps nothing of them; the links that are out go
// on to work, and can be renewed.
func TestMigrationHashesInvitations(t *testing.T) {
	path := filepath.Join(t.TempDir(), "old.db")
	plain := oldInvites(t, path)
	s := openStoreAt(t, path)
	for id, token := range plain {
		got, err := s.MatchByInvite(t.Context(), token)
		if err != nil || got.ID != id || got.Invite != "" || !got.Invited {
			t.Errorf("the link to %s: %+v, %v", id, got, err)
		}
		if got.Started.IsZero() {
			if got, err = s.RenewInvite(t.Context(), db.Once{}, id, got.Host, nil); err != nil || got.Invite == "" {
				t.Errorf("renewed: %+v, %v", got, err)
			}
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	stored, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for id, token := range plain {
		if bytes.Contains(stored, []byte(token)) {
			t.Errorf("the file holds the token of %s", id)
		}
	}
}

// oldInvites makes a database as the first migration left it, and returns the
// tokens that it holds, by match.
func oldInvites(t *testing.T, path string) map[string]string {
	t.Helper()
	text, err := os.ReadFile("testdata/v1.sql")
	if err != nil {
		t.Fatal(err)
	}
	old, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer old.Close()
	if _, err := old.Exec(string(text)); err != nil {
		t.Fatal(err)
	}
	rows, err := old.Query(`SELECT id, invite FROM matches`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	plain := make(map[string]string)
	for rows.Next() {
		var id, token string
		if err := rows.Scan(&id, &token); err != nil {
			t.Fatal(err)
		}
		plain[id] = token
	}
	if err := rows.Err(); err != nil || len(plain) < 3 {
		t.Fatalf("%d tokens, %v", len(plain), err)
	}
	return plain
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
