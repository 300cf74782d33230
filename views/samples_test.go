package views

import (
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/table"
)

var sampleNow = time.Date(2026, 11, 21, 18, 0, 0, 0, time.UTC)

func samplePage(lang Lang, path string) Page {
	return Page{Lang: lang, Path: path, Origin: "https://table.example", Player: "Aliénor", Turns: 3, Now: sampleNow}
}

func info(t testing.TB, game string) games.Info {
	t.Helper()
	rules, err := catalog.Find(game, 0)
	if err != nil {
		t.Fatal(err)
	}
	return rules.Info()
}

// played is the model of a match of two after some events, "2: E10-E9", as
// seat 1 sees it.
func played(t testing.TB, lang Lang, game string, events ...string) Match {
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
	return modelOf(m, lang, m.Ply())
}

// modelOf is the page of a match as the server makes it for the first seat,
// with the position after some events shown.
func modelOf(m table.Match, lang Lang, shown int) Match {
	past := m.At(shown)
	model := Match{
		Page: samplePage(lang, "/m/k3zq5dbv7n2a"), ID: "k3zq5dbv7n2a", Game: m.Ruleset().Info(),
		Seats:   []Seat{{Name: "Aliénor", You: true}, {Name: "Gauvain"}, {Name: "Viviane"}, {Name: "Yvain"}}[:m.Setup().Seats],
		Started: true, You: 1, Bottom: 1, Ply: m.Ply(), Shown: shown,
		View: past.State().View(1), Path: past.Path(), ToAct: m.ToAct(), Offers: m.Offers(1),
		Draw: m.DrawOffer(), Result: m.Result(), Seen: m.Ply(), Key: "k", Next: 2, NextID: "p7wq2m5xk4ta",
	}
	model.Undo, model.Line = m.UndoOffer()
	model.DrawVotes.Agreed, model.DrawVotes.Awaited = m.DrawVotes()
	model.UndoVotes.Agreed, model.UndoVotes.Awaited = m.UndoVotes()
	model.Before = make(map[int]games.View)
	for _, i := range model.Path {
		model.Before[i] = m.At(i).State().View(1)
	}
	for i, e := range m.Log() {
		model.Log = append(model.Log, Event{Seat: e.Seat, Text: e.Text, At: sampleNow.Add(time.Duration(i-m.Ply()) * 3 * time.Hour)})
	}
	model.Can.Rematch = model.Result != nil
	return model
}

// nolan is a game that was played: Nolan against CHAXX 1.05, 2008.
var nolan = strings.Fields(`E6-E8 H11-F9 H6-F8 F11-H9 G6-G8 D11-D9 E8xC10xC12 D10-C11 C12xC10 E10-E12 G8xE10
	I10-G8xG6xE6xE8xG8xE6xC8 I7-G7 J11-H11-F11-D11xF9 J6-H6-H8-F6 H9-I8 H7xJ9 C8-C7
	C6-E6-G6-G8xE10 C7xE5 F6xD4 F10xD10xB10 D4-E5 B10-C9 E5-F6 G11-H11 F6-H8 G10-H9
	I6-H7 H9-G9 H8xF10xD12xF12 I11-G11-I9 J9xH9 H10xH8xH6xF8`)

func nolanEvents(n int) []string {
	events := make([]string, n)
	for i := range n {
		events[i] = string("12"[i%2]) + ": " + nolan[i]
	}
	return events
}

// midMove is a match in which a knight's charge stands ready to be confirmed.
func midMove(t testing.TB, lang Lang) Match {
	m := played(t, lang, "camelot", "1: I7-I8", "2: E10-E9")
	m.Staged = "C6-E8xE10xG12"
	return m
}

func sampleRow(t testing.TB, id string) Row {
	return Row{
		ID: id, Game: info(t, "camelot"), Seats: []Seat{{Name: "Aliénor", You: true}, {Name: "Gauvain"}}, Host: "Gauvain",
		ToAct: []games.Seat{1}, Ply: 2, Last: Event{Seat: 2, Text: "E10-E9", At: sampleNow.Add(-9 * time.Hour)},
		Created: sampleNow.Add(-30 * time.Hour), Moved: sampleNow.Add(-9 * time.Hour),
	}
}

