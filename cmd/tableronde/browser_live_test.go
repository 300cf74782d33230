package main

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// followOnly has pages ask for nothing by the clock: what changes on them they
// have been told.
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

// TestLobbyShowsNewTables has somebody without a name look at the open tables
// while others open and close them.
func TestLobbyShowsNewTables(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/lobby.db")
	ada := newAPIPlayer(t, s.url, "Ada")
	viewer := newPerson(t, s.url, phone)
	viewer.followOnly()
	viewer.open("/rules") // the first tab holds no stream
	viewer.open("/tables")
	viewer.await(`!document.querySelector(".tables .turn")`)
	for i := range 3 {
		var table struct {
			ID string `json:"id"`
		}
		ada.call(http.MethodPost, "/api/v1/matches", map[string]any{"game": "camelot", "public": true}, &table)
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
	ada, bo := newAPIPlayer(t, s.url, "Ada"), newAPIPlayer(t, s.url, "Bo")
	var match struct {
		ID string `json:"id"`
	}
	ada.call(http.MethodPost, "/api/v1/matches", map[string]any{"game": "camelot", "seat": 1, "public": true}, &match)
	bo.call(http.MethodPost, "/api/v1/matches/"+match.ID+"/join", map[string]any{"seat": 2}, &struct{}{})
	tables := newPerson(t, s.url, desktop)
	tables.followOnly()
	tables.open("/tables")
	watching := tables.newTab(desktop)
	watching.followOnly()
	watching.open("/m/" + match.ID)
	for ply, action := range readActions(t, "nolan-chaxx.txt")[:6] {
		mover := []*apiPlayer{ada, bo}[ply%2]
		mover.call(http.MethodPost, "/api/v1/matches/"+match.ID+"/actions", map[string]any{"ply": ply, "action": action}, &struct{}{})
		watching.awaitPly(ply + 1)
	}
	ada.call(http.MethodPost, "/api/v1/matches", map[string]any{"game": "cam", "public": true}, &match)
	tables.await(`!!document.querySelector("#table-` + match.ID + `")`)
	if evaluate[int](watching, `performance.getEntriesByType("resource").filter((e) => e.name.includes("/events?")).length`) > 0 {
		t.Error("the second tab has a stream of its own")
	}
}

// TestHomeFollowsTheShownMatch has somebody without a name, and a player of
// something else, look at home while a public match goes on.
func TestHomeFollowsTheShownMatch(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/shown.db")
	ada, bo := newAPIPlayer(t, s.url, "Ada"), newAPIPlayer(t, s.url, "Bo")
	var match struct {
		ID string `json:"id"`
	}
	ada.call(http.MethodPost, "/api/v1/matches", map[string]any{"game": "camelot", "seat": 1, "public": true}, &match)
	bo.call(http.MethodPost, "/api/v1/matches/"+match.ID+"/join", map[string]any{"seat": 2}, &struct{}{})
	stranger, player := newPerson(t, s.url, desktop), newPerson(t, s.url, phone)
	player.open("/")
	player.click(`form[action="/solo"] button`)
	player.await(`!!document.querySelector("#move")`)
	stranger.open("/")
	player.open("/")
	begin := time.Now()
	for ply, action := range readActions(t, "nolan-chaxx.txt")[:4] {
		mover := []*apiPlayer{ada, bo}[ply%2]
		mover.call(http.MethodPost, "/api/v1/matches/"+match.ID+"/actions", map[string]any{"ply": ply, "action": action}, &struct{}{})
		for _, p := range []*person{stranger, player} {
			p.await(fmt.Sprintf(`document.querySelector("#shown")?.dataset.ply === "%d"`, ply+1))
		}
	}
	t.Logf("four moves were seen within %v", time.Since(begin).Round(time.Millisecond))
	stranger.photograph("home-shown")
}

// TestResync has a page miss a move; told that too much has changed, it asks for all
// that it shows.
func TestResync(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/resync.db")
	ada, bo := newAPIPlayer(t, s.url, "Ada"), newAPIPlayer(t, s.url, "Bo")
	var match struct {
		ID string `json:"id"`
	}
	ada.call(http.MethodPost, "/api/v1/matches", map[string]any{"game": "camelot", "seat": 1, "public": true}, &match)
	bo.call(http.MethodPost, "/api/v1/matches/"+match.ID+"/join", map[string]any{"seat": 2}, &struct{}{})
	viewer := newPerson(t, s.url, desktop)
	viewer.followOnly()
	viewer.onNewDocument(`window.EventSource = class extends EventTarget { constructor() { super(); window.told = this } close() {} }`)
	viewer.open("/m/" + match.ID)
	viewer.await(`!!window.told`)
	ada.call(http.MethodPost, "/api/v1/matches/"+match.ID+"/actions", map[string]any{"ply": 0, "action": "E6-E8"}, &struct{}{})
	evaluate[bool](viewer, `told.dispatchEvent(new MessageEvent("resync", { data: "{}", lastEventId: "5" }))`)
	viewer.awaitPly(1)
}
