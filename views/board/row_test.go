package board

import (
	"bytes"
	"fmt"
	"strconv"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tableronde/games"
	"tableronde/games/parker"
	"tableronde/views/locale"
)

// A square is drawn in the place that the layout has for it, and the row gives its column. This
// holds for every orientation of the board and for every part of it.
func TestRowsPlaceTheirSquares(t *testing.T) {
	forEachLayout(t, func(t *testing.T, b *parker.Board, seat games.Seat, s *template) {
		v := firstView(t, b)
		for _, w := range s.windows {
			drawn := Board{Lang: locale.English, View: v, Bottom: seat, Part: w.name, Path: "/m/x", Probe: parker.NoSquare,
				Stage: parker.Stage{From: parker.NoSquare}, ZoomTo: func(part string) string { return "?zoom=" + part }}
			doc, err := goquery.NewDocumentFromReader(bytes.NewReader(drawn.appendTo(nil)))
			if err != nil {
				t.Fatal(err)
			}
			squares := 0
			for _, row := range doc.Find("#board > [role=row]").EachIter() {
				first, _ := strconv.Atoi(row.AttrOr("aria-colindex", ""))
				index, _ := strconv.Atoi(row.AttrOr("aria-rowindex", ""))
				for i, cell := range row.Find("[role=gridcell]").EachIter() {
					squares++
					name := cell.Find("a").AttrOr("id", "")[len("sq-"):]
					q, _ := b.Square(name)
					p := s.at[q]
					if p.col+1 != first+i || p.row+1 != index {
						t.Errorf("%q: %s is in row %d and column %d, drawn in %d and %d", w.name, name, p.row+1, p.col+1, index, first+i)
					}
					down, across := "", fmt.Sprint(p.col*squareSize)
					if p.row > 0 {
						down = fmt.Sprintf("translate(0 %d)", p.row*squareSize)
					}
					if got := row.AttrOr("transform", ""); got != down {
						t.Errorf("%q: the row of %s is moved by %q, want %q", w.name, name, got, down)
					}
					if got := cell.Find("a > rect").First(); got.AttrOr("x", "") != across || got.AttrOr("y", "0") != "0" {
						t.Errorf("%q: %s is drawn at x=%q y=%q, want %s, 0", w.name, name, got.AttrOr("x", ""), got.AttrOr("y", ""), across)
					}
					if piece := cell.Find("a > g[transform] > use[href^='#k'], a > g[transform] > use[href^='#m']"); (piece.Length() == 1) != (v.At(q) != 0) {
						t.Errorf("%q: %s has %d pieces", w.name, name, piece.Length())
					} else if at := fmt.Sprintf("translate(%d 20)", p.col*squareSize+20); piece.Length() > 0 && piece.Parent().AttrOr("transform", "") != at {
						t.Errorf("%q: the piece of %s is at %q, want %q", w.name, name, piece.Parent().AttrOr("transform", ""), at)
					}
				}
			}
			if squares != len(w.cells) {
				t.Errorf("%q has %d squares, want %d", w.name, squares, len(w.cells))
			}
		}
	})
}

// firstView returns the first position of a board as its first seat sees it.
func firstView(t *testing.T, b *parker.Board) parker.View {
	t.Helper()
	for _, r := range parker.Rulesets() {
		if parker.BoardOf(r.Info().ID) != b {
			continue
		}
		m, err := r.New(games.Setup{Seats: b.Seats()})
		if err != nil {
			t.Fatal(err)
		}
		return m.View(1).(parker.View)
	}
	t.Fatalf("no game is played on %s", b.ID())
	return parker.View{}
}