func sampleHome(t testing.TB, lang Lang) Home {
	waiting := sampleRow(t, "b")
	waiting.ToAct, waiting.Seats = []games.Seat{2}, []Seat{{Name: "Aliénor", You: true}, {Name: "Viviane"}}
	second := sampleRow(t, "c")
	second.Seats, second.Last, second.Moved = []Seat{{Name: "Danielle"}, {Name: "Aliénor", You: true}}, Event{}, sampleNow.Add(-3*time.Hour)
	third := sampleRow(t, "d")
	third.Last.Text, third.Moved = "offer draw", sampleNow.Add(-20*time.Minute)
	open := sampleRow(t, "e")
	open.Seats[1].Name, open.Last = "", Event{}
	won, drawn := sampleRow(t, "f"), sampleRow(t, "g")
	won.Result = &games.Result{Winners: []games.Seat{1}, Reason: "castle"}
	drawn.Result = &games.Result{Reason: "agreement"}
	return Home{
		Page: samplePage(lang, "/"), Awaiting: []Row{sampleRow(t, "a"), second, third}, Waiting: []Row{waiting}, Open: []Row{open},
		Finished: []Row{won, drawn}, Tables: 4, Games: []games.Info{info(t, "camelot")}, Key: "k",
	}
}

func sampleLobby(t testing.TB, lang Lang) Lobby {
	m := Lobby{Page: samplePage(lang, "/tables"), Games: []games.Info{info(t, "camelot")}, Next: "n", Key: "k"}
	for i, name := range []string{"Viviane", "Perceval", "Aliénor", "Iseult"} {
		r := sampleRow(t, "t"+name)
		r.Host, r.Last, r.Public = name, Event{}, true
		r.Seats = []Seat{{}, {}}
		r.Seats[i%2] = Seat{Name: name, You: name == "Aliénor"}
		r.Created = sampleNow.Add(-time.Duration(i*i) * 40 * time.Minute)
		m.Tables = append(m.Tables, r)
	}
	return m
}

func sampleInvitation(t testing.TB, lang Lang) Invitation {
	r := sampleRow(t, "a")
	r.Seats = []Seat{{}, {Name: "Gauvain"}}
	m := Invitation{Page: samplePage(lang, "/i/tok"), Token: "tok", Table: r, Key: "k"}
	m.Player, m.Turns = "", 0
	m.Start = first(t, "camelot")
	m.Expires = sampleNow.AddDate(0, 0, 30)
	return m
}

// waitingTable is a match before it begins, as its host sees it.
func waitingTable(t testing.TB, lang Lang) Match {
	m := played(t, lang, "camelot")
	m.Started, m.Host, m.Public, m.ToAct, m.Offers = false, true, true, nil, nil
	m.Seats[1] = Seat{}
	m.Invited = true
	m.Invite, m.Can.Withdraw, m.Expires = "q3zk5ov7w2q3zk5ov7w2aaaaaa", true, sampleNow.AddDate(0, 0, 30)
	return m
}

