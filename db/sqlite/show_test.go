package sqlite

import (
	"errors"
	"slices"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/games"
)

func TestShowMatch(t *testing.T) {
	s := openStore(t)
	ada, bo := mustPlayer(t, s, "Ada"), mustPlayer(t, s, "Bo")
	private := mustCreate(t, s, db.NewMatch{Seats: 2, Host: ada.ID, HostSeat: 1, Reserve: map[games.Seat]string{2: bo.ID}})
	if _, err := s.ShowMatch(t.Context(), private.ID, true); !errors.Is(err, db.ErrNotOver) {
		t.Errorf("a match under way: %v, want %v", err, db.ErrNotOver)
	}
	if _, err := s.ShareMatch(t.Context(), db.Once{}, private.ID, nil); !errors.Is(err, db.ErrNotOver) {
		t.Errorf("a link to a match under way: %v, want %v", err, db.ErrNotOver)
	}
	if _, err := s.ShowMatch(t.Context(), "aaaaaaaaaaaa", true); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("no match: %v, want %v", err, db.ErrNotFound)
	}
	mustAppend(t, s, private.ID, finish(1))
	for _, shown := range []bool{true, true, false, false, true} {
		m, err := s.ShowMatch(t.Context(), private.ID, shown)
		if err != nil || m.Public != shown || m.Shown != shown {
			t.Errorf("shown %v: public %v, shown %v, %v", shown, m.Public, m.Shown, err)
		}
	}
	public := mustStart(t, s, ada, bo)
	mustAppend(t, s, public.ID, finish(1))
	for _, shown := range []bool{true, false} {
		if m, err := s.ShowMatch(t.Context(), public.ID, shown); err != nil || !m.Public || m.Shown {
			t.Errorf("public from the start, shown %v: public %v, shown %v, %v", shown, m.Public, m.Shown, err)
		}
	}
}

func TestShareMatch(t *testing.T) {
	s := openStore(t)
	ada, bo := mustPlayer(t, s, "Ada"), mustPlayer(t, s, "Bo")
	m := mustStart(t, s, ada, bo)
	mustAppend(t, s, m.ID, finish(1))
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
	if find(first) != m.ID || !mustMatch(t, s, m.ID).Shared {
		t.Error("the token finds nothing")
	}
	var stored int
	if err := s.r.queryRow(t.Context(), `SELECT count(*) FROM matches WHERE instr(CAST(share AS TEXT), ?) > 0`, first).Scan(&stored); err != nil || stored != 0 {
		t.Errorf("the token itself is stored: %d, %v", stored, err)
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

func TestPublicMatches(t *testing.T) {
	s := openStore(t)
	clock := time.UnixMilli(0)
	s.Now = func() time.Time { clock = clock.Add(time.Second); return clock }
	ada, bo := mustPlayer(t, s, "Ada"), mustPlayer(t, s, "Bo")
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
	first, second := mustStart(t, s, ada, bo), mustStart(t, s, ada, bo)
	private := mustCreate(t, s, db.NewMatch{Seats: 2, Host: ada.ID, HostSeat: 1, Reserve: map[games.Seat]string{2: bo.ID}})
	mustCreate(t, s, db.NewMatch{Seats: 2, Public: true, Host: ada.ID})                                        // open
	mustCreate(t, s, db.NewMatch{Seats: 2, Public: true, Solo: true, Host: ada.ID, ToAct: []games.Seat{1, 2}}) // alone
	mustAppend(t, s, mustStart(t, s, ada, bo).ID, end(games.Result{Reason: games.ReasonAborted}))              // called off
	mustAppend(t, s, first.ID, move("E6-E8"))
	check(false, 5, first.ID, second.ID)
	check(false, 1, first.ID)
	check(true, 5)
	mustAppend(t, s, private.ID, finish(1))
	mustAppend(t, s, second.ID, finish(1))
	check(true, 5, second.ID)
	if _, err := s.ShowMatch(t.Context(), private.ID, true); err != nil {
		t.Fatal(err)
	}
	check(true, 5, second.ID, private.ID)
}
