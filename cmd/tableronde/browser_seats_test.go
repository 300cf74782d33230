package main

import (
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// TestInvitationsOnAPhone opens a table for four: the links to its seats are told
// apart by badge and army, each is handed to another app by one button, and no word
// beside an open seat is cut.
func TestInvitationsOnAPhone(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/seats.db")
	ada := newPerson(t, s.url, device{width: 360, height: 740, touch: true, language: "fr"})
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
	newAPIPlayer(host.t, host.base, "Gauvain").call(http.MethodPost, "/api/v1/matches/"+strings.TrimPrefix(host.path(), "/m/")+"/join",
		map[string]any{"seat": int(open[0][0] - '0'), "invite": strings.TrimPrefix(host.invitation(), "/i/")}, &struct{}{})
	host.await(`document.querySelectorAll(".link").length === 3`)
	if kept := evaluate[string](host, `document.querySelector("#bot-seat").open + " " + document.querySelector("#bot-seat-which").value + " " + document.querySelector("#bot-level").value`); kept != "true "+seat+" 5" {
		host.t.Errorf("after another has come, the fold is open, the seat and the level are %s", kept)
	}
	host.tap("#bot-seat button")
	host.await(`document.querySelectorAll(".link").length <= 2 && document.querySelector("main").textContent.includes("Légende (ordinateur)")`)
	host.photograph("seats-one-bot-phone")
	host.tap("#bot-seat summary")
	host.tap("#bot-seat button")
	host.awaitPly(0)
	host.await(`document.querySelector("main").textContent.includes("Chevalier (ordinateur)")`)
	host.audit("a match with bots")
	host.photograph("seats-match-phone")
}