// samples are all pages in all states worth looking at, by name.
func samples(t testing.TB, lang Lang) map[string]templ.Component {
	t.Helper()
	match := func(change func(*Match), events ...string) templ.Component {
		m := played(t, lang, "camelot", events...)
		change(&m)
		return MatchPage(m)
	}
	opening := []string{"1: I7-I8", "2: E10-E9"}
	none := []games.Info{info(t, "camelot")}
	stranger := Page{Lang: lang, Path: "/", Origin: "https://table.example", Now: sampleNow}
	quiet := Home{Page: samplePage(lang, "/"), Waiting: sampleHome(t, lang).Waiting, Games: none, Key: "k"}
	quiet.Turns = 0
	again := NewTable{Page: stranger, Games: none, Key: "k", Name: "", Problem: &Problem{Field: "name", Key: "name_missing"}}
	solo := played(t, lang, "camelot", "1: I7-I8")
	solo.Solo, solo.You, solo.Seats[1] = true, 2, Seat{Name: "Aliénor", You: true}
	joining := waitingTable(t, lang)
	joining.Page, joining.Host, joining.Invite, joining.Can, joining.Seats[0], joining.You = stranger, false, "", Can{Join: true}, Seat{Name: "Gauvain"}, 0
	closing := waitingTable(t, lang)
	closing.Ask = "withdraw"
	grand := played(t, lang, "grand-camelot")
	grand.Staged = "G4"
	watching := midMove(t, lang)
	watching.Staged, watching.You, watching.Offers, watching.Seats[0] = "", 0, nil, Seat{Name: "Aliénor"}
	all := allInfos()
	pages := map[string]templ.Component{
		"home-all":      HomePage(Home{Page: stranger, Games: all, Key: "k"}),
		"new-all":       NewTablePage(NewTable{Page: stranger, Games: all, Game: "grand-camelot", Key: "k"}),
		"home":          HomePage(sampleHome(t, lang)),
		"home-stranger": HomePage(Home{Page: stranger, Games: none, Tables: 1, Key: "k"}),
		"home-quiet":    HomePage(quiet),
		"tables":        LobbyPage(sampleLobby(t, lang)),
		"tables-none":   LobbyPage(Lobby{Page: stranger, Games: none, Key: "k"}),
		"new":           NewTablePage(NewTable{Page: samplePage(lang, "/new"), Games: none, Key: "k"}),
		"new-again":     NewTablePage(again),
		"invitation":    InvitationPage(sampleInvitation(t, lang)),
		"rules":         RulesIndexPage(RulesIndex{Page: samplePage(lang, "/rules"), Games: all}),
		"fault-404":     FaultPage(Fault{Page: stranger, Status: 404, Code: "not_found"}),
		"fault-429":     FaultPage(Fault{Page: stranger, Status: 429, Code: "too_many_requests", Retry: 40}),
		"fault-500":     FaultPage(Fault{Page: stranger, Status: 500, Code: "internal", Request: "r7", Match: "/m/camelot"}),
		"match-mid":     MatchPage(midMove(t, lang)),
		"match-first":   match(func(m *Match) {}),
		"match-movers":  match(func(m *Match) { m.Try = "all" }),
		"match-must":    match(func(m *Match) { m.Next = 0 }, "1: E7-E8", "2: E10-E9"),
		"match-picked":  match(func(m *Match) { m.Staged = "C6" }, opening...),
		"match-open":    match(func(m *Match) { m.Staged = "D6-F8" }, "1: E6-E8", "2: J11-J10"),
		"match-goes-on": match(func(m *Match) { m.Staged = "C6-E8" }, opening...),
		"match-why":     match(func(m *Match) { m.Staged, m.Try = "C6", "A4" }, opening...),
		"match-refused": match(func(m *Match) { m.Try = "E10" }),
		"match-stale":   match(func(m *Match) { m.Notice = &Notice{Key: "stale_ply"} }, opening...),
		"match-illegal": match(func(m *Match) {
			m.Typed = "E6-E9"
			m.Notice = &Notice{Key: "illegal_action", Illegal: &games.Illegal{Key: "parker.reach", Rule: "moves", Args: map[string]string{"from": "E6", "to": "E9"}}}
		}, opening...),
		"match-waits":    match(func(m *Match) { m.Notice = &Notice{Key: "sent", Good: true} }, "1: I7-I8"),
		"match-watching": MatchPage(watching),
		"match-solo":     MatchPage(solo),
		"match-news":     match(func(m *Match) { m.Seen, m.Visit = 1, m.Now }, opening...),
		"match-news-two": match(func(m *Match) { m.Seen, m.Visit, m.Next = 8, m.Now, 0 }, append(nolanEvents(12), "2: offer draw")...),
		"match-offered":  match(func(m *Match) { m.Seen, m.Visit = 10, m.Now }, append(nolanEvents(13), "1: offer draw")...),
		"match-again":    match(func(m *Match) { lookAgain(t, m) }, nolanEvents(12)...),
		"match-rematch": match(func(m *Match) {
			m.Rematching = Rematching{By: 2, Votes: Votes{[]games.Seat{2}, []games.Seat{1}}}
			m.Can.Rematch = false
		}, append(nolanEvents(34), "1: resign")...),
		"match-past":     match(func(m *Match) { past(t, m, 12) }, nolanEvents(34)...),
		"match-late":     match(func(m *Match) { m.Bottom = 2 }, nolanEvents(34)...),
		"match-resign":   match(func(m *Match) { m.Ask = "resign" }, opening...),
		"match-draw":     match(func(m *Match) {}, append(opening, "2: offer draw")...),
		"match-undo":     match(func(m *Match) {}, "1: I7-I8", "2: E10-E9", "1: E7-E8", "2: offer undo 1"),
		"match-over":     match(func(m *Match) {}, append(nolanEvents(34), "1: resign")...),
		"match-aborted":  match(func(m *Match) {}, "1: abort"),
		"match-invite":   MatchPage(waitingTable(t, lang)),
		"match-four":     MatchPage(grand),
		"match-withdraw": MatchPage(closing),
		"match-join":     MatchPage(joining),
	}
	for _, g := range all {
		pages["rules-"+g.ID] = RulesPage(Rules{Page: samplePage(lang, "/rules/"+g.ID), Game: g, Key: "k"})
	}
	maps.Copy(pages, samplesOfFour(t, lang))
	maps.Copy(pages, samplesOfStudy(t, lang))
	maps.Copy(pages, samplesOfLists(t, lang))
	maps.Copy(pages, samplesOfPublic(t, lang))
	return pages
}

// lookAgain shows the last move of a sample over the position before it.
func lookAgain(t testing.TB, m *Match) {
	t.Helper()
	past(t, m, len(m.Log)-1)
	m.Again = true
	m.Before[m.Shown] = m.View
}

// past shows the position after some events of a sample that has more.
func past(t testing.TB, m *Match, shown int) {
	t.Helper()
	events := make([]string, shown)
	for i, e := range m.Log[:shown] {
		events[i] = string('0'+byte(e.Seat)) + ": " + e.Text
	}
	then := played(t, m.Lang, m.Game.ID, events...)
	m.View, m.Path, m.Shown = then.View, then.Path, shown
}
