package journeys

import (
	"fmt"
	"strings"
	"testing"

	"tableronde/cmd/tableronde/clitest"
)

// invitation returns the path of the link that the host of a table is shown.
func (p *person) invitation() string {
	p.t.Helper()
	return strings.TrimPrefix(evaluate[string](p, `document.querySelector("#invite").value`), p.base)
}

// accept takes, under a name, the seat that the page offers, and waits for the
// match.
func (p *person) accept(name, match string) {
	p.t.Helper()
	p.typeInto(`input[name=name]`, name)
	p.click(`form[action^="/i/"] .primary`)
	p.await(`location.pathname === "` + match + `"`)
}

// join opens a table for two as p, has the other person join, and returns the path
// of the match.
func (p *person) join(other *person, game string) string {
	p.t.Helper()
	p.open("/new?game=" + game)
	if evaluate[bool](p, `!!document.querySelector("input[name=name]")`) {
		p.typeInto(`input[name=name]`, "Aliénor")
	}
	for _, choice := range []string{`label:has(input[name=seats][value="2"])`, `label:has(input[name=seat][value="1"])`} {
		if evaluate[bool](p, fmt.Sprintf(`!!document.querySelector(%q)`, choice)) {
			p.tap(choice)
		}
	}
	p.tap(`form[action="/matches"] .primary`)
	p.await(`!!document.querySelector("#invite")`)
	match := p.path()
	other.open(p.invitation())
	if evaluate[bool](other, `!!document.querySelector("input[name=name]")`) {
		other.typeInto(`input[name=name]`, "Gauvain")
	}
	other.tap(`form[action^="/i/"] .primary`)
	other.await(`location.pathname === "` + match + `"`)
	p.await(`document.querySelector("#match")?.dataset.ply`)
	return match
}

// seatTwo seats two people at a match of Camelot. The first is to move.
func seatTwo(ada, bo *person) (match string) {
	ada.t.Helper()
	ada.open("/new?game=camelot")
	ada.typeInto(`input[name=name]`, "Ada")
	ada.click(`label:has(input[name=seat][value="1"])`)
	ada.click(`form[action="/matches"] .primary`)
	ada.await(`!!document.querySelector("#invite")`)
	match = ada.path()
	bo.open(ada.invitation())
	bo.accept("Bo", match)
	ada.await(`!!document.querySelector("#move")`)
	return match
}

// seatedWith opens a table of a game for two with a program in the other seat.
func (p *person) seatedWith(game, name string, touch func(string)) {
	p.t.Helper()
	p.open("/new?game=" + game)
	p.typeInto(`input[name=name]`, name)
	touch(`label:has(input[name=seats][value="2"])`)
	touch(`form[action="/matches"] .primary`)
	p.await(`!!document.querySelector("#invite")`)
	match := p.path()
	clitest.NewAPIPlayer(p.t, p.base, "Knave").Join(match, p.invitation())
	p.open(match)
	p.await(`document.querySelector("#match")?.dataset.ply !== undefined && !!document.querySelector("#bar .hand")`)
}

// newAPIPlayers has API players take seats of a match by its invitation.
func newAPIPlayers(t *testing.T, base, match, invitation string, names ...string) (apiPlayers []*clitest.APIPlayer) {
	t.Helper()
	for _, name := range names {
		k := clitest.NewAPIPlayer(t, base, name)
		k.Join(match, invitation)
		apiPlayers = append(apiPlayers, k)
	}
	return apiPlayers
}

// knightNames returns n names for API players from seat 2 on.
func knightNames(n int) (names []string) {
	for i := range n {
		names = append(names, fmt.Sprint("Knight ", i+2))
	}
	return names
}

// playAgain has one person offer a rematch and another accept it, both on the page
// of the match, which says so to each by the event stream.
func playAgain(match string, first, second *person) {
	first.t.Helper()
	first.click(`form[action$="/rematch"] button`)
	first.await(`!!document.querySelector("#decline-rematch")`)
	second.await(`!!document.querySelector("#accept-rematch")`)
	second.await(`document.title.startsWith("(1) ")`)
	second.click("#accept-rematch")
	second.await(`location.pathname.startsWith("/m/") && location.pathname !== "` + match + `"`)
	first.await(`!!document.querySelector('a[href="` + second.path() + `"]')`)
}
