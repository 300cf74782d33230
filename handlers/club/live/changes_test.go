package live_test

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"tableronde/db"
	"tableronde/db/dbtest"
	"tableronde/db/storetest"
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

// A stream that comes back costs only the changes since, however many matches the player has; and
// no match is replayed for it.
func TestChangedSinceReadsWhatChanged(t *testing.T) {
	t.Parallel()
	c := roomstest.NewTable(t, clubtest.FindCouncil)
	var last match.Match
	for range 5 {
		last = c.Open(tables.Proposal{Game: "council"})
	}
	watched := last.ID
	store := &countedStore{Store: c.Engine}
	changes := live.New(store, c.Hub, time.Now, club.NewWakes())
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

// A stream that comes back after a long time costs no more than maxMissed changes: beyond that its
// client is asked to read everything again.
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

// feedStub is a feed whose reads are answered by the test, one after another.
type feedStub struct {
	last  int64
	looks chan func(after int64) ([]db.StoredChange, error)
}

func (f *feedStub) LastChange(context.Context) (int64, error) { return f.last, nil }

func (f *feedStub) Changes(ctx context.Context, after int64, _ int) ([]db.StoredChange, error) {
	select {
	case look := <-f.looks:
		return look(after)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// follow runs a follower of the feed until the end of the test.
func follow(t *testing.T, s *live.Changes, f db.Feed, h *live.Hub, pauses chan<- time.Duration) *clubtest.Log {
	t.Helper()
	log := new(clubtest.Log)
	ctx, stop := context.WithCancel(t.Context())
	after := func(d time.Duration) <-chan time.Time {
		select {
		case pauses <- d:
		case <-ctx.Done():
		}
		fired := make(chan time.Time)
		close(fired)
		return fired
	}
	follower, err := live.NewFollower(t.Context(), s, f, h)
	if err != nil {
		t.Fatal(err)
	}
	workers := club.Workers{Log: slog.New(slog.NewTextHandler(log, nil)), Now: time.Now, After: after}
	done := make(chan struct{})
	go func() {
		defer close(done)
		workers.Run(ctx, follower.Worker())
	}()
	t.Cleanup(func() { stop(); <-done })
	return log
}

// A change that another process has stored reaches the streams of its match, of its players and of
// the list of tables. It wakes the alarms and the outbox. A change of this process does not.
func TestFollowerPublishes(t *testing.T) {
	t.Parallel()
	h := live.NewHub(live.Limits{All: 10, Player: 10, Address: 10})
	wakes := club.NewWakes()
	s := live.New(storetest.Open(t, nil), h, time.Now, wakes)
	match, player, tables := roomstest.Subscribe(t, h, live.MatchTopic("m")), roomstest.Subscribe(t, h, live.PlayerTopic("p")), roomstest.Subscribe(t, h, live.TablesTopic)
	feed := &feedStub{last: 7, looks: make(chan func(int64) ([]db.StoredChange, error))}
	pauses := make(chan time.Duration, 10)
	follow(t, s, feed, h, pauses)

	feed.looks <- func(after int64) ([]db.StoredChange, error) {
		if after != 7 {
			t.Errorf("the first look is after %d, want 7", after)
		}
		return []db.StoredChange{
			{Number: 8, Match: "m", Ply: 3, Players: []string{"o", "p"}, Due: true},
			{Number: 12, Match: "n", Ply: 0, Players: []string{"p"}, Listed: true},
		}, nil
	}
	feed.looks <- func(after int64) ([]db.StoredChange, error) {
		if after != 12 {
			t.Errorf("the second look is after %d, want 12", after)
		}
		return nil, nil
	}
	if d := <-pauses; d != live.FollowPause {
		t.Errorf("a pause of %v, want %v", d, live.FollowPause)
	}
	plies := func(sub *live.Subscription) map[string]int {
		got := make(map[string]int)
		for _, c := range sub.Take() {
			got[c.Match] = c.Ply
		}
		return got
	}
	for name, tt := range map[string]struct {
		sub  *live.Subscription
		want map[string]int
	}{
		"match": {match, map[string]int{"m": 3}}, "player": {player, map[string]int{"m": 3, "n": 0}}, "tables": {tables, map[string]int{"": 0}},
	} {
		if diff := cmp.Diff(tt.want, plies(tt.sub)); diff != "" {
			t.Errorf("stream of the %s (-want +got):\n%s", name, diff)
		}
	}
	for name, c := range map[string]<-chan struct{}{"alarms": wakes.Woken(club.Alarms), "outbox": wakes.Woken(club.Notifications)} {
		if len(c) != 1 {
			t.Errorf("%s: not woken", name)
		}
	}
}

// After another process has closed a match to spectators, they get no more of it.
func TestFollowerEndsWatching(t *testing.T) {
	t.Parallel()
	h, store := live.NewHub(live.Limits{All: 10, Player: 10, Address: 10}), storetest.Open(t, nil)
	ada, bo := dbtest.MustPlayer(t, store, "Ada"), dbtest.MustPlayer(t, store, "Bo")
	m := dbtest.MustCreate(t, store, db.NewMatch{Game: "camelot", Seats: 2, Public: true, Watch: db.WatchNever, Host: ada.ID, HostSeat: 1, Reserve: map[games.Seat]string{2: bo.ID}})
	watching := roomstest.Subscribe(t, h, live.MatchTopic(m.ID))
	playing, err := h.Subscribe(ada.ID, "", live.MatchTopic(m.ID))
	if err != nil {
		t.Fatal(err)
	}
	feed := &feedStub{looks: make(chan func(int64) ([]db.StoredChange, error))}
	pauses := make(chan time.Duration)
	follow(t, live.New(store, h, time.Now, club.NewWakes()), feed, h, pauses)
	feed.looks <- func(int64) ([]db.StoredChange, error) {
		return []db.StoredChange{{Number: 1, Match: m.ID, Players: []string{ada.ID, bo.ID}, Listed: true}}, nil
	}
	<-pauses
	if !isDone(watching) || isDone(playing) {
		t.Errorf("the stream of a spectator has ended: %v; that of a player: %v", isDone(watching), isDone(playing))
	}
}

// A change of this process is published at the second reading of the feed, unless the process has
// published it before. If its commit was not confirmed, it has not.
func TestFollowerPublishesOwnChangesOnce(t *testing.T) {
	t.Parallel()
	h := live.NewHub(live.Limits{All: 10, Player: 10, Address: 10})
	s := live.New(nil, h, time.Now, club.NewWakes())
	told, lost := roomstest.Subscribe(t, h, live.MatchTopic("told")), roomstest.Subscribe(t, h, live.MatchTopic("lost"))
	feed := &feedStub{looks: make(chan func(int64) ([]db.StoredChange, error))}
	pauses := make(chan time.Duration)
	follow(t, s, feed, h, pauses)
	feed.looks <- func(int64) ([]db.StoredChange, error) {
		return []db.StoredChange{{Number: 1, Match: "told", Ply: 3, Own: true}, {Number: 2, Match: "lost", Ply: 4, Own: true}}, nil
	}
	h.Publish(club.Change{Match: "told", Ply: 3}, nil)
	if got := told.Take(); len(got) != 1 {
		t.Fatalf("%d changes are published, want 1", len(got))
	}
	<-pauses
	feed.looks <- func(int64) ([]db.StoredChange, error) { return nil, nil }
	<-pauses
	if got := told.Take(); len(got) != 0 {
		t.Errorf("a change that was published is published again: %v", got)
	}
	if got := lost.Take(); len(got) != 1 || got[0].Ply != 4 {
		t.Errorf("an unconfirmed change is published as %v, want ply 4", got)
	}
}

// A feed that fails is asked again from the same place. After so long that the store may have
// forgotten changes, streams end, so that their clients read the present state.
func TestFollowerGoesOnAfterFailures(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		failing time.Duration
		ends    bool
	}{{live.FollowLost - time.Minute, false}, {live.FollowLost + time.Minute, true}} {
		h, now := live.NewHub(live.Limits{All: 10, Player: 10, Address: 10}), time.Unix(1, 0)
		s := live.New(nil, h, func() time.Time { return now }, club.NewWakes())
		sub := roomstest.Subscribe(t, h, live.MatchTopic("m"))
		feed := &feedStub{last: 7, looks: make(chan func(int64) ([]db.StoredChange, error))}
		pauses := make(chan time.Duration)
		log := follow(t, s, feed, h, pauses)

		feed.looks <- func(int64) ([]db.StoredChange, error) { return nil, errors.New("no way to the database") }
		if d := <-pauses; d != club.TroublePause || !strings.Contains(log.String(), "no way to the database") {
			t.Errorf("after a failure: a pause of %v, log %q", d, log)
		}
		feed.looks <- func(after int64) ([]db.StoredChange, error) {
			now = now.Add(tt.failing)
			if after != 7 {
				t.Errorf("after a failure the feed is asked after %d, want 7", after)
			}
			return []db.StoredChange{{Number: 8, Match: "m", Ply: 3}}, nil
		}
		if d := <-pauses; d != live.FollowPause {
			t.Errorf("a pause of %v, want %v", d, live.FollowPause)
		}
		if !isReady(sub) || isDone(sub) != tt.ends {
			t.Errorf("after %v: told %v, ended %v, want %v", tt.failing, isReady(sub), isDone(sub), tt.ends)
		}
	}
}
