package main

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPagesKeepUpByParts has a spectator and a player follow a match by answers that
// leave out what their pages have: these become what they are when loaded anew,
// whatever scripts have done to them.
func TestPagesKeepUpByParts(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/parts.db")
	player, watching := newPerson(t, s.url, desktop), newPerson(t, s.url, phone)
	bo := newAPIPlayer(t, s.url, "Bo")
	player.followOnly()
	player.open("/new?game=camelot")
	player.typeInto(`input[name=name]`, "Ada")
	player.click(`label:has(input[name=seat][value="1"])`)
	player.click(`label:has(input[name=public][value="1"])`)
	player.click(`form[action="/matches"] .primary`)
	player.await(`!!document.querySelector("#invite")`)
	match := player.path()
	bo.join(match, player.invitation())
	player.await(`!!document.querySelector("#move")`)
	watching.followOnly()
	watching.open(match)
	for ply, action := range readActions(t, "nolan-chaxx.txt")[:8] {
		if ply%2 == 0 {
			player.makeMove(action, ply)
			player.click("#sq-A9") // to be told why nothing moves there
			player.await(`document.querySelector("#bar").innerText.includes("A9 is empty")`)
		} else {
			bo.call(http.MethodPost, "/api/v1/matches/"+strings.TrimPrefix(match, "/m/")+"/actions", map[string]any{"ply": ply, "action": action}, &struct{}{})
		}
		for _, p := range []*person{player, watching} {
			p.awaitPly(ply + 1)
		}
	}
	for _, p := range []*person{player, watching} {
		p.checkParts()
	}
}

// checkParts compares the page with the same one loaded anew, and looks at the size of
// all answers since it was loaded.
func (p *person) checkParts() {
	p.t.Helper()
	sizes := evaluate[[]int](p, `performance.getEntriesByType("resource").filter((e) => e.name.includes("/m/")).map((e) => e.encodedBodySize)`)
	p.t.Log("sizes of answers: ", sizes)
	if len(sizes) < 8 {
		p.t.Error("the page has asked for too little")
	}
	for _, size := range sizes {
		if size > 4000 {
			p.t.Errorf("an answer takes %d bytes", size)
		}
	}
	followed := evaluate[string](p, mainHTML)
	p.open(evaluate[string](p, `location.pathname + location.search`))
	p.await(`!!document.querySelector('#board a[tabindex="0"]')`)
	if diff := cmp.Diff(evaluate[string](p, mainHTML), followed); diff != "" {
		p.t.Errorf("the page that followed is another than when loaded anew:\n%s", diff)
	}
}

// mainHTML is the main element with its attributes in order, but for what differs from
// answer to answer, and for the square that Tab leads to.
const mainHTML = `(() => {
	const html = (node) => node.nodeType === Node.TEXT_NODE ? node.data : "\n<" + node.localName +
		[...node.attributes].filter(({ name }) => name !== "data-tag" && name !== "tabindex").map(({ name, value }) => " " + name + "=" + value).sort().join("") +
		">" + [...node.childNodes].map(html).join("") + "</>";
	return html(document.querySelector("main"));
})()`
