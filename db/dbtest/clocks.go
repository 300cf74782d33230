package dbtest

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/clock"
)

// Clocks are stored together with the change that moves them: at the start, with an event, and
// at the end.
func testClocks(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	control := clock.Control{Bank: time.Hour, Increment: time.Minute, Cap: 2 * time.Hour, WeekendsOff: true}
	running := clock.New(control, c.Now(), 2, []games.Seat{1})
	in := func(minutes int) time.Time { return c.Now().Add(time.Duration(minutes) * time.Minute) }
	begin := func(m db.Match, _ db.Orders) (db.Change, error) {
		if !m.Clock.Equal(clock.Of(control)) {
			t.Errorf("the match begins with %+v", m.Clock.Control())
		}
		return db.Change{ToAct: []games.Seat{1}, Clock: running, Deadline: in(90), Deadlines: []time.Time{in(60), {}}}, nil
	}
	open := MustCreate(t, s, db.NewMatch{Seats: 2, Host: ada.ID, HostSeat: 1, Public: true, Clock: clock.Of(control), Begin: begin})
	check := func(m db.Match, want clock.Clock, deadline time.Time, deadlines ...time.Time) {
		t.Helper()
		if !m.Clock.Equal(want) || !m.Deadline.Equal(deadline) || !slices.EqualFunc(m.Deadlines, deadlines, time.Time.Equal) {
			t.Errorf("clock %+v until %v, %v, want %v, %v", m.Clock, m.Deadline, m.Deadlines, deadline, deadlines)
		}
		if diff := cmp.Diff(m, MustMatch(t, s, m.ID)); diff != "" {
			t.Errorf("stored (-returned +stored):\n%s", diff)
		}
	}
	check(open, clock.Of(control), time.Time{}, time.Time{}, time.Time{})
	m, err := s.JoinMatch(t.Context(), db.Once{}, db.Joining{Match: open.ID, Player: bo.ID, Begin: begin}, nil)
	if err != nil {
		t.Fatal(err)
	}
	check(m, running, in(90), in(60), time.Time{})

	next := running.Fold(clock.Step{At: in(5), Decided: 1, Owing: []games.Seat{2}}, clock.Pauses{})
	m = MustAppend(t, s, m.ID, func(m db.Match, o db.Orders) (db.Change, error) {
		change, err := Move("x")(m, o)
		change.Clock, change.Deadline, change.Deadlines = next, in(70), []time.Time{{}, in(65)}
		return change, err
	})
	check(m, next, in(70), time.Time{}, in(65))

	m = MustAppend(t, s, m.ID, func(db.Match, db.Orders) (db.Change, error) {
		return db.Change{Deadline: in(75), Deadlines: []time.Time{{}, in(72)}}, nil
	})
	check(m, next, in(75), time.Time{}, in(72))
	if got, err := s.Timed(t.Context()); !slices.Equal(got, []string{m.ID}) || err != nil {
		t.Errorf("Timed = %v, %v", got, err)
	}

	last := next.Fold(clock.Step{At: in(6), Decided: 2}, clock.Pauses{})
	m = MustAppend(t, s, m.ID, func(m db.Match, o db.Orders) (db.Change, error) {
		change, err := Finish(1)(m, o)
		change.Clock, change.Deadline, change.Deadlines = last, in(80), []time.Time{in(80), {}}
		return change, err
	})
	check(m, last, time.Time{}, time.Time{}, time.Time{})
	if got, err := s.Timed(t.Context()); len(got) > 0 || err != nil {
		t.Errorf("Timed after the end = %v, %v", got, err)
	}
}

// A player's next match is the match with the least time left. After the matches with clocks
// comes the newest one.
func testPressingTurns(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	check := func(want ...string) {
		t.Helper()
		if got, err := s.Turns(t.Context(), ada.ID); !slices.Equal(got.First, want) || err != nil {
			t.Errorf("Turns are first in %v, %v, want %v", got.First, err, want)
		}
	}
	begin := func(minutes int) string {
		at := c.Now().Add(time.Duration(minutes) * time.Minute)
		n := db.NewMatch{Seats: 2, Host: ada.ID, HostSeat: 1, Reserve: map[games.Seat]string{2: bo.ID}, ToAct: []games.Seat{1}}
		if minutes > 0 {
			n.Clock, n.ToAct = clock.Of(clock.Control{Move: time.Hour}), nil
			n.Begin = func(db.Match, db.Orders) (db.Change, error) {
				return db.Change{ToAct: []games.Seat{1}, Clock: n.Clock, Deadline: at, Deadlines: []time.Time{at, {}}}, nil
			}
		}
		return MustCreate(t, s, n).ID
	}
	old, untimed := begin(0), begin(0)
	check(untimed, old)
	late := begin(50)
	check(late, untimed)
	early := begin(10)
	check(early, late)
	begin(70)
	check(early, late)
	MustAppend(t, s, early, Move("x"))
	MustAppend(t, s, early, Finish(2))
	newest := begin(0)
	MustAppend(t, s, late, Finish(2))
	if got, err := s.Turns(t.Context(), ada.ID); len(got.First) != 2 || got.First[1] != newest || err != nil {
		t.Errorf("Turns are first in %v, %v, want %s last", got.First, err, newest)
	}
}

