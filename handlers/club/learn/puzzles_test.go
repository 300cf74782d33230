package learn_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/db/dbtest"
	"tableronde/db/storetest"
	"tableronde/games/puzzles"
	"tableronde/games/rating"
	"tableronde/handlers/club/learn"
)

// mustSolver returns a new player whose rating at puzzles of Camelot is settled.
func mustSolver(t *testing.T, s db.Store, name string, points float64, at time.Time) string {
	t.Helper()
	id := dbtest.MustPlayer(t, s, name).ID
	settled := rating.Rating{Points: points, Deviation: 60, Volatility: 0.06}
	_, err := s.AnswerPuzzle(t.Context(), id, db.PuzzleID{Game: "camelot", Number: 1}, func(_ db.PuzzleTry, _, r rating.Rating) (db.PuzzleTry, rating.Rating) {
		return db.PuzzleTry{Solved: true, Tried: at, Rating: settled}, r
	})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func mustRate(t *testing.T, s *learn.Puzzles, p puzzles.Puzzle) rating.Rating {
	t.Helper()
	r, err := s.Rating(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A puzzle that is harder or easier than its estimate comes close to its true rating, after first
// answers by solvers of known strength.
func TestRatingOfAPuzzleApproachesTheTruth(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	store := storetest.Open(t, func() time.Time { return now })
	s := learn.NewPuzzles(store, func() time.Time { return now })
	random := rand.New(rand.NewPCG(7, 7))
	p, _ := puzzles.Find("camelot", 300)
	estimate := float64(p.Rating)
	if got := mustRate(t, s, p); got.Points != estimate || got.Deviation < 150 || got.Deviation > 200 {
		t.Errorf("before the first attempt the rating is %+v, want the estimate %v", got, estimate)
	}
	for i, tt := range []struct {
		number int
		away   float64 // of the truth from the estimate
	}{{300, 300}, {301, -250}, {302, 0}} {
		p, _ := puzzles.Find("camelot", tt.number)
		truth := float64(p.Rating) + tt.away
		for n := range 150 {
			now = now.Add(10 * time.Minute)
			points := truth + 600*(random.Float64()-0.5)
			id := mustSolver(t, store, fmt.Sprintf("Solver %d of %d", n, i), points, now.Add(-time.Hour))
			if _, err := s.Answer(t.Context(), id, p, learn.Answer{Solved: random.Float64() < 1/(1+math.Pow(10, (truth-points)/400))}); err != nil {
				t.Fatal(err)
			}
		}
		if got := mustRate(t, s, p); math.Abs(got.Points-truth) > 3*got.Deviation || got.Deviation > 40 || got.Matches != 150 {
			t.Errorf("puzzle %d has %+v, want %v", tt.number, got, truth)
		} else {
			t.Logf("puzzle %d: estimate %d, truth %.0f, rating %.0f, deviation %.0f", tt.number, p.Rating, truth, got.Points, got.Deviation)
		}
	}
}

// Only a player's first answer moves the rating of a puzzle. Both sides gain and lose.
func TestFirstAnswerRatesThePuzzle(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	store := storetest.Open(t, func() time.Time { return now })
	s := learn.NewPuzzles(store, func() time.Time { return now })
	p, _ := puzzles.Find("camelot", 300)
	ada, bo := mustSolver(t, store, "Ada", 1500, now), mustSolver(t, store, "Bo", 1500, now)
	last := mustRate(t, s, p).Points
	for _, tt := range []struct {
		name   string
		player string
		answer learn.Answer
		moves  float64
	}{
		{"a wrong first answer", ada, learn.Answer{Wrong: "E8-E9"}, +1},
		{"a second wrong answer", ada, learn.Answer{Wrong: "E8-D9"}, 0},
		{"the solution at last", ada, learn.Answer{Solved: true}, 0},
		{"the puzzle once more", ada, learn.Answer{Wrong: "E8-F9"}, 0},
		{"a right first answer", bo, learn.Answer{Solved: true}, -1},
		{"the same again", bo, learn.Answer{Solved: true}, 0},
	} {
		now = now.Add(time.Minute)
		try, err := s.Answer(t.Context(), tt.player, p, tt.answer)
		if err != nil {
			t.Fatal(err)
		}
		points := mustRate(t, s, p).Points
		if got := points - last; got != 0 && tt.moves == 0 || got*tt.moves < 0 || tt.moves != 0 && (got == 0 || try.Gain*tt.moves >= 0) {
			t.Errorf("%s moves the puzzle by %v, the player by %v", tt.name, got, try.Gain)
		}
		last = points
	}
}

// The next puzzle is near to the player's rating by the present ratings of the puzzles.
func TestNextPuzzleByItsRating(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	store := storetest.Open(t, func() time.Time { return now })
	s := learn.NewPuzzles(store, func() time.Time { return now })
	ada := mustSolver(t, store, "Ada", 2500, now)
	next := func() puzzles.Puzzle {
		t.Helper()
		p, ok, err := s.Next(t.Context(), ada, "camelot")
		if err != nil || !ok {
			t.Fatalf("Next = %v, %v", ok, err)
		}
		return p
	}
	all := puzzles.Of("camelot")
	hardest := slices.MaxFunc(all, func(a, b puzzles.Puzzle) int { return a.Rating - b.Rating })
	if got := next(); got.Rating != hardest.Rating {
		t.Errorf("the strongest solver gets puzzle %d of %d", got.Number, len(all))
	}
	_, err := store.AnswerPuzzle(t.Context(), mustSolver(t, store, "Bo", 1500, now), db.PuzzleID{Game: "camelot", Number: 40}, func(try db.PuzzleTry, own, _ rating.Rating) (db.PuzzleTry, rating.Rating) {
		return try, rating.Rating{Points: 2490, Deviation: 50, Volatility: 0.06, Matches: 1, At: now}
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := next().Number; got != 40 {
		t.Errorf("puzzle %d is next, though puzzle 40 has proved to be hard", got)
	}
}
