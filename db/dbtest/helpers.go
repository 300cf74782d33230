package dbtest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/games"
)

// Clock is a clock that moves only by Advance.
type Clock struct {
	mu sync.Mutex
	at time.Time
}

// NewClock returns a clock that shows noon of a fixed day.
func NewClock() *Clock {
	return &Clock{at: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)}
}

// Now returns the time that the clock shows.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

// Advance moves the clock forward.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// MustPlayer creates a player.
func MustPlayer(t testing.TB, s db.Store, name string) db.Player {
	t.Helper()
	p, err := s.CreatePlayer(context.Background(), name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// MustCreate creates a match. Without other values in n, it is of Camelot and seat 1 acts first.
func MustCreate(t testing.TB, s db.Store, n db.NewMatch) db.Match {
	t.Helper()
	if n.Game == "" {
		n.Game, n.Version = "camelot", 1
	}
	if n.ToAct == nil {
		n.ToAct = []games.Seat{1}
	}
	m, err := s.CreateMatch(context.Background(), db.Once{}, n, nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// MustStart creates a public match between two players, with a in seat 1.
func MustStart(t testing.TB, s db.Store, a, b db.Player) db.Match {
	t.Helper()
	return MustCreate(t, s, db.NewMatch{Seats: 2, Public: true, Host: a.ID, HostSeat: 1, Reserve: map[games.Seat]string{2: b.ID}})
}

// MustAppend appends the change that decide computes.
func MustAppend(t testing.TB, s db.Store, id string, decide db.Decide) db.Match {
	t.Helper()
	m, err := s.Append(context.Background(), db.Once{}, id, decide)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// MustMatch reads a match.
func MustMatch(t testing.TB, s db.Store, id string) db.Match {
	t.Helper()
	m, err := s.Match(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Move returns a decision that plays text for the seat to act and passes the turn.
func Move(text string) db.Decide {
	return func(m db.Match, _ db.Orders) (db.Change, error) {
		seat := m.ToAct[0]
		return db.Change{
			Events: []db.Event{{Seat: seat, Text: text}},
			ToAct:  []games.Seat{seat%games.Seat(len(m.Seats)) + 1},
		}, nil
	}
}

// ErrStale is the refusal of MoveAt.
var ErrStale = errors.New("stale ply")

// MoveAt works like Move, but refuses any other ply with ErrStale.
func MoveAt(ply int, text string) db.Decide {
	return func(m db.Match, _ db.Orders) (db.Change, error) {
		if m.Ply != ply {
			return db.Change{}, fmt.Errorf("%w: %d", ErrStale, m.Ply)
		}
		return Move(text)(m, nil)
	}
}

// Finish returns a decision that ends a match with a winner.
func Finish(winner games.Seat) db.Decide {
	return func(db.Match, db.Orders) (db.Change, error) {
		return db.Change{
			Events: []db.Event{{Seat: winner, Text: "A1xB2"}},
			ToAct:  []games.Seat{1}, // ignored
			Result: &games.Result{Scores: map[games.Seat]float64{1: 0.5, 2: 0}, Winners: []games.Seat{winner}, Reason: "castle"},
		}, nil
	}
}
