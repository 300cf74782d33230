package pages

import (
	"slices"
	"testing"

	"github.com/a-h/templ"

	"tableronde/games"
	rules "tableronde/games/parker"
	"tableronde/views"
	"tableronde/views/parker"
	"tableronde/views/viewtest"
)

// samplesOfFour returns the pages of games for four and of large boards.
func samplesOfFour(t testing.TB, lang views.Lang) map[string]templ.Component {
	t.Helper()
	page := func(m views.Match, change func(*views.Match)) templ.Component {
		change(&m)
		return matchPage(m)
	}
	all := map[string]templ.Component{}
	for _, rules := range rules.Rulesets() {
		m := viewtest.Played(t, lang, rules.Info().ID)
		if m.Many() {
			m = viewtest.Four(t, lang, rules.Info().ID, 1)
		}
		all["all-"+rules.Info().ID] = matchPage(m)
		if m.Zoom = parker.ZoomOf(m.Game.ID, "s"); m.Zoom != "" {
			all["zoomed-"+rules.Info().ID] = matchPage(m)
		}
	}
	grand := viewtest.Four(t, lang, "grand-camelot", 1, viewtest.GrandOpening...)
	all["four-picked"] = page(grand, func(m *views.Match) { m.Staged = "J4" })
	all["four-zoom"] = page(grand, func(m *views.Match) { m.Staged, m.Zoom = "J4", "s" })
	all["four-pick"] = page(grand, func(m *views.Match) { m.Pick = true })
	all["four-pick-square"] = page(grand, func(m *views.Match) { m.Pick, m.Staged, m.Zoom = true, "J4", "c" })
	all["four-waits"] = page(viewtest.Four(t, lang, "grand-camelot", 1, viewtest.GrandOpening[:5]...), func(m *views.Match) {})
	all["four-side"] = page(viewtest.Four(t, lang, "grand-camelot", 3, viewtest.GrandOpening...), func(m *views.Match) {})
	all["four-corner"] = page(viewtest.Four(t, lang, "chivalry-4-solo", 2), func(m *views.Match) {})
	all["four-wish"] = page(viewtest.Four(t, lang, "grand-camelot", 1, append(viewtest.GrandOpening, "3: resign", "2: offer draw", "4: accept draw")...), func(m *views.Match) {})
	all["four-resign"] = page(grand, func(m *views.Match) { m.Confirm = "resign" })
	all["four-gone"] = page(viewtest.Four(t, lang, "chivalry-4-solo", 1, "1: D3-E4", "2: resign"), func(m *views.Match) {})
	all["four-over"] = page(viewtest.Four(t, lang, "grand-camelot", 1, append(viewtest.GrandOpening, "2: resign", "4: resign")...), func(m *views.Match) {})
	addSamplesOfLeft(all, lang, grand)
	hosted := viewtest.Four(t, lang, "grand-camelot", 1)
	hosted.Started, hosted.Host, hosted.ToAct, hosted.Offers = false, true, nil, nil
	hosted.Seats[1], hosted.Seats[2] = views.Seat{}, views.Seat{}
	hosted.Invite, hosted.Permissions.Withdraw = "q3zk5ov7w2q3zk5ov7w2aaaaaa", true
	all["four-hosted"] = matchPage(hosted)
	seats := []views.Seat{{}, {Name: "Viviane"}, {}, {}}
	invited := Invitation{Page: viewtest.Page(lang, "/i/tok"), Token: "tok", Key: "k", Seat: 3}
	invited.Player, invited.Turns = "", 0
	invited.Table = Row{ID: "a", Game: viewtest.Info(t, "grand-camelot"), Seats: seats, Host: "Viviane", Created: viewtest.Now}
	all["four-invited"] = InvitationPage(invited)
	invited.Table.Seats = []views.Seat{{Name: "Gauvain"}, {Name: "Viviane"}, {}, {Name: "Iseult"}}
	all["four-invited-last"] = InvitationPage(invited)
	lobby := Lobby{Page: viewtest.Page(lang, "/tables"), Games: viewtest.Boards(), Key: "k"}
	for i, game := range []string{"grand-camelot", "chivalry-4-solo", "camelot"} {
		r := Row{ID: string('a' + rune(i)), Game: viewtest.Info(t, game), Seats: seats[:viewtest.Info(t, game).Seats[0]], Host: "Viviane", Created: viewtest.Now}
		lobby.Tables = append(lobby.Tables, r)
	}
	all["four-tables"] = LobbyPage(lobby)
	return all
}

// addSamplesOfLeft adds the pages of a match that somebody has left.
func addSamplesOfLeft(all map[string]templ.Component, lang views.Lang, match views.Match) {
	page := func(change func(*views.Match)) templ.Component {
		m := match
		change(&m)
		return matchPage(m)
	}
	all["four-left"] = page(func(m *views.Match) {
		m.Rated, m.ToAct, m.Offers = true, []games.Seat{2}, append(slices.Clone(m.Offers), "grant 24h", "claim timeout", "offer bot 2 3")
	})
	asked := views.BotOffer{By: 3, Seat: 2, Level: 5, Votes: views.Votes{Agreed: []games.Seat{3}, Awaited: []games.Seat{1, 4}}}
	all["four-left-asked"] = page(func(m *views.Match) {
		m.Bot, m.Offers = asked, append(slices.Clone(m.Offers), "accept bot", "decline bot")
	})
	all["four-left-own"] = page(func(m *views.Match) {
		m.Bot, m.Offers = asked, append(slices.Clone(m.Offers), "decline bot")
		m.Bot.By, m.Bot.Votes = 1, views.Votes{Agreed: []games.Seat{1, 3}, Awaited: []games.Seat{4}}
	})
	all["four-left-back"] = page(func(m *views.Match) {
		m.Bot, m.Offers = asked, append(slices.Clone(m.Offers), "decline bot")
		m.Bot.Seat = 1
	})
	taken := func(you bool) func(*views.Match) {
		return func(m *views.Match) {
			m.Seats = slices.Clone(m.Seats)
			if m.Seats[1] = (views.Seat{Name: views.BotName(lang, 3, 1), Bot: views.BotCalled(lang, 3, 1), Rank: views.BotRank(lang, 3), For: "Viviane", ForYou: you}); you {
				m.Seats[0].You, m.You, m.Offers = false, games.Spectator, nil
			}
		}
	}
	all["four-left-taken"], all["four-left-watched"] = page(taken(false)), page(taken(true))
}
