package tactics

import (
	"slices"
	"strconv"
	"testing"

	"tableronde/games/parker"
)

func TestExamineDefence(t *testing.T) {
	for _, tt := range []struct {
		name, position, want string
		why                  Reason
	}{
		{"a step in the way", "camette 1 C5/A5,B5", "camette 1 C5/A5,B5\tC5-C6\t4", ""},
		{"nothing threatens", "camette 1 KC2,B3,C3,D3/KC6,B5,C5,D5", "", ""},
		{"nothing helps", "camette 1 A5/B2,KD2", "", ""},
		{"a capture is due", "camette 1 A4/B3", "", ""},
		{"a win at once", "camette 1 C6,A5,E4/B2", "", Winning},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := parker.ParsePosition(tt.position)
			if err != nil {
				t.Fatal(err)
			}
			_, x := searchOf(t, Problem{Position: p})
			got, why, ok := ExamineDefence(x)
			if ok != (tt.want != "") || ok && got.String() != tt.want || why != tt.why {
				t.Errorf("%v, %q, %v; want %s, %q", got, why, ok, tt.want, tt.why)
			}
		})
	}
}

// The same seed gives the same defences. Each is new, and for the first seat.
func TestFindDefences(t *testing.T) {
	find := func() (texts []string, rejected map[Reason]int) {
		puzzles, rejected, err := FindDefences(parker.BoardOf("camette"), 4, 3, func(int, int) {})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range puzzles {
			texts = append(texts, p.String())
			_, x := searchOf(t, p.Problem)
			if got, why, ok := ExamineDefence(x); !ok || got.String() != p.String() || x.ToAct() != 1 {
				t.Errorf("%v: %v, %q", p, got, why)
			}
		}
		return texts, rejected
	}
	first, rejected := find()
	second, _ := find()
	slices.Sort(second)
	if !slices.Equal(slices.Sorted(slices.Values(first)), second) || len(slices.Compact(second)) != 4 {
		t.Errorf("found %q, then %q", first, second)
	}
	if rejected[Losing] == 0 || rejected[Branching] != 0 {
		t.Errorf("rejected: %v", rejected)
	}
}

// A position of the second seat has the same moves when it is turned for the first one.
func TestTurned(t *testing.T) {
	p, err := parker.ParsePosition("camelot 2 KK8,C3/KE9,K14 1/0")
	if err != nil {
		t.Fatal(err)
	}
	_, x := searchOf(t, Problem{Position: p})
	first, err := turned(x)
	if err != nil {
		t.Fatal(err)
	}
	if got := first.Position().String(); got != "camelot 1 K3,KE8/KK9,C14 0/1" {
		t.Errorf("turned is %s", got)
	}
	moves := func(x *parker.Search) (list []string) {
		for _, m := range x.Moves(nil) {
			list = append(list, x.Text(m))
		}
		return list
	}
	for _, text := range moves(x) {
		back := ranks.ReplaceAllStringFunc(text, func(rank string) string {
			n, _ := strconv.Atoi(rank)
			return strconv.Itoa(17 - n)
		})
		if !slices.Contains(moves(first), back) {
			t.Errorf("%s is not a move of the first seat", back)
		}
	}
}
