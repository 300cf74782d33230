package journeys

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// menuOpen is true where the menu of the header is to be seen.
const menuOpen = `document.querySelector("#site-menu").getClientRects().length > 0`

// On a phone the places of the site are in the header, one tap away, with scripts and without. The
// language is at the foot of each page.
func TestMenuOfTheHeader(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/menu.db")
	for name, d := range map[string]device{
		"scripts":    phone,
		"no scripts": {width: 360, height: 740, touch: true, noScripts: true},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPerson(t, s.URL, d)
			p.open("/rules/camelot")
			if evaluate[bool](p, menuOpen) {
				t.Fatal("the menu is open before anybody asks for it")
			}
			p.tap(".top .more")
			p.await(menuOpen)
			p.photograph("menu " + name)
			if !d.noScripts {
				p.audit("the menu")
			}
			if short := evaluate[[]string](p, `[...document.querySelectorAll("#site-menu a, #site-menu button, .top .more")].filter(e => {
				const r = e.getBoundingClientRect(); return r.width < 44 || r.height < 44 || r.left < 0 || r.right > innerWidth }).map(e => e.textContent)`); len(short) > 0 {
				t.Errorf("too small for a finger, or out of sight: %q", short)
			}
			p.press(kb.Escape)
			p.await("!(" + menuOpen + ")")
			p.await(`document.activeElement.matches(".top .more")`)
			p.press(kb.Enter)
			p.await(menuOpen)
			p.press(kb.Tab)
			p.await(`document.activeElement.getAttribute("href") === "/learn"`)
			p.tap("h1")
			p.await("!(" + menuOpen + ")")
			p.tap(".top .more")
			p.await(menuOpen)
			p.tap(`#site-menu a[href="/sign-in"]`)
			p.await(`location.pathname === "/sign-in"`)
			p.tap(".foot .lang button[value=fr]")
			p.await(`document.documentElement.lang === "fr" && location.pathname === "/sign-in"`)
		})
	}
}

// A visitor who owes no turn reads an invitation to play in the header, and no report of a turn.
func TestHeaderTellsOfTurnsThatAre(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/turns.db")
	p := newPerson(t, s.URL, phone)
	p.open("/")
	if got := p.text("#turns"); got != "Play" {
		t.Errorf("a guest's first tab says %q", got)
	}
}
