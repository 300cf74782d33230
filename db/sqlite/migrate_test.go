package sqlite

import (
	"database/sql"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/db/dbtest"
	"tableronde/games"
)

// TestMigratesAnOldCopy opens a database of the version before the last step. Its content is
// found again, and the database goes on like a new one.
func TestMigratesAnOldCopy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "old.db")
	text, err := os.ReadFile("testdata/v42.sql")
	if err != nil {
		t.Fatal(err)
	}
	old, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := old.Exec(string(text)); err != nil {
		t.Fatal(err)
	}
	if err := old.Close(); err != nil {
		t.Fatal(err)
	}

	s := openStoreAt(t, path)
	if diff := cmp.Diff(schema(t, openStore(t)), schema(t, s)); diff != "" {
		t.Errorf("schema of a migrated database (-new +migrated):\n%s", diff)
	}
	checkIntegrity(t, s)
	checkLogs(t, s)
	over := dbtest.MustMatch(t, s, "rhtnykdroyiy")
	if !over.Over || over.Result.Reason != "resignation" || over.Ply != 3 || over.Events[2].Text != "resign" || over.Seats[1].Name != "Bo" {
		t.Errorf("the finished match is %+v", over)
	}
	if over.Chance() || over.Contributions != nil || over.Wait != 0 || !over.WindowEnds.IsZero() {
		t.Errorf("an old match has chance %v, contributions %q, waits %v, is due %v", over.Chance(), over.Contributions, over.Wait, over.WindowEnds)
	}
	if over.Title != "" || over.Tags != nil {
		t.Errorf("an old match is called %q and tagged %v", over.Title, over.Tags)
	}
	if solo := dbtest.MustMatch(t, s, "bo65fjcr3fzg"); solo.Options["setup"] != "1932" || !cmp.Equal(solo.ToAct, []games.Seat{2}) {
		t.Errorf("the table of one is %+v", solo)
	}
	dbtest.MustAppend(t, s, "bo65fjcr3fzg", func(m db.Match, o db.Orders) (db.Change, error) {
		c, err := dbtest.Move("B9-C9")(m, o)
		c.Orders, c.WindowEnds = db.Orders{3: "wait"}, time.UnixMilli(1)
		return c, err
	})
	if orders, err := s.OrdersOf(t.Context(), "bo65fjcr3fzg", 3); orders != "wait" || err != nil {
		t.Errorf("orders in an old match: %q, %v", orders, err)
	}
	open, _, err := s.OpenTables(t.Context(), "", db.TableFilter{}, "", 10)
	if err != nil || len(open) != 1 {
		t.Fatalf("open tables: %v, %v", open, err)
	}
	m, err := s.JoinMatch(t.Context(), db.Once{}, db.Joining{Match: open[0].ID, Player: dbtest.MustPlayer(t, s, "Cy").ID, Seat: 2, Invite: ""}, nil)
	if err != nil || m.Started.IsZero() {
		t.Errorf("joining the open table: %+v, %v", m, err)
	}
}
