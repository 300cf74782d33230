package dbtest

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
)

// A lease has one holder until it is released or has run out.
func testLeases(t *testing.T, e Engine) {
	c := NewClock()
	s, other := e.openTwo(t, c.Now)
	acquire := func(s db.Store, job, holder string, want bool) {
		t.Helper()
		if got, err := s.AcquireLease(t.Context(), job, holder, 10*time.Second); got != want || err != nil {
			t.Errorf("AcquireLease(%s, %s) = %v, %v, want %v", job, holder, got, err, want)
		}
	}
	release := func(s db.Store, job, holder string) {
		t.Helper()
		if err := s.ReleaseLease(t.Context(), job, holder); err != nil {
			t.Errorf("ReleaseLease(%s, %s): %v", job, holder, err)
		}
	}
	acquire(s, "alarms", "a", true)
	acquire(other, "alarms", "b", false)
	acquire(other, "outbox", "b", true)
	release(other, "alarms", "b")
	acquire(other, "alarms", "b", false)
	c.Advance(9 * time.Second)
	acquire(s, "alarms", "a", true) // renewed for 10 s more
	c.Advance(9 * time.Second)
	acquire(other, "alarms", "b", false)
	c.Advance(time.Second)
	acquire(other, "alarms", "b", true) // it has run out
	acquire(s, "alarms", "a", false)
	release(other, "alarms", "b")
	release(other, "alarms", "b")
	acquire(s, "alarms", "a", true)
	if _, err := s.AcquireLease(t.Context(), "alarms", "", time.Second); err == nil {
		t.Error("nobody has got a lease")
	}
}

// One of many concurrent requests for a lease succeeds.
func testLeasesAtTheSameTime(t *testing.T, e Engine) {
	s, other := e.openTwo(t, time.Now)
	stores := []db.Store{s, other}
	for job := range 10 {
		var holders atomic.Int32
		var wg sync.WaitGroup
		for i := range 8 {
			wg.Go(func() {
				s := stores[i%len(stores)]
				got, err := s.AcquireLease(t.Context(), fmt.Sprint("job ", job), fmt.Sprint("holder ", i), time.Minute)
				if err != nil {
					t.Error(err)
				}
				if got {
					holders.Add(1)
				}
			})
		}
		wg.Wait()
		if got := holders.Load(); got != 1 {
			t.Errorf("%d holders of job %d, want 1", got, job)
		}
	}
}

// Work that has failed too often is kept until an operator releases it. A dropped item is
// listed for its worker alone.
func testParking(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ctx := t.Context()
	list := func(worker string) (names []string) {
		t.Helper()
		found, err := s.ListParked(ctx, worker)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range found {
			if p.Failures != 5 || p.Since.After(c.Now()) {
				t.Errorf("parked is %+v", p)
			}
			names = append(names, p.Name())
		}
		return names
	}
	for _, name := range [][2]string{{"alarms", "m 1"}, {"mail", "m 1"}, {"mail", "2"}, {"mail", "2"}} {
		mustDo(t, s.Park(ctx, db.Parked{Worker: name[0], Item: name[1], Failures: 5}))
		c.Advance(time.Second)
	}
	mustDo(t, s.Act(ctx, db.NewAct{Kind: db.ActDrop, Detail: "mail 2"}))
	if diff := cmp.Diff([]string{"alarms m 1", "mail m 1"}, list("")); diff != "" {
		t.Errorf("all (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"mail 2", "mail m 1"}, list("mail")); diff != "" {
		t.Errorf("of one worker (-want +got):\n%s", diff)
	}
	mustDo(t, s.Act(ctx, db.NewAct{Kind: db.ActRelease, Detail: "alarms m 1"}))
	mustDo(t, s.Unpark(ctx, "mail", "m 1"))
	if got := list(""); len(got) != 0 {
		t.Errorf("%v are left", got)
	}
	for _, act := range []db.ActKind{db.ActRelease, db.ActDrop} {
		if err := s.Act(ctx, db.NewAct{Kind: act, Detail: "alarms m 1"}); !errors.Is(err, db.ErrNotFound) {
			t.Errorf("%s of what is not parked: %v", act, err)
		}
	}
}
