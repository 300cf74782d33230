package review

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
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

// The largest swing is the move with the largest loss of chances; a match without swings has none.
func TestLargestSwing(t *testing.T) {
	r := Review{Moves: []Move{{Value: 0, Played: -300, Best: "x"}, {Value: 200, Played: -900, Best: "x"}, {Value: 10, Played: 0, Best: "x"}}}
	if i, ok := r.LargestSwing(); i != 1 || !ok {
		t.Errorf("LargestSwing() = %d, %v, want 1, true", i, ok)
	}
	if i, ok := (Review{Moves: r.Moves[2:]}).LargestSwing(); ok {
		t.Errorf("LargestSwing() = %d, %v, want none", i, ok)
	}
}
