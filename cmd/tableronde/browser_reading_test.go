package main

import "testing"

// readingOpen tells that a text is in snapshot, and readingClosed that none is open.
const (
	readingOpen = `(() => {
		const text = document.getElementById("reading"), r = text?.getBoundingClientRect();
		return !!r && r.top >= 0 && r.bottom <= innerHeight && text.innerText.trim().length > 40;
	})()`
	readingClosed = `!document.getElementById("reading")`
)

// TestCardsAreReadByATouch reads cards with a finger, with the keyboard and
// without scripts, in both games whose cards say more than they show.
func TestCardsAreReadByATouch(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/read.db")
	for game, links := range map[string][]string{
		"shannon":  {"#knight-2", "#knight-1"},
		"kutschke": {"#camp-2", ".errand a", "#bar .hand a"},
	} {
		ada := newPerson(t, s.url, phone)
		ada.seatedWith(game, "Aliénor", ada.tap)
		for _, link := range links {
			ada.tap(link)
			ada.await(readingOpen)
			ada.tap("#close")
			ada.await(readingClosed)
		}
		ada.closeBrowser()

		bo := newPerson(t, s.url, device{width: 1440, height: 900, language: "fr"})
		bo.seatedWith(game, "Gauvain", bo.click)
		const link = "#knight-2"
		evaluate[bool](bo, `(scrollTo(0, 1e6), document.querySelector("`+link+`").focus({ preventScroll: true }), true)`) // the text opens out of snapshot
		bo.press("\r")
		bo.await(readingOpen)
		bo.audit("the text of a card of " + game)
		bo.photograph("reading " + game)
		bo.press("\x1b")
		bo.await(readingClosed + ` && document.activeElement === document.querySelector("` + link + `")`)
		bo.closeBrowser()
	}
	cy := newPerson(t, s.url, device{width: 360, height: 740, touch: true, noScripts: true, language: "fr"})
	cy.seatedWith("shannon", "Perceval", cy.tap)
	cy.tap("#knight-2")
	cy.await(`document.getElementById("reading")?.innerText.trim().length > 40`)
	cy.tap("#close")
	cy.await(readingClosed)
	cy.closeBrowser()
}
