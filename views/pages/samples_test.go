package pages

import (
	"maps"
	"testing"
	"time"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/views"
	"tableronde/views/parker"
	"tableronde/views/viewtest"
)

func sampleRow(t testing.TB, id string) Row {
	return Row{
		ID: id, Game: viewtest.Info(t, "camelot"), Seats: []views.Seat{{Name: "Aliénor", You: true}, {Name: "Gauvain"}}, Host: "Gauvain",
		ToAct: []games.Seat{1}, Ply: 2, Last: views.Event{Seat: 2, Text: "E10-E9", At: viewtest.Now.Add(-9 * time.Hour)},
		Created: viewtest.Now.Add(-30 * time.Hour), Moved: viewtest.Now.Add(-9 * time.Hour),
	}
}

// sampleLeft returns the row of a match that the visitor has left to a bot.
func sampleLeft(t testing.TB, lang views.Lang) Row {
	left := sampleRow(t, "b")
	left.ID, left.Seats = "f", []views.Seat{{Name: views.BotName(lang, 3, 1), For: "Viviane", ForYou: true}, {Name: "Perceval"}}
	return left
}

func sampleHome(t testing.TB, lang views.Lang) Home {
	waiting := sampleRow(t, "b")
	waiting.ToAct, waiting.Seats = []games.Seat{2}, []views.Seat{{Name: "Aliénor", You: true}, {Name: "Viviane"}}
	second := sampleRow(t, "c")
	second.Seats, second.Last, second.Moved = []views.Seat{{Name: "Danielle"}, {Name: "Aliénor", You: true}}, views.Event{}, viewtest.Now.Add(-3*time.Hour)
	third := sampleRow(t, "d")
	third.Last.Text, third.Moved = "offer draw", viewtest.Now.Add(-20*time.Minute)
	open := sampleRow(t, "e")
	open.Seats[1].Name, open.Last = "", views.Event{}
	won, drawn := sampleRow(t, "f"), sampleRow(t, "g")
	won.Result = &games.Result{Winners: []games.Seat{1}, Reason: "castle"}
	drawn.Result = &games.Result{Reason: "agreement"}
	return Home{
		Page: viewtest.Page(lang, "/"), Awaiting: []Row{sampleRow(t, "a"), second, third}, Waiting: []Row{waiting}, Open: []Row{open},
		Finished: []Row{won, drawn}, Tables: 4, Games: []games.Info{viewtest.Info(t, "camelot")}, Key: "k",
	}
}

func sampleLobby(t testing.TB, lang views.Lang) Lobby {
	m := Lobby{Page: viewtest.Page(lang, "/tables"), Games: []games.Info{viewtest.Info(t, "camelot")}, Next: "n", Key: "k"}
	for i, name := range []string{"Viviane", "Perceval", "Aliénor", "Iseult"} {
		r := sampleRow(t, "t"+name)
		r.Host, r.Last, r.Public = name, views.Event{}, true
		r.Seats = []views.Seat{{}, {}}
		r.Seats[i%2] = views.Seat{Name: name, You: name == "Aliénor"}
		r.Created = viewtest.Now.Add(-time.Duration(i*i) * 40 * time.Minute)
		m.Tables = append(m.Tables, r)
	}
	return m
}

func sampleInvitation(t testing.TB, lang views.Lang) Invitation {
	r := sampleRow(t, "a")
	r.Seats = []views.Seat{{}, {Name: "Gauvain"}}
	r.Host, r.HostID = "Gauvain", "gauvain"
	m := Invitation{Page: viewtest.Page(lang, "/i/tok"), Token: "tok", Table: r, Key: "k"}
	m.Player, m.Turns = "", 0
	m.Start, m.Styles = startView(t, "camelot"), parker.Styles
	m.Expires = viewtest.Now.AddDate(0, 0, 30)
	return m
}

