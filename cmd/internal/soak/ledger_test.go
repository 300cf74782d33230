package soak

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tableronde/cmd/tableronde/clitest"
	"tableronde/db/sqlite"
)

// The audit counts the actions that the server forgets as lost, and additional ones as doubled.
func TestSoakNoticesWhatIsLost(t *testing.T) {
	clitest.NeedProcess(t)
	t.Parallel()
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

// Orders that are not kept, or not followed, are missed by the soak, and so are events that
// no order has led to.
func TestSoakNoticesWhatOrdersDo(t *testing.T) {
	clitest.NeedProcess(t)
	t.Parallel()
	path := filepath.Join(t.TempDir(), "soak.db")
	server := &Server{Program: "tableronde", DB: path}
	t.Cleanup(func() { _ = server.Kill() })
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := server.AwaitReady(); err != nil {
		t.Fatal(err)
	}
	played := NewLedger(server)
	playUntilOrdersAct(t, played)
	if err := server.Stop(); err != nil {
		t.Fatal(err)
	}
	store, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	m := played.Matches[len(played.Matches)-1]
	audit := func(what string, deeds []Deed, wrong bool) {
		t.Helper()
		changed := *m
		changed.deeds = deeds
		l := NewLedger(server)
		l.Matches = []*Match{&changed}
		if err := l.AuditOrders(t.Context(), store); err != nil {
			t.Fatal(err)
		}
		if got := l.Lost+l.Doubled > 0; got != wrong {
			t.Errorf("%s: %d lost, %d doubled: %v", what, l.Lost, l.Doubled, l.Problems)
		}
		if !wrong && l.acted[m.game] == 0 {
			t.Error("no order has acted")
		}
	}
	isOrder := func(d Deed) bool { return d.action == "" }
	audit("as it was", m.deeds, false)
	audit("orders that nobody gave", slices.DeleteFunc(slices.Clone(m.deeds), isOrder), true)
	last := len(m.deeds) - 1
	for isOrder(m.deeds[last]) {
		last--
	}
	audit("an action that was lost", slices.Delete(slices.Clone(m.deeds), last, last+1), true)
}

// playUntilOrdersAct plays matches up to the first of Kutschke's game, in every match of
// which orders act.
func playUntilOrdersAct(t *testing.T, played *Ledger) {
	t.Helper()
	for c := NewClient(played, 3, 0); ; {
		m, err := c.open()
		if err == nil {
			err = c.play(t.Context(), m)
		}
		if err != nil {
			t.Fatal(err)
		}
		if m.game == "kutschke" {
			return
		}
	}
}
