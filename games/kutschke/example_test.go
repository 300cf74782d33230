package kutschke

import "testing"

// The example of the rules text: the Book of 2 pays for 1, nothing is given back,
// two points.
func TestExample(t *testing.T) {
	start, seat, turn := Example()
	s := start.(*state)
	wantSeat(t, s, seat, 0, "camelot", "S1 L1 B2")
	view, fit, err := s.Stage(seat, turn)
	if v := view.(View); err != nil || fit != len(turn) || v.Seats[0].Points != 2 || len(v.Done) != 1 {
		t.Errorf("%d fit, %v\n%s", fit, err, v)
	}
	s = play(t, s, seat, turn...)
	wantSeat(t, s, seat, 2, "hidden-valley", "S1")
	if l, b := s.pile(Lance), s.pile(Book); l != "L1 L3" || b != "B2 B3" {
		t.Errorf("piles %s, %s", l, b)
	}
}
