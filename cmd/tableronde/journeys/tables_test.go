package journeys

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"tableronde/cmd/tableronde/clitest"
)

// TestNewTableOnAPhone has the form of every game fit one and a half screens of a
// phone, with all of its options within reach, and says when they were changed.
func TestNewTableOnAPhone(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/new.db")
	p := newPerson(t, s.URL, phone)
	const bottom = `Math.round(document.querySelector("form[action='/matches'] .primary").getBoundingClientRect().bottom + scrollY)`
	for _, game := range []string{"camelot", "cam", "grand-camelot", "chivalry-4-teams", "knizia", "shannon", "kutschke"} {
		p.open("/new?game=" + game)
		if height := evaluate[int](p, bottom); height > 740*3/2 {
			t.Errorf("%s: the form ends at %d px, want at most %d", game, height, 740*3/2)
		}
	}
	p.open("/new?game=knizia")
	order := evaluate[bool](p, `(() => {
		const at = (s) => document.querySelector(s).getBoundingClientRect().top;
		return at(".only") < at("#name") && at("#name") < at("[name=seats]") && at("[name=seats]") < at("#seat") && at("#seat") < at("#options");
	})()`)
	if !order {
		t.Error("the form does not go from the game over name and seats to the options")
	}
	const shown = `getComputedStyle(document.querySelector("#options .changed")).display !== "none"`
	if evaluate[bool](p, shown) {
		t.Error("options that nobody touched are told as changed")
	}
	p.tap("#options summary")
	p.await(`document.querySelector("#options").open`)
	p.audit("the options of a new table")
	p.tap(`[name="option.knizia.shield"][value="opponents"]`)
	p.tap("#options summary")
	p.await(`!document.querySelector("#options").open && ` + shown)
}

// TestInvitationsOnAPhone opens a table for four. Badge and army distinguish the links to its
// seats, and one button hands each link to another app. No word beside an open seat is cut.
func TestInvitationsOnAPhone(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/seats.db")
	ada := newPerson(t, s.URL, device{width: 360, height: 740, touch: true, language: "fr"})
	const stub = `Object.defineProperty(navigator, "share", {value: async what => { window.shared = what; }})`
	if _, err := chromedp.Call(ada.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: stub}); err != nil {
		t.Fatal(err)
	}
	ada.open("/new?game=grand-camelot")
	ada.typeInto(`input[name=name]`, "Aliénor")
	ada.tap(`form[action="/matches"] .primary`)
	ada.await(`document.querySelectorAll(".link").length === 4`)
	ada.photograph("seats-phone")
	told := evaluate[int](ada, `new Set([...document.querySelectorAll(".links .link")].map(l =>
		l.querySelector("svg").outerHTML + l.querySelector("label").textContent)).size`)
	if told != 3 {
		t.Errorf("%d of three links to seats can be told apart", told)
	}
	if cut := evaluate[string](ada, `[...document.querySelectorAll(".strip b, .strip .tag, .link b, .link small, .link .btn")]
		.filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.textContent.trim()).join(", ")`); cut != "" {
		t.Errorf("cut: %s", cut)
	}
	ada.tap(`[data-share="invite-2"], .links li:first-child [data-share]`)
	ada.await(`!!window.shared`)
	if ok := evaluate[bool](ada, `shared.url === document.querySelector(".links input").value && shared.text.length > 5`); !ok {
		t.Errorf("shared: %s", evaluate[string](ada, "JSON.stringify(shared)"))
	}
	if both := evaluate[int](ada, `[...document.querySelectorAll(".link")].filter(l => l.querySelectorAll(".btn:not([hidden])").length !== 1).length`); both != 0 {
		t.Errorf("%d links have not one button", both)
	}
	seatBots(ada)
}

