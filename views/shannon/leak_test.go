package shannon

import (
	"math/rand/v2"
	"testing"

	"tableronde/games/effort"
	rules "tableronde/games/shannon"
	"tableronde/games/twin"
	"tableronde/games/twin/tables"
	"tableronde/views"
)

// twinMatch returns a tournament as it came about in one of two twins.
func twinMatch(t *testing.T, side twin.Side) *testMatch {
	g := newTestGame(t, len(side.State.View(0).(rules.View).Knights), side.State)
	for _, step := range side.Past {
		g.Record(step.Before, step.Seat, step.Action)
	}
	return g
}

// Two tournaments that differ only in facts hidden from a viewer give that viewer the same pages,
// to the byte.
func TestPagesTellNoSecrets(t *testing.T) {
	pairs, different := max(effort.N(60), 12), 0
	rng := rand.New(rand.NewPCG(6, 6))
	for pair, err := range tables.Shannon().Deal(rng) {
		if err != nil {
			t.Fatal(err)
		}
		if pairs--; pairs < 0 {
			break
		}
		if pair.Different() {
			different++
		}
		a, b := twinMatch(t, pair.A), twinMatch(t, pair.B)
		queries := [][]string{nil, {"see", seeWounds}, {"see", seePowers}, {"see", seeCount}}
		if mine := a.view(pair.Viewer).Mine; mine != nil {
			for _, c := range mine.Hand[:min(3, len(mine.Hand))] {
				queries = append(queries, []string{"try", c.Card.String()}, []string{"m", "play " + c.Card.String()})
			}
			for _, legal := range mine.Legal[:min(3, len(mine.Legal))] {
				queries = append(queries, []string{"m", legal})
			}
			one, other := views.Orders{Match: a.Model(views.English, pair.Viewer)}, views.Orders{Match: b.Model(views.English, pair.Viewer)}
			if render(t, ordersSheet(one)) != render(t, ordersSheet(other)) {
				t.Errorf("the page of orders tells twins apart for viewer %d", pair.Viewer)
			}
		}
		for _, query := range queries {
			one, other := render(t, Family().Page(a.Model(views.French, pair.Viewer, query...))), render(t, Family().Page(b.Model(views.French, pair.Viewer, query...)))
			if one != other {
				t.Fatalf("the page %q tells twins apart for viewer %d after %d actions:\n%s", query, pair.Viewer, len(a.Log), firstDifference(one, other))
			}
		}
	}
	if different < 6 {
		t.Errorf("only %d pairs are different", different)
	}
}

// firstDifference returns where two texts part.
func firstDifference(a, b string) string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	return a[max(0, i-200):min(len(a), i+200)] + "\n---\n" + b[max(0, i-200):min(len(b), i+200)]
}
