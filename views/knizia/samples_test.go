package knizia

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/a-h/templ"

	"tableronde/games"
	rules "tableronde/games/knizia"
	"tableronde/games/table"
	"tableronde/views"
	rooms "tableronde/views/pages"
)

var now = time.Date(2026, 11, 21, 18, 0, 0, 0, time.UTC)

var people = []string{"Marcel", "Raymond", "Maurice", "Danielle", "Viviane"}

// newMatch begins a game with a deck: the first seat after the dealer, who is the
// last seat, opens.
func newMatch(t testing.TB, seats int, deck string, options map[string]string) table.Match {
	t.Helper()
	all := map[string]string{"dealer": string(rune('0' + seats))}
	for name, value := range options {
		all[name] = value
	}
	m, err := table.New(rules.Rulesets()[0], games.Setup{Seats: seats, Options: all, Fixed: map[string]string{"Deck": deck}})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// playEvents adds events: "1: colour red".
func playEvents(t testing.TB, m table.Match, events ...string) table.Match {
	t.Helper()
	for _, e := range events {
		seat, text, _ := strings.Cut(e, ": ")
		var err error
		if m, err = m.Play(games.Seat(seat[0]-'0'), text, time.Time{}); err != nil {
			t.Fatalf("%s: %v", e, err)
		}
	}
	return m
}

// viewer holds the parameters of a request for a page.
type viewer struct {
	as          games.Seat
	staged, try string
	sort, see   string
	ask         string
	shown       int // -1: the present
	seen        int // -1: nothing
	until       bool
}

// model returns the page's model as the server makes it.
func model(t testing.TB, lang views.Lang, m table.Match, l viewer) views.Match {
	t.Helper()
	if l.shown == 0 {
		l.shown = m.Ply()
	}
	viewer := l.as
	if m.Over() {
		viewer = games.Omniscient
	}
	state := m.At(l.shown).State()
	model := views.Match{Draft: views.Draft{Staged: l.staged, Probe: l.try, Confirm: l.ask, Key: "k", Position: views.Position{
		Party: views.Party{
			Page: views.Page{Lang: lang, Path: "/m/k3zq5dbv7n2a", Origin: "https://table.example", Player: people[max(l.as, 1)-1], Turns: 2, Now: now},
			ID:   "k3zq5dbv7n2a", Game: m.Ruleset().Info(), Options: m.Setup().Options, You: l.as,
		},
		Look:    views.Look{Bottom: max(l.as, 1), Sort: l.sort, See: l.see},
		Fair:    views.Fair{Commitment: strings.Repeat("a7", 32), Contributions: people[:m.Setup().Seats]},
		Started: true, Ply: m.Ply(), Shown: l.shown, View: state.View(viewer), Result: m.Result(), ToAct: m.ToAct(), Offers: m.Offers(l.as),
	}}}
	model.Seen, model.Orders = m.Ply(), l.as > 0 && !m.Over()
	if l.seen > 0 {
		model.Seen = l.seen
	}
	for i := range m.Setup().Seats {
		model.Seats = append(model.Seats, views.Seat{Name: people[i], You: games.Seat(i+1) == l.as})
	}
	model.Preview = model.View
	if steps := model.Steps(); len(steps) > 0 {
		var err error
		if model.Preview, model.Fit, err = state.(games.Stager).Stage(l.as, steps); err != nil {
			model.PreviewErr, _ = err.(*games.Illegal)
		}
	}
	for i, e := range m.Story(l.as, 0, m.Ply()) {
		at := now.Add(time.Duration(i-m.Ply()) * time.Hour)
		model.Log = append(model.Log, views.Event{Seat: e.Seat, Text: e.Text, At: at})
		model.Told = append(model.Told, views.Told{Event: model.Log[i], Ply: i + 1, Facts: e.Facts})
	}
	model.Story = story(views.Storyteller{Page: model.Page, Game: model.Game, Name: model.Name, You: model.You, Told: model.Told})
	model.Permissions.Rematch, model.Open = m.Over(), m.Over()
	if l.until {
		model.WindowEnds, model.ToAct = &views.Clock{Until: now.Add(5 * time.Second)}, nil
	}
	return model
}

// sheetOf returns the model of the page with a seat's advance orders.
func sheetOf(t testing.TB, lang views.Lang, m table.Match, seat games.Seat, text string) views.Orders {
	return views.Orders{
		Match: model(t, lang, m, viewer{as: seat}), Text: text,
		ViewAt: func(ply int) games.View { return m.At(ply).State().View(seat) },
	}
}

func matchPage(m views.Match) templ.Component { return Family().Page(m) }

// deal5 deals so that five have something to do: seat 1 holds all there is to
// show, in the hand first.
func hands(n int, hands ...string) string {
	var deck []string
	split := make([][]string, len(hands))
	for i, h := range hands {
		split[i] = strings.Fields(h)
	}
	for round := range 8 {
		for i := range n {
			deck = append(deck, split[i][round])
		}
	}
	return strings.Join(deck, " ")
}

// twoPlayers returns the first tournament of the worked example, up to a turn of Marcel.
func twoPlayers(t testing.TB) table.Match {
	deck := hands(4,
		"R3 R5 W6 riposte drop_weapon B4 G1 lancelot",
		"R5 B2 B3 Y2 Y3 G1 W2 charge",
		"B2 B5 outwit P3 P4 G1 W3 Y3",
		"R4 R3 R3 W2 W3 B3 B4 G1") + " P5 P5 P7 P7 P5 P4 P4 P3 P3 P4"
	m := newMatch(t, 4, deck, nil)
	return playEvents(t, m, "1: colour red", "1: play R3", "1: end", "2: play R5", "2: end", "3: withdraw", "4: play R4", "4: play R3", "4: end",
		"1: play R5", "1: end", "2: withdraw", "4: play R3", "4: play W2", "4: end")
}

// fivePlayers returns a table of five in the middle of a tournament of swords.
func fivePlayers(t testing.TB) table.Match {
	deck := hands(5,
		"R4 R3 W2 riposte dodge outwit adapt W6",
		"R5 R3 W3 W2 G1 shield B2 B3",
		"R4 R3 R3 W3 Y3 Y3 P3 lancelot",
		"R4 R3 W2 W2 P4 P4 B2 stunned",
		"W6 R3 B4 B4 Y2 Y2 G1 charge") + " R4 Y4 G1 W3 W3 unhorse R5 W2 P5 change_weapon countercharge G1 G1"
	m := newMatch(t, 5, deck, nil)
	return playEvents(t, m, "1: colour red", "1: play R3", "1: play W2", "1: end",
		"2: play R5", "2: play W3", "2: shield", "2: pass", "2: end",
		"3: play R4", "3: play R3", "3: play R3", "3: end",
		"4: withdraw", "5: play W6", "5: play R3", "5: play W3", "5: end")
}

// spareCards are cards that no tournament of swords takes.
var spareCards = []rules.Card{rules.P3, rules.B2, rules.B5, rules.Y4, rules.G1, rules.P7, rules.Y2, rules.B3}

// fullTable returns the table of five with long displays, seat 1 stunned, and fourteen
// cards in the visitor's hand.
func fullTable(t testing.TB, lang views.Lang, l viewer) views.Match {
	t.Helper()
	m := model(t, lang, fivePlayers(t), l)
	more := 14 - len(m.View.(rules.View).Hand)
	stretch := func(v rules.View) rules.View {
		v.Seats = slices.Clone(v.Seats)
		for i := range v.Seats {
			seat := &v.Seats[i]
			for seat.In && len(seat.Display) < 7+i {
				seat.Display, seat.Total = append(slices.Clone(seat.Display), rules.W3), seat.Total+3
			}
		}
		v.Seats[0].Stunned = true
		for _, c := range spareCards[:more] {
			why := &games.Illegal{Key: "knizia.wrong_color", Args: map[string]string{"card": c.String(), "color": "red", "other": c.Color().String()}}
			v.Hand = append(slices.Clone(v.Hand), rules.HandCard{Card: c, Why: why})
		}
		return v
	}
	m.View, m.Preview = stretch(m.View.(rules.View)), stretch(m.Preview.(rules.View))
	return m
}

// duelMatch returns a turn of Marcel against Raymond, with much to choose.
func duelMatch(t testing.TB) table.Match {
	deck := hands(2, "R3 R5 change_weapon knock_down stunned B4 shield W2", "R5 W3 P5 P4 B2 B3 G1 Y3")
	return playEvents(t, newMatch(t, 2, deck, nil), "1: colour red", "1: play R3", "1: end", "2: play R5", "2: end")
}

// samples returns the pages that are photographed.
func samples(t testing.TB, lang views.Lang) map[string]templ.Component {
	one, many := twoPlayers(t), fivePlayers(t)
	pages := map[string]templ.Component{
		"turn":      matchPage(model(t, lang, one, viewer{as: 1, seen: 11})),
		"staged":    matchPage(model(t, lang, one, viewer{as: 1, staged: "play W6"})),
		"why":       matchPage(model(t, lang, one, viewer{as: 1, try: "B4"})),
		"action":    matchPage(model(t, lang, one, viewer{as: 1, staged: "play W6;drop_weapon"})),
		"withdraw":  matchPage(model(t, lang, one, viewer{as: 1, try: "withdraw"})),
		"waits":     matchPage(model(t, lang, one, viewer{as: 2})),
		"watching":  matchPage(model(t, lang, one, viewer{})),
		"discard":   matchPage(model(t, lang, one, viewer{as: 1, see: "discard", sort: "value"})),
		"past":      matchPage(model(t, lang, one, viewer{as: 1, shown: 9})),
		"resign":    matchPage(model(t, lang, one, viewer{as: 1, ask: "resign"})),
		"five-turn": matchPage(model(t, lang, many, viewer{as: 1, seen: 5})),
		"five-aim":  matchPage(model(t, lang, many, viewer{as: 1, try: "riposte"})),
		"five-card": matchPage(model(t, lang, many, viewer{as: 1, try: "dodge"})),
		"five-give": matchPage(model(t, lang, many, viewer{as: 1, try: "outwit"})),
		"five-take": matchPage(model(t, lang, many, viewer{as: 1, try: "outwit 2"})),
		"five-hit":  matchPage(model(t, lang, many, viewer{as: 1, staged: "play R4;riposte 5"})),
		"orders":    ordersSheet(sheetOf(t, lang, many, 1, "always: withdraw beaten\n1: withdraw total>=24\n1.2: if red total<=18 play R4 R4 W6\nriposte me minLoss=4\ncharge any onlyIfLeading maxIn=2\nadapt-choice oldest")),
		"orders-me": ordersSheet(sheetOf(t, lang, many, 1, (rules.Sheet{}).Fill(rules.PresetProtect).String())),
		"opening":   matchPage(model(t, lang, newMatch(t, 3, hands(3, "R3 W2 B4 G1 G1 Y3 P3 riposte", "R3 R3 R3 R4 R4 R4 R5 W2", "P3 P3 P4 P4 P5 P7 Y2 Y3"), nil), viewer{as: 1, staged: "colour red"})),
		"rules":     rooms.RulesPage(ruleModel(lang, m0(t))),
	}
	rich := model(t, lang, many, viewer{as: 1})
	rich.Prepared = prepared(rich, "always: withdraw beaten\n1: withdraw total>=24\n1.2: if red total<=18 play R4 R4 W6\nriposte me minLoss=4")
	pages["prepared"] = matchPage(rich)
	rich.Prepared = nil
	view := rich.View.(rules.View)
	view.Hand = append(slices.Clone(view.Hand), view.Hand...)
	rich.View, rich.Preview = view, view
	pages["five-rich"] = matchPage(rich)
	pages["five-full"] = matchPage(fullTable(t, lang, viewer{as: 1}))
	pages["five-full-news"] = matchPage(fullTable(t, lang, viewer{as: 1, seen: 5}))
	pages["five-full-staged"] = matchPage(fullTable(t, lang, viewer{as: 1, staged: "play R4"}))
	pages["five-full-why"] = matchPage(fullTable(t, lang, viewer{as: 1, try: "unhorse"}))
	pages["five-full-waits"] = matchPage(fullTable(t, lang, viewer{as: 3}))
	pages["five-read"] = matchPage(fullTable(t, lang, viewer{as: 3, try: "read shield at-2-shield"}))
	pages["waits-read"] = matchPage(model(t, lang, one, viewer{as: 2, try: "read charge hand-charge-1"}))
	pages["watching-read"] = matchPage(model(t, lang, one, viewer{try: "read W2 at-4-4"}))
	pages["discard-read"] = matchPage(model(t, lang, one, viewer{as: 1, see: "discard", try: "read R5 pile-0"}))
	adapt := playEvents(t, many, "1: adapt", "1: pass")
	pages["adapt"] = matchPage(model(t, lang, adapt, viewer{as: 5}))
	pages["adapt-waits"] = matchPage(model(t, lang, adapt, viewer{as: 2}))
	react := playEvents(t, many, "1: play R4", "1: riposte 5")
	pages["react"] = matchPage(model(t, lang, react, viewer{as: 3, until: true}))
	pages["react-none"] = matchPage(model(t, lang, react, viewer{as: 2, until: true}))
	pages["react-own"] = matchPage(model(t, lang, react, viewer{as: 1, until: true}))
	over := playEvents(t, many, "1: withdraw", "2: resign", "3: resign", "4: resign", "1: resign")
	two := duelMatch(t)
	pages["two-color"] = matchPage(model(t, lang, two, viewer{as: 1, try: "change_weapon"}))
	pages["two-turned"] = matchPage(model(t, lang, two, viewer{as: 1, staged: "play R5;change_weapon blue"}))
	pages["two-stunned"] = matchPage(model(t, lang, two, viewer{as: 1, staged: "stunned 2"}))
	pages["two-down"] = matchPage(model(t, lang, two, viewer{as: 1, staged: "knock_down 2"}))
	prize := playEvents(t, two, "1: withdraw", "2: colour purple", "2: play P5", "2: end", "1: withdraw")
	pages["token"] = matchPage(model(t, lang, prize, viewer{as: 2}))
	pages["token-open"] = matchPage(model(t, lang, prize, viewer{as: 2, staged: "token green;colour blue"}))
	pages["over"] = matchPage(model(t, lang, over, viewer{as: 5}))
	return pages
}

func m0(t testing.TB) games.Info { return rules.Rulesets()[0].Info() }

func ruleModel(lang views.Lang, info games.Info) views.Rules {
	m := views.Rules{Page: views.Page{Lang: lang, Path: "/rules/knizia", Origin: "https://table.example", Now: now}, Game: info, Key: "k"}
	m = Family().Explain(m)
	return m
}
