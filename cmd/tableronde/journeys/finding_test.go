package journeys

import (
	"net/http"
	"testing"

	"tableronde/cmd/tableronde/clitest"
)

// Two people on phones find each other in French. One chooses among the open tables, the other
// challenges them by name. The challenge survives a restart and is accepted. The table starts with
// those two.
func TestPeopleFindEachOther(t *testing.T) {
	clitest.NeedLong(t)
	t.Parallel()
	db := t.TempDir() + "/finding.db"
	s := startSite(t, db)
	knave := clitest.NewAPIPlayer(t, s.URL, "Knave")
	var open, other struct{ ID string }
	knave.Call(http.MethodPost, "/api/v1/matches", map[string]any{"game": "cam", "public": true, "clock": map[string]any{"move": "72h"}}, &open)
	knave.Call(http.MethodPost, "/api/v1/matches", map[string]any{"game": "camelot", "public": true}, &other)
	clitest.NewAPIPlayer(t, s.URL, "Bertrand").Call(http.MethodPost, "/api/v1/accounts", map[string]any{"name": "Bertrand", "password": "neuf cygnes blancs"}, &struct{}{})
	french := device{width: 360, height: 740, touch: true, language: "fr"}
	ada, bo := newPerson(t, s.URL, french), newPerson(t, s.URL, french)

	bo.open("/sign-in")
	bo.typeInto(`input[name=name]`, "Bertrand")
	bo.typeInto(`input[name=password]`, "neuf cygnes blancs")
	bo.tap(`form[action="/sign-in"] .primary`)
	bo.await(`location.pathname !== "/sign-in"`)
	bo.open("/tables")
	bo.choose("#by-game", "cam")
	bo.choose("#by-pace", "days")
	bo.tap("#filter")
	bo.await(`location.search.includes("pace=days") && !!document.querySelector("#table-` + open.ID + `") && !document.querySelector("#table-` + other.ID + `")`)
	bo.audit("open tables that are chosen")
	bo.photograph("finding-tables")

	ada.open("/new?game=knizia")
	ada.typeInto(`input[name=name]`, "Adèle")
	ada.tap(`label:has(input[name=seats][value="4"])`)
	ada.tap(`label:has(#named)`)
	ada.await(`document.querySelector("#rival").checkVisibility()`)
	ada.typeInto("#rival", "bertrand")
	ada.audit("a challenge by name")
	ada.tap(`form[action="/matches"] .primary`)
	ada.await(`location.pathname.startsWith("/m/") && document.querySelector("#match").innerText.includes("Bertrand")`)
	match := ada.path()
	ada.photograph("finding-asked")

	restartSite(t, s, db)
	bo.open("/")
	bo.await(`document.querySelector("#challenges") && document.querySelector("h1").innerText.includes("Adèle")`)
	bo.audit("a challenge on the home page")
	bo.tap(`a[href="` + match + `"]`)
	bo.await(`location.pathname === "` + match + `/challenge" && !!document.querySelector("#accept")`)
	bo.audit("a challenge")
	bo.photograph("finding-challenge")
	bo.tap("#accept")
	bo.await(`location.pathname === "` + match + `"`)
	ada.open(match)
	ada.await(`!!document.querySelector("#start-now")`)
	ada.audit("a table that can start")
	ada.photograph("finding-start")
	ada.tap("#start-now")
	for _, p := range []*person{ada, bo} {
		p.await(`document.querySelector("#match")?.dataset.ply !== undefined && !!document.querySelector("#bar .hand")`)
		p.allowError("/events") // while the server was away
		p.allowError("net::ERR_")
		p.closeBrowser()
	}
}
