package dbtest

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"tableronde/db"
	"tableronde/games/rating"
)

// Attempted returns the rating of a puzzle after one more attempt, as a db.PuzzleAnswer returns it.
func Attempted(r rating.Rating) rating.Rating {
	return rating.Rating{Points: r.Points + 1.5, Deviation: 150.25, Volatility: 0.0625, Matches: r.Matches + 1, At: time.Date(2026, 11, 28, 12, r.Matches, 0, 0, time.UTC)}
}

// A player's answers to a puzzle change together with the rating after the first one, until the
// player leaves. The rating of the puzzle stays.
func testPuzzles(t *testing.T, e Engine) {
	s := e.open(t)
	ctx := t.Context()
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	start := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	answer := func(player string, p db.PuzzleID, want, puzzle rating.Rating, after db.PuzzleTry) {
		t.Helper()
		got, err := s.AnswerPuzzle(ctx, player, p, func(before db.PuzzleTry, r, was rating.Rating) (db.PuzzleTry, rating.Rating) {
			if diff := cmp.Diff([]rating.Rating{want, puzzle}, []rating.Rating{r, was}); diff != "" {
				t.Errorf("ratings before %v (-want +got):\n%s", p, diff)
			}
			if !before.Tried.IsZero() {
				return after, was
			}
			return after, Attempted(was)
		})
		if diff := cmp.Diff(after, got); diff != "" || err != nil {
			t.Errorf("AnswerPuzzle (-want +got):\n%s%v", diff, err)
		}
	}
	one, two, other := db.PuzzleID{Game: "camelot", Number: 3}, db.PuzzleID{Game: "camelot", Number: 1}, db.PuzzleID{Game: "cam", Number: 3}
	first := db.PuzzleTry{Day: 20785, Wrong: []string{"E8-E9"}, Tried: start, Rating: rating.Rating{Points: 1400.5, Deviation: 290.25, Volatility: 0.0625, At: start}, Gain: -99.5}
	solved := first
	solved.Wrong, solved.Solved = []string{"E8-E9", "E8-D9"}, true
	second := db.PuzzleTry{Day: 20786, Solved: true, Tried: start.Add(time.Hour), Rating: rating.Rating{Points: 1450, Deviation: 250, Volatility: 0.06, At: start.Add(time.Hour)}}
	shown := db.PuzzleTry{Shown: true, Tried: start.Add(2 * time.Hour), Rating: rating.Rating{Points: 1500, Deviation: 350, Volatility: 0.06, At: start.Add(2 * time.Hour)}}
	none := rating.Rating{}
	once, twice := Attempted(none), Attempted(Attempted(none))
	answer(ada.ID, one, rating.New(), none, first)
	answer(ada.ID, one, first.Rating, once, solved)
	answer(ada.ID, two, first.Rating, none, second)
	answer(ada.ID, other, rating.New(), none, shown)
	answer(bo.ID, one, rating.New(), once, first)

	for p, want := range map[db.PuzzleID]db.PuzzleTry{one: solved, two: second, other: shown, {Game: "cam", Number: 1}: {}} {
		got, err := s.PuzzleTry(ctx, ada.ID, p)
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" || err != nil {
			t.Errorf("PuzzleTry %v (-want +got):\n%s%v", p, diff, err)
		}
	}
	check := func(player string, days []int, tried ...db.TriedPuzzle) {
		t.Helper()
		gotDays, err := s.PuzzleDays(ctx, player, 10)
		if diff := cmp.Diff(days, gotDays); diff != "" || err != nil {
			t.Errorf("PuzzleDays (-want +got):\n%s%v", diff, err)
		}
		got, err := s.PuzzlesTried(ctx, player)
		if diff := cmp.Diff(tried, got, cmpopts.EquateEmpty()); diff != "" || err != nil {
			t.Errorf("PuzzlesTried (-want +got):\n%s%v", diff, err)
		}
		tried = slices.DeleteFunc(tried, func(p db.TriedPuzzle) bool { return p.Game != one.Game })
		if got, err = s.PuzzlesTriedOf(ctx, player, one.Game); err != nil || !cmp.Equal(tried, got, cmpopts.EquateEmpty()) {
			t.Errorf("PuzzlesTriedOf = %v, %v, want %v", got, err, tried)
		}
		for p, want := range map[db.PuzzleID]rating.Rating{one: twice, two: once, other: once, {Game: "cam", Number: 1}: none} {
			if got, err := s.PuzzleRating(ctx, p); got != want || err != nil {
				t.Errorf("PuzzleRating %v = %v, %v, want %v", p, got, err, want)
			}
		}
		points, err := s.PuzzlePoints(ctx, one.Game)
		if diff := cmp.Diff(map[int]float64{one.Number: twice.Points, two.Number: once.Points}, points); diff != "" || err != nil {
			t.Errorf("PuzzlePoints (-want +got):\n%s%v", diff, err)
		}
	}
	check(ada.ID, []int{20786, 20785}, db.TriedPuzzle{PuzzleID: other, PuzzleTry: shown}, db.TriedPuzzle{PuzzleID: two, PuzzleTry: second}, db.TriedPuzzle{PuzzleID: one, PuzzleTry: solved})
	check(bo.ID, nil, db.TriedPuzzle{PuzzleID: one, PuzzleTry: first})
	if _, err := s.AnswerPuzzle(ctx, "nobody", one, func(p db.PuzzleTry, _, r rating.Rating) (db.PuzzleTry, rating.Rating) { return p, r }); err != db.ErrNotFound {
		t.Errorf("AnswerPuzzle of nobody: %v, want %v", err, db.ErrNotFound)
	}
	if err := s.Leave(ctx, ada.ID); err != nil {
		t.Fatal(err)
	}
	check(ada.ID, nil)
}

// Of players who answer a puzzle at once, each sees the rating of the puzzle after the one before.
func testPuzzleAtOnce(t *testing.T, e Engine) {
	s := e.open(t)
	p := db.PuzzleID{Game: "camelot", Number: 3}
	const players = 6
	var all sync.WaitGroup
	for i := range players {
		id := MustPlayer(t, s, fmt.Sprint("Solver ", i)).ID
		all.Go(func() {
			_, err := s.AnswerPuzzle(t.Context(), id, p, func(try db.PuzzleTry, _, r rating.Rating) (db.PuzzleTry, rating.Rating) { return try, Attempted(r) })
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	want := rating.Rating{}
	for range players {
		want = Attempted(want)
	}
	if got, err := s.PuzzleRating(t.Context(), p); got != want || err != nil {
		t.Errorf("after %d attempts at once: %+v, %v, want %+v", players, got, err, want)
	}
}
