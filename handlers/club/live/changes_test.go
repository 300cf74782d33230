package live_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"tableronde/db"
	"tableronde/games"
	"tableronde/handlers/club"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/club/live"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/rooms/roomstest"
	"tableronde/handlers/club/tables"
)

// countedStore counts the matches that are loaded with their events.
type countedStore struct {
	db.Store
	loaded int
}

func (s *countedStore) Match(ctx context.Context, id string) (db.Match, error) {
	s.loaded++
	return s.Store.Match(ctx, id)
}

// A stream that comes back costs what has changed since, however many matches the
// player has; and no match is replayed for it.
func TestChangedSinceReadsWhatChanged(t *testing.T) {
	t.Parallel()
	c := roomstest.NewTable(t, clubtest.FindCouncil)
	var last match.Match
	for range 5 {
		last = c.Open(tables.Proposal{Game: "council"})
	}
	watched := last.ID
	store := &countedStore{Store: c.Engine}
	changes := live.New(store, c.Hub, time.Now, live.Signals{})
	c.Rules = func(string, int) (games.Ruleset, error) { return nil, errors.New("replayed") }
	c.Match.Evict(watched)
	for _, tt := range []struct {
		since   time.Time
		changes int
	}{{time.Now().Add(time.Hour), 0}, {time.Time{}, 6}} {
		store.loaded = 0
		got, err := changes.ChangedSince(t.Context(), c.Players[0].ID, []string{watched}, tt.since)
		if err != nil || len(got) != tt.changes {
			t.Errorf("since %v: %d changes, %v, want %d", tt.since, len(got), err, tt.changes)
		}
		if store.loaded > 1 {
			t.Errorf("since %v: %d matches are loaded, want the watched one at most", tt.since, store.loaded)
		}
	}
}

// A stream that comes back after a long time costs no more than maxMissed changes: beyond
// that it is told to read all anew.
func TestChangedSinceIsBounded(t *testing.T) {
	t.Parallel()
	c := roomstest.NewTable(t, clubtest.FindCouncil)
	var watched string
	for range live.MaxMissed {
		watched = c.Open(tables.Proposal{Game: "council"}).ID
	}
	changes := func() []club.Change {
		t.Helper()
		got, err := c.Live.ChangedSince(t.Context(), c.Players[0].ID, []string{watched}, time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	if got := changes(); len(got) != 1+live.MaxMissed || slices.ContainsFunc(got, func(c club.Change) bool { return c.Resync }) {
		t.Errorf("%d changes, want each of %d", len(got), 1+live.MaxMissed)
	}
	c.Open(tables.Proposal{Game: "council"})
	if diff := cmp.Diff([]club.Change{{Match: watched}, {Resync: true}}, changes(), cmpopts.IgnoreFields(club.Change{}, "Ply")); diff != "" {
		t.Errorf("beyond %d changes (-want +got):\n%s", live.MaxMissed, diff)
	}
}
