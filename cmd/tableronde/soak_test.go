package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A server that is killed at work, in its start and on a full disk keeps all that
// it has acknowledged, once.
func TestSoak(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("kills processes at random, which takes many rounds")
	}
	out := mustCommand(t, "soak", "--kills", "15", "--full", "2", "--pause", "400ms")
	t.Log(out)
	for _, want := range []string{`kills +15, `, `restarts +15\n`, `acknowledged +[1-9]\d+ actions`, `orders +[1-9]\d* left by seats, [1-9]\d* events`, `lost +0\n`, `doubled +0\n`, `ready +p50 \d`} {
		if !regexp.MustCompile(want).MatchString(out) {
			t.Errorf("soak does not say %q", want)
		}
	}
}

// Whatever the server forgets is called lost, and what it has beside that doubled.
func TestSoakNoticesWhatIsLost(t *testing.T) {
	playForLong(t)
	path := filepath.Join(t.TempDir(), "soak.db")
	server := &soakServer{name: "tableronde", db: path}
	t.Cleanup(func() {
		if err := server.kill(); err != nil {
			t.Error(err)
		}
	})
	start := func() {
		t.Helper()
		if err := server.start(); err != nil {
			t.Fatal(err)
		}
		if _, err := server.awaitReady(); err != nil {
			t.Fatal(err)
		}
	}
	start()
	c := newSoakClient(newLedger(server), 1, 0)
	played := func() *soakMatch {
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
	mustCommand(t, "backup", "--db", path, path+".copy")
	second := played()
	audit := func(want string, lost, doubled int) {
		t.Helper()
		l := newLedger(server)
		l.matches = []*soakMatch{first, second}
		l.audit()
		if got := strings.Join(l.problems, "\n"); l.lost != lost || l.doubled != doubled || !strings.Contains(got, want) {
			t.Errorf("%d lost, want %d; %d doubled, want %d; %s", l.lost, lost, l.doubled, doubled, got)
		}
	}
	audit("", 0, 0)
	first.ply--
	audit("doubled: "+first.id, 0, 1)
	first.ply++
	was := first.actions[1].action
	first.actions[1].action = "another"
	audit("lost: "+first.id+", "+first.game+": ply ", 1, 0)
	first.actions[1].action = was
	if err := server.stop(); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path+".copy", path); err != nil {
		t.Fatal(err)
	}
	start()
	audit("lost: "+second.id, len(second.actions), 0)
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
