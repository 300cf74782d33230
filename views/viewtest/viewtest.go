// Package viewtest makes models of matches for the tests of pages, and reads those pages.
package viewtest

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/table"
	"tableronde/views"
)

// Now is the time of the samples.
var Now = time.Date(2026, 11, 21, 18, 0, 0, 0, time.UTC)

// Page returns the frame of a page for a visitor with three matches to act in.
func Page(lang views.Lang, path string) views.Page {
	return views.Page{Lang: lang, Path: path, Origin: "https://table.example", Player: "Aliénor", Turns: 3, Now: Now}
}

// Info describes a game.
func Info(t testing.TB, game string) games.Info {
	t.Helper()
	rules, err := catalog.Find(game, 0)
	if err != nil {
		t.Fatal(err)
	}
	return rules.Info()
}

// Games lists the games of the site.
func Games() []games.Info {
	return views.Each(catalog.All(), games.Ruleset.Info)
}

// Boards lists the board games.
func Boards() []games.Info {
	return slices.DeleteFunc(Games(), func(g games.Info) bool { return g.Hidden })
}

// Played returns the model of a match of two after some events, "2: E10-E9", as
// seat 1 sees it.
func Played(t testing.TB, lang views.Lang, game string, events ...string) views.Match {
	t.Helper()
	rules, err := catalog.Find(game, 0)
	if err != nil {
		t.Fatal(err)
	}
	m, err := table.New(rules, games.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		seat, text, _ := strings.Cut(e, ": ")
		if m, err = m.Play(games.Seat(seat[0]-'0'), text, time.Time{}); err != nil {
			t.Fatalf("play %s: %v", e, err)
		}
	}
	return ModelOf(m, lang, m.Ply())
}

// ModelOf returns the model of a match as the server makes it for the first seat, with the position
// after some events shown.
func ModelOf(m table.Match, lang views.Lang, shown int) views.Match {
	past := m.At(shown)
	model := views.Match{Draft: views.Draft{Key: "k", Position: views.Position{
		Party: views.Party{
			Page: Page(lang, "/m/k3zq5dbv7n2a"), ID: "k3zq5dbv7n2a", Game: m.Ruleset().Info(), You: 1,
			Seats: []views.Seat{{Name: "Aliénor", You: true}, {Name: "Gauvain"}, {Name: "Viviane"}, {Name: "Yvain"}}[:m.Setup().Seats],
		},
		Look:    views.Look{Bottom: 1},
		Started: true, Ply: m.Ply(), Shown: shown, View: past.State().View(1), Path: past.Path(),
		ToAct: m.ToAct(), Offers: m.Offers(1), Result: m.Result(),
	}}}
	draw, undo := m.DrawOffer(), m.UndoOffer()
	model.Draw, model.DrawVotes = draw.By, views.Votes{Agreed: draw.Agreed, Awaited: draw.Awaited}
	model.Undo, model.Line, model.UndoVotes = undo.By, undo.Line, views.Votes{Agreed: undo.Agreed, Awaited: undo.Awaited}
	model.Seen, model.Next, model.NextID = m.Ply(), 2, "p7wq2m5xk4ta"
	model.Before = make(map[int]games.View)
	for _, i := range model.Path {
		model.Before[i] = m.At(i).State().View(1)
	}
	for i, e := range m.Log() {
		model.Log = append(model.Log, views.Event{Seat: e.Seat, Text: e.Text, At: Now.Add(time.Duration(i-m.Ply()) * 3 * time.Hour)})
	}
	model.Permissions.Rematch = model.Result != nil
	return model
}

// Nolan is a game played in 2008: Nolan against CHAXX 1.05.
var Nolan = strings.Fields(`E6-E8 H11-F9 H6-F8 F11-H9 G6-G8 D11-D9 E8xC10xC12 D10-C11 C12xC10 E10-E12 G8xE10
	I10-G8xG6xE6xE8xG8xE6xC8 I7-G7 J11-H11-F11-D11xF9 J6-H6-H8-F6 H9-I8 H7xJ9 C8-C7
	C6-E6-G6-G8xE10 C7xE5 F6xD4 F10xD10xB10 D4-E5 B10-C9 E5-F6 G11-H11 F6-H8 G10-H9
	I6-H7 H9-G9 H8xF10xD12xF12 I11-G11-I9 J9xH9 H10xH8xH6xF8`)

