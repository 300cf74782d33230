package judge

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"tableronde/games"
	"tableronde/games/parker"
	"tableronde/games/review"
)

// The reasons for a move are its effects on the board.
func TestReasonsAreFactsOfTheMove(t *testing.T) {
	for _, tt := range []struct {
		name, position, move string
		value                review.Value
		want                 []review.Reason
	}{
		{"wins", "camette 1 C6,A3/E4,E3", "C6-C7", review.Won - 1, []review.Reason{{Kind: review.Wins}}},
		{"takes as it must", "cam 1 D6,B6/D7,B7,G9", "D6xD8", 120, []review.Reason{{Kind: review.Compelled}, {Kind: review.Takes, Men: 1}}},
		{"wins later", "camette 1 C4,A3/D2,E3", "C4-C5", review.Won - 3, []review.Reason{{Kind: review.WinsIn, Number: 2}, {Kind: review.Runs, Number: 2}}},
		{"a runner", "cam 1 D9,A5/C4,G9", "D9-D10", 40, []review.Reason{{Kind: review.Runs, Number: 3}, {Kind: review.Safe}}},
		{"holds out", "cam 1 A5,D2/KG9,KF9,D9", "A5-A6", 6 - review.Won, []review.Reason{{Kind: review.HoldsOut}, {Kind: review.Safe}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			x := mustState(t, tt.position).(games.Searcher).Search().(*parker.Search)
			m, err := x.Parse(tt.move)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, reasonsFor(x, m, tt.value)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// An advised move can be played, is the same each time, and something speaks for it.
func TestAdvice(t *testing.T) {
	s := mustState(t, "camelot 1 KC6,D6,E6,F7/KC11,D9,E9,KH9")
	first, err := mustJudge(t, "camelot", nil).Advise(s, 4_000, 1)
	if err != nil || len(first.Reasons) == 0 || len(first.Reasons) > maxReasons+1 {
		t.Fatalf("Advise = %+v, %v", first, err)
	}
	checkLine(t, s, first.Line)
	again, _ := mustJudge(t, "camelot", nil).Advise(s, 4_000, 1)
	if diff := cmp.Diff(first, again); diff != "" {
		t.Errorf("asked twice:\n%s", diff)
	}
}

// Every move of a position is advised once, the best first, until there is no other.
func TestOtherAdvice(t *testing.T) {
	s := mustState(t, "camette 1 C2/B4,KD5")
	moves, seen := s.Legal(1), map[string]bool{}
	for number := 1; number <= len(moves); number++ {
		a, err := mustJudge(t, "camette", nil).Advise(s, 2_000, number)
		if err != nil || seen[a.Line[0]] {
			t.Fatalf("advice %d: %v, %v after %v", number, a.Line, err, seen)
		}
		seen[a.Line[0]] = true
		checkLine(t, s, a.Line)
		for _, reason := range a.Reasons {
			if number > 1 && (reason.Kind == review.Best || reason.Kind == review.HoldsOut) {
				t.Errorf("advice %d is said to be the best: %v", number, a.Reasons)
			}
		}
	}
	if best, err := mustJudge(t, "camette", nil).Position(s, 2_000); err != nil || !seen[best.Line[0]] {
		t.Errorf("Position = %v, %v", best, err)
	}
	if _, err := mustJudge(t, "camette", nil).Advise(s, 2_000, len(moves)+1); err != ErrNoOther {
		t.Errorf("after the last: %v", err)
	}
}
