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

// The turns of players in memory match the file through moves. A player has a turn with a seat
// that is to act, is asked for something or has a running clock, in several matches at once.
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
	matches := createThrees(t, s, players)
	asked := int64(0)
	turnsOf := func(players []db.Player) (all []db.Turns) {
		for _, p := range players {
			turns, err := s.Turns(t.Context(), p.ID)
			if err != nil {
				t.Fatal(err)
			}
			all, asked = append(all, turns), asked+1
		}
		return all
	}
	for range 600 {
		matches := matches[:[]int{1, 3, 9}[rng.IntN(3)]]
		dbtest.MustAppend(t, s, matches[rng.IntN(len(matches))].ID, func(m db.Match, _ db.Orders) (db.Change, error) {
			c := db.Change{Events: []db.Event{{Seat: 1, Text: "move"}}, ToAct: someSeats(rng, 2)}
			if rng.IntN(8) == 0 {
				c.Asked = someSeats(rng, 1)
			}
			if !m.Clock.IsZero() && rng.IntN(4) > 0 {
				c.Deadlines = make([]time.Time, len(m.Seats))
				for _, seat := range c.ToAct {
					c.Deadlines[seat-1] = s.Now().Add(time.Duration(rng.IntN(1000)) * time.Minute)
				}
			}
			return c, nil
		})
		kept := turnsOf(players)
		if rng.IntN(4) > 0 {
			continue
		}
		s.Forget()
		if diff := cmp.Diff(turnsOf(players), kept); diff != "" {
			t.Fatalf("turns (-stored +kept):\n%s", diff)
		}
	}
	if n := reads.Load(); n == 0 || n > asked*3/4 {
		t.Errorf("%d of %d answers were read", n, asked)
	}
}

// createThrees starts nine matches of three players: two with clocks, the last one solo.
func createThrees(t *testing.T, s *Store, players []db.Player) []db.Match {
	t.Helper()
	clocks := clock.Of(clock.Control{Move: time.Hour})
	var matches []db.Match
	for i := range 9 {
		n := db.NewMatch{Seats: 3, Host: players[0].ID, HostSeat: 1, ToAct: []games.Seat{1}, Solo: i == 8}
		if !n.Solo {
			n.Reserve = map[games.Seat]string{2: players[1].ID, 3: players[2].ID}
		}
		if i == 1 || i == 5 {
			n.Clock, n.ToAct = clocks, nil
			n.Begin = func(db.Match, db.Orders) (db.Change, error) {
				return db.Change{ToAct: []games.Seat{1}, Clock: clocks}, nil
			}
		}
		matches = append(matches, dbtest.MustCreate(t, s, n))
	}
	return matches
}

// someSeats returns each of three seats with a chance of n in 3.
func someSeats(rng *rand.Rand, n int) (seats []games.Seat) {
	for seat := range games.Seat(3) {
		if rng.IntN(3) < n {
			seats = append(seats, seat+1)
		}
	}
	return seats
}