// NolanEvents returns the first n moves of that game, each with its seat.
func NolanEvents(n int) []string {
	events := make([]string, n)
	for i := range n {
		events[i] = string("12"[i%2]) + ": " + Nolan[i]
	}
	return events
}

// MidMove returns a match with a staged charge that can be confirmed.
func MidMove(t testing.TB, lang views.Lang) views.Match {
	m := Played(t, lang, "camelot", "1: I7-I8", "2: E10-E9")
	m.Staged = "C6-E8xE10xG12"
	return m
}

// WaitingTable returns a match before it begins, as its host sees it.
func WaitingTable(t testing.TB, lang views.Lang) views.Match {
	m := Played(t, lang, "camelot")
	m.Started, m.Host, m.Public, m.ToAct, m.Offers = false, true, true, nil, nil
	m.Seats[1] = views.Seat{}
	m.Invited = true
	m.Invite, m.Permissions.Withdraw, m.Expires = "q3zk5ov7w2q3zk5ov7w2aaaaaa", true, Now.AddDate(0, 0, 30)
	return m
}

// LookAgain shows the last move of a sample over the position before it.
func LookAgain(t testing.TB, m *views.Match) {
	t.Helper()
	Past(t, m, len(m.Log)-1)
	m.Again = true
	m.Before[m.Shown] = m.View
}

// Past shows the position after some events of a sample that has more.
func Past(t testing.TB, m *views.Match, shown int) {
	t.Helper()
	events := make([]string, shown)
	for i, e := range m.Log[:shown] {
		events[i] = string('0'+byte(e.Seat)) + ": " + e.Text
	}
	then := Played(t, m.Lang, m.Game.ID, events...)
	m.View, m.Path, m.Shown = then.View, then.Path, shown
}

// GrandOpening is a possible beginning of Grand Camelot.
var GrandOpening = []string{
	"1: J4-J5", "2: H12-G11", "3: E9-F9", "4: L8-K8", "1: K3-J4", "2: J13-K12", "3: D9-E9", "4: L9-L8",
}

// Four returns a match of a game for four players after some events, as a seat sees it.
func Four(t testing.TB, lang views.Lang, game string, you games.Seat, events ...string) views.Match {
	t.Helper()
	m := Played(t, lang, game, events...)
	m.Seats = []views.Seat{{Name: "Aliénor"}, {Name: "Viviane"}, {Name: "Perceval"}, {Name: "Yvain"}}
	m.Seats[you-1].You, m.You, m.Bottom = true, you, you
	return m
}

func Document(t testing.TB, page templ.Component) *goquery.Document {
	t.Helper()
	var b bytes.Buffer
	if err := page.Render(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	doc, err := goquery.NewDocumentFromReader(&b)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// Texts returns the texts of some elements, without surrounding space.
func Texts(s *goquery.Selection) []string {
	return s.Map(func(_ int, s *goquery.Selection) string { return strings.TrimSpace(s.Text()) })
}

// Spaced joins the texts within a selection by single spaces.
func Spaced(s *goquery.Selection) string {
	var texts []string
	var walk func(*goquery.Selection)
	walk = func(s *goquery.Selection) {
		for _, node := range s.EachIter() {
			if goquery.NodeName(node) == "#text" {
				texts = append(texts, strings.Fields(node.Text())...)
			}
			walk(node.Contents())
		}
	}
	walk(s)
	return strings.Join(texts, " ")
}

// Href returns the address of a link.
func Href(s *goquery.Selection) string { return s.AttrOr("href", "") }

// Values returns the values of some fields.
func Values(doc *goquery.Document, selector string) []string {
	return doc.Find(selector).Map(func(_ int, s *goquery.Selection) string { return s.AttrOr("value", "") })
}
