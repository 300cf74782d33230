package journeys

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/google/go-cmp/cmp"

	"tableronde/cmd/tableronde/clitest"
)

// TestPagesKeepUpByParts has a spectator and a player follow a match by parts of their pages. The
// pages must equal the pages after a reload, whatever scripts have changed in them.
func TestPagesKeepUpByParts(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/parts.db")
	player, watching := newPerson(t, s.URL, desktop), newPerson(t, s.URL, phone)
	bo := clitest.NewAPIPlayer(t, s.URL, "Bo")
	player.followOnly()
	player.open("/new?game=camelot")
	player.typeInto(`input[name=name]`, "Ada")
	player.click(`label:has(input[name=seat][value="1"])`)
	player.click(`label:has(input[name=public][value="1"])`)
	player.click(`form[action="/matches"] .primary`)
	player.await(`!!document.querySelector("#invite")`)
	match := player.path()
	bo.Join(match, player.invitation())
	player.await(`!!document.querySelector("#move")`)
	watching.followOnly()
	watching.open(match)
	for ply, action := range readActions(t, "nolan-chaxx.txt")[:8] {
		if ply%2 == 0 {
			player.makeMove(action, ply)
			player.click("#sq-A9") // the page says why nothing moves there
			player.await(`document.querySelector("#bar").innerText.includes("A9 is empty")`)
		} else {
			bo.Call(http.MethodPost, "/api/v1/matches/"+strings.TrimPrefix(match, "/m/")+"/actions", map[string]any{"ply": ply, "action": action}, &struct{}{})
		}
		for _, p := range []*person{player, watching} {
			p.awaitPly(ply + 1)
		}
	}
	for _, p := range []*person{player, watching} {
		p.checkParts()
	}
}

// checkParts compares the page with the same page after a reload. Every answer since the last load
// must take at most 8,000 bytes.
func (p *person) checkParts() {
	p.t.Helper()
	sizes := evaluate[[]int](p, `performance.getEntriesByType("resource").filter((e) => e.name.includes("/m/")).map((e) => e.encodedBodySize)`)
	p.t.Log("sizes of answers: ", sizes)
	if len(sizes) < 8 {
		p.t.Error("the page has asked for too little")
	}
	for _, size := range sizes {
		if size > 8000 { // a whole page takes more
			p.t.Errorf("an answer takes %d bytes", size)
		}
	}
	p.await(`!document.querySelector(".again-piece")`)
	followed := evaluate[string](p, mainHTML)
	p.open(evaluate[string](p, `location.pathname + location.search`))
	p.await(`!!document.querySelector('#board a[tabindex="0"]')`)
	if diff := cmp.Diff(evaluate[string](p, mainHTML), followed); diff != "" {
		p.t.Errorf("the page that followed is another than when loaded anew:\n%s", diff)
	}
}

// mainHTML is the HTML of the main element, with sorted attributes. It leaves out values that
// differ between answers, and the square that Tab leads to.
const mainHTML = `(() => {
	const html = (node) => node.nodeType === Node.TEXT_NODE ? node.data : "\n<" + node.localName +
		[...node.attributes].filter(({ name }) => name !== "tabindex").map(({ name, value }) => " " + name + "=" + value).sort().join("") +
		">" + [...node.childNodes].map(html).join("") + "</>";
	return html(document.querySelector("main"));
})()`

// followOnly stops the timers of pages, so that only the event stream makes them ask for changes.
func (p *person) followOnly() {
	p.t.Helper()
	p.onNewDocument(`window.setInterval = () => 0`)
}

// onNewDocument has every page run a script before its own.
func (p *person) onNewDocument(script string) {
	p.t.Helper()
	if _, err := chromedp.Call(p.ctx, page.AddScriptToEvaluateOnNewDocument,
		page.AddScriptToEvaluateOnNewDocumentParams{Source: script}); err != nil {
		p.t.Fatal(err)
	}
}

