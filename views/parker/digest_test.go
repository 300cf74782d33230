package parker

import (
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/catalog"
	rules "tableronde/games/parker"
	"tableronde/views"
	"tableronde/views/locale"
	"tableronde/views/viewtest"
)

// The rules of every board on one screen have eight cells with words in both languages. The games
// with castles say how to enter one, and the others that they have none.
func TestDigestsHaveEightCells(t *testing.T) {
	for _, info := range viewtest.Boards() {
		for _, lang := range locale.Langs {
			d := digest(views.Rules{Page: viewtest.Page(lang, "/rules"), Game: info})
			if len(d.Cells) != 8 {
				t.Errorf("%s in %s has %d cells", info.ID, lang, len(d.Cells))
			}
			for _, e := range append(d.Cells, views.DigestEntry{Title: d.Facts, Text: d.Facts}) {
				if strings.HasPrefix(e.Text, "rules.") || strings.HasPrefix(e.Title, "rules.") || strings.Contains(e.Text, "{{") {
					t.Errorf("%s in %s says %q: %q", info.ID, lang, e.Title, e.Text)
				}
			}
		}
		_, closed := digestFigure(info.ID, "own")
		_, open := digestFigure(info.ID, "castles")
		if castles := castleSquares(rules.BoardOf(info.ID)) != "–"; closed != castles || open == castles {
			t.Errorf("%s has castles: %v, and cells about them: %v, about none: %v", info.ID, castles, closed, open)
		}
	}
}

// The drawings of the cells show legal moves, and every square that they name.
func TestDigestsShowLegalMoves(t *testing.T) {
	for _, ruleset := range catalog.All() {
		g := rules.BoardOf(ruleset.Info().ID)
		if g == nil {
			continue
		}
		for _, name := range digestEntries {
			f, ok := digestFigure(g.ID(), name)
			if !ok {
				continue
			}
			t.Run(g.ID()+"/"+name, func(t *testing.T) {
				p, err := f.at(g)
				if err != nil {
					t.Fatal(err)
				}
				picture := f.picture(views.English, g, "")
				for _, square := range append(append(strings.Fields(f.Steps), strings.Fields(f.Jumps)...), strings.Fields(f.Piece)...) {
					if q, ok := g.Square(square); !ok || !picture.Shows(q) {
						t.Errorf("the drawing lacks %s", square)
					}
				}
				state, err := p.State()
				if err != nil {
					t.Fatal(err)
				}
				if name == "win" && f.Move == "" {
					if r := state.Result(); r == nil || r.Winners == nil || r.Winners[0] != 1 {
						t.Errorf("the first army has not won: %+v", r)
					}
					return
				}
				var moves []string
				if f.Move != "" {
					moves = []string{f.Move}
				}
				for _, square := range strings.Fields(f.Steps) {
					moves = append(moves, f.Piece+"-"+square)
				}
				for _, square := range strings.Fields(f.Jumps) {
					moves = append(moves, f.Piece+"x"+square)
				}
				for _, move := range moves {
					if _, _, err := state.Apply(1, move); err != nil {
						t.Errorf("%s: %v", move, err)
					}
				}
				if name == "must" && !state.View(games.Spectator).(rules.View).MustCapture() {
					t.Error("no capture is compulsory")
				}
			})
		}
	}
}
