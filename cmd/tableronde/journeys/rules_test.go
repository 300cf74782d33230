package journeys

import (
	"fmt"
	"net/url"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"tableronde/cmd/tableronde/clitest"
	"tableronde/games/catalog"
)

// A player follows a link from a match to its rule, finds another rule in the contents, and comes
// back to the match as it was. The test uses a phone, with scripts and without, and in long runs a
// desktop.
func TestRulesAndBackToTheMatch(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/back.db")
	for name, d := range map[string]device{
		"scripts":    phone,
		"no scripts": {width: 360, height: 740, touch: true, noScripts: true},
		"desktop":    desktop,
	} {
		t.Run(name, func(t *testing.T) {
			if name == "desktop" {
				clitest.NeedLong(t)
			}
			p := newPerson(t, s.URL, d)
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

// The summary of each game is on the first screen of a phone, in one of two languages or in long
// runs in both.
func TestSummariesFitAPhone(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/brief.db")
	for n, language := range []string{"en", "fr"} {
		p := newPerson(t, s.URL, device{width: 360, height: 740, touch: true, language: language})
		for i, rules := range catalog.All() {
			if !clitest.IsLong() && i%2 != n {
				continue
			}
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

// TestRulesAreReadable has axe check the rules of every game, and that nothing is wider than
// the window: each on one of two devices, or in long runs on four.
func TestRulesAreReadable(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/rules.db")
	devices := lookingDevices()
	for n, tt := range devices {
		t.Run(tt.name, func(t *testing.T) {
			p := newPerson(t, s.URL, tt.device)
			paths := []string{"/rules"}
			for _, rules := range catalog.All() {
				paths = append(paths, "/rules/"+rules.Info().ID)
			}
			for i, path := range paths {
				if len(devices) == 2 && i%2 != n {
					continue
				}
				p.open(path)
				p.photograph("rules " + tt.name + " " + fileName(path))
				p.audit(path)
				if over := evaluate[int](p, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); over > 0 {
					t.Errorf("%s is %d px wider than the window", path, over)
				}
			}
		})
	}
}

// A refusal leads to its rule, which the browser then shows.
func TestRefusalLeadsToItsRule(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/refusal.db")
	for _, tt := range []struct{ game, position, query, rule string }{
		{"grand-camelot", "grand-camelot 1 B7,KD6/M12/E9/L10", "m=B7&try=A8", "castles.sides"},
		{"cam", "cam 1 D2,KE4/KF9", "m=D2&try=D1", "castles.own"},
		{"chivalry-4-solo", "chivalry-4-solo 1 KD5,KF4/KE6/KM12/KL4", "m=F4&try=F5", "moves.obligation"},
	} {
		t.Run(tt.game, func(t *testing.T) {
			p := newPerson(t, s.URL, phone)
			p.open("/setup?position=" + url.QueryEscape(tt.position))
			p.click("#alone")
			p.await(`!!document.querySelector("#move")`)
			p.open(p.path() + "?" + tt.query)
			p.click(".why a, .bad a")
			p.await(fmt.Sprintf(`location.pathname === "/rules/%s" && location.hash === "#%s"`, tt.game, tt.rule))
			p.await(fmt.Sprintf(`(r => r.top >= 0 && r.top < innerHeight)(document.getElementById(%q).getBoundingClientRect())`, tt.rule))
		})
	}
}

// Any game is tried alone from the first page, by choosing it in the list.
func TestAnyGameIsTriedAlone(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/alone.db")
	p := newPerson(t, s.URL, phone)
	for _, game := range []string{"camette", "grand-cam-93"} {
		p.open("/")
		evaluate[bool](p, fmt.Sprintf(`(document.querySelector('.alone select').value = %q, true)`, game))
		p.tap(`form[action="/solo"] button`)
		p.await(`!!document.querySelector("#move")`)
		p.await(fmt.Sprintf(`!!document.querySelector('a[href^="/rules/%s"]')`, game))
	}
	p.open("/new?game=grand-camelot")
	p.tap("#options summary")
	p.tap(`input[value="1932"]`)
	p.tap(`button[formaction="/solo"]`)
	p.await(`!!document.querySelector("#move")`)
	p.await(`/knight/.test(document.getElementById("sq-G3").getAttribute("aria-label"))`) // a man stands there in the usual setup
}

// A player reads the rules of a match on one screen of a phone, with scripts and without: they fit
// without scrolling, and the match is as it was when they are closed. Each game is read in one of
// two languages, or in long runs in both.
func TestRulesOnOneScreen(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/digest.db")
	for n, d := range []device{
		{width: 360, height: 740, touch: true},
		{width: 360, height: 740, touch: true, noScripts: true, language: "fr", dark: true},
	} {
		p := newPerson(t, s.URL, d)
		for i, rules := range catalog.All() {
			if !clitest.IsLong() && i%2 != n {
				continue
			}
			game := rules.Info().ID
			p.open("/new?game=" + game)
			p.click(`button[formaction="/solo"]`)
			p.await(`!!document.querySelector("#match")`)
			match := p.path()
			p.click("#digest-link")
			p.await(`!!document.querySelector("dialog#digest[open]")`)
			p.photograph("digest " + game + " " + d.language)
			if hidden := evaluate[float64](p, `(e => e.scrollHeight - e.clientHeight)(document.querySelector("#digest .in"))`); hidden > 0 {
				t.Errorf("%s: %.0f px of the rules are out of sight", game, hidden)
			}
			if d.noScripts {
				if !evaluate[bool](p, `document.querySelector("#match").inert`) {
					t.Errorf("%s: the match behind the rules can be reached", game)
				}
				p.click("#digest .shut")
			} else {
				p.audit("the rules of " + game + " on one screen")
				p.press(kb.Escape)
				p.await(`document.activeElement.id === "digest-link"`)
			}
			p.await(`!document.querySelector("#digest") && !document.querySelector("#match").inert`)
			if path := p.path(); path != match {
				t.Errorf("%s: the match was at %s, and is at %s", game, match, path)
			}
		}
	}
}

// A line of an article about strategy is stepped through in sight of its board: in place, without a
// jump of the page, or on a new page without scripts.
func TestLinesOfStrategyAreSeen(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/strategy.db")
	for name, d := range map[string]device{
		"on a phone":      phone,
		"on a desktop":    desktop,
		"without scripts": {width: 360, height: 740, touch: true, noScripts: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPerson(t, s.URL, d)
			p.open("/rules/cam/strategy")
			top := func() float64 {
				return evaluate[float64](p, `document.querySelectorAll(".line")[1].getBoundingClientRect().top`)
			}
			evaluate[bool](p, `(document.querySelectorAll(".line")[1].scrollIntoView(), scrollBy(0, -80), true)`)
			before := top()
			for _, want := range []string{"1. White: B11-C12", "2. Black: F11xD9xB7", "3. White: C12-D13"} {
				p.tap("#next-2")
				p.await(fmt.Sprintf(`document.querySelectorAll(".line figcaption")[1].textContent === %q`, want))
				if !d.noScripts && top() != before {
					t.Errorf("%s: the board jumps from %v to %v", want, before, top())
				}
				if got := evaluate[float64](p, `document.getElementById("next-2").getBoundingClientRect().bottom - innerHeight`); top() < 0 || got > 0 {
					t.Errorf("%s: the board begins at %v, the buttons end %v px below the window", want, top(), got)
				}
			}
			if got := p.path(); got != "/rules/cam/strategy?at=2&ply=3" {
				t.Errorf("the page is %s", got)
			}
			if !d.noScripts && evaluate[string](p, "document.activeElement.id") != "next-2" {
				t.Error("the focus is lost")
			}
		})
	}
}
