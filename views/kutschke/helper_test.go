package kutschke

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/games/bot"
	rules "tableronde/games/kutschke"
	"tableronde/views"
)

var (
	people = []string{"Aliénor", "Bruno", "Maud", "Théo"}
	noon   = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
)

// testMatch is a game with the log and the earlier states that pages need.
type testMatch struct {
	t     testing.TB
	seats int
	state games.State
	past  []games.State // before each action
	log   []views.Event
	rng   *rand.Rand
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
	return &testMatch{t: t, seats: seats, state: state, rng: rand.New(rand.NewPCG(1, 2))}
}

// play carries out lines of a record: "1: pick Q".
func (g *testMatch) play(lines ...string) *testMatch {
	g.t.Helper()
	for _, text := range lines {
		number, action, _ := strings.Cut(text, ": ")
		seat := games.Seat(number[0] - '0')
		next, canonical, err := g.state.Apply(seat, action)
		if err != nil {
			g.t.Fatalf("Apply(%s) after %d lines: %v", text, len(g.log), err)
		}
		g.past = append(g.past, g.state)
		g.log = append(g.log, views.Event{Seat: seat, Text: canonical, At: noon})
		g.state = next
	}
	return g
}

// playUntil has bots play until a condition holds or the game is over.
func (g *testMatch) playUntil(until func(rules.View) bool) *testMatch {
	g.t.Helper()
	for range 4000 {
		if until(g.view(games.Spectator)) || g.state.Result() != nil {
			return g
		}
		seat := g.state.ToAct()[0]
		g.play(strconv.Itoa(int(seat)) + ": " + bot.Kutschke(g.view(seat), g.state.Legal(seat), g.rng))
	}
	g.t.Fatal("it does not come to that")
	return g
}

func (g *testMatch) view(viewer games.Seat) rules.View { return g.state.View(viewer).(rules.View) }

// page returns the model of the page for a viewer, as package handlers fills it in;
// the query is names and values in turn.
func (g *testMatch) page(lang views.Lang, you games.Seat, query ...string) views.Match {
	g.t.Helper()
	m := views.Match{
		Page: views.Page{Lang: lang, Path: "/m/circle", Player: people[0], Now: noon},
		ID:   "circle", Game: rules.Rulesets()[0].Info(), Started: true, You: you, Bottom: max(you, 1),
		Ply: len(g.log), Shown: len(g.log), Log: slices.Clone(g.log), ToAct: g.state.ToAct(), Result: g.state.Result(), Seen: len(g.log), Key: "key", Orders: you > 0,
	}
	if you > 0 && m.Result == nil {
		m.Offers = []string{"resign"}
	}
	for i := range g.seats {
		m.Seats = append(m.Seats, views.Seat{Name: people[i], You: games.Seat(i+1) == you})
	}
	for i := 0; i < len(query); i += 2 {
		switch query[i] {
		case "m":
			m.Staged = query[i+1]
		case "try":
			m.Probe = query[i+1]
		case "read":
			m.Probe = "read " + query[i+1] + " opener"
		}
	}
	m.View = g.state.View(you)
	m.Preview = m.View
	if steps := m.Steps(); len(steps) > 0 {
		var err error
		m.Preview, m.Fit, err = g.state.(games.Stager).Stage(you, steps)
		if err != nil && !errors.As(err, &m.PreviewErr) {
			g.t.Fatal(err)
		}
	}
	m.Told = g.told(you)
	m.Story = story(views.Teller{Page: m.Page, Game: m.Game, Name: m.Name, You: you, Told: m.Told})
	return m
}

// told returns the log as a viewer may know it.
func (g *testMatch) told(viewer games.Seat) []views.Told {
	all := make([]views.Told, len(g.log))
	for i, e := range g.log {
		facts := g.past[i].(games.Teller).Tell(viewer, e.Seat, e.Text)
		e.Text = g.state.(games.Veiler).Veil(viewer, e.Seat, g.past[i], e.Text)
		all[i] = views.Told{Event: e, Ply: i + 1, Facts: facts}
	}
	return all
}

func render(t testing.TB, c templ.Component) string {
	t.Helper()
	var b bytes.Buffer
	if err := c.Render(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// document renders a page and parses it.
func document(t *testing.T, c templ.Component) *goquery.Document {
	t.Helper()
	d, err := goquery.NewDocumentFromReader(strings.NewReader(render(t, c)))
	if err != nil {
		t.Fatal(err)
	}
	return d
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
	want := views.Match{ID: "circle", Bottom: 1, Seats: []views.Seat{{You: true}}}.Staging(views.SplitSteps(steps), try)
	if href != want {
		t.Errorf("%s leads to %s, want %s", id, href, want)
	}
}
