package journeys

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"tableronde/cmd/tableronde/clitest"
)

// waitingAt opens a table of two, the other seat held by a program, and plays the
// browser's turns until the program is to act. It returns the path of the match.
func (p *person) waitingAt(touch func(string)) string {
	p.t.Helper()
	match, link := p.invite(2, "Ysé", touch)
	k := clitest.NewAPIPlayer(p.t, p.base, "Ada")
	k.Call(http.MethodPost, "/api/v1/matches/"+strings.TrimPrefix(match, "/m/")+"/join", map[string]any{"invite": strings.TrimPrefix(link, "/i/")}, &struct{}{})
	p.open(match)
	p.await(`!!document.querySelector("#tournament")`)
	for evaluate[bool](p, ownTurnScript) {
		p.playTurn(touch)
	}
	return match
}

// TestKniziaCardsAreReadWhileWaiting opens the text of a card in the hand and of a card on the
// table, during the turn of another player. It closes the text in every way, and the focus must
// return to the card.
func TestKniziaCardsAreReadWhileWaiting(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/read.db")
	p := newPerson(t, s.URL, phone)
	match := p.waitingAt(p.tap)
	const focused = `document.activeElement.id === %q && !document.querySelector("#reading")`
	const read = `!!document.querySelector("#bar #reading") && document.querySelector("#live").textContent.startsWith(%q)`
	ways := map[string]func(){
		"Escape":        func() { p.press(kb.Escape) },
		"its link":      func() { p.tap("#close") },
		"the way back":  func() { evaluate[bool](p, `(history.back(), true)`) },
		"another touch": func() { p.tap("#bar .hand .opened a") },
	}
	for name, close := range ways {
		card := evaluate[string](p, `document.querySelector("#bar .hand li:last-child a").id`)
		p.tap("#" + card)
		p.await(fmt.Sprintf(read, p.text("#reading-name")))
		if text := p.text("#reading > div"); len(text) < 20 {
			t.Errorf("%s: the text says %q", name, text)
		}
		close()
		p.await(fmt.Sprintf(focused, card))
		if got := p.path(); got != match {
			t.Errorf("closed by %s, the address is %s", name, got)
		}
	}
	evaluate[bool](p, `(document.querySelector(".knizia .skip").focus(), true)`)
	p.press(kb.Enter, kb.Tab)
	p.await(`!!document.activeElement.closest("#bar")`)
	if laid := evaluate[string](p, `document.querySelector(".lane .fan a")?.id ?? ""`); laid != "" {
		p.tap("#" + laid)
		p.await(`!!document.querySelector("#bar #reading")`)
		p.audit("the text of a card")
		p.photograph("knizia-read")
	}
	p.closeBrowser()
}

// readingOpen reports whether a text is in sight, and readingClosed whether no text is open.
const (
	readingOpen = `(() => {
		const text = document.getElementById("reading"), r = text?.getBoundingClientRect();
		return !!r && r.top >= 0 && r.bottom <= innerHeight && text.innerText.trim().length > 40;
	})()`
	readingClosed = `!document.getElementById("reading")`
)

// TestCardsAreReadByATouch reads cards with a finger, with the keyboard and
// without scripts. In long runs it does so in both games whose cards say more than they show.
func TestCardsAreReadByATouch(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/read.db")
	for game, links := range map[string][]string{
		"shannon":  {"#knight-2", "#knight-1"},
		"kutschke": {"#camp-2", ".errand a", "#bar .hand a"},
	} {
		if game == "kutschke" && !clitest.IsLong() {
			continue
		}
		ada := newPerson(t, s.URL, phone)
		ada.seatedWith(game, "Aliénor", ada.tap)
		for _, link := range links {
			ada.tap(link)
			ada.await(readingOpen)
			ada.tap("#close")
			ada.await(readingClosed)
		}
		ada.closeBrowser()

		bo := newPerson(t, s.URL, device{width: 1440, height: 900, language: "fr"})
		bo.seatedWith(game, "Gauvain", bo.click)
		const link = "#knight-2"
		evaluate[bool](bo, `(scrollTo(0, 1e6), document.querySelector("`+link+`").focus({ preventScroll: true }), true)`) // the text opens out of sight
		bo.press("\r")
		bo.await(readingOpen)
		bo.audit("the text of a card of " + game)
		bo.photograph("reading " + game)
		bo.press("\x1b")
		bo.await(readingClosed + ` && document.activeElement === document.querySelector("` + link + `")`)
		bo.closeBrowser()
	}
	cy := newPerson(t, s.URL, device{width: 360, height: 740, touch: true, noScripts: true, language: "fr"})
	cy.seatedWith("shannon", "Perceval", cy.tap)
	cy.tap("#knight-2")
	cy.await(`document.getElementById("reading")?.innerText.trim().length > 40`)
	cy.tap("#close")
	cy.await(readingClosed)
	cy.closeBrowser()
}
