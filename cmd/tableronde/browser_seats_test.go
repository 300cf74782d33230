package main

import (
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
}
