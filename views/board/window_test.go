package board

import (
	"slices"
	"testing"

	"tableronde/games"
	"tableronde/games/parker"
	"tableronde/views/locale"
)

// forEachLayout calls f with every board of the family as every seat sees it.
func forEachLayout(t *testing.T, f func(t *testing.T, b *parker.Board, seat games.Seat, s *template)) {
	for _, r := range parker.Rulesets() {
		b := parker.BoardOf(r.Info().ID)
		for seat := games.Seat(1); int(seat) <= b.Seats(); seat++ {
			t.Run(b.ID()+" "+string('0'+rune(seat)), func(t *testing.T) {
				f(t, b, seat, templateFor(b, sideOf(b, seat), locale.English))
			})
		}
	}
}

func (w *window) shows(q parker.Square) bool {
	for _, c := range w.cells {
		if c.square == q {
			return true
		}
	}
	return false
}

// The squares of a part are 40 px on a phone of 360, with the board 4 px from either edge. The part
// with its buttons is as high as the whole board.
func TestPartsAreLargeEnoughAndOfTheBoardsHeight(t *testing.T) {
	forEachLayout(t, func(t *testing.T, b *parker.Board, _ games.Seat, s *template) {
		whole := s.windows[0]
		if len(whole.cells) != b.Len() || len(whole.cutOff) != 0 {
			t.Fatalf("the whole board shows %d of %d squares", len(whole.cells), b.Len())
		}
		if !HasParts(b) {
			if len(s.windows) != 1 {
				t.Errorf("a board without parts has %d windows", len(s.windows))
			}
			return
		}
		for _, w := range s.windows[1:] {
			scale := float64(phoneWidth) / float64(w.width)
			if px := squareSize * scale; px < 40 {
				t.Errorf("%s: squares of %.1f px", w.name, px)
			}
			if got, want := float64(w.height)*scale+buttonsHeight, float64(whole.height)*phoneWidth/float64(whole.width); got < want-3 || got > want+3 {
				t.Errorf("%s: %.0f px high with its buttons, the whole board %.0f", w.name, got, want)
			}
		}
	})
}

func TestEverySquareIsInThePartThatLeadsToIt(t *testing.T) {
	forEachLayout(t, func(t *testing.T, b *parker.Board, seat games.Seat, s *template) {
		if !HasParts(b) {
			return
		}
		for q := range parker.Square(b.Len()) {
			if part := PartAround(b, seat, q); !s.window(part).shows(q) {
				t.Errorf("%s is not in the part %s", b.Name(q), part)
			}
		}
	})
}

// A focus that walks out of a part has its square in the next part too.
func TestPartsOverlap(t *testing.T) {
	forEachLayout(t, func(t *testing.T, b *parker.Board, _ games.Seat, s *template) {
		if !HasParts(b) {
			return
		}
		for _, w := range s.windows[1:] {
			for _, way := range [][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
				next := Neighbor(w.name, way[0], way[1])
				if next == "" {
					continue
				}
				both := 0
				for _, c := range w.cells {
					if s.window(next).shows(c.square) {
						both++
					}
				}
				if both < 10 {
					t.Errorf("%s and %s share %d squares", w.name, next, both)
				}
			}
		}
	})
}

func TestPart(t *testing.T) {
	for _, tt := range []struct{ game, name, want string }{
		{"grand-camelot", "nw", "nw"},
		{"grand-camelot", "C", "c"},
		{"grand-camelot", "", ""},
		{"grand-camelot", "north", ""},
		{"cam", "s", "s"},
		{"camette", "s", ""},
	} {
		if got := ParsePart(parker.BoardOf(tt.game), tt.name); got != tt.want {
			t.Errorf("Part(%s, %q) = %q, want %q", tt.game, tt.name, got, tt.want)
		}
	}
	start := func(game string) parker.View {
		s, err := parker.Rulesets()[slices.IndexFunc(parker.Rulesets(), func(r games.Ruleset) bool { return r.Info().ID == game })].New(games.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		return s.View(games.Spectator).(parker.View)
	}
	for seat := games.Seat(1); seat <= 4; seat++ {
		if got := PartOfSeat(start("chivalry-4-solo"), seat, seat); got != "sw" {
			t.Errorf("the army of seat %d stands in the part %s, want its own corner at the lower left", seat, got)
		}
		if got := PartOfSeat(start("grand-camelot"), seat, seat); got != "s" {
			t.Errorf("the army of seat %d stands in the part %s, want its own side at the bottom", seat, got)
		}
	}
	if got := Neighbor("s", 0, 1) + Neighbor("s", 0, -1) + Neighbor("c", 1, 0) + Neighbor("nowhere", 0, 0); got != "ce" {
		t.Errorf("neighbors: %q", got)
	}
}
