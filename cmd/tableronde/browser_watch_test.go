package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A visitor on a phone watches two matches at once and sees both move, sees one of them in a
// frame on another site and its moves in a picture, and finds a position of it by touching the board and by
// keys.
func TestWatchSeveralAndFindAPosition(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/watch.db")
	ada, bo := newAPIPlayer(t, s.url, "Ada"), newAPIPlayer(t, s.url, "Bo")
	var ids []string
	for _, game := range []string{"camelot", "cam"} {
		var made struct{ ID string }
		ada.call(http.MethodPost, "/api/v1/matches", map[string]any{"game": game, "seat": 1, "public": true}, &made)
		bo.call(http.MethodPost, "/api/v1/matches/"+made.ID+"/join", map[string]any{"seat": 2}, &struct{}{})
		ids = append(ids, made.ID)
	}
	play := func(by *apiPlayer, id string, ply int, action string) string {
		t.Helper()
		if action == "" {
			var m struct{ Legal []string }
			by.call(http.MethodGet, "/api/v1/matches/"+id, nil, &m)
			action = m.Legal[0]
		}
		by.call(http.MethodPost, "/api/v1/matches/"+id+"/actions", map[string]any{"ply": ply, "action": action}, &struct{}{})
		return action
	}

	cy := newPerson(t, s.url, phone)
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
<iframe src="%s/m/%s/embed" title="A match" width="340" height="480"></iframe><img src="%s/m/%s/moving.svg" alt="" width="300">`, s.url, ids[0], s.url, ids[0])
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
