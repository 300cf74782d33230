package pages

import (
	"testing"
	"time"

	"github.com/a-h/templ"

	"tableronde/games"
	rules "tableronde/games/parker"
	"tableronde/views"
	"tableronde/views/parker"
	"tableronde/views/viewtest"
)

// samplePublic returns the matches to watch: a match shown after some moves, others in lists.
func samplePublic(t testing.TB, lang views.Lang) PublicMatches {
	row := func(id, game string, ago time.Duration, names ...string) Row {
		r := Row{ID: id, Game: viewtest.Info(t, game), Host: names[0], Public: true, Ply: 14, Created: viewtest.Now.Add(-90 * time.Hour), Moved: viewtest.Now.Add(-ago)}
		for _, name := range names {
			r.Seats = append(r.Seats, views.Seat{Name: name})
		}
		if !r.Game.Hidden {
			r.Last = views.Event{Seat: 2, Text: "E10-E9", At: r.Moved}
		}
		r.ToAct = []games.Seat{1}
		return r
	}
	over := func(r Row, reason string, winners ...games.Seat) Row {
		r.ToAct, r.Result = nil, &games.Result{Winners: winners, Reason: reason}
		return r
	}
	match := viewtest.Played(t, lang, "camelot", viewtest.NolanEvents(14)...)
	m := PublicMatches{
		Live: []Row{
			row("pa", "camelot", 3*time.Minute, "Gauvain", "Morgane"),
			row("pb", "knizia", 2*time.Hour, "Viviane", "Perceval", "Iseult"),
			row("pc", "grand-camelot", 50*time.Hour, "Yvain", "Bohort", "Lionel", "Énide"),
		},
		Over: []Row{
			over(row("pd", "cam", 5*time.Hour, "Tristan", "Marc"), "castle", 1),
			over(row("pe", "kutschke", 30*time.Hour, "Viviane", "Yvain"), "target", 2),
			over(row("pf", "chivalry", 70*time.Hour, "Gauvain", "Lancelot du Lac"), "agreement"),
		},
	}
	m.Live[0].Last = views.Event{Seat: 2, Text: viewtest.Nolan[13], At: m.Live[0].Moved}
	m.Shown, m.Live = &ShownMatch{Row: m.Live[0], View: match.View.(rules.View), Last: viewtest.Nolan[13]}, m.Live[1:]
	return m
}

// fewMatches returns home of a player with one match to act in.
func fewMatches(t testing.TB, lang views.Lang) Home {
	m := sampleHome(t, lang)
	m.Awaiting, m.Finished, m.Games, m.Public, m.Turns = m.Awaiting[:1], nil, viewtest.Boards(), samplePublic(t, lang), 1
	return m
}

// startView returns how a game begins, as spectators see it.
func startView(t testing.TB, game string) *rules.View {
	t.Helper()
	view := viewtest.Played(t, views.English, game).View.(rules.View)
	return &view
}

// invitationTo returns an invitation to a table at which one person sits.
func invitationTo(t testing.TB, lang views.Lang, game string, seat games.Seat) Invitation {
	m := sampleInvitation(t, lang)
	m.Table.Game, m.Seat = viewtest.Info(t, game), seat
	m.Table.Seats = make([]views.Seat, m.Table.Game.Seats[0])
	m.Table.Seats[0].Name = "Gauvain"
	m.Start, m.Styles = nil, []string{"cards.css", game + ".css"}
	if rules.BoardOf(game) != nil {
		m.Start, m.Styles = startView(t, game), parker.Styles
	}
	return m
}

// samplesOfPublic returns pages that show matches of others.
func samplesOfPublic(t testing.TB, lang views.Lang) map[string]templ.Component {
	stranger := views.Page{Lang: lang, Path: "/", Origin: "https://table.example", Now: viewtest.Now}
	public := samplePublic(t, lang)
	four := samplePublic(t, lang)
	four.Shown = &ShownMatch{Row: four.Live[1], View: viewtest.Played(t, lang, "grand-camelot").View.(rules.View)}
	ended := samplePublic(t, lang)
	ended.Shown = &ShownMatch{Row: ended.Over[0], View: viewtest.Played(t, lang, "cam").View.(rules.View)}
	ended.Live, ended.Over = nil, ended.Over[1:]
	busy := sampleHome(t, lang)
	busy.Games, busy.Public = viewtest.Boards(), public
	return map[string]templ.Component{
		"invitation-four":  InvitationPage(invitationTo(t, lang, "grand-camelot", 3)),
		"invitation-cam":   InvitationPage(invitationTo(t, lang, "cam", 0)),
		"invitation-cards": InvitationPage(invitationTo(t, lang, "knizia", 0)),

		"public-home":        HomePage(Home{Page: stranger, Games: viewtest.Boards(), Public: public, Tables: 2, Key: "k"}),
		"public-home-four":   HomePage(Home{Page: stranger, Games: viewtest.Boards(), Public: four, Key: "k"}),
		"public-home-ended":  HomePage(Home{Page: stranger, Games: viewtest.Boards(), Public: ended, Key: "k"}),
		"public-home-few":    HomePage(fewMatches(t, lang)),
		"public-home-busy":   HomePage(busy),
		"public-tables":      LobbyPage(Lobby{Page: viewtest.Page(lang, "/tables"), Tables: sampleLobby(t, lang).Tables, Games: viewtest.Boards(), Public: public, Key: "k"}),
		"public-tables-none": LobbyPage(Lobby{Page: stranger, Games: viewtest.Boards(), Public: public, Key: "k"}),
		"public-tables-bare": LobbyPage(Lobby{Page: stranger, Games: viewtest.Boards(), Filter: TableFilter{Game: "cam", Seats: 2, Pace: "live"}, Key: "k"}),
		"public-tables-for-you": LobbyPage(Lobby{Page: viewtest.Page(lang, "/tables"), Fitting: sampleLobby(t, lang).Tables[:2], Tables: sampleLobby(t, lang).Tables[2:],
			Games: viewtest.Games(), Public: public, Key: "k"}),
		"public-me": MePage(Me{Page: stranger, Games: viewtest.Boards(), Public: public}),
	}
}
