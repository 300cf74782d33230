package main

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
)

// In English on a desktop, somebody keeps a table open, which is opened again when it was
// filled, though the server was killed at once after that; shows an invitation as a QR
// code; and finds the match of the two in the archive, in their profile and among the
// openings once it is over.
func TestTablesStayOpenAndMatchesAreFound(t *testing.T) {
	t.Parallel()
	db := t.TempDir() + "/standing.db"
	s := startSite(t, db)
	ada := newPerson(t, s.url, desktop)
	ada.open("/new?game=cam")
	ada.typeInto(`input[name=name]`, "Ada")
	ada.tap(`form[action="/matches"] .primary`)
	ada.await(`location.pathname.startsWith("/m/")`)
	ada.tap(`a[href$="/invite"]`)
	ada.await(`!!document.querySelector(".qr svg")`)
	ada.audit("an invitation as a picture")

	ada.open("/")
	ada.open("/me")
	ada.tap(`a[href="/me/standing"]`)
	ada.await(`location.pathname === "/me/standing"`)
	ada.tap("#new-standing")
	ada.await(`location.search.includes("standing=1")`)
	ada.open("/new?standing=1&game=cam")
	ada.tap(`form[action="/me/standing"] .primary`)
	ada.await(`location.pathname === "/me/standing" && !!document.querySelector(".standing .rows a[href^='/m/']")`)
	ada.audit("standing offers")
	open := evaluate[string](ada, `document.querySelector(".standing .rows a[href^='/m/']").getAttribute("href")`)
	bo := newAPIPlayer(t, s.url, "Bo")
	bo.call(http.MethodPost, "/api/v1"+strings.Replace(open, "/m/", "/matches/", 1)+"/join", map[string]any{}, &struct{}{})
	s.kill()
	startSite(t, db, "--addr", strings.TrimPrefix(s.url, "http://"))
	ada.awaitOpened(`document.querySelector(".standing .rows a[href^='/m/']")?.getAttribute("href") !== `+strconv.Quote(open), "/me/standing")

	playLegal := func() {
		var m struct {
			Ply   int
			Legal []string
		}
		bo.call(http.MethodGet, "/api/v1"+strings.Replace(open, "/m/", "/matches/", 1), nil, &m)
		if len(m.Legal) > 0 {
			bo.call(http.MethodPost, "/api/v1"+strings.Replace(open, "/m/", "/matches/", 1)+"/actions", map[string]any{"ply": m.Ply, "action": m.Legal[0]}, &struct{}{})
		}
	}
	playLegal()
	ada.open(open + "?ask=resign")
	ada.click("#do-resign")
	ada.await(`document.querySelector("main") && !document.querySelector("main[data-ply]")`)
	ada.awaitOpened(`!!document.querySelector(".ended a[href='`+open+`']")`, "/archive?game=cam")
	ada.audit("the archive")
	ada.tap(`a[href="/archive/openings?game=cam"]`)
	ada.await(`document.querySelector("#openings h1").textContent.includes("Cam")`)
	ada.audit("openings")
	ada.open("/me")
	ada.tap(`a[href^="/players/"]`)
	ada.await(`document.querySelector(".rated")?.textContent.includes("Cam")`)
	ada.audit("a profile")
	ada.allowError("/events") // while the server was away
	ada.allowError("net::ERR_")
	ada.closeBrowser()
}

// awaitOpened opens a page again until a condition holds.
func (p *person) awaitOpened(condition, path string) {
	p.t.Helper()
	for range 50 {
		p.open(path)
		if evaluate[bool](p, condition) {
			return
		}
	}
	p.t.Errorf("%s never shows that %s: %s", path, condition, p.text("main"))
}
