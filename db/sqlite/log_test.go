package sqlite

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/db/dbtest"
	"tableronde/db/internal/sqlstore"
)

// The jobs of a batch see the writes of the jobs before them, except those that failed.
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
	if err := s.w.do(t.Context(), func(ctx context.Context, tx sqlstore.Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM events WHERE ply = 1`)
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
