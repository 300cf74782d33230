package views

import (
	"testing"
	"time"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/games/parker"
)

// samplePublic is what there is to watch: a match shown after some moves, others in
// lists.
func samplePublic(t testing.TB, lang Lang) PublicMatches {
	row := func(id, game string, ago time.Duration, names ...string) Row {
		r := Row{ID: id, Game: info(t, game), Host: names[0], Public: true, Ply: 14, Created: sampleNow.Add(-90 * time.Hour), Moved: sampleNow.Add(-ago)}
		for _, name := range names {
			r.Seats = append(r.Seats, Seat{Name: name})
		}
		if !r.Game.Hidden {
			r.Last = Event{Seat: 2, Text: "E10-E9", At: r.Moved}
		}
		r.ToAct = []games.Seat{1}
		return r
	}
	over := func(r Row, reason string, winners ...games.Seat) Row {
		r.ToAct, r.Result = nil, &games.Result{Winners: winners, Reason: reason}
		return r
	}
	match := played(t, lang, "camelot", nolanEvents(14)...)
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
	m.Live[0].Last = Event{Seat: 2, Text: nolan[13], At: m.Live[0].Moved}
	m.Shown, m.Live = &ShownMatch{Row: m.Live[0], View: match.View.(parker.View), Last: nolan[13]}, m.Live[1:]
	return m
}

// fewMatches is home of a player of whom little is asked.
func fewMatches(t testing.TB, lang Lang) Home {
	m := sampleHome(t, lang)
	m.Awaiting, m.Finished, m.Games, m.Public, m.Turns = m.Awaiting[:1], nil, allInfos(), samplePublic(t, lang), 1
	return m
}

// first is how a game begins, as spectators see it.
func first(t testing.TB, game string) *parker.View {
	t.Helper()
	view := played(t, English, game).View.(parker.View)
	return &view
}

// invitationTo is an invitation to a table at which one person sits.
func invitationTo(t testing.TB, lang Lang, game string, seat games.Seat) Invitation {
	m := sampleInvitation(t, lang)
	m.Table.Game, m.Seat = info(t, game), seat
	m.Table.Seats = make([]Seat, m.Table.Game.Seats[0])
	m.Table.Seats[0].Name = "Gauvain"
	m.Start = nil
	if parker.BoardOf(game) != nil {
		m.Start = first(t, game)
	}
	return m
}

// samplesOfPublic are pages that show what others play.
func samplesOfPublic(t testing.TB, lang Lang) map[string]templ.Component {
	stranger := Page{Lang: lang, Path: "/", Origin: "https://table.example", Now: sampleNow}
	public := samplePublic(t, lang)
	four := samplePublic(t, lang)
	four.Shown = &ShownMatch{Row: four.Live[1], View: played(t, lang, "grand-camelot").View.(parker.View)}
	ended := samplePublic(t, lang)
	ended.Shown = &ShownMatch{Row: ended.Over[0], View: played(t, lang, "cam").View.(parker.View)}
	ended.Live, ended.Over = nil, ended.Over[1:]
	busy := sampleHome(t, lang)
	busy.Games, busy.Public = allInfos(), public
	return map[string]templ.Component{
		"invitation-four":  InvitationPage(invitationTo(t, lang, "grand-camelot", 3)),
		"invitation-cam":   InvitationPage(invitationTo(t, lang, "cam", 0)),
		"invitation-cards": InvitationPage(invitationTo(t, lang, "knizia", 0)),

		"public-home":        HomePage(Home{Page: stranger, Games: allInfos(), Public: public, Tables: 2, Key: "k"}),
		"public-home-four":   HomePage(Home{Page: stranger, Games: allInfos(), Public: four, Key: "k"}),
		"public-home-ended":  HomePage(Home{Page: stranger, Games: allInfos(), Public: ended, Key: "k"}),
		"public-home-few":    HomePage(fewMatches(t, lang)),
		"public-home-busy":   HomePage(busy),
		"public-tables":      LobbyPage(Lobby{Page: samplePage(lang, "/tables"), Tables: sampleLobby(t, lang).Tables, Games: allInfos(), Public: public, Key: "k"}),
		"public-tables-none": LobbyPage(Lobby{Page: stranger, Games: allInfos(), Public: public, Key: "k"}),
		"public-tables-bare": LobbyPage(Lobby{Page: stranger, Games: allInfos(), Game: "cam", Key: "k"}),
		"public-me":          MePage(Me{Page: stranger, Games: allInfos(), Public: public, Form: NameForm{Return: "/me?saved=name", Key: "k"}}),
	}
}
