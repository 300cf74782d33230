package dbtest

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
)

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
