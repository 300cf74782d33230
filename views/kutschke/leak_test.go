package kutschke

import (
	"math/rand/v2"
	"testing"

	"tableronde/games"
	"tableronde/games/effort"
	rules "tableronde/games/kutschke"
	"tableronde/games/twin"
	"tableronde/games/twin/tables"
	"tableronde/views"
)

// twinMatch returns the game of one of two twins.
func twinMatch(t *testing.T, side twin.Side) *testMatch {
	g := newTestGame(t, len(side.State.View(games.Spectator).(rules.View).Seats), side.State)
	for _, step := range side.Past {
		g.Record(step.Before, step.Seat, step.Action)
	}
	return g
}

// Two games that a viewer cannot distinguish have the same pages, to the byte.
func TestPagesOfTwinsAreTheSame(t *testing.T) {
	left := max(effort.N(60), 12)
	different := 0
	for pair, err := range tables.Kutschke().Deal(rand.New(rand.NewPCG(7, 7))) {
		if err != nil {
			t.Fatal(err)
		}
		if left--; left < 0 {
			break
		}
		if pair.Different() {
			different++
		}
		a, b := twinMatch(t, pair.A), twinMatch(t, pair.B)
		looks := [][]string{nil, {"try", "Q"}, {"m", "done"}}
		for _, line := range pair.A.State.Legal(pair.Viewer) {
			looks = append(looks, []string{"m", line}, []string{"m", line + ";P camelot"})
		}
		for _, look := range looks[:min(len(looks), 9)] {
			x, y := a.Model(views.French, pair.Viewer, look...), b.Model(views.French, pair.Viewer, look...)
			if one, other := render(t, Family().Page(x)), render(t, Family().Page(y)); one != other {
				t.Fatalf("seat %d tells twins apart by the page %q", pair.Viewer, look)
			}
			if one, other := render(t, wishList(views.Orders{Match: x})), render(t, wishList(views.Orders{Match: y})); one != other {
				t.Fatalf("seat %d tells twins apart by the wish list", pair.Viewer)
			}
		}
	}
	if different < 6 {
		t.Errorf("only %d pairs differ", different)
	}
}
