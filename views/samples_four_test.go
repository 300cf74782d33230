package views

import (
	"testing"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/games/parker"
)

// grandOpening is how a match of Grand Camelot may begin.
var grandOpening = []string{
	"1: J4-J5", "2: H12-G11", "3: E9-F9", "4: L8-K8", "1: K3-J4", "2: J13-K12", "3: D9-E9", "4: L9-L8",
}

// four is a match of a game for four after some events, as a seat sees it.
func four(t testing.TB, lang Lang, game string, you games.Seat, events ...string) Match {
	t.Helper()
	m := played(t, lang, game, events...)
	m.Seats = []Seat{{Name: "Aliénor"}, {Name: "Viviane"}, {Name: "Perceval"}, {Name: "Yvain"}}
	m.Seats[you-1].You, m.You, m.Bottom = true, you, you
	return m
}

// samplesOfFour are the pages of games for four and of large boards.
func samplesOfFour(t testing.TB, lang Lang) map[string]templ.Component {
	t.Helper()
	page := func(m Match, change func(*Match)) templ.Component {
		change(&m)
		return MatchPage(m)
	}
	all := map[string]templ.Component{}
	for _, rules := range parker.Rulesets() {
		m := played(t, lang, rules.Info().ID)
		if m.many() {
			m = four(t, lang, rules.Info().ID, 1)
		}
		all["all-"+rules.Info().ID] = MatchPage(m)
		if m.Zoom = ZoomOf(m.Game.ID, "s"); m.Zoom != "" {
			all["zoomed-"+rules.Info().ID] = MatchPage(m)
		}
	}
	grand := four(t, lang, "grand-camelot", 1, grandOpening...)
	all["four-picked"] = page(grand, func(m *Match) { m.Staged = "J4" })
	all["four-zoom"] = page(grand, func(m *Match) { m.Staged, m.Zoom = "J4", "s" })
	all["four-pick"] = page(grand, func(m *Match) { m.Pick = true })
	all["four-pick-square"] = page(grand, func(m *Match) { m.Pick, m.Staged, m.Zoom = true, "J4", "c" })
	all["four-waits"] = page(four(t, lang, "grand-camelot", 1, grandOpening[:5]...), func(m *Match) {})
	all["four-side"] = page(four(t, lang, "grand-camelot", 3, grandOpening...), func(m *Match) {})
	all["four-corner"] = page(four(t, lang, "chivalry-4-solo", 2), func(m *Match) {})
	all["four-wish"] = page(four(t, lang, "grand-camelot", 1, append(grandOpening, "3: resign", "2: offer draw", "4: accept draw")...), func(m *Match) {})
	all["four-resign"] = page(grand, func(m *Match) { m.Ask = "resign" })
	all["four-gone"] = page(four(t, lang, "chivalry-4-solo", 1, "1: D3-E4", "2: resign"), func(m *Match) {})
	all["four-over"] = page(four(t, lang, "grand-camelot", 1, append(grandOpening, "2: resign", "4: resign")...), func(m *Match) {})
	hosted := four(t, lang, "grand-camelot", 1)
	hosted.Started, hosted.Host, hosted.ToAct, hosted.Offers = false, true, nil, nil
	hosted.Seats[1], hosted.Seats[2] = Seat{}, Seat{}
	hosted.Invite, hosted.Can.Withdraw = "q3zk5ov7w2q3zk5ov7w2aaaaaa", true
	all["four-hosted"] = MatchPage(hosted)
	seats := []Seat{{}, {Name: "Viviane"}, {}, {}}
	invited := Invitation{Page: samplePage(lang, "/i/tok"), Token: "tok", Key: "k", Seat: 3}
	invited.Player, invited.Turns = "", 0
	invited.Table = Row{ID: "a", Game: info(t, "grand-camelot"), Seats: seats, Host: "Viviane", Created: sampleNow}
	all["four-invited"] = InvitationPage(invited)
	invited.Table.Seats = []Seat{{Name: "Gauvain"}, {Name: "Viviane"}, {}, {Name: "Iseult"}}
	all["four-invited-last"] = InvitationPage(invited)
	lobby := Lobby{Page: samplePage(lang, "/tables"), Games: allInfos(), Key: "k"}
	for i, game := range []string{"grand-camelot", "chivalry-4-solo", "camelot"} {
		r := Row{ID: string('a' + rune(i)), Game: info(t, game), Seats: seats[:info(t, game).Seats[0]], Host: "Viviane", Created: sampleNow}
		lobby.Tables = append(lobby.Tables, r)
	}
	all["four-tables"] = LobbyPage(lobby)
	return all
}