// strangerPage returns a page seen by somebody without an account.
func strangerPage(lang views.Lang) views.Page {
	return views.Page{Lang: lang, Path: "/", Origin: "https://table.example", Now: viewtest.Now}
}

// samples returns all pages in all states worth checking, by name.
func samples(t testing.TB, lang views.Lang) map[string]templ.Component {
	t.Helper()
	stranger, all := strangerPage(lang), viewtest.Boards()
	none := []games.Info{viewtest.Info(t, "camelot")}
	quiet := Home{Page: viewtest.Page(lang, "/"), Waiting: append(sampleHome(t, lang).Waiting, sampleLeft(t, lang)), Games: none, Key: "k"}
	quiet.Turns = 0
	again := NewTable{Page: stranger, Games: none, Key: "k", Name: "", Problem: &views.Problem{Field: "name", Key: "name_missing"}}
	pages := map[string]templ.Component{
		"home-all":      HomePage(Home{Page: stranger, Games: all, Key: "k"}),
		"new-all":       NewTablePage(NewTable{Page: stranger, Games: all, Game: "grand-camelot", Key: "k"}),
		"home":          HomePage(sampleHome(t, lang)),
		"home-stranger": HomePage(Home{Page: stranger, Games: none, Tables: 1, Key: "k"}),
		"home-quiet":    HomePage(quiet),
		"tables":        LobbyPage(sampleLobby(t, lang)),
		"tables-none":   LobbyPage(Lobby{Page: stranger, Games: none, Key: "k"}),
		"new":           NewTablePage(NewTable{Page: viewtest.Page(lang, "/new"), Games: none, Key: "k"}),
		"new-again":     NewTablePage(again),
		"sign-in":       SignInPage(SignIn{Page: stranger, Return: "/", Key: "k"}),
		"sign-in-guest": SignInPage(SignIn{Page: viewtest.Page(lang, "/sign-in"), Passkeys: true, Return: "/", Key: "k", Tally: Tally{Live: 3, Finished: 12}}),
		"sign-in-again": SignInPage(SignIn{Page: stranger, Return: "/", Key: "k", Name: "Viviane", Problem: &views.Problem{Key: "wrong_credentials"}}),
		"account-again": SignInPage(SignIn{Page: stranger, Return: "/", Key: "k", JoinName: "Viviane", JoinProblem: &views.Problem{Field: "password", Key: "weak_password"}}),
		"device":        DevicePage(Device{Page: viewtest.Page(lang, "/device"), Minutes: 10}),
		"device-code":   DevicePage(Device{Page: viewtest.Page(lang, "/device"), Minutes: 10, Address: "https://table.example/link/abcdefghijklmnopqrstuvwxyz", Code: "48210937"}),
		"device-none":   DevicePage(Device{Page: stranger, Minutes: 10}),
		"sign-in-mail":  SignInPage(SignIn{Page: stranger, Return: "/", Key: "k", Mail: true}),
		"sign-in-mail-again": SignInPage(SignIn{Page: stranger, Return: "/", Key: "k", Mail: true, Email: "viviane",
			MailProblem: &views.Problem{Field: "email", Key: "bad_address"}}),
		"account-mail-again": SignInPage(SignIn{Page: stranger, Return: "/", Key: "k", Mail: true, JoinName: "Viviane", JoinEmail: "viviane",
			JoinProblem: &views.Problem{Field: "email", Key: "bad_address"}}),
		"mail-enter":   MailPage(Mail{Page: viewtest.Page(lang, "/sign-in"), Token: "aaaaaaaaaaaaaaaaaaaaaaaaaa", Enter: true, Owner: "Viviane", Left: 3}),
		"mail-again":   MailPage(Mail{Page: stranger, Token: "aaaaaaaaaaaaaaaaaaaaaaaaaa", Enter: true, Owner: "Viviane", Problem: &views.Problem{Field: "password", Key: "weak_password"}}),
		"mail-confirm": MailPage(Mail{Page: stranger, Token: "aaaaaaaaaaaaaaaaaaaaaaaaaa", Owner: "Viviane", Address: "viviane@example.org"}),
		"mail-ended":   MailPage(Mail{Page: stranger, Problem: &views.Problem{Key: "mail_ended"}}),
		"link":         LinkPage(Link{Page: stranger}),
		"link-again":   LinkPage(Link{Page: stranger, Typed: "1234 5678", Problem: &views.Problem{Field: "code", Key: "pass_ended"}}),
		"link-confirm": LinkPage(Link{Page: viewtest.Page(lang, "/link"), Secret: "12345678", Owner: "Viviane", Left: 3}),
		"link-code":    LinkPage(Link{Page: viewtest.Page(lang, "/link"), Secret: "12345678", Left: 3}),
		"link-same":    LinkPage(Link{Page: viewtest.Page(lang, "/link"), Secret: "12345678", Owner: "Aliénor", Same: true}),
		"invitation":   InvitationPage(sampleInvitation(t, lang)),
		"rules":        RulesIndexPage(RulesIndex{Page: viewtest.Page(lang, "/rules"), Games: all}),
		"fault-404":    FaultPage(Fault{Page: stranger, Status: 404, Code: "not_found"}),
		"fault-429":    FaultPage(Fault{Page: stranger, Status: 429, Code: "too_many_requests", Retry: 40}),
		"fault-500":    FaultPage(Fault{Page: stranger, Status: 500, Code: "internal", Request: "r7", Match: "/m/camelot"}),
	}
	for _, g := range all {
		pages["rules-"+g.ID] = rulesOf(lang, g)
		pages["digest-"+g.ID] = DigestPage(parker.Family().Summarize(views.Rules{Page: viewtest.Page(lang, "/rules/"+g.ID+"/digest"), Game: g}))
	}
	maps.Copy(pages, samplesOfMatches(t, lang))
	maps.Copy(pages, samplesOfFour(t, lang))
	maps.Copy(pages, samplesOfReview(t, lang))
	maps.Copy(pages, samplesOfSettings(t, lang))
	maps.Copy(pages, samplesOfStudy(t, lang))
	maps.Copy(pages, samplesOfTalk(t, lang))
	maps.Copy(pages, samplesOfAdmin(t, lang))
	maps.Copy(pages, samplesOfArchive(t, lang))
	maps.Copy(pages, samplesOfLists(t, lang))
	maps.Copy(pages, samplesOfFinding(t, lang))
	maps.Copy(pages, samplesOfCups(t, lang))
	maps.Copy(pages, samplesOfPublic(t, lang))
	maps.Copy(pages, samplesOfLearning(t, lang))
	maps.Copy(pages, samplesOfHelp(lang))
	return pages
}