// TestLobbyShowsNewTables has a visitor without a name watch the list of open tables while others
// open and close tables.
func TestLobbyShowsNewTables(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/lobby.db")
	ada := clitest.NewAPIPlayer(t, s.URL, "Ada")
	viewer := newPerson(t, s.URL, phone)
	viewer.followOnly()
	viewer.open("/rules") // the first tab holds no stream
	viewer.open("/tables")
	viewer.await(`!document.querySelector(".tables .turn")`)
	for i := range 3 {
		var table struct {
			ID string `json:"id"`
		}
		ada.Call(http.MethodPost, "/api/v1/matches", map[string]any{"game": "camelot", "public": true}, &table)
		stored := time.Now()
		viewer.await(`!!document.querySelector("#table-` + table.ID + `")`)
		t.Logf("table %d came after %v", i+1, time.Since(stored).Round(time.Millisecond))
	}
}

// TestSpectatorsFollow has one browser watch a match in one tab and the open
// tables in another: both go on by the one stream.
func TestSpectatorsFollow(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/watch.db")
	ada, bo := clitest.NewAPIPlayer(t, s.URL, "Ada"), clitest.NewAPIPlayer(t, s.URL, "Bo")
	var match struct {
		ID string `json:"id"`
	}
	ada.Call(http.MethodPost, "/api/v1/matches", map[string]any{"game": "camelot", "seat": 1, "public": true}, &match)
	bo.Call(http.MethodPost, "/api/v1/matches/"+match.ID+"/join", map[string]any{"seat": 2}, &struct{}{})
	tables := newPerson(t, s.URL, desktop)
	tables.followOnly()
	tables.open("/tables")
	watching := tables.newTab(desktop)
	watching.followOnly()
	watching.open("/m/" + match.ID)
	for ply, action := range readActions(t, "nolan-chaxx.txt")[:6] {
		mover := []*clitest.APIPlayer{ada, bo}[ply%2]
		mover.Call(http.MethodPost, "/api/v1/matches/"+match.ID+"/actions", map[string]any{"ply": ply, "action": action}, &struct{}{})
		watching.awaitPly(ply + 1)
	}
	ada.Call(http.MethodPost, "/api/v1/matches", map[string]any{"game": "cam", "public": true}, &match)
	tables.await(`!!document.querySelector("#table-` + match.ID + `")`)
	if evaluate[int](watching, `performance.getEntriesByType("resource").filter((e) => e.name.includes("/events?")).length`) > 0 {
		t.Error("the second tab has a stream of its own")
	}
}

// TestHomeFollowsTheShownMatch has a visitor without a name, and a player of another match, watch
// the home page while a public match goes on.
func TestHomeFollowsTheShownMatch(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/shown.db")
	ada, bo := clitest.NewAPIPlayer(t, s.URL, "Ada"), clitest.NewAPIPlayer(t, s.URL, "Bo")
	var match struct {
		ID string `json:"id"`
	}
	ada.Call(http.MethodPost, "/api/v1/matches", map[string]any{"game": "camelot", "seat": 1, "public": true}, &match)
	bo.Call(http.MethodPost, "/api/v1/matches/"+match.ID+"/join", map[string]any{"seat": 2}, &struct{}{})
	stranger, player := newPerson(t, s.URL, desktop), newPerson(t, s.URL, phone)
	player.open("/")
	player.click(`form[action="/solo"] button`)
	player.await(`!!document.querySelector("#move")`)
	stranger.open("/")
	player.open("/")
	begin := time.Now()
	for ply, action := range readActions(t, "nolan-chaxx.txt")[:4] {
		mover := []*clitest.APIPlayer{ada, bo}[ply%2]
		mover.Call(http.MethodPost, "/api/v1/matches/"+match.ID+"/actions", map[string]any{"ply": ply, "action": action}, &struct{}{})
		for _, p := range []*person{stranger, player} {
			p.await(fmt.Sprintf(`document.querySelector("#shown")?.dataset.ply === "%d"`, ply+1))
		}
	}
	t.Logf("four moves were seen within %v", time.Since(begin).Round(time.Millisecond))
	stranger.photograph("home-shown")
}

