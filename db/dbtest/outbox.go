package dbtest

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/games"
)

// withNotices returns a decision that plays a move and puts notifications into the outbox.
func withNotices(text string, notices ...db.Notice) db.Decide {
	return func(m db.Match, o db.Orders) (db.Change, error) {
		c, err := Move(text)(m, o)
		c.Notices = notices
		return c, err
	}
}

// A notification is in the outbox exactly if its change is stored, until it is deleted.
func testOutbox(t *testing.T, e Engine) {
	place, c := e.New(t), NewClock()
	s := e.openPlace(t, place, c.Now)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	m, other := MustStart(t, s, ada, bo), MustStart(t, s, ada, bo)
	check := func(s db.Store, limit int, want ...db.Notice) []db.Notice {
		t.Helper()
		got, err := s.Notices(t.Context(), limit)
		if err != nil {
			t.Fatal(err)
		}
		var last int64
		var plain []db.Notice
		for _, n := range got {
			if n.ID <= last {
				t.Errorf("notice %d comes after %d", n.ID, last)
			}
			last, n.ID = n.ID, 0
			plain = append(plain, n)
		}
		if diff := cmp.Diff(want, plain); diff != "" {
			t.Errorf("Notices (-want +got):\n%s", diff)
		}
		return got
	}
	check(s, 10)
	MustAppend(t, s, m.ID, withNotices("E6-E8", db.Notice{Kind: db.NoticeTurn, Recipient: bo.ID}))
	first := db.Notice{Kind: db.NoticeTurn, Recipient: bo.ID, Match: m.ID, Ply: 1, At: c.Now()}
	c.Advance(time.Second)
	MustAppend(t, s, other.ID, withNotices("E6-E8", db.Notice{Kind: db.NoticeOffer, Recipient: bo.ID, Match: "ignored", Ply: 77},
		db.Notice{Kind: db.NoticeOver, Recipient: ada.ID}))
	second := db.Notice{Kind: db.NoticeOffer, Recipient: bo.ID, Match: other.ID, Ply: 1, At: c.Now()}
	third := db.Notice{Kind: db.NoticeOver, Recipient: ada.ID, Match: other.ID, Ply: 1, At: c.Now()}

	all := check(s, 10, first, second, third)
	check(s, 2, first, second)
	check(s, -1, first)
	check(e.openPlace(t, place, c.Now), 1000, first, second, third)
	for range 2 {
		if err := s.DispatchNotices(t.Context(), []int64{all[0].ID, all[2].ID}, nil); err != nil {
			t.Errorf("DispatchNotices: %v", err)
		}
	}
	check(s, 10, second)
	if err := s.DispatchNotices(t.Context(), []int64{all[1].ID}, nil); err != nil {
		t.Errorf("DispatchNotices: %v", err)
	}
	// IDs are never reused: a worker that has delivered one would skip the notification.
	MustAppend(t, s, m.ID, withNotices("G6-G8", db.Notice{Kind: db.NoticeTurn, Recipient: ada.ID}))
	if last := check(s, 10, db.Notice{Kind: db.NoticeTurn, Recipient: ada.ID, Match: m.ID, Ply: 2, At: c.Now()}); last[0].ID <= all[2].ID {
		t.Errorf("notice %d comes after %d", last[0].ID, all[2].ID)
	}
}

// A refused or repeated change stores no notifications.
func testOutboxOfRefusals(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	m := MustStart(t, s, ada, bo)
	turn := db.Notice{Kind: db.NoticeTurn, Recipient: bo.ID}
	refused := errors.New("refused")
	o := db.Once{Caller: "ada", Key: "k"}
	for name, decide := range map[string]db.Decide{
		"an error": func(m db.Match, orders db.Orders) (db.Change, error) {
			c, _ := withNotices("x", turn)(m, orders)
			return c, refused
		},
		"no text":       withNotices("", turn),
		"no recipient":  withNotices("x", db.Notice{Kind: db.NoticeTurn, Recipient: "nobody"}),
		"no kind":       withNotices("x", db.Notice{Recipient: bo.ID}),
		"an odd second": withNotices("x", turn, db.Notice{Kind: db.NoticeTurn}),
	} {
		if _, err := s.Append(t.Context(), o, m.ID, decide); err == nil {
			t.Errorf("%s: stored", name)
		}
	}
	if got, err := s.Notices(t.Context(), 10); len(got) != 0 || err != nil {
		t.Errorf("%d notices of refusals, %v, want none", len(got), err)
	}
	for range 2 {
		if _, err := s.Append(t.Context(), o, m.ID, withNotices("E6-E8", turn)); err != nil && !errors.As(err, new(*db.Answered)) {
			t.Error(err)
		}
	}
	if got, err := s.Notices(t.Context(), 10); len(got) != 1 || err != nil {
		t.Errorf("%d notices of a move that was posted twice, %v, want 1", len(got), err)
	}
}

