package board

import (
	"testing"

	"tableronde/games"
	"tableronde/games/parker"
)

func boards() []*parker.Board {
	var all []*parker.Board
	for _, rules := range parker.Rulesets() {
		all = append(all, parker.BoardOf(rules.Info().ID))
	}
	return all
}

// Every square has a place of its own on the screen, whichever way the board
// lies, and turning it by four quarters leads back.
func TestEverySquareHasItsPlace(t *testing.T) {
	for _, b := range boards() {
		for turn := sideBottom; turn <= sideRight; turn++ {
			l := newLayout(b, turn)
			seen := map[gridPoint]bool{}
			for q, p := range l.at {
				if p.col < 0 || p.row < 0 || p.col >= l.cols || p.row >= l.rows || seen[p] {
					t.Errorf("%s turned by %d: %s at %v of %dx%d", b.ID(), turn, b.Name(parker.Square(q)), p, l.cols, l.rows)
				}
				seen[p] = true
			}
		}
	}
}

// The seat at the bottom has its castle there. Without a castle, turn order gives the places of the
// seats.
func TestOnesOwnSideIsAtTheBottom(t *testing.T) {
	for _, b := range boards() {
		sides := map[side]bool{}
		for seat := games.Seat(1); int(seat) <= b.Seats(); seat++ {
			turn := sideOf(b, seat)
			if sides[turn] {
				t.Errorf("%s: two seats sit at side %d", b.ID(), turn)
			}
			sides[turn] = true
			l := newLayout(b, turn)
			for q := range parker.Square(b.Len()) {
				if b.CastleOf(q) == seat && l.at[q].row != l.rows-1 {
					t.Errorf("%s: castle square %s of seat %d is in row %d", b.ID(), b.Name(q), seat, l.at[q].row)
				}
			}
		}
		if sideOf(b, 1) != sideBottom || b.Seats() == 2 && sideOf(b, 2) != sideTop {
			t.Errorf("%s: seats 1 and 2 sit at sides %d and %d", b.ID(), sideOf(b, 1), sideOf(b, 2))
		}
	}
}

func TestUpTo(t *testing.T) {
	for _, tt := range []struct {
		route string
		legs  int
		want  string
	}{
		{"C6-E8xE10xG12", 0, "C6"},
		{"C6-E8xE10xG12", 1, "C6-E8"},
		{"C6-E8xE10xG12", 2, "C6-E8xE10"},
		{"C6-E8xE10xG12", 3, "C6-E8xE10xG12"},
		{"E6", 0, "E6"},
	} {
		if got := routePrefix(tt.route, tt.legs); got != tt.want {
			t.Errorf("upTo(%q, %d) = %q, want %q", tt.route, tt.legs, got, tt.want)
		}
	}
}
