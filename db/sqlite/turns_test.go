package sqlite

import (
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/db/dbtest"
	"tableronde/games"
	"tableronde/games/clock"
)

// What is kept of the turns of players through moves is what the file says: whoever is to
// act, is asked for something or has a running clock, in several matches at once.
func TestTurnsAreKeptThroughMoves(t *testing.T) {
	var reads atomic.Int64
	s, err := OpenWith(t.Context(), filepath.Join(t.TempDir(), "a.db"), Options{Exclusive: true, Trace: func(query string) {
		if strings.Contains(query, "deadline IS NOT NULL") {
			reads.Add(1)
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	rng := rand.New(rand.NewPCG(1, 2))
	players := []db.Player{dbtest.MustPlayer(t, s, "Ada"), dbtest.MustPlayer(t, s, "Bo"), dbtest.MustPlayer(t, s, "Cy")}
	all := []games.Seat{1, 2, 3}
	clocks := clock.Of(clock.Control{Move: time.Hour})
	var matches []db.Match
	for i := range 9 {
		n := db.NewMatch{Seats: 3, Host: players[0].ID, HostSeat: 1, ToAct: all[:1], Solo: i == 8}
		if !n.Solo {
			n.Reserve = map[games.Seat]string{2: players[1].ID, 3: players[2].ID}
		}
		if i == 1 || i == 5 {
			n.Clock, n.ToAct = clocks, nil
			n.Begin = func(db.Match, db.Orders) (db.Change, error) { return db.Change{ToAct: all[:1], Clock: clocks}, nil }
		}
		matches = append(matches, dbtest.MustCreate(t, s, n))
	}
	some := func(most int) (seats []games.Seat) {
		for _, seat := range all {
			if rng.IntN(3) < most {
				seats = append(seats, seat)
			}
		}
		return seats
	}
	asked := int64(0)
	for range 600 {
		matches := matches[:[]int{1, 3, 9}[rng.IntN(3)]]
		dbtest.MustAppend(t, s, matches[rng.IntN(len(matches))].ID, func(m db.Match, _ db.Orders) (db.Change, error) {
			c := db.Change{Events: []db.Event{{Seat: 1, Text: "move"}}, ToAct: some(2)}
			if rng.IntN(8) == 0 {
				c.Asked = some(1)
			}
			if !m.Clock.IsZero() && rng.IntN(4) > 0 {
				c.Deadlines = make([]time.Time, len(all))
				for _, seat := range c.ToAct {
					c.Deadlines[seat-1] = s.Now().Add(time.Duration(rng.IntN(1000)) * time.Minute)
				}
			}
			return c, nil
		})
		var kept []db.Turns
		for _, p := range players {
			turns, err := s.Turns(t.Context(), p.ID)
			if err != nil {
				t.Fatal(err)
			}
			kept, asked = append(kept, turns), asked+1
		}
		if rng.IntN(4) > 0 {
			continue
		}
		s.Forget()
		for i, p := range players {
			asked++
			stored, err := s.Turns(t.Context(), p.ID)
			if diff := cmp.Diff(stored, kept[i]); diff != "" || err != nil {
				t.Fatalf("turns of %s, %v (-stored +kept):\n%s", p.Name, err, diff)
			}
		}
	}
	if n := reads.Load(); n == 0 || n > asked*3/4 {
		t.Errorf("%d of %d answers were read", n, asked)
	}
}
