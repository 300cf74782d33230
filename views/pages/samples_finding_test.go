package pages

import (
	"testing"
	"time"

	"github.com/a-h/templ"

	"tableronde/games/clock"
	"tableronde/views"
	"tableronde/views/locale"
	"tableronde/views/viewtest"
)

// samplesOfFinding returns the pages by which players find each other.
func samplesOfFinding(t testing.TB, lang views.Lang) map[string]templ.Component {
	challenged := sampleInvitation(t, lang)
	challenged.Page, challenged.Token, challenged.Seat = viewtest.Page(lang, "/m/a/challenge"), "", 1
	asked := func(game string) templ.Component {
		m := NewTable{Page: viewtest.Page(lang, "/new"), Games: viewtest.Games(), Game: game, Key: "k", Named: true, Favorites: []Person{{ID: "a", Name: "Aliénor"}}}
		if game == "knizia" {
			m.RivalID, m.Rival = "b", "Bérénice"
		} else {
			m.Rival, m.Problem = "Nobody", &views.Problem{Field: "challenge", Key: "nobody_named"}
		}
		return NewTablePage(m)
	}
	home := sampleHome(t, lang)
	row := sampleRow(t, "asked")
	row.Host, row.Seats, row.Last = "Perceval", []views.Seat{{}, {Name: "Perceval"}}, views.Event{}
	row.Control = &clock.Control{Move: 72 * time.Hour}
	ladder := row
	ladder.ID, ladder.Ladder = "ladder", true
	home.Challenges = []Offer{{Row: row, Kind: "challenge", Key: "k"}, {Row: ladder, Kind: "challenge", Key: "k"}}
	staked := challenged
	staked.Table.Ladder, staked.Expires = true, viewtest.Now.Add(7*24*time.Hour)
	quiet := Home{Page: viewtest.Page(lang, "/"), Games: viewtest.Games(), Challenges: home.Challenges, Key: "k"}
	own := sampleRow(t, "own")
	own.Seats, own.Asked, own.Last = []views.Seat{{Name: "Viviane", You: true}, {Kept: "x"}}, []string{"Bo"}, views.Event{}
	quiet.Open = append(quiet.Open, own)
	own.ID, own.Asked, own.Declined = "own2", nil, []string{"Bo"}
	quiet.Open = append(quiet.Open, own)
	standing := Standing{Page: viewtest.Page(lang, "/me/standing"), Offers: []StandingRow{
		{ID: "a", Game: viewtest.Info(t, "cam"), Seats: 2, Control: &clock.Control{Move: 72 * time.Hour}, Most: 3, Open: "k7Zq2", Live: 1},
		{ID: "b", Game: viewtest.Info(t, "shannon"), Seats: 5, Most: 1, Live: 1},
		{ID: "c", Game: viewtest.Info(t, "grand-camelot"), Seats: 4, Most: 10, Paused: true, Needs: views.Needs{Played: 5, Low: 1400}},
	}}
	full := standing
	full.Full = true
	invite := Invite{Page: viewtest.Page(lang, "/m/a/invite"), Table: own, Token: "q3zk5ov7w2q3zk5ov7w2aaaaaa"}
	invite.Table.Seats = []views.Seat{{Name: "Viviane", You: true}, {}}
	four := invite
	four.Table.Game, four.Table.Seats, four.Seat = viewtest.Info(t, "grand-camelot"), []views.Seat{{Name: "Viviane", You: true}, {}, {}, {}}, 3
	return map[string]templ.Component{
		"finding-challenged":    InvitationPage(challenged),
		"finding-ladder":        InvitationPage(staked),
		"finding-named":         asked("camelot"),
		"finding-named-known":   asked("knizia"),
		"finding-home":          HomePage(home),
		"finding-home-quiet":    HomePage(quiet),
		"finding-standing":      StandingPage(standing),
		"finding-standing-full": StandingPage(full),
		"finding-standing-none": StandingPage(Standing{Page: viewtest.Page(lang, "/me/standing")}),
		"finding-standing-new":  NewTablePage(NewTable{Page: viewtest.Page(lang, "/new"), Games: viewtest.Games(), Game: "cam", Key: "k", Standing: true, Pace: "move-3d"}),
		"finding-qr":            InvitePage(invite),
		"finding-qr-four":       InvitePage(four),
		"finding-waiting": waitingFor(t, lang, func(m *views.Match) {
			m.Public, m.Asked, m.Seats[1].Kept = false, []views.Asked{{ID: "b", Name: "Bo"}}, locale.T(lang, "challenge.kept", "Name", "Bo")
		}),
		"finding-declined": waitingFor(t, lang, func(m *views.Match) { m.Declined, m.Public = []string{"Bo"}, false }),
	}
}

// waitingFor returns the page of a table that waits, for its host.
func waitingFor(t testing.TB, lang views.Lang, change func(*views.Match)) templ.Component {
	m := viewtest.WaitingTable(t, lang)
	m.Seats = append([]views.Seat{}, m.Seats...)
	change(&m)
	return matchPage(m)
}
