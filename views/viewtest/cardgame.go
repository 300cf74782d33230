package viewtest

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"tableronde/games"
	"tableronde/views"
)

// Noon is the time of every event of a CardGame, and the time on its pages.
var Noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// CardGame is a card game with the log and the earlier states that its pages need.
type CardGame struct {
	T      testing.TB
	Family views.Family
	Info   games.Info
	ID     string   // of the match
	Names  []string // of the players, by seat
	State  games.State
	Past   []games.State // the state before each event of Log
	Log    []views.Event
}

// Play applies lines of a record: "1: pick Q".
func (g *CardGame) Play(lines ...string) {
	g.T.Helper()
	for _, text := range lines {
		number, action, _ := strings.Cut(text, ": ")
		seat := games.Seat(number[0] - '0')
		next, canonical, err := g.State.Apply(seat, action)
		if err != nil {
			g.T.Fatalf("Apply(%s) after %d lines: %v", text, len(g.Log), err)
		}
		g.Record(g.State, seat, canonical)
		g.State = next
	}
}

// Record appends an action to the log, with the state before it.
func (g *CardGame) Record(before games.State, seat games.Seat, action string) {
	g.Past = append(g.Past, before)
	g.Log = append(g.Log, views.Event{Seat: seat, Text: action, At: Noon})
}

// Model returns the model of the page for a viewer, as package handlers fills it in. The
// query alternates names and values; "read" opens the text of a card.
func (g *CardGame) Model(lang views.Lang, you games.Seat, query ...string) views.Match {
	g.T.Helper()
	m := views.Match{Draft: views.Draft{Key: "key", Position: views.Position{
		Party:   views.Party{Page: views.Page{Lang: lang, Path: "/m/" + g.ID, Player: g.Names[0], Now: Noon}, ID: g.ID, Game: g.Info, You: you},
		Look:    views.Look{Bottom: max(you, 1)},
		Started: true, Ply: len(g.Log), Shown: len(g.Log), Log: slices.Clone(g.Log), ToAct: g.State.ToAct(), Result: g.State.Result(),
	}}}
	m.Seen, m.Orders = len(g.Log), you > 0
	if you > 0 && m.Result == nil {
		m.Offers = []string{"resign"}
	}
	for i, name := range g.Names {
		m.Seats = append(m.Seats, views.Seat{Name: name, You: games.Seat(i+1) == you})
	}
	for i := 0; i < len(query); i += 2 {
		switch value := query[i+1]; query[i] {
		case "m":
			m.Staged = value
		case "try":
			m.Probe = value
		case "see":
			m.See = value
		case "read":
			m.Probe = "read " + value + " opener"
		}
	}
	m.View = g.State.View(you)
	m.Preview = m.View
	if steps := m.Steps(); len(steps) > 0 {
		var err error
		m.Preview, m.Fit, err = g.State.(games.Stager).Stage(you, steps)
		if err != nil && !errors.As(err, &m.PreviewErr) && !errors.Is(err, games.ErrNotYourTurn) && !errors.Is(err, games.ErrFinished) {
			g.T.Fatal(err)
		}
	}
	m.Told = g.told(you)
	m.Story = g.Family.Story(views.Storyteller{Page: m.Page, Game: m.Game, Name: m.Name, You: you, Told: m.Told})
	return m
}

// told returns the log as a viewer may see it, with its facts.
func (g *CardGame) told(viewer games.Seat) []views.Told {
	all := make([]views.Told, len(g.Log))
	for i, e := range g.Log {
		facts := g.Past[i].(games.Reporter).Tell(viewer, e.Seat, e.Text)
		e.Text = g.State.(games.Veiler).Veil(viewer, e.Seat, g.Past[i], e.Text)
		all[i] = views.Told{Event: e, Ply: i + 1, Facts: facts}
	}
	return all
}