// The time between two beats during which the site is down is a pause, whichever process
// beats.
func testBeat(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	at := func(seconds int) time.Time { return c.Now().Add(time.Duration(seconds) * time.Second) }
	var all []clock.Pause
	beat := func(seconds, up int, known int, pauses ...clock.Pause) {
		t.Helper()
		got, paused, err := s.Beat(t.Context(), at(seconds), time.Duration(up)*time.Second, known)
		all = append(all, pauses...)
		if diff := cmp.Diff(slices.Clone(all[known:]), got, cmp.Transformer("empty", func(l []clock.Pause) []clock.Pause { return append([]clock.Pause{}, l...) })); diff != "" || err != nil || paused != (len(pauses) > 0) {
			t.Errorf("Beat after %d seconds = %v, %v (-want +got):\n%s", seconds, paused, err, diff)
		}
	}
	beat(0, 0, 0)
	beat(10, 10, 0)
	beat(100, 10, 0, clock.Pause{From: at(10), Until: at(100)})
	beat(110, 10, 1)
	beat(105, 10, 0) // the clock was set back
	beat(115, 10, 1)
	beat(120, 0, 1, clock.Pause{From: at(115), Until: at(120)})
	beat(120, 0, 0)
}

// Of concurrent beats, only one finds the pause.
func testBeatAtTheSameTime(t *testing.T, e Engine) {
	c := NewClock()
	s, other := e.openTwo(t, c.Now)
	if _, _, err := s.Beat(t.Context(), c.Now(), 0, 0); err != nil {
		t.Fatal(err)
	}
	found := make(chan bool)
	for i := range 10 {
		go func() {
			_, paused, err := []db.Store{s, other}[i%2].Beat(t.Context(), c.Now().Add(time.Hour), 0, 0)
			if err != nil {
				t.Error(err)
			}
			found <- paused
		}()
	}
	pauses := 0
	for range 10 {
		if <-found {
			pauses++
		}
	}
	if got, _, err := s.Beat(t.Context(), c.Now().Add(time.Hour), 0, 0); pauses != 1 || len(got) != 1 || err != nil {
		t.Errorf("%d pauses were found, %v are stored, %v", pauses, got, err)
	}
}

// A decision of a seat without a choice is due from the change that sets its time: at the
// start, with an event, or with orders alone. With orders alone, the version of the match
// changes for nobody except the seat.
func testForced(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	at := func(seconds int) time.Time { return c.Now().Add(time.Duration(seconds) * time.Second) }
	begin := func(db.Match, db.Orders) (db.Change, error) {
		return db.Change{ToAct: []games.Seat{1}, ForcedDue: at(9), Orders: db.Orders{1: "x"}}, nil
	}
	open := MustCreate(t, s, db.NewMatch{Seats: 2, Host: ada.ID, HostSeat: 1, Public: true, Begin: begin})
	m, err := s.JoinMatch(t.Context(), db.Once{}, db.Joining{Match: open.ID, Player: bo.ID, Begin: begin}, nil)
	if err != nil {
		t.Fatal(err)
	}
	check := func(m db.Match, when time.Time) {
		t.Helper()
		if diff := cmp.Diff(m, MustMatch(t, s, m.ID)); diff != "" || !m.ForcedDue.Equal(when) {
			t.Errorf("due %v, want %v; stored (-returned +stored):\n%s", m.ForcedDue, when, diff)
		}
		next, err := s.NextDue(t.Context(), at(0))
		if !next.Equal(when) || err != nil {
			t.Errorf("NextDue = %v, %v, want %v", next, err, when)
		}
		var want []string
		if !when.IsZero() {
			want = []string{m.ID}
			if due, err := s.Due(t.Context(), when.Add(-time.Millisecond)); len(due) > 0 || err != nil {
				t.Errorf("Due a moment before = %v, %v", due, err)
			}
		}
		if due, err := s.Due(t.Context(), at(99)); !slices.Equal(due, want) || err != nil {
			t.Errorf("Due = %v, %v, want %v", due, err, want)
		}
	}
	check(m, at(9))
	m = MustAppend(t, s, m.ID, func(m db.Match, o db.Orders) (db.Change, error) {
		change, err := Move("x")(m, o)
		change.ForcedDue = at(7)
		return change, err
	})
	check(m, at(7))
	m = MustAppend(t, s, m.ID, func(db.Match, db.Orders) (db.Change, error) {
		return db.Change{Orders: db.Orders{1: "y"}, ForcedDue: at(8)}, nil
	})
	check(m, at(8))
	m = MustAppend(t, s, m.ID, func(db.Match, db.Orders) (db.Change, error) { return db.Change{}, nil })
	check(m, at(8))
	m = MustAppend(t, s, m.ID, func(db.Match, db.Orders) (db.Change, error) {
		return db.Change{Orders: db.Orders{1: ""}}, nil
	})
	check(m, time.Time{})
	m = MustAppend(t, s, m.ID, func(m db.Match, o db.Orders) (db.Change, error) {
		change, err := Finish(1)(m, o)
		change.ForcedDue = at(7)
		return change, err
	})
	check(m, time.Time{})
}
