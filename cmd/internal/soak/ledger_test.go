package soak

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tableronde/cmd/tableronde/clitest"
)

// Whatever the server forgets is called lost, and what it has beside that doubled.
func TestSoakNoticesWhatIsLost(t *testing.T) {
	playForLong(t)
	path := filepath.Join(t.TempDir(), "soak.db")
	server := &Server{Program: "tableronde", DB: path}
	t.Cleanup(func() {
		if err := server.Kill(); err != nil {
			t.Error(err)
		}
	})
	start := func() {
		t.Helper()
		if err := server.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := server.AwaitReady(); err != nil {
			t.Fatal(err)
		}
	}
	start()
	c := NewClient(NewLedger(server), 1, 0)
	played := func() *Match {
		t.Helper()
		m, err := c.open()
		if err == nil {
			err = c.play(t.Context(), m)
		}
		if err != nil || len(m.actions) < 2 {
			t.Fatalf("%d actions are played: %v", len(m.actions), err)
		}
		return m
	}
	first := played()
	clitest.MustRun(t, "backup", "--db", path, path+".copy")
	second := played()
	audit := func(want string, lost, doubled int) {
		t.Helper()
		l := NewLedger(server)
		l.Matches = []*Match{first, second}
		l.Audit()
		if got := strings.Join(l.Problems, "\n"); l.Lost != lost || l.Doubled != doubled || !strings.Contains(got, want) {
			t.Errorf("%d lost, want %d; %d doubled, want %d; %s", l.Lost, lost, l.Doubled, doubled, got)
		}
	}
	audit("", 0, 0)
	first.Ply--
	audit("doubled: "+first.ID, 0, 1)
	first.Ply++
	was := first.actions[1].action
	first.actions[1].action = "another"
	audit("lost: "+first.ID+", "+first.game+": ply ", 1, 0)
	first.actions[1].action = was
	if err := server.Stop(); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path+".copy", path); err != nil {
		t.Fatal(err)
	}
	start()
	audit("lost: "+second.ID, len(second.actions), 0)
}

// playForLong begins a test that plays until chance has met much, beside others; short
// tests leave it out.
func playForLong(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("plays for long")
	}
	t.Parallel()
}
