package main

import (
	"fmt"
	"net/url"
	"testing"

	"tableronde/games/catalog"
)

// From a match one reads the rule about what is asked for, looks another one up in
// the contents, and comes back to the match as one left it: on a phone, with
// scripts and without.
func TestRulesAndBackToTheMatch(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/back.db")
	for name, d := range map[string]device{
		"scripts":    phone,
		"no scripts": {width: 360, height: 740, touch: true, noScripts: true},
		"desktop":    desktop,
	} {
		t.Run(name, func(t *testing.T) {
			p := newPerson(t, s.url, d)
			p.open("/setup?position=" + url.QueryEscape("camelot 1 D5,KF4,G5/E6,KH8"))
			p.click("#alone")
			p.await(`!!document.querySelector("#move")`)
			match := p.path() + "?m=D5"
			p.open(match)
			p.click("#rules")
			p.await(`location.pathname === "/rules/camelot" && location.hash === "#moves.obligation"`)
			p.await(inSight("moves.obligation"))
			if d.width < 1000 {
				p.await(`document.querySelector(".rail").getBoundingClientRect().top === 0`)
				for _, shut := range []string{`.contents .shut a`, `.contents a[href="#end.claim"]`} {
					p.tap(".rail .open")
					p.await(contentsOpen)
					p.await(`document.querySelectorAll('.contents a[aria-current], .contents ol:not([data-marked]) a:target-current').length === 1`)
					p.photograph("contents " + name)
					before := evaluate[float64](p, "scrollY")
					p.tap(shut)
					p.await("!(" + contentsOpen + ")")
					if after := evaluate[float64](p, "scrollY"); shut == `.contents .shut a` && after != before {
						t.Errorf("closing the contents scrolled the page from %v to %v", before, after)
					}
				}
			} else {
				p.click(`.contents a[href="#end.claim"]`)
			}
			p.await(inSight("end.claim"))
			p.photograph("rules and back " + name)
			if !d.noScripts {
				p.await(`document.querySelector('.contents a[aria-current]').hash === "#end.claim"`)
				p.audit("rules with a match to go back to")
			}
			p.click("#back")
			p.await(fmt.Sprintf("location.pathname + location.search === %q", match))
			p.await(`!!document.querySelector("#sq-D5")`)
		})
	}
}

// contentsOpen is true where the contents lie over the page.
const contentsOpen = `document.querySelector(".contents").getClientRects().length > 0`

// inSight is true where a section begins within the window.
func inSight(id string) string {
	return fmt.Sprintf(`(r => r.top >= 0 && r.top < innerHeight / 2)(document.getElementById(%q).getBoundingClientRect())`, id)
}

// The summary of each game is on the first screen of a phone.
func TestSummariesFitAPhone(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/brief.db")
	for _, language := range []string{"en", "fr"} {
		p := newPerson(t, s.url, device{width: 360, height: 740, touch: true, language: language})
		for _, rules := range catalog.All() {
			p.open("/rules/" + rules.Info().ID + "?back=%2Fm%2Fabc")
			if bottom := evaluate[float64](p, `document.querySelector("#brief dl").getBoundingClientRect().bottom`); bottom > 600 {
				t.Errorf("%s in %s: the summary ends at %.0f px", rules.Info().ID, language, bottom)
			}
			if bottom := evaluate[float64](p, `document.querySelector("#brief").getBoundingClientRect().bottom`); bottom > 740 {
				t.Errorf("%s in %s: its pictures end at %.0f px", rules.Info().ID, language, bottom)
			}
		}
	}
}
