package views

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// course returns the page of a review of a match for three, with the decisions of the second seat.
func course() *Decisions {
	d := &Decisions{Whose: 2, Course: []Moment{
		{Shares: []int{30, 43, 27}, Hands: []int{30, 40, 30}, Average: []int{33, 34, 33}, Deals: 1000, Round: 1},
		{Shares: []int{20, 50, 30}, Number: 3, Told: 2},
		{Shares: []int{20, 51, 29}, Number: 4, Told: 1},
		{Shares: []int{40, 0, 60}, Hands: []int{35, 20, 45}, Average: []int{30, 31, 39}, Deals: 1000, Round: 2},
		{Shares: []int{0, 100, 0}, End: true},
	}}
	d.Lang, d.Seats = English, []Seat{{Name: "Ada"}, {Name: "Bo"}, {Name: "Cy"}}
	return d
}

// The luck of all deals and the effect of everything else add up to the way from the first chance
// to the last.
func TestLuckAndTheRestAreAll(t *testing.T) {
	d := course()
	l := d.luck()
	if l.points != 6-11 || l.samples != 1000 {
		t.Errorf("the luck is %+v", l)
	}
	want := []string{"Round 1: 34% with an average hand, 40% with that dealt.", "Round 2: 31% with an average hand, 20% with that dealt."}
	if diff := cmp.Diff(want, l.deals); diff != "" {
		t.Error(diff)
	}
	if !strings.HasPrefix(l.sum, "From 34% to 100% in the end: \u22125 by the luck of the deal, +71 by all else") {
		t.Errorf("in all: %s", l.sum)
	}
	d.Course = d.Course[:4]
	if l = d.luck(); l.sum != "" {
		t.Errorf("without an end: %s", l.sum)
	}
	d.Course = []Moment{{Shares: []int{30, 40, 30}, Round: 1}}
	if l = d.luck(); l != nil {
		t.Errorf("without a deal: %+v", l)
	}
}

// The lines of the seats differ, numbers of decisions do not hide one another, and the table
// has the rounds, the decisions and the end.
func TestCourseIsDrawn(t *testing.T) {
	d := course()
	strokes := map[string]bool{}
	for seat := range d.Seats {
		strokes[d.stroke(d.others()[min(seat, 1)])] = true
	}
	if strokes[d.stroke(d.Whose)] = true; len(strokes) != 3 {
		t.Errorf("the strokes are %v", strokes)
	}
	var text strings.Builder
	if err := (chancesGraph{d}).Render(t.Context(), &text); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(text.String(), "<path class="); n != 3 {
		t.Errorf("%d lines:\n%s", n, &text)
	}
	near := []GraphMark{{Across: 10, Down: 70}, {Across: 12, Down: 75 + markSize}}
	for _, c := range []struct {
		across     float64
		down, want int
	}{{12, 70, 70 - markSize}, {19, 70, 70}, {19, 80, 75}, {40, 70, 70}} {
		if got := freeHeight(near, c.across, c.down); got != c.want {
			t.Errorf("beside others a mark at %v, %d lies at %d, want %d", c.across, c.down, got, c.want)
		}
	}
	var names []string
	for _, row := range d.rows() {
		names = append(names, row.name)
	}
	if diff := cmp.Diff([]string{"Round 1", "Decision 3", "Decision 4", "Round 2", "The end"}, names); diff != "" {
		t.Error(diff)
	}
}
