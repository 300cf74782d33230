package sqlite

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/db/dbtest"
)

// What a batch has written is seen by the rest of the batch, and what a job has
// written that failed is not.
func TestAppendsOfABatchFollowEachOther(t *testing.T) {
	s := openStore(t)
	m := dbtest.MustStart(t, s, dbtest.MustPlayer(t, s, "Ada"), dbtest.MustPlayer(t, s, "Bo"))
	dbtest.MustAppend(t, s, m.ID, dbtest.Move("0"))
	var writes []func()
	for _, text := range []string{"1", "fails", "2", "fails", "3"} {
		writes = append(writes, func() {
			_, err := s.Append(context.Background(), db.Once{Caller: "ada", Key: text}, m.ID, func(m db.Match, _ db.Orders) (db.Change, error) {
				c, err := dbtest.Move(text)(m, nil)
				c.Note = func(db.Match) (int, []byte) {
					if text == "fails" {
						panic(text)
					}
					return 200, nil
				}
				return c, err
			})
			if (err != nil) != (text == "fails") {
				t.Errorf("%s: %v", text, err)
			}
		})
	}
	queue(t, s, writes...)
	var got []string
	for _, e := range dbtest.MustMatch(t, s, m.ID).Events {
		got = append(got, e.Text)
	}
	if diff := cmp.Diff([]string{"0", "1", "2", "3"}, got); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
	checkLogs(t, s)
}

// A log with a hole is not folded into another game than was played.
func TestMissingEventIsAnError(t *testing.T) {
	s := openStore(t)
	m := dbtest.MustStart(t, s, dbtest.MustPlayer(t, s, "Ada"), dbtest.MustPlayer(t, s, "Bo"))
	for range 3 {
		dbtest.MustAppend(t, s, m.ID, dbtest.Move("E6-E8"))
	}
	if err := s.w.do(t.Context(), func(ctx context.Context, tx *tx) error {
		_, err := tx.exec(ctx, `DELETE FROM events WHERE ply = 1`)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	other := openStoreAt(t, file(t, s))
	if got, err := other.Match(t.Context(), m.ID); err == nil || !strings.Contains(err.Error(), "2 events instead of 3") {
		t.Errorf("Match = %d events, %v, want an error", len(got.Events), err)
	}
	if _, err := other.Append(t.Context(), db.Once{}, m.ID, dbtest.Move("E6-E8")); err == nil {
		t.Error("Append succeeded")
	}
}

func TestEventLog(t *testing.T) {
	events := func(n int) []db.Event {
		list := make([]db.Event, n)
		for i := range list {
			list[i] = db.Event{Ply: i, Text: "x"}
		}
		return list
	}
	last := func(n int) db.Event { return events(n)[n-1] }
	l := newEventLog(100 * eventSize)
	for seq := range int64(1000) {
		l.put(seq, events(4))
		if size := l.matches.WeightedSize(); size > l.matches.GetMaximum() {
			t.Fatalf("%d bytes are kept of %d matches", size, seq+1)
		}
	}
	l = newEventLog(100 * eventSize)
	l.put(1, events(4))
	got := l.get(1, 3, last(3))
	if len(got) != 3 || cap(got) != 3 {
		t.Errorf("the first 3 of 4 events: %d with room for %d, want 3 and 3", len(got), cap(got))
	}
	l.put(1, events(2))
	if l.get(1, 4, last(4)) == nil {
		t.Error("a shorter log replaced a longer one")
	}
	if l.get(1, 4, db.Event{Ply: 3, Text: "y"}) != nil || l.get(1, 5, last(5)) != nil {
		t.Error("events were given that do not agree with the row")
	}
}
