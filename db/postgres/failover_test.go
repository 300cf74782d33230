package postgres_test

import (
	"fmt"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/db/dbtest"
	"tableronde/db/postgres/pgtest"
)

// When the primary server dies and its synchronous standby is promoted, a store goes on with
// the new one. Writes in between are unavailable, and no acknowledged write is lost.
func TestFailOver(t *testing.T) {
	if testing.Short() {
		t.Skip("starts three servers")
	}
	servers := pgtest.StartReplicas(t)
	s := pgtest.OpenURL(t, servers.URL("postgres"), nil)
	m := dbtest.MustStart(t, s, dbtest.MustPlayer(t, s, "Ada"), dbtest.MustPlayer(t, s, "Bo"))
	dbtest.MustAppend(t, s, m.ID, dbtest.Move("0"))
	over := make(chan struct{})
	go func() {
		defer close(over)
		servers.FailOver()
	}()
	acknowledged := map[string]bool{"0": true}
	failed, began := 0, time.Now()
	var longest time.Duration
	last := began
	for i, after := 1, 0; after < 20; i++ {
		text := fmt.Sprint(i)
		_, err := s.Append(t.Context(), db.Once{Caller: "ada", Key: text}, m.ID, dbtest.Move(text))
		switch {
		case err == nil:
			acknowledged[text] = true
			longest = max(longest, time.Since(last))
			last = time.Now()
		case !db.IsUnavailable(err) || db.Reason(err) == "":
			t.Fatalf("Append: %v, want an error of the database", err)
		default:
			failed++
		}
		select {
		case <-over:
			if err == nil {
				after++ // on the new primary
			}
		default:
		}
		if time.Since(began) > 2*time.Minute {
			t.Fatalf("after %v nothing is stored: %v", time.Since(last), err)
		}
	}
	times := map[string]int{}
	for _, e := range dbtest.MustMatch(t, s, m.ID).Events {
		times[e.Text]++
		if times[e.Text] > 1 {
			t.Errorf("%q is stored twice", e.Text)
		}
	}
	for text := range acknowledged {
		if times[text] != 1 {
			t.Errorf("%q was acknowledged and is lost", text)
		}
	}
	t.Logf("%d moves acknowledged, %d refused; the longest pause was %v", len(acknowledged), failed, longest)
}
