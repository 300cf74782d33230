package main

import (
	"path/filepath"
	"slices"
	"testing"

	"tableronde/db/sqlite"
)

// Orders that are not kept, or not followed, are missed by the soak, and so are events that
// no order has led to.
func TestSoakNoticesWhatOrdersDo(t *testing.T) {
	playForLong(t)
	path := filepath.Join(t.TempDir(), "soak.db")
	server := &soakServer{name: "tableronde", db: path}
	t.Cleanup(func() { _ = server.kill() })
	if err := server.start(); err != nil {
		t.Fatal(err)
	}
	if _, err := server.awaitReady(); err != nil {
		t.Fatal(err)
	}
	played := newLedger(server)
	playUntilOrdersAct(t, played)
	if err := server.stop(); err != nil {
		t.Fatal(err)
	}
	store, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	m := played.matches[len(played.matches)-1]
	audit := func(what string, deeds []soakDeed, wrong bool) {
		t.Helper()
		changed := *m
		changed.deeds = deeds
		l := newLedger(server)
		l.matches = []*soakMatch{&changed}
		if err := l.auditOrders(t.Context(), store); err != nil {
			t.Fatal(err)
		}
		if got := l.lost+l.doubled > 0; got != wrong {
			t.Errorf("%s: %d lost, %d doubled: %v", what, l.lost, l.doubled, l.problems)
		}
		if !wrong && l.acted[m.game] == 0 {
			t.Error("no order has acted")
		}
	}
	isOrder := func(d soakDeed) bool { return d.action == "" }
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
func playUntilOrdersAct(t *testing.T, played *ledger) {
	t.Helper()
	for c := newSoakClient(played, 3, 0); ; {
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
