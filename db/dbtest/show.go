package dbtest

import (
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/games"
)

func testShowMatch(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	private := MustCreate(t, s, db.NewMatch{Seats: 2, Host: ada.ID, HostSeat: 1, Reserve: map[games.Seat]string{2: bo.ID}})
	if _, err := s.ShowMatch(t.Context(), private.ID, true); !errors.Is(err, db.ErrNotOver) {
		t.Errorf("a match under way: %v, want %v", err, db.ErrNotOver)
	}
	if _, err := s.ShareMatch(t.Context(), db.Once{}, private.ID, nil); !errors.Is(err, db.ErrNotOver) {
		t.Errorf("a link to a match under way: %v, want %v", err, db.ErrNotOver)
	}
	if _, err := s.ShowMatch(t.Context(), "aaaaaaaaaaaa", true); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("no match: %v, want %v", err, db.ErrNotFound)
	}
	MustAppend(t, s, private.ID, Finish(1))
	for _, shown := range []bool{true, true, false, false, true} {
		m, err := s.ShowMatch(t.Context(), private.ID, shown)
		if err != nil || m.Public != shown || m.Shown != shown {
			t.Errorf("shown %v: public %v, shown %v, %v", shown, m.Public, m.Shown, err)
		}
	}
	public := MustStart(t, s, ada, bo)
	MustAppend(t, s, public.ID, Finish(1))
	for _, shown := range []bool{true, false} {
		if m, err := s.ShowMatch(t.Context(), public.ID, shown); err != nil || !m.Public || m.Shown {
			t.Errorf("public from the start, shown %v: public %v, shown %v, %v", shown, m.Public, m.Shown, err)
		}
	}
}

func testShareMatch(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	m := MustStart(t, s, ada, bo)
	MustAppend(t, s, m.ID, Finish(1))
	find := func(token string) string {
		t.Helper()
		m, err := s.MatchByShare(t.Context(), token)
		if err != nil && !errors.Is(err, db.ErrNotFound) {
			t.Fatal(err)
		}
		return m.ID
	}
	share := func(o db.Once) string {
		t.Helper()
		token, err := s.ShareMatch(t.Context(), o, m.ID, func(token string) (int, []byte) { return 201, []byte(token) })
		var done *db.Answered
		if errors.As(err, &done) {
			return string(done.Note)
		}
		if err != nil {
			t.Fatal(err)
		}
		return token
	}
	once := db.Once{Caller: "x", Key: "k", Request: []byte("r")}
	first := share(once)
	if again := share(once); again != first {
		t.Errorf("asked again under one key the token is %q, want %q", again, first)
	}
	if find(first) != m.ID || !MustMatch(t, s, m.ID).Shared {
		t.Error("the token finds nothing")
	}
	second := share(db.Once{})
	if find(first) != "" || find(second) != m.ID || first == second {
		t.Error("the first token is good beside the second")
	}
	if m, err := s.UnshareMatch(t.Context(), m.ID); err != nil || m.Shared || find(second) != "" {
		t.Errorf("after it is withdrawn: shared %v, %v", m.Shared, err)
	}
	if find("") != "" {
		t.Error("no token finds a match")
	}
}

func testPublicMatches(t *testing.T, e Engine) {
	var seconds atomic.Int64
	s := e.openPlace(t, e.New(t), func() time.Time { return time.Unix(seconds.Add(1), 0) })
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	check := func(over bool, limit int, want ...string) {
		t.Helper()
		list, err := s.PublicMatches(t.Context(), over, limit)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range list {
			got = append(got, m.ID)
		}
		if !slices.Equal(got, want) {
			t.Errorf("over %v: %v, want %v", over, got, want)
		}
	}
	check(false, 5)
	first, second := MustStart(t, s, ada, bo), MustStart(t, s, ada, bo)
	private := MustCreate(t, s, db.NewMatch{Seats: 2, Host: ada.ID, HostSeat: 1, Reserve: map[games.Seat]string{2: bo.ID}})
	MustCreate(t, s, db.NewMatch{Seats: 2, Public: true, Host: ada.ID})                                        // open
	MustCreate(t, s, db.NewMatch{Seats: 2, Public: true, Solo: true, Host: ada.ID, ToAct: []games.Seat{1, 2}}) // alone
	MustAppend(t, s, MustStart(t, s, ada, bo).ID, end(games.Result{Reason: games.ReasonAborted}))              // called off
	MustCreate(t, s, db.NewMatch{Seats: 2, Public: true, Host: ada.ID, HostSeat: 1, Bots: map[games.Seat]int{2: 3}, ToAct: []games.Seat{1}})
	MustAppend(t, s, first.ID, Move("E6-E8"))
	check(false, 5, first.ID, second.ID)
	check(false, 1, first.ID)
	check(true, 5)
	MustAppend(t, s, private.ID, Finish(1))
	MustAppend(t, s, second.ID, Finish(1))
	check(true, 5, second.ID)
	if _, err := s.ShowMatch(t.Context(), private.ID, true); err != nil {
		t.Fatal(err)
	}
	check(true, 5, second.ID, private.ID)
}

// A match is public until it is closed to people without a seat: at its beginning or at its
// end.
func testWatch(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	for _, c := range []struct {
		watch               db.Watch
		waits, begun, ended bool // whether it is public then
	}{
		{db.WatchAlways, true, true, true},
		{db.WatchLive, true, true, false},
		{db.WatchNever, true, false, false},
	} {
		m := MustCreate(t, s, db.NewMatch{Seats: 2, Public: true, Watch: c.watch, Host: ada.ID, HostSeat: 1, ToAct: []games.Seat{1}})
		check := func(when string, want bool) {
			t.Helper()
			m := MustMatch(t, s, m.ID)
			if m.Watch != c.watch || m.Public != want || m.Closed() == want {
				t.Errorf("%q %s: watch %q, public %v, closed %v", c.watch, when, m.Watch, m.Public, m.Closed())
			}
		}
		check("waits", c.waits)
		if _, err := s.JoinMatch(t.Context(), db.Once{}, db.Joining{Match: m.ID, Player: bo.ID}, nil); err != nil {
			t.Fatal(err)
		}
		check("begun", c.begun)
		MustAppend(t, s, m.ID, Finish(1))
		check("ended", c.ended)
	}
	full := MustCreate(t, s, db.NewMatch{Seats: 2, Public: true, Watch: db.WatchNever, Host: ada.ID, HostSeat: 1, Reserve: map[games.Seat]string{2: bo.ID}, ToAct: []games.Seat{1}})
	if full.Public || MustMatch(t, s, full.ID).Public {
		t.Error("a match that begins at once is public")
	}
}