// samplesOfMatches are matches of two on the board of Camelot, and one of four.
func samplesOfMatches(t testing.TB, lang views.Lang) map[string]templ.Component {
	t.Helper()
	match := func(change func(*views.Match), events ...string) templ.Component {
		m := viewtest.Played(t, lang, "camelot", events...)
		change(&m)
		return matchPage(m)
	}
	opening := []string{"1: I7-I8", "2: E10-E9"}
	solo := viewtest.Played(t, lang, "camelot", "1: I7-I8")
	solo.Solo, solo.You, solo.Seats[1] = true, 2, views.Seat{Name: "Aliénor", You: true}
	joining := viewtest.WaitingTable(t, lang)
	joining.Page, joining.Host, joining.Invite, joining.Permissions, joining.Seats[0], joining.You = strangerPage(lang), false, "", views.Permissions{Join: true}, views.Seat{Name: "Gauvain"}, 0
	closing := viewtest.WaitingTable(t, lang)
	closing.Confirm = "withdraw"
	grand := viewtest.Played(t, lang, "grand-camelot")
	grand.Staged = "G4"
	watching := viewtest.MidMove(t, lang)
	watching.Staged, watching.You, watching.Offers, watching.Seats[0] = "", 0, nil, views.Seat{Name: "Aliénor"}
	return map[string]templ.Component{
		"match-mid":     matchPage(viewtest.MidMove(t, lang)),
		"match-first":   match(func(m *views.Match) {}),
		"match-digest":  match(func(m *views.Match) { m.Digest = true }),
		"match-movers":  match(func(m *views.Match) { m.Probe = "all" }),
		"match-must":    match(func(m *views.Match) { m.Next = 0 }, "1: E7-E8", "2: E10-E9"),
		"match-picked":  match(func(m *views.Match) { m.Staged = "C6" }, opening...),
		"match-open":    match(func(m *views.Match) { m.Staged = "D6-F8" }, "1: E6-E8", "2: J11-J10"),
		"match-goes-on": match(func(m *views.Match) { m.Staged = "C6-E8" }, opening...),
		"match-why":     match(func(m *views.Match) { m.Staged, m.Probe = "C6", "A4" }, opening...),
		"match-refused": match(func(m *views.Match) { m.Probe = "E10" }),
		"match-stale":   match(func(m *views.Match) { m.Notice = &views.Notice{Key: "stale_ply"} }, opening...),
		"match-illegal": match(func(m *views.Match) {
			m.Typed = "E6-E9"
			m.Notice = &views.Notice{Key: "illegal_action", Illegal: &games.Illegal{Key: "parker.reach", Rule: "moves", Args: map[string]string{"from": "E6", "to": "E9"}}}
		}, opening...),
		"match-waits":    match(func(m *views.Match) { m.Notice = &views.Notice{Key: "sent", Good: true} }, "1: I7-I8"),
		"match-watching": matchPage(watching),
		"match-solo":     matchPage(solo),
		"match-news":     match(func(m *views.Match) { m.Seen, m.Visit = 1, m.Now }, opening...),
		"match-news-two": match(func(m *views.Match) { m.Seen, m.Visit, m.Next = 8, m.Now, 0 }, append(viewtest.NolanEvents(12), "2: offer draw")...),
		"match-offered":  match(func(m *views.Match) { m.Seen, m.Visit = 10, m.Now }, append(viewtest.NolanEvents(13), "1: offer draw")...),
		"match-again":    match(func(m *views.Match) { viewtest.LookAgain(t, m) }, viewtest.NolanEvents(12)...),
		"match-rematch": match(func(m *views.Match) {
			m.Rematching = views.Rematching{By: 2, Votes: views.Votes{Agreed: []games.Seat{2}, Awaited: []games.Seat{1}}}
			m.Permissions.Rematch = false
		}, append(viewtest.NolanEvents(34), "1: resign")...),
		"match-past":     match(func(m *views.Match) { viewtest.Past(t, m, 12) }, viewtest.NolanEvents(34)...),
		"match-late":     match(func(m *views.Match) { m.Bottom = 2 }, viewtest.NolanEvents(34)...),
		"match-resign":   match(func(m *views.Match) { m.Confirm = "resign" }, opening...),
		"match-draw":     match(func(m *views.Match) {}, append(opening, "2: offer draw")...),
		"match-undo":     match(func(m *views.Match) {}, "1: I7-I8", "2: E10-E9", "1: E7-E8", "2: offer undo 1"),
		"match-over":     match(func(m *views.Match) {}, append(viewtest.NolanEvents(34), "1: resign")...),
		"match-aborted":  match(func(m *views.Match) {}, "1: abort"),
		"match-invite":   matchPage(viewtest.WaitingTable(t, lang)),
		"match-four":     matchPage(grand),
		"match-withdraw": matchPage(closing),
		"match-join":     matchPage(joining),
	}
}

func matchPage(m views.Match) templ.Component { return parker.Family().Page(m) }