// The start of a match may store notifications for its players, with events or without.
func testOutboxAtTheStart(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	for ply, events := range [][]db.Event{nil, {{Seat: 1, Text: "deal"}}} {
		n := db.NewMatch{Game: "knizia", Version: 1, Seats: 2, Host: ada.ID, Reserve: map[games.Seat]string{2: bo.ID}}
		n.Begin = func(db.Match, db.Orders) (db.Change, error) {
			return db.Change{Events: events, ToAct: []games.Seat{2}, Notices: []db.Notice{{Kind: db.NoticeTurn, Recipient: bo.ID}}}, nil
		}
		m, err := s.CreateMatch(t.Context(), db.Once{}, n, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Notices(t.Context(), 10)
		if err != nil || len(got) != ply+1 || got[ply].Match != m.ID || got[ply].Ply != ply {
			t.Errorf("notices %+v, %v", got, err)
		}
	}
}

// Concurrent readers and writers lose no notification of a stored change.
func testOutboxAtTheSameTime(t *testing.T, e Engine) {
	place := e.New(t)
	s := e.openPlace(t, place, time.Now)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	const writers, each = 4, 15
	done := make(chan error, writers)
	for range writers {
		m := MustStart(t, s, ada, bo)
		go func() {
			for i := range each {
				if _, err := s.Append(t.Context(), db.Once{}, m.ID, withNotices(fmt.Sprint(i), db.Notice{Kind: db.NoticeTurn, Recipient: ada.ID})); err != nil {
					done <- err
					return
				}
			}
			done <- nil
		}()
	}
	reader := e.openPlace(t, place, time.Now)
	read := make(map[string][]int)
	for running, count := writers, 0; running > 0 || count > 0; {
		select {
		case err := <-done:
			running--
			if err != nil {
				t.Error(err)
			}
		default:
		}
		list, err := reader.Notices(t.Context(), 7)
		if err != nil {
			t.Fatal(err)
		}
		var ids []int64
		for _, n := range list {
			read[n.Match] = append(read[n.Match], n.Ply)
			ids = append(ids, n.ID)
		}
		if err := reader.DispatchNotices(t.Context(), ids, nil); err != nil {
			t.Fatal(err)
		}
		count = len(list)
	}
	if len(read) != writers {
		t.Errorf("notices of %d matches were read, want %d", len(read), writers)
	}
	for match, plies := range read {
		if len(plies) != each || !slices.IsSorted(plies) || slices.Max(plies) != each {
			t.Errorf("notices of match %s at plies %v, want each from 1 to %d", match, plies, each)
		}
	}
}

// The visit in a change is stored with the change, or not at all.
func testVisitOfAChange(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	m := MustStart(t, s, ada, bo)
	visit := func(text string, visits map[string]db.Visit) db.Decide {
		return func(m db.Match, o db.Orders) (db.Change, error) {
			change := db.Change{Visits: visits}
			if text != "" {
				change, _ = Move(text)(m, o)
				change.Visits = visits
			}
			return change, nil
		}
	}
	want := func(want db.Visit) {
		t.Helper()
		if got, err := s.Visit(t.Context(), m.ID, ada.ID); got != want || err != nil {
			t.Errorf("Visit = %+v, %v, want %+v", got, err, want)
		}
	}
	first := db.Visit{Seen: 1, Told: 1, Began: c.Now(), Latest: c.Now()}
	MustAppend(t, s, m.ID, visit("E6-E8", map[string]db.Visit{ada.ID: first}))
	want(first)
	MustAppend(t, s, m.ID, visit("", map[string]db.Visit{ada.ID: {Began: c.Now().Add(-time.Hour), Latest: c.Now().Add(time.Hour)}}))
	want(db.Visit{Seen: 1, Told: 1, Began: c.Now(), Latest: c.Now().Add(time.Hour)})
	for _, visits := range []map[string]db.Visit{{"nobody": first}, {ada.ID: {Seen: 9}, "nobody": {}}} {
		if _, err := s.Append(t.Context(), db.Once{}, m.ID, visit("G6-G8", visits)); !errors.Is(err, db.ErrNotFound) {
			t.Errorf("Append with the visit of nobody: %v, want %v", err, db.ErrNotFound)
		}
	}
	if got := MustMatch(t, s, m.ID).Ply; got != 1 {
		t.Errorf("ply %d after the refusals, want 1", got)
	}
	want(db.Visit{Seen: 1, Told: 1, Began: c.Now(), Latest: c.Now().Add(time.Hour)})
}
