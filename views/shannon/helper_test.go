package shannon

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/a-h/templ"

	"tableronde/games"
	rules "tableronde/games/shannon"
	"tableronde/views"
	"tableronde/views/viewtest"
)

// players are the names at the tables of these tests.
var players = []string{"Aliénor", "Bruno", "Maud", "Inès", "Théo", "Diane"}

// testMatch is a game played by lines of a record or at random.
type testMatch struct{ *viewtest.CardGame }

func newTestGame(t testing.TB, seats int, state games.State) *testMatch {
	return &testMatch{&viewtest.CardGame{T: t, Family: Family(), Info: ruleset().Info(), ID: "tourney", Names: players[:seats], State: state}}
}

func ruleset() games.Ruleset {
	list := rules.Rulesets()
	return list[len(list)-1]
}

// newTestMatch starts a tournament. Tags are name and value in turn, as in a record;
// those that begin with "Option." are options.
func newTestMatch(t testing.TB, seats int, tags ...string) *testMatch {
	t.Helper()
	setup := games.Setup{Seats: seats, Options: map[string]string{}, Fixed: map[string]string{}, Seed: &games.Seed{7}}
	for i := 0; i < len(tags); i += 2 {
		if option, ok := strings.CutPrefix(tags[i], "Option."); ok {
			setup.Options[option] = tags[i+1]
		} else {
			setup.Fixed[tags[i]] = tags[i+1]
		}
	}
	state, err := ruleset().New(setup)
	if err != nil {
		t.Fatal(err)
	}
	return newTestGame(t, seats, state)
}

// play applies lines of a record: "1: play S8".
func (g *testMatch) play(lines ...string) *testMatch {
	g.T.Helper()
	g.Play(lines...)
	return g
}

var noon = viewtest.Noon

// playUntil plays at random until a condition holds or the game is over.
func (g *testMatch) playUntil(rng *rand.Rand, until func(rules.View) bool) *testMatch {
	g.T.Helper()
	for range 4000 {
		v := g.view(games.Spectator)
		if until(v) || g.State.Result() != nil {
			return g
		}
		acting := g.State.ToAct()
		seat := acting[rng.IntN(len(acting))]
		legal := g.State.Legal(seat)
		g.play(fmt.Sprintf("%d: %s", seat, legal[rng.IntN(len(legal))]))
	}
	g.T.Fatal("it does not come to that")
	return g
}

func (g *testMatch) view(viewer games.Seat) rules.View { return g.State.View(viewer).(rules.View) }

// render returns the HTML of a component.
func render(t testing.TB, c templ.Component) string {
	t.Helper()
	var b bytes.Buffer
	if err := c.Render(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// document renders the page of a match and parses it.
func document(t testing.TB, m views.Match) *goquery.Document {
	t.Helper()
	return viewtest.Document(t, Family().Page(m))
}

// texts returns the texts of the elements of a selector, with single spaces.
func texts(d *goquery.Document, selector string) []string {
	return d.Find(selector).Map(func(_ int, s *goquery.Selection) string { return strings.Join(strings.Fields(s.Text()), " ") })
}

// checkText fails unless the text of an element of the selector contains want.
func checkText(t testing.TB, d *goquery.Document, selector, want string) {
	t.Helper()
	if got := texts(d, selector); !slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, want) }) {
		t.Errorf("%s says %q, want %q", selector, got, want)
	}
}
