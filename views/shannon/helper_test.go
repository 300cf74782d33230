package shannon

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/a-h/templ"

	"tableronde/games"
	rules "tableronde/games/shannon"
	"tableronde/views"
)

// players are the names at the tables of these tests.
var players = []string{"Aliénor", "Bruno", "Maud", "Inès", "Théo", "Diane"}

// testMatch is a game with the log and the earlier states that pages need.
type testMatch struct {
	t     testing.TB
	setup games.Setup
	state games.State
	past  []games.State // before each action
	log   []views.Event
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
	return &testMatch{t: t, setup: setup, state: state}
}

// play carries out lines of a record: "1: play S8".
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

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// playUntil plays at random until a condition holds or the game is over.
func (g *testMatch) playUntil(rng *rand.Rand, until func(rules.View) bool) *testMatch {
	g.t.Helper()
	for range 4000 {
		v := g.view(games.Spectator)
		if until(v) || g.state.Result() != nil {
			return g
		}
		acting := g.state.ToAct()
		seat := acting[rng.IntN(len(acting))]
		legal := g.state.Legal(seat)
		g.play(fmt.Sprintf("%d: %s", seat, legal[rng.IntN(len(legal))]))
	}
	g.t.Fatal("it does not come to that")
	return g
}

func (g *testMatch) view(viewer games.Seat) rules.View { return g.state.View(viewer).(rules.View) }

// page returns the model of the page for a viewer, as package handlers fills it in.
func (g *testMatch) page(lang views.Lang, you games.Seat, query ...string) views.Match {
	g.t.Helper()
	m := views.Match{
		Page: views.Page{Lang: lang, Path: "/m/tourney", Player: "Aliénor", Now: noon},
		ID:   "tourney", Game: ruleset().Info(), Started: true, You: you, Bottom: max(you, 1),
		Ply: len(g.log), Shown: len(g.log), Log: g.log, ToAct: g.state.ToAct(), Result: g.state.Result(), Seen: len(g.log), Key: "key", Orders: you > 0,
	}
	if you > 0 {
		m.Offers = []string{"resign"}
	}
	for i := range g.setup.Seats {
		m.Seats = append(m.Seats, views.Seat{Name: players[i], You: games.Seat(i+1) == you})
	}
	for i := 0; i < len(query); i += 2 {
		switch query[i] {
		case "m":
			m.Staged = query[i+1]
		case "try":
			m.Probe = query[i+1]
		case "see":
			m.See = query[i+1]
		case "read":
			m.Probe = "read " + query[i+1] + " opener"
		}
	}
	m.View = g.state.View(you)
	m.Preview = m.View
	if steps := m.Steps(); len(steps) > 0 {
		var err error
		m.Preview, m.Fit, err = g.state.(games.Stager).Stage(you, steps)
		if err != nil && !errors.As(err, &m.PreviewErr) && !errors.Is(err, games.ErrNotYourTurn) && !errors.Is(err, games.ErrFinished) {
			g.t.Fatal(err)
		}
	}
	m.Told = g.told(you)
	m.Story = story(views.Teller{Page: m.Page, Game: m.Game, Name: m.Name, You: you, Told: m.Told})
	return m
}

// told returns the log as a viewer may know it.
func (g *testMatch) told(viewer games.Seat) []views.Told {
	var all []views.Told
	for i, e := range g.log {
		e.Text = g.state.(games.Veiler).Veil(viewer, e.Seat, g.past[i], g.log[i].Text)
		all = append(all, views.Told{Event: e, Ply: i + 1, Facts: g.past[i].(games.Teller).Tell(viewer, e.Seat, g.log[i].Text)})
	}
	return all
}

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
	return documentOf(t, Family().Page(m))
}

func documentOf(t testing.TB, c templ.Component) *goquery.Document {
	t.Helper()
	d, err := goquery.NewDocumentFromReader(strings.NewReader(render(t, c)))
	if err != nil {
		t.Fatal(err)
	}
	return d
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