// TestResync has a page miss a move. On the event resync, which says that too much has changed, the
// page asks for all its content.
func TestResync(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/resync.db")
	ada, bo := clitest.NewAPIPlayer(t, s.URL, "Ada"), clitest.NewAPIPlayer(t, s.URL, "Bo")
	var match struct {
		ID string `json:"id"`
	}
	ada.Call(http.MethodPost, "/api/v1/matches", map[string]any{"game": "camelot", "seat": 1, "public": true}, &match)
	bo.Call(http.MethodPost, "/api/v1/matches/"+match.ID+"/join", map[string]any{"seat": 2}, &struct{}{})
	viewer := newPerson(t, s.URL, desktop)
	viewer.followOnly()
	viewer.onNewDocument(`window.EventSource = class extends EventTarget { constructor() { super(); window.told = this } close() {} }`)
	viewer.open("/m/" + match.ID)
	viewer.await(`!!window.told`)
	ada.Call(http.MethodPost, "/api/v1/matches/"+match.ID+"/actions", map[string]any{"ply": 0, "action": "E6-E8"}, &struct{}{})
	evaluate[bool](viewer, `told.dispatchEvent(new MessageEvent("resync", { data: "{}", lastEventId: "5" }))`)
	viewer.awaitPly(1)
}

// A visitor on a phone watches two matches at once and sees both move. The visitor sees one of them
// in a frame on another site, and its moves in a picture. Then the visitor finds a position of it,
// by touching the board and by keys.
func TestWatchSeveralAndFindAPosition(t *testing.T) {
	clitest.NeedLong(t)
	t.Parallel()
	s := startSite(t, t.TempDir()+"/watch.db")
	ada, bo := clitest.NewAPIPlayer(t, s.URL, "Ada"), clitest.NewAPIPlayer(t, s.URL, "Bo")
	var ids []string
	for _, game := range []string{"camelot", "cam"} {
		var made struct{ ID string }
		ada.Call(http.MethodPost, "/api/v1/matches", map[string]any{"game": game, "seat": 1, "public": true}, &made)
		bo.Call(http.MethodPost, "/api/v1/matches/"+made.ID+"/join", map[string]any{"seat": 2}, &struct{}{})
		ids = append(ids, made.ID)
	}
	play := func(by *clitest.APIPlayer, id string, ply int, action string) string {
		t.Helper()
		if action == "" {
			var m struct{ Legal []string }
			by.Call(http.MethodGet, "/api/v1/matches/"+id, nil, &m)
			action = m.Legal[0]
		}
		by.Call(http.MethodPost, "/api/v1/matches/"+id+"/actions", map[string]any{"ply": ply, "action": action}, &struct{}{})
		return action
	}

	cy := newPerson(t, s.URL, phone)
	cy.open("/tables")
	cy.tap(`a[href="/watch"]`)
	for _, id := range ids {
		cy.await(`document.querySelector("#watch-` + id + `")?.dataset.ply === "0"`)
	}
	cy.audit("several matches")
	first := play(ada, ids[0], 0, "F7-F8")
	second := play(ada, ids[1], 0, "")
	for i, move := range []string{first, second} {
		cy.await(`document.querySelector("#watch-` + ids[i] + `").dataset.ply === "1" && document.querySelector("#watch-` + ids[i] + ` .told").textContent.includes(` + strconv.Quote(move) + `)`)
	}

	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<!DOCTYPE html><html lang="en"><link rel="icon" href="data:,"><title>Another site</title><h1>Another site</h1>
<iframe src="%s/m/%s/embed" title="A match" width="340" height="480"></iframe><img src="%s/m/%s/moving.svg" alt="" width="300">`, s.URL, ids[0], s.URL, ids[0])
	}))
	t.Cleanup(other.Close)
	cy.do("open another site", chromedp.Navigate(other.URL))
	cy.await(`document.readyState === "complete" && document.images[0].naturalWidth > 0 && document.querySelector("iframe").contentDocument === null`)
	cy.photograph("a frame on another site")
	cy.open("/m/" + ids[0] + "/embed")
	cy.audit("a frame")

	play(bo, ids[0], 1, "F10-F9")
	play(ada, ids[0], 2, "resign")
	cy.awaitOpened(`[...document.querySelectorAll(".open-t .mv")].some(m => m.textContent === "F7-F8")`, "/archive/openings?game=camelot")
	cy.tap("#sq-F7")
	cy.await(`location.search.includes("m=F7")`)
	cy.tap("#sq-F8")
	cy.await(`document.querySelector(".open-t .mv")?.textContent === "F10-F9"`)
	cy.audit("a position")
	cy.press(kb.Home)
	cy.await(`[...document.querySelectorAll(".open-t .mv")].some(m => m.textContent === "F7-F8") && !location.search.includes("line=")`)
	cy.closeBrowser()
}
