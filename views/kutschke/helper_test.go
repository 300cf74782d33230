package kutschke

import (
	"bytes"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/games/bot"
	rules "tableronde/games/kutschke"
	"tableronde/views"
	"tableronde/views/viewtest"
)

var (
	people = []string{"Aliénor", "Bruno", "Maud", "Théo"}
	noon   = viewtest.Noon
)

// testMatch is a game played by lines of a record or by bots.
type testMatch struct {
	*viewtest.CardGame
	rng *rand.Rand
}

func newTestGame(t testing.TB, seats int, state games.State) *testMatch {
	game := &viewtest.CardGame{T: t, Family: Family(), Info: rules.Rulesets()[0].Info(), ID: "circle", Names: people[:seats], State: state}
	return &testMatch{game, rand.New(rand.NewPCG(1, 2))}
}

// The circle that fixed tables have: the Hidden Valley next to Camelot.
const circleTag = "hidden-valley dark-forest enchanted-grove misty-marsh fire-mountain dwarf-caves ruined-tower"

// newTestMatch starts a game with everything in the order of the data file and the tents
// in the order of the seats; tags change that.
func newTestMatch(t testing.TB, seats int, tags ...string) *testMatch {
	t.Helper()
	fixed := map[string]string{"Deck.places": circleTag, "Deck.tents": strings.Join([]string{"1", "2", "3", "4"}[:seats], " "), "Deck.adventures": "wild-boar black-knight white-stag"}
	for i := 0; i < len(tags); i += 2 {
		fixed[tags[i]] = tags[i+1]
	}
	state, err := rules.Rulesets()[0].New(games.Setup{Seats: seats, Fixed: fixed, Seed: &games.Seed{7}})
	if err != nil {
		t.Fatal(err)
	}
	return newTestGame(t, seats, state)
}

// play applies lines of a record: "1: pick Q".
func (g *testMatch) play(lines ...string) *testMatch {
	g.T.Helper()
	g.Play(lines...)
	return g
}

// playUntil has bots play until a condition holds or the game is over.
func (g *testMatch) playUntil(until func(rules.View) bool) *testMatch {
	g.T.Helper()
	for range 4000 {
		if until(g.view(games.Spectator)) || g.State.Result() != nil {
			return g
		}
		seat := g.State.ToAct()[0]
		g.play(strconv.Itoa(int(seat)) + ": " + bot.Kutschke(g.view(seat), g.State.Legal(seat), g.rng))
	}
	g.T.Fatal("it does not come to that")
	return g
}

func (g *testMatch) view(viewer games.Seat) rules.View { return g.State.View(viewer).(rules.View) }

func render(t testing.TB, c templ.Component) string {
	t.Helper()
	var b bytes.Buffer
	if err := c.Render(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// spacedText returns the text of the first element of a selector, with single spaces.
func spacedText(d *goquery.Document, selector string) string {
	return strings.Join(strings.Fields(d.Find(selector).First().Text()), " ")
}

// checkText fails unless the text of an element of the selector contains want.
func checkText(t *testing.T, d *goquery.Document, selector, want string) {
	t.Helper()
	for _, s := range d.Find(selector).EachIter() {
		if strings.Contains(strings.Join(strings.Fields(s.Text()), " "), want) {
			return
		}
	}
	t.Errorf("%s says %q, want %q", selector, spacedText(d, selector), want)
}

// checkStagingLink fails unless a link leads to a page with these steps staged and this card
// tried.
func checkStagingLink(t *testing.T, d *goquery.Document, id, steps, try string) {
	t.Helper()
	href, ok := d.Find("a#" + id).Attr("href")
	if !ok {
		t.Errorf("there is no link %s", id)
		return
	}
	m := views.Draft{Position: views.Position{Party: views.Party{ID: "circle", Seats: []views.Seat{{You: true}}}, Look: views.Look{Bottom: 1}}}
	want := m.Staging(views.SplitSteps(steps), try)
	if href != want {
		t.Errorf("%s leads to %s, want %s", id, href, want)
	}
}
