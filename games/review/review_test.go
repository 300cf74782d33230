package review

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tableronde/games"
)

// A swing is a move that makes a win much less likely. A move that costs much in a won
// position, and leaves it won, is not.
func TestSwingsAreLossesOfChances(t *testing.T) {
	for _, tt := range []struct {
		name   string
		m      Move
		swings bool
		delays bool
	}{
		{"best", Move{Value: 300, Played: 300}, false, false},
		{"two men of nine", Move{Value: 900, Played: 700, Best: "x"}, false, false},
		{"two men when even", Move{Value: 20, Played: -180, Best: "x"}, true, false},
		{"half a man when even", Move{Value: 20, Played: -30, Best: "x"}, false, false},
		{"a win given away", Move{Value: Won - 5, Played: 0, Best: "x"}, true, false},
		{"a draw given away", Move{Value: 0, Played: 4 - Won, Best: "x"}, true, false},
		{"a later win", Move{Value: Won - 3, Played: Won - 5, Best: "x"}, false, true},
		{"a nearer loss", Move{Value: 8 - Won, Played: 4 - Won, Best: "x"}, false, false},
		{"nothing better is known", Move{Value: 100, Played: -300}, false, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.m.Swings(); got != tt.swings {
				t.Errorf("Swings = %v with a loss of %.2f", got, tt.m.Loss())
			}
			if got := tt.m.Delays(); got != tt.delays {
				t.Errorf("Delays = %v", got)
			}
		})
	}
}

// Of many swings Swings returns the largest, in the order of play.
func TestLargestSwings(t *testing.T) {
	var r Review
	var want []int
	for i := range 20 {
		m := Move{Ply: 2 * i, Value: 0, Played: -130, Best: "x"}
		if i%2 == 1 && i < 2*MaxSwings {
			m.Played, want = -400, append(want, i)
		}
		r.Moves = append(r.Moves, m)
	}
	if got := r.Swings(); !slices.Equal(got, want) {
		t.Errorf("Swings = %v, want %v", got, want)
	}
	for ply, want := range map[int]int{0: 0, 1: 1, 2: 1, 38: 19, 39: -1} {
		if got := r.At(ply); got != want {
			t.Errorf("At(%d) = %d, want %d", ply, got, want)
		}
	}
}

func TestReviewAsText(t *testing.T) {
	r := Review{Exact: true, Moves: []Move{{Ply: 3, Seat: 2, Text: "C6-E4", Value: Won - 7, Played: -20, Best: "A4-B3", Line: []string{"A4-B3", "C2-C3"}, Only: true}}}
	text, err := r.Encode()
	if err != nil {
		t.Fatal(err)
	}
	got, err := Parse(text)
	if diff := cmp.Diff(r, got); diff != "" || err != nil {
		t.Errorf("Parse(Encode) (-want +got):\n%s%v", diff, err)
	}
	if _, err := Parse("{"); err == nil {
		t.Error("half a text is parsed")
	}
	if empty, err := Parse(""); err != nil || len(empty.Moves) > 0 {
		t.Errorf("Parse of nothing = %v, %v", empty, err)
	}
}

// The moments are the largest changes of the chances. A mistake that only the search of the next
// position finds counts at the move that made it, so a graph that falls slowly has moments as well.
func TestMoments(t *testing.T) {
	two := games.Info{Seats: []int{2}}
	r := Review{Moves: []Move{
		{Seat: 1, Value: 0, Played: -300, Best: "x"}, // a mistake
		{Seat: 2, Value: 300, Played: 300},
		{Seat: 1, Value: -300, Played: -300}, // a mistake that is found late
		{Seat: 2, Value: 500, Played: 500},
		{Seat: 1, Value: -500, Played: -510, Best: "x"},
	}}
	list := func(game games.Info) (indexes []int) {
		for _, m := range r.Moments(game) {
			indexes = append(indexes, m.Index)
		}
		return indexes
	}
	if got, want := list(two), []int{0, 2, 4}; !slices.Equal(got, want) {
		t.Errorf("Moments = %v, want %v", got, want)
	}
	if m := r.Moments(two)[1]; m.Change >= 0 {
		t.Errorf("the late mistake changes the chances by %v", m.Change)
	}
	if got, want := list(games.Info{Seats: []int{4}}), []int{0, 4}; !slices.Equal(got, want) {
		t.Errorf("where each plays alone, Moments = %v, want %v", got, want)
	}
	var slow Review
	for i := range 40 {
		slow.Moves = append(slow.Moves, Move{Seat: games.Seat(1 + i%2), Value: Value(15 * i * (1 - 2*(i%2))), Played: Value(15 * i * (1 - 2*(i%2)))})
	}
	if got := slow.Moments(two); len(got) != MaxMoments || len(slow.Swings()) != 0 {
		t.Errorf("a slow rise has %d moments and %d swings", len(got), len(slow.Swings()))
	}
}
