package journeys

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"tableronde/cmd/tableronde/clitest"
)

// TestClocksInBrowsers opens a table with the pace that the form proposes, on a phone. Both pages
// show both clocks. In long runs the clock of one player also falls, in a match with a minute a
// move. The opponent grants a day, and the match goes on.
func TestClocksInBrowsers(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/clocks.db")
	ada := newPerson(t, s.URL, phone)
	bo := newPerson(t, s.URL, device{width: 1440, height: 900, dark: true, language: "fr"})
	if !clitest.IsLong() {
		bo.open("/")
		openAtPace(t, ada, bo)
		return
	}
	quick := clitest.NewAPIPlayer(t, s.URL, "Yvain")
	var m struct{ ID, Invite string }
	quick.Call(http.MethodPost, "/api/v1/matches", map[string]any{"game": "camelot", "seat": 1, "clock": map[string]any{"move": "1m", "vacation": "0s"}}, &m)
	bo.open(m.Invite)
	begun := time.Now()
	bo.accept("Gauvain", "/m/"+m.ID)
	bo.await(`/\d\ss/.test(document.querySelector(".ticking").textContent)`)
	bo.photograph("clock-quick")
	openAtPace(t, ada, bo) // while the minute passes
	bo.open("/m/" + m.ID)
	time.Sleep(time.Until(begun.Add(time.Minute)))
	bo.await(`!!document.querySelector("#claim_timeout")`)
	bo.audit("a clock that has fallen")
	bo.photograph("clock-fallen")
	bo.click("#grant_24h")
	bo.await(`!document.querySelector("#claim_timeout")`)
	if text := bo.text("#clocks"); !strings.Contains(text, "1\u00a0j") && !strings.Contains(text, "23\u00a0h") {
		t.Errorf("after the grant: %s", text)
	}
}

// openAtPace opens a table with the pace that the form proposes. The other player joins, and both
// pages must show two clocks.
func openAtPace(t *testing.T, ada, bo *person) {
	t.Helper()
	ada.open("/new?game=camelot")
	ada.audit("the choice of a pace")
	ada.photograph("clock-new")
	ada.tap("#pace summary")
	ada.await(`document.querySelector("#pace").open`)
	ada.audit("the paces")
	ada.photograph("clock-paces")
	ada.tap(`label:has(input[name=pace][value="bank-10d"])`)
	ada.typeInto(`input[name=name]`, "Aliénor")
	ada.tap(`label:has(input[name=seat][value="1"])`)
	ada.tap(`form[action="/matches"] .primary`)
	ada.await(`!!document.querySelector("#invite")`)
	match, invite := ada.path(), ada.invitation()
	bo.open(invite)
	bo.photograph("clock-invitation")
	if evaluate[bool](bo, `!!document.querySelector("main input[name=name]")`) {
		bo.typeInto("main input[name=name]", "Gauvain")
	}
	bo.click(`form[action^="/i/"] .primary`)
	bo.await(`location.pathname === "` + match + `"`)
	ada.await(`document.querySelectorAll(".timed").length === 2 && !!document.querySelector("#clockline")`)
	for name, p := range map[string]*person{"phone": ada, "desktop": bo} {
		p.audit("a match by the clock")
		p.photograph("clock-" + name)
	}
	ada.makeMove("E6-E8", 0)
	bo.await(`document.querySelector("#match").dataset.ply === "1"`)
	bo.open("/")
	bo.await(`!!document.querySelector(".turn .timed")`)
	bo.audit("matches by time left")
	bo.photograph("clock-home")
}

// TestHabitsInBrowser sends a move by two taps and goes on to another match by a key,
// once that was chosen in the settings.
func TestHabitsInBrowser(t *testing.T) {
	clitest.NeedLong(t)
	t.Parallel()
	s := startSite(t, t.TempDir()+"/habits.db")
	ada, bo := newPerson(t, s.URL, phone), newPerson(t, s.URL, desktop)
	match := seatTwo(ada, bo)
	ada.open("/settings#play")
	ada.choose("#confirm-moves", "quick")
	ada.tap(`label:has(input[value="keys"])`)
	ada.photograph("habits-phone")
	ada.tap(`form[action="/habits"] button`)
	ada.await(`document.readyState === "complete" && !!document.querySelector("#confirm-moves [value=quick][selected]") && document.querySelectorAll("input[name=habit][checked]").length === 1`)
	ada.audit("the habits")
	ada.open(match)
	ada.tap("#sq-E6")
	ada.await(`new URLSearchParams(location.search).get("m") === "E6"`)
	ada.tap("#sq-E8")
	ada.awaitPly(1)

	ada.open("/new?game=cam")
	ada.tap(`label:has(input[name=seat][value="1"])`)
	ada.tap(`form[action="/matches"] .primary`)
	ada.await(`!!document.querySelector("#invite")`)
	second := ada.path()
	bo.open(ada.invitation())
	bo.click(`form[action^="/i/"] .primary`)
	bo.await(`location.pathname === "` + second + `"`)
	ada.open(match)
	ada.await(`!!document.querySelector("#next-match")`)
	ada.press("n")
	ada.await(`location.pathname === "` + second + `"`)
}
