package live_test

import (
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/handlers/club"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/club/live"
	"tableronde/handlers/club/rooms/roomstest"
	"tableronde/handlers/club/tables"
)

func isReady(sub *live.Subscription) bool {
	select {
	case <-sub.Ready():
		return true
	default:
		return false
	}
}

func TestHubReachesMatchAndPlayers(t *testing.T) {
	t.Parallel()
	h := live.NewHub(live.Limits{All: 4000, Player: 20, Address: 200})
	byMatch, byPlayer, other := roomstest.Subscribe(t, h, live.MatchTopic("m")), roomstest.Subscribe(t, h, live.PlayerTopic("p")), roomstest.Subscribe(t, h, live.MatchTopic("n"), live.PlayerTopic("q"))
	h.Publish(club.Change{Match: "m", Ply: 3}, []string{"o", "p"})
	want := []club.Change{{Match: "m", Ply: 3}}
	for name, sub := range map[string]*live.Subscription{"match": byMatch, "player": byPlayer} {
		if !isReady(sub) {
			t.Errorf("%s: not ready", name)
		}
		if diff := cmp.Diff(want, sub.Take()); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	if isReady(other) || len(other.Take()) != 0 {
		t.Error("a change of another match came through")
	}
	byMatch.Close()
	h.Publish(club.Change{Match: "m", Ply: 4}, nil)
	if isReady(byMatch) {
		t.Error("a closed subscription is told")
	}
}

// A subscriber that does not listen holds up nobody, and finds the newest of
// each match.
func TestHubKeepsTheNewestOfEachMatch(t *testing.T) {
	t.Parallel()
	h := live.NewHub(live.Limits{All: 4000, Player: 20, Address: 200})
	sub := roomstest.Subscribe(t, h, live.PlayerTopic("p"))
	for ply := range 10_000 {
		for _, m := range []string{"a", "b"} {
			h.Publish(club.Change{Match: m, Ply: ply}, []string{"p"})
		}
	}
	h.Publish(club.Change{Match: "a", Ply: 5}, []string{"p"}) // overtaken on its way
	if diff := cmp.Diff([]club.Change{{Match: "a", Ply: 9999}, {Match: "b", Ply: 9999}}, sub.Take()); diff != "" {
		t.Error(diff)
	}
	if got := sub.Take(); len(got) != 0 {
		t.Errorf("taken twice: %v", got)
	}
}

func TestHubBoundsTheStreamsOfOnePlayer(t *testing.T) {
	t.Parallel()
	h := live.NewHub(live.Limits{All: 4000, Player: 20, Address: 200})
	var first *live.Subscription
	for i := range 20 {
		sub := roomstest.Subscribe(t, h, live.MatchTopic(fmt.Sprint(i)))
		if i == 0 {
			first = sub
		}
	}
	if _, err := h.Subscribe("x", "192.0.2.1"); !errors.Is(err, live.ErrTooManyStreams) {
		t.Errorf("one stream too many: %v", err)
	}
	if _, err := h.Subscribe("y", "192.0.2.1"); err != nil {
		t.Errorf("another player: %v", err)
	}
	first.Close()
	if _, err := h.Subscribe("x", "192.0.2.1"); err != nil {
		t.Errorf("after one was closed: %v", err)
	}
}

// A spectator whose stream was ended no longer counts, though the connection may still be there.
func TestHubCountsNoEndedWatchers(t *testing.T) {
	t.Parallel()
	h := live.NewHub(live.Limits{All: 4000, Player: 20, Address: 200})
	for _, player := range []string{"", "ada", "eve", "eve"} {
		if _, err := h.Subscribe(player, "192.0.2.1", live.MatchTopic("m")); err != nil {
			t.Fatal(err)
		}
	}
	players := []string{"ada"}
	if n := h.Watchers("m", players); n != 2 {
		t.Errorf("%d watch, want Eve and one without a name", n)
	}
	h.EndWatching("m", players)
	if n := h.Watchers("m", players); n != 0 {
		t.Errorf("%d watch after their streams were ended", n)
	}
}

func TestHubClosesTwice(t *testing.T) {
	t.Parallel()
	h := live.NewHub(live.Limits{All: 4000, Player: 20, Address: 200})
	sub := roomstest.Subscribe(t, h, live.MatchTopic("m"))
	h.Close()
	h.Close()
	if !isDone(sub) {
		t.Error("Done is open after Close")
	}
	h.Publish(club.Change{Match: "m"}, nil)
	sub.Close()
	if late := roomstest.Subscribe(t, h, live.MatchTopic("m")); isReady(late) || !isDone(late) {
		t.Error("a subscription to a closed hub is told, or does not end")
	}
}

func isDone(sub *live.Subscription) bool {
	select {
	case <-sub.Done():
		return true
	default:
		return false
	}
}

func TestHubEndsStreamsAndTakesNewOnes(t *testing.T) {
	t.Parallel()
	h := live.NewHub(live.Limits{All: 4000, Player: 20, Address: 200})
	old := roomstest.Subscribe(t, h, live.MatchTopic("m"))
	h.EndStreams()
	next := roomstest.Subscribe(t, h, live.MatchTopic("m"))
	h.Publish(club.Change{Match: "m", Ply: 1}, nil)
	if !isDone(old) || isDone(next) || !isReady(next) {
		t.Errorf("old ended %v, new ended %v, new told %v", isDone(old), isDone(next), isReady(next))
	}
	h.Close()
	h.EndStreams()
	if !isDone(next) {
		t.Error("a stream outlives its hub")
	}
}

// A stream never goes back: a change that arrives late from another process is sent with the
// latest ply.
func TestHubNeverGoesBack(t *testing.T) {
	t.Parallel()
	h := live.NewHub(live.Limits{All: 4000, Player: 20, Address: 200})
	sub := roomstest.Subscribe(t, h, live.MatchTopic("m"))
	for _, tt := range []struct{ ply, want int }{{5, 5}, {3, 5}, {6, 6}} {
		h.Publish(club.Change{Match: "m", Ply: tt.ply}, nil)
		if got := sub.Take(); len(got) != 1 || got[0].Ply != tt.want {
			t.Errorf("ply %d is told as %+v, want %d", tt.ply, got, tt.want)
		}
	}
}

// However many guests come from one address, it holds no more streams than a school
// needs; and all of them together leave room for pages.
func TestHubBoundsTheStreamsOfAnAddressAndOfAll(t *testing.T) {
	t.Parallel()
	h := live.NewHub(live.Limits{All: 202, Player: 20, Address: 200})
	for i := range 200 {
		if _, err := h.Subscribe(fmt.Sprint("guest ", i), "192.0.2.1"); err != nil {
			t.Fatalf("stream %d: %v", i, err)
		}
	}
	if _, err := h.Subscribe("one more", "192.0.2.1"); !errors.Is(err, live.ErrTooManyStreams) {
		t.Errorf("one stream too many from an address: %v", err)
	}
	for i := range 2 {
		if _, err := h.Subscribe("", fmt.Sprint("192.0.2.", 2+i)); err != nil {
			t.Errorf("another address: %v", err)
		}
	}
	if _, err := h.Subscribe("", "192.0.2.9"); !errors.Is(err, live.ErrTooManyStreams) {
		t.Errorf("one stream too many for the server: %v", err)
	}
}

// However many tables come and go, the streams get at most one change in a pause, and the last
// change too.
func TestNewsOfTablesIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := live.NewHub(live.Limits{All: 10, Player: 10, Address: 10})
		sub, other := roomstest.Subscribe(t, h, live.TablesTopic), roomstest.Subscribe(t, h, live.MatchTopic("m"))
		const changes, every = 1000, 10 * time.Millisecond
		var last time.Time
		told := 0
		take := func() {
			if !isReady(sub) {
				return
			}
			for _, c := range sub.Take() {
				told++
				if c.Match != "" {
					t.Fatalf("told of match %q", c.Match)
				}
				last = c.At
			}
		}
		at := time.UnixMicro(0)
		for range changes {
			at = at.Add(time.Microsecond)
			h.PublishTables(at)
			take()
			time.Sleep(every)
		}
		time.Sleep(live.TablesPause)
		synctest.Wait()
		take()
		if !last.Equal(at) {
			t.Errorf("told of %v last, want %v", last, at)
		}
		if want := int(changes*every/live.TablesPause) + 1; told < want-1 || told > want+1 {
			t.Errorf("told %d times, want %d", told, want)
		}
		if isReady(other) {
			t.Error("who listens to a match is told of tables")
		}
		if got := h.TablesChanged(); !got.Equal(at) {
			t.Errorf("TablesChanged = %v, want %v", got, at)
		}
	})
}

// The list of open tables changes with a table that is opened, a seat that is
// taken and a table that is closed, where it is public.
func TestTablesArePublished(t *testing.T) {
	t.Parallel()
	c := roomstest.NewTable(t, clubtest.FindCouncil)
	for public, want := range map[bool]int{true: 5, false: 0} {
		c.Hub.Tables = 0
		c.Open(tables.Proposal{Game: "council", Seats: 3, Public: public})
		f, err := c.Tables.OpenTable(t.Context(), db.Once{}, c.Players[0].ID, tables.Proposal{Game: "council", Seats: 3, Public: public}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Tables.Withdraw(t.Context(), f.ID, c.Players[0].ID); err != nil {
			t.Fatal(err)
		}
		if c.Hub.Tables != want {
			t.Errorf("public %v: published %d times, want %d", public, c.Hub.Tables, want)
		}
	}
}
