package dbtest

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/games"
)

var drawn = regexp.MustCompile(`^[0-9a-f]{16}$`)

// begin returns a Decide that makes a seat act first, and appends the matches it was called with to
// seen.
func begin(seen *[]db.Match, c db.Change) db.Decide {
	return func(m db.Match, o db.Orders) (db.Change, error) {
		if o != nil {
			return db.Change{}, errors.New("orders before the start")
		}
		*seen = append(*seen, m)
		return c, nil
	}
}

// The secret is drawn with the match, and a contribution with each player. Begin computes the seats
// that act first once all of these exist, and not before.
func testChance(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ada, bo, cy := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo"), MustPlayer(t, s, "Cy")
	var asked []db.Match
	due := c.Now().Add(time.Hour)
	first := begin(&asked, db.Change{ToAct: []games.Seat{3}, WindowEnds: due})
	m, err := s.CreateMatch(t.Context(), db.Once{}, db.NewMatch{Game: "knizia", Version: 1, Seats: 3, Public: true, Host: ada.ID, HostSeat: 2,
		Chance: true, Contribution: "luck", Wait: 90 * time.Second, Begin: first}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !m.Chance() || !slices.Equal(m.Contributions, []string{"", "luck", ""}) || m.Wait != 90*time.Second || !m.WindowEnds.IsZero() {
		t.Errorf("created: %+v", m)
	}
	join := func(p db.Player, seat games.Seat, contribution string) db.Match {
		t.Helper()
		m, err := s.JoinMatch(t.Context(), db.Once{}, db.Joining{Match: m.ID, Player: p.ID, Seat: seat, Contribution: contribution, Begin: first}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	second := join(bo, 1, "")
	if !drawn.MatchString(second.Contributions[0]) || len(asked) != 0 || len(second.ToAct) != 0 {
		t.Errorf("contributions %q, %d asked, to act %v", second.Contributions, len(asked), second.ToAct)
	}
	third := join(cy, 3, "a b")
	want := []string{second.Contributions[0], "luck", "a b"}
	if diff := cmp.Diff(want, third.Contributions); diff != "" || !slices.Equal(third.ToAct, []games.Seat{3}) || !third.WindowEnds.Equal(due) {
		t.Errorf("started: to act %v, due %v, %s", third.ToAct, third.WindowEnds, diff)
	}
	if len(asked) != 1 || asked[0].Started.IsZero() || asked[0].Secret != m.Secret || !slices.Equal(asked[0].Contributions, want) {
		t.Errorf("asked with %+v", asked)
	}
	if diff := cmp.Diff(third, MustMatch(t, s, m.ID)); diff != "" {
		t.Errorf("stored (-joined +stored):\n%s", diff)
	}
	if next, err := s.NextDue(t.Context(), time.Time{}); !next.Equal(due) || err != nil {
		t.Errorf("NextDue = %v, %v", next, err)
	}
	other := MustCreate(t, s, db.NewMatch{Seats: 2, Host: ada.ID, Chance: true})
	if other.Secret == m.Secret {
		t.Error("two matches have one secret")
	}
	plain := MustCreate(t, s, db.NewMatch{Seats: 2, Host: ada.ID, HostSeat: 1, Public: true, Contribution: "luck"})
	joined, err := s.JoinMatch(t.Context(), db.Once{}, db.Joining{Match: plain.ID, Player: bo.ID, Contribution: "luck"}, nil)
	if err != nil || joined.Chance() || joined.Contributions != nil || len(joined.ToAct) != 1 {
		t.Errorf("a match without chance: %+v, %v", joined, err)
	}
}

// A match whose seats are all taken from the beginning has contributions for all.
func testChanceOfReservedSeats(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	for name, n := range map[string]db.NewMatch{
		"solo":    {Seats: 3, Solo: true, Host: ada.ID},
		"rematch": {Seats: 2, Host: bo.ID, Reserve: map[games.Seat]string{1: ada.ID, 2: bo.ID}},
	} {
		t.Run(name, func(t *testing.T) {
			var asked []db.Match
			n.Game, n.Chance, n.Contribution = "knizia", true, "mine"
			n.Begin = begin(&asked, db.Change{Events: []db.Event{{Seat: 2, Text: "deal"}}, ToAct: []games.Seat{2}})
			m, err := s.CreateMatch(t.Context(), db.Once{}, n, nil)
			if err != nil {
				t.Fatal(err)
			}
			own := map[string]int{"solo": 0, "rematch": 1}[name]
			for i, text := range m.Contributions {
				if (i == own) != (text == "mine") || i != own && !drawn.MatchString(text) {
					t.Errorf("contribution of seat %d: %q", i+1, text)
				}
			}
			if len(asked) != 1 || m.Ply != 1 || m.Last.Text != "deal" || !slices.Equal(m.ToAct, []games.Seat{2}) {
				t.Errorf("asked %d times, then %+v", len(asked), m)
			}
			if diff := cmp.Diff(m, MustMatch(t, s, m.ID)); diff != "" {
				t.Errorf("stored (-created +stored):\n%s", diff)
			}
		})
	}
}

// An error at the start undoes the last joining. A player who is not admitted does not join.
func testBeginFails(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	m := MustCreate(t, s, db.NewMatch{Seats: 2, Public: true, Host: ada.ID, Chance: true})
	refused := errors.New("refused")
	for _, j := range []db.Joining{
		{Begin: func(db.Match, db.Orders) (db.Change, error) { return db.Change{}, refused }},
		{Begin: func(db.Match, db.Orders) (db.Change, error) { panic(refused) }},
		{Admit: func(before db.Match) error {
			if before.Full() {
				t.Error("Admit is asked after the seat is taken")
			}
			return refused
		}},
	} {
		j.Match, j.Player = m.ID, bo.ID
		_, err := s.JoinMatch(t.Context(), db.Once{}, j, nil)
		if !errors.Is(err, refused) {
			t.Errorf("JoinMatch: %v, want %v", err, refused)
		}
		if diff := cmp.Diff(m, MustMatch(t, s, m.ID)); diff != "" {
			t.Errorf("the match was changed:\n%s", diff)
		}
	}
}

func testCreateRefusesWhatDoesNotFit(t *testing.T, e Engine) {
	s := e.open(t)
	ada := MustPlayer(t, s, "Ada")
	for name, n := range map[string]db.NewMatch{
		"a long contribution": {Contribution: strings.Repeat("x", 65)},
		"a long wait":         {Wait: 6*time.Hour + time.Second},
		"a negative wait":     {Wait: -time.Second},
	} {
		n.Game, n.Seats, n.Host, n.Chance = "knizia", 2, ada.ID, true
		if _, err := s.CreateMatch(t.Context(), db.Once{}, n, nil); err == nil {
			t.Errorf("%s was stored", name)
		}
	}
}

func testOrders(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	m, other := MustStart(t, s, ada, bo), MustStart(t, s, ada, bo)
	var seen db.Orders
	set := func(change db.Orders, text string) {
		t.Helper()
		MustAppend(t, s, m.ID, func(m db.Match, o db.Orders) (db.Change, error) {
			seen = o
			c := db.Change{Orders: change}
			if text != "" {
				c, _ = Move(text)(m, o)
				c.Orders = change
			}
			return c, nil
		})
	}
	want := func(seat games.Seat, text string) {
		t.Helper()
		if got, err := s.OrdersOf(t.Context(), m.ID, seat); got != text || err != nil {
			t.Errorf("orders of seat %d: %q, %v, want %q", seat, got, err, text)
		}
		by, err := s.OrdersBy(t.Context(), m.Seats[seat-1].ID)
		if by[m.ID] != text || err != nil {
			t.Errorf("orders by the player of seat %d: %v, %v, want %q", seat, by, err, text)
		}
	}
	before := MustMatch(t, s, m.ID)
	set(db.Orders{1: "one", 2: "two"}, "")
	want(1, "one")
	if diff := cmp.Diff(before, MustMatch(t, s, m.ID)); diff != "" || seen != nil {
		t.Errorf("orders %d changed the match: %s", len(seen), diff)
	}
	set(db.Orders{2: ""}, "E6-E8")
	want(1, "one")
	want(2, "")
	if len(seen) != 2 || seen[2] != "two" {
		t.Errorf("decided with %d orders", len(seen))
	}
	// A change that fails leaves the orders as they were.
	refused := errors.New("refused")
	for _, d := range []db.Decide{
		func(db.Match, db.Orders) (db.Change, error) { return db.Change{Orders: db.Orders{1: "new"}}, refused },
		func(db.Match, db.Orders) (db.Change, error) {
			return db.Change{Orders: db.Orders{1: "new", 3: "no such seat"}}, nil
		},
		func(db.Match, db.Orders) (db.Change, error) {
			return db.Change{Orders: db.Orders{1: "new"}, Events: []db.Event{{Seat: 1}}}, nil
		},
		func(db.Match, db.Orders) (db.Change, error) {
			return db.Change{Orders: db.Orders{1: strings.Repeat("x", 4001)}}, nil
		},
	} {
		if _, err := s.Append(t.Context(), db.Once{}, m.ID, d); err == nil {
			t.Error("what cannot be stored was")
		}
		want(1, "one")
	}
	if text, err := s.OrdersOf(t.Context(), other.ID, 1); text != "" || err != nil {
		t.Errorf("orders in another match: %q, %v", text, err)
	}
	MustAppend(t, s, m.ID, Finish(1))
	want(1, "")
}

// A change with events replaces the time at which a match is due. Orders alone leave it.
func testDue(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	a, b := MustStart(t, s, ada, bo), MustStart(t, s, ada, bo)
	at := func(d time.Duration) db.Decide {
		return func(m db.Match, o db.Orders) (db.Change, error) {
			change, err := Move("x")(m, o)
			change.WindowEnds = c.Now().Add(d)
			return change, err
		}
	}
	check := func(next time.Duration, by time.Duration, ids ...string) {
		t.Helper()
		var want time.Time
		if next > 0 {
			want = c.Now().Add(next)
		}
		if got, err := s.NextDue(t.Context(), c.Now()); !got.Equal(want) || err != nil {
			t.Errorf("NextDue = %v, %v, want %v", got, err, want)
		}
		if got, err := s.Due(t.Context(), c.Now().Add(by)); !slices.Equal(got, ids) || err != nil {
			t.Errorf("Due = %v, %v, want %v", got, err, ids)
		}
	}
	check(0, time.Hour)
	MustAppend(t, s, a.ID, at(2*time.Minute))
	MustAppend(t, s, b.ID, at(time.Minute))
	check(time.Minute, time.Minute-time.Millisecond)
	check(time.Minute, time.Minute, b.ID)
	check(time.Minute, time.Hour, b.ID, a.ID)
	if got, err := s.NextDue(t.Context(), c.Now().Add(time.Minute)); !got.Equal(c.Now().Add(2*time.Minute)) || err != nil {
		t.Errorf("NextDue after the first = %v, %v", got, err)
	}
	if got := MustMatch(t, s, a.ID).WindowEnds; !got.Equal(c.Now().Add(2 * time.Minute)) {
		t.Errorf("due %v", got)
	}
	MustAppend(t, s, b.ID, func(db.Match, db.Orders) (db.Change, error) { return db.Change{Orders: db.Orders{1: "x"}}, nil })
	check(time.Minute, time.Minute, b.ID)
	MustAppend(t, s, b.ID, Move("y"))
	check(2*time.Minute, time.Hour, a.ID)
	MustAppend(t, s, a.ID, func(m db.Match, o db.Orders) (db.Change, error) {
		change, err := Finish(1)(m, o)
		change.WindowEnds = c.Now().Add(time.Hour)
		return change, err
	})
	check(0, 2*time.Hour)
	MustAppend(t, s, b.ID, at(time.Microsecond)) // never before the time that was asked for
	check(time.Millisecond, time.Millisecond, b.ID)
}

// A match is due at its window or its deadline, whichever is earlier.
func testDeadline(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	start := c.Now()
	in := func(minutes int) time.Time {
		if minutes == 0 {
			return time.Time{}
		}
		return start.Add(time.Duration(minutes) * time.Minute)
	}
	var ids []string
	for _, at := range []struct{ window, deadline int }{{4, 9}, {5, 1}, {0, 3}, {7, 7}, {0, 0}} {
		m := MustStart(t, s, ada, bo)
		got := MustAppend(t, s, m.ID, func(m db.Match, o db.Orders) (db.Change, error) {
			change, err := Move("x")(m, o)
			change.WindowEnds, change.Deadline = in(at.window), in(at.deadline)
			return change, err
		})
		if !got.WindowEnds.Equal(in(at.window)) || !got.Deadline.Equal(in(at.deadline)) {
			t.Errorf("window until %v, deadline %v, want %+v", got.WindowEnds, got.Deadline, at)
		}
		if diff := cmp.Diff(got, MustMatch(t, s, m.ID)); diff != "" {
			t.Errorf("stored (-returned +stored):\n%s", diff)
		}
		ids = append(ids, m.ID)
	}
	for _, tt := range []struct{ now, next int }{{0, 1}, {1, 3}, {3, 4}, {4, 5}, {5, 7}, {7, 9}, {9, 0}} {
		if got, err := s.NextDue(t.Context(), start.Add(time.Duration(tt.now)*time.Minute)); !got.Equal(in(tt.next)) || err != nil {
			t.Errorf("NextDue after %d minutes = %v, %v, want %d", tt.now, got, err, tt.next)
		}
	}
	for by, want := range map[int][]string{1: {ids[1]}, 3: {ids[1], ids[2]}, 60: {ids[1], ids[2], ids[0], ids[3]}} {
		if got, err := s.Due(t.Context(), in(by)); !slices.Equal(got, want) || err != nil {
			t.Errorf("Due by %d minutes = %v, %v, want %v", by, got, err, want)
		}
	}
	for _, id := range ids {
		if got := MustAppend(t, s, id, Finish(1)); !got.WindowEnds.IsZero() || !got.Deadline.IsZero() {
			t.Errorf("after the end: window until %v, deadline %v", got.WindowEnds, got.Deadline)
		}
	}
	if got, err := s.Due(t.Context(), in(60)); len(got) != 0 || err != nil {
		t.Errorf("Due after the end = %v, %v", got, err)
	}
}

// However many matches are due, none is left out.
func testDueListsAll(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	var want []string
	for i := range db.MaxPage + 1 {
		m := MustStart(t, s, ada, bo)
		MustAppend(t, s, m.ID, func(m db.Match, o db.Orders) (db.Change, error) {
			change, err := Move("x")(m, o)
			change.WindowEnds = time.UnixMilli(int64(i) + 1)
			return change, err
		})
		want = append(want, m.ID)
	}
	if got, err := s.Due(t.Context(), time.Now()); !slices.Equal(got, want) || err != nil {
		t.Errorf("Due lists %d matches, %v, want %d", len(got), err, len(want))
	}
}

func testChangedSince(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ada, bo, cy := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo"), MustPlayer(t, s, "Cy")
	old := MustStart(t, s, ada, bo)
	c.Advance(time.Hour)
	MustStart(t, s, bo, cy)
	open := MustCreate(t, s, db.NewMatch{Seats: 2, Public: true, Host: ada.ID})
	solo := MustCreate(t, s, db.NewMatch{Seats: 2, Solo: true, Host: ada.ID})
	want := func(since time.Time, changes ...db.Changed) {
		t.Helper()
		got, err := s.ChangedSince(t.Context(), ada.ID, since, 100)
		if diff := cmp.Diff(changes, got); diff != "" || err != nil {
			t.Errorf("ChangedSince (-want +got):\n%s%v", diff, err)
		}
	}
	want(time.Time{}, db.Changed{ID: solo.ID, Ply: 0}, db.Changed{ID: open.ID, Ply: 0}, db.Changed{ID: old.ID, Ply: 0})
	want(c.Now(), db.Changed{ID: solo.ID, Ply: 0}, db.Changed{ID: open.ID, Ply: 0})
	c.Advance(time.Hour)
	want(c.Now())
	MustAppend(t, s, old.ID, Move("x"))
	MustAppend(t, s, solo.ID, Finish(1))
	want(c.Now(), db.Changed{ID: solo.ID, Ply: 1}, db.Changed{ID: old.ID, Ply: 1})
	MustAppend(t, s, old.ID, Finish(1))
	for _, offer := range []func() (db.Match, error){
		func() (db.Match, error) { return s.VoteRematch(t.Context(), db.Once{}, vote(old, ada), nil) },
		func() (db.Match, error) { return s.DeclineRematch(t.Context(), db.Once{}, old.ID, bo.ID, nil) },
	} {
		c.Advance(time.Hour)
		if _, err := offer(); err != nil {
			t.Fatal(err)
		}
		want(c.Now(), db.Changed{ID: old.ID, Ply: 2})
	}
	if got, err := s.ChangedSince(t.Context(), ada.ID, time.Time{}, 2); len(got) != 2 || err != nil {
		t.Errorf("of three changed matches, two at most: %v, %v", got, err)
	}
}

func testCanJoin(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	private, full := MustCreate(t, s, db.NewMatch{Seats: 3, Host: ada.ID, HostSeat: 1}), MustStart(t, s, ada, bo)
	for _, tt := range []struct {
		name string
		j    db.Joining
		want error
	}{
		{"by nobody yet", db.Joining{Match: private.ID, Invite: private.Invite}, nil},
		{"a seat", db.Joining{Match: private.ID, Invite: private.Invite, Player: bo.ID, Seat: 2}, nil},
		{"a taken seat", db.Joining{Match: private.ID, Invite: private.Invite, Seat: 1}, db.ErrTaken},
		{"without invitation", db.Joining{Match: private.ID}, db.ErrNotFound},
		{"a full table", db.Joining{Match: full.ID}, db.ErrTaken},
		{"no match", db.Joining{Match: "nothing"}, db.ErrNotFound},
		{"twice", db.Joining{Match: full.ID, Player: bo.ID}, db.ErrAlreadySeated},
	} {
		if _, err := s.CanJoin(context.Background(), tt.j); !errors.Is(err, tt.want) || tt.want == nil && err != nil {
			t.Errorf("%s: %v, want %v", tt.name, err, tt.want)
		}
	}
}
