package sqlite

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"tableronde/db"
	"tableronde/db/dbtest"
)

// Deleted texts are not left in the files, once expired rows are deleted as well.
func TestDeletedTextsAreOverwritten(t *testing.T) {
	path, ctx := filepath.Join(t.TempDir(), "test.db"), t.Context()
	s, err := Open(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	const secret = "a text that nobody shall find again"
	ada := dbtest.MustPlayer(t, s, "Ada")
	for range 50 { // more than one page
		if _, err := s.SaveCollection(ctx, db.Collection{Player: ada, Title: "A", Text: secret}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Purge(ctx, nil); err != nil {
		t.Fatal(err)
	}
	find := func(want bool) {
		t.Helper()
		found := false
		for _, name := range []string{path, path + "-wal"} {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			found = found || bytes.Contains(text, []byte(secret))
		}
		if found != want {
			t.Errorf("the text is found: %t, want %t", found, want)
		}
	}
	find(true)
	if err := s.Leave(ctx, ada.ID); err != nil {
		t.Fatal(err)
	}
	if err := s.Purge(ctx, nil); err != nil {
		t.Fatal(err)
	}
	find(false)
}