// seatBots has the host of a table for four give two of three open seats to bots, while a
// friend takes the third: nothing that the host has chosen until then is lost by that.
func seatBots(host *person) {
	host.t.Helper()
	open := strings.Fields(evaluate[string](host, `[...document.querySelector("#bot-seat-which").options].map(o => o.value).join(" ")`))
	seat := open[1]
	host.tap("#bot-seat summary")
	host.choose("#bot-seat-which", seat)
	host.choose("#bot-level", "5")
	host.audit("a fold to seat a bot")
	host.photograph("seats-bot-phone")
	clitest.NewAPIPlayer(host.t, host.base, "Gauvain").Call(http.MethodPost, "/api/v1/matches/"+strings.TrimPrefix(host.path(), "/m/")+"/join",
		map[string]any{"seat": int(open[0][0] - '0'), "invite": strings.TrimPrefix(host.invitation(), "/i/")}, &struct{}{})
	host.await(`document.querySelectorAll(".link").length === 3`)
	if kept := evaluate[string](host, `document.querySelector("#bot-seat").open + " " + document.querySelector("#bot-seat-which").value + " " + document.querySelector("#bot-level").value`); kept != "true "+seat+" 5" {
		host.t.Errorf("after another has come, the fold is open, the seat and the level are %s", kept)
	}
	host.tap("#bot-seat button")
	host.await(`document.querySelectorAll(".link").length <= 2 && document.querySelector("main").textContent.includes("Viviane (ordinateur)")`)
	host.photograph("seats-one-bot-phone")
	host.tap("#bot-seat summary")
	host.tap("#bot-seat button")
	host.awaitPly(0)
	host.await(`document.querySelector("main").textContent.includes("Bédivère (ordinateur)")`)
	host.audit("a match with bots")
	host.photograph("seats-match-phone")
}

// In English on a desktop, a player keeps a table open. It opens again after it was filled, though
// the server was killed at once. The player shows an invitation as a QR code. After the match the
// archive has it, and the pages of openings and of a profile show results.
func TestTablesStayOpenAndMatchesAreFound(t *testing.T) {
	clitest.NeedLong(t)
	t.Parallel()
	db := t.TempDir() + "/standing.db"
	s := startSite(t, db)
	ada := newPerson(t, s.URL, desktop)
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
	ada.audit("repeating tables")
	open := evaluate[string](ada, `document.querySelector(".standing .rows a[href^='/m/']").getAttribute("href")`)
	bo := clitest.NewAPIPlayer(t, s.URL, "Bo")
	bo.Call(http.MethodPost, "/api/v1"+strings.Replace(open, "/m/", "/matches/", 1)+"/join", map[string]any{}, &struct{}{})
	s.Kill()
	startSite(t, db, "--addr", strings.TrimPrefix(s.URL, "http://"))
	ada.awaitOpened(`document.querySelector(".standing .rows a[href^='/m/']")?.getAttribute("href") !== `+strconv.Quote(open), "/me/standing")

	playLegal := func() {
		var m struct {
			Ply   int
			Legal []string
		}
		bo.Call(http.MethodGet, "/api/v1"+strings.Replace(open, "/m/", "/matches/", 1), nil, &m)
		if len(m.Legal) > 0 {
			bo.Call(http.MethodPost, "/api/v1"+strings.Replace(open, "/m/", "/matches/", 1)+"/actions", map[string]any{"ply": m.Ply, "action": m.Legal[0]}, &struct{}{})
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
	ada.await(`document.querySelector("h1").textContent.includes("Ada")`)
	ada.open("/players/" + playRated(t, s.URL))
	ada.await(`document.querySelector(".rated")?.textContent.includes("Cam")`)
	ada.audit("a profile")
	ada.allowError("/events") // while the server was away
	ada.allowError("net::ERR_")
	ada.closeBrowser()
}

// playRated has two players play a match that counts for ratings, and returns the id of one.
func playRated(t *testing.T, site string) string {
	t.Helper()
	cy, di := clitest.NewAPIPlayer(t, site, "Cy"), clitest.NewAPIPlayer(t, site, "Di")
	var m struct {
		ID    string
		Ply   int
		Legal []string
		Seats []struct{ Player struct{ ID string } }
	}
	cy.Call(http.MethodPost, "/api/v1/matches", map[string]any{"game": "cam", "seats": 2, "seat": 1, "public": true}, &m)
	at := "/api/v1/matches/" + m.ID
	di.Call(http.MethodPost, at+"/join", map[string]any{}, &m)
	for m.Ply < 5 {
		for _, p := range []*clitest.APIPlayer{cy, di} {
			m.Legal = nil
			if p.Call(http.MethodGet, at, nil, &m); len(m.Legal) > 0 {
				p.Call(http.MethodPost, at+"/actions", map[string]any{"ply": m.Ply, "action": m.Legal[0]}, &m)
			}
		}
	}
	cy.Call(http.MethodPost, at+"/actions", map[string]any{"ply": m.Ply, "action": "resign"}, &m)
	for {
		var profile struct{ Ratings []struct{ Game string } }
		if cy.Call(http.MethodGet, "/api/v1/players/"+m.Seats[0].Player.ID, nil, &profile); len(profile.Ratings) > 0 {
			return m.Seats[0].Player.ID
		}
	}
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
