package main

import (
	"net/http"
	"testing"
)

// TestPagesKeepUpByParts has a player's page follow a match by answers that leave out
// what it has: it becomes what it is when it is loaded anew.
func TestPagesKeepUpByParts(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir()+"/parts.db")
	ada, bo := newAPIPlayer(t, s.url, "Ada"), newAPIPlayer(t, s.url, "Bo")
	var match struct {
		ID string `json:"id"`
	}
	ada.call(http.MethodPost, "/api/v1/matches", map[string]any{"game": "camelot", "seat": 1, "public": true}, &match)
	bo.call(http.MethodPost, "/api/v1/matches/"+match.ID+"/join", map[string]any{"seat": 2}, &struct{}{})
	viewer := newPerson(t, s.url, desktop)
	viewer.followOnly()
	viewer.open("/m/" + match.ID)
	viewer.await(`!!document.querySelector("#sq-E6[tabindex]")`)
	for ply, action := range readActions(t, "nolan-chaxx.txt")[:8] {
		mover := []*apiPlayer{ada, bo}[ply%2]
		mover.call(http.MethodPost, "/api/v1/matches/"+match.ID+"/actions", map[string]any{"ply": ply, "action": action}, &struct{}{})
		viewer.awaitPly(ply + 1)
	}
	sizes := evaluate[[]int](viewer, `performance.getEntriesByType("resource").filter((e) => e.name.includes("/m/")).map((e) => e.encodedBodySize)`)
	if len(sizes) == 0 {
		t.Error("the page has asked for nothing")
	}
	for _, size := range sizes {
		if size > 3000 {
			t.Errorf("an answer takes %d bytes", size)
		}
	}
	t.Log(sizes)
	followed := evaluate[string](viewer, mainHTML)
	viewer.open("/m/" + match.ID)
	viewer.await(`!!document.querySelector("#sq-E6[tabindex]")`)
	if loaded := evaluate[string](viewer, mainHTML); followed != loaded {
		t.Errorf("the page that followed is\n%s\nloaded anew it is\n%s", followed, loaded)
	}
}

// mainHTML is the main element as the page shows it, but for the name of the answer
// that it comes from.
const mainHTML = `document.querySelector("main").outerHTML.replace(/ data-tag="[^"]*"/, "")`
