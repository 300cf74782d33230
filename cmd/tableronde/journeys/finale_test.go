package journeys

import (
	"net/url"
	"testing"
)

// A match ends with a castle taken: the page says so with three numbers and the deciding move, and
// leads to the position after it. The test uses a phone, and a desktop in the dark.
func TestEndOfAMatch(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/finale.db")
	for name, d := range map[string]device{"phone": phone, "desktop": {width: 1440, height: 900, dark: true}} {
		t.Run(name, func(t *testing.T) {
			p := newPerson(t, s.URL, d)
			p.open("/setup?position=" + url.QueryEscape("camelot 1 E15,G16/D12,KI12"))
			p.click("#alone")
			p.await(`!!document.querySelector("#move")`)
			p.open(p.path() + "?m=E15-F16")
			p.click("#confirm")
			p.await(`document.querySelectorAll(".ended .three dd").length === 3 && !!document.querySelector(".turning svg.board")`)
			if primary := evaluate[int](p, `document.querySelectorAll("#bar .primary").length`); primary != 1 {
				t.Errorf("%d primary buttons", primary)
			}
			p.photograph("finale " + name)
			p.audit("the end of a match")
			p.click("#see-moment")
			p.await(`!!document.querySelector(".turning") || !!document.querySelector("#present")`)
		})
	}
}

// Pages without anything to list have a drawing, a sentence and an action, in both themes.
func TestEmptyRooms(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/void.db")
	for _, d := range []device{phone, {width: 1440, height: 900, dark: true, language: "fr"}} {
		p := newPerson(t, s.URL, d)
		for _, path := range []string{"/nowhere", "/cups", "/ratings", "/ladders/camelot", "/watch", "/archive?game=cam", "/me", "/tables", "/help?q=xyzzy"} {
			p.open(path)
			if path == "/nowhere" {
				p.allowError("404")
			}
			if found := evaluate[int](p, `document.querySelectorAll(".void > svg").length`); found != 1 {
				t.Errorf("%s has %d drawings", path, found)
			}
			if found := evaluate[int](p, `document.querySelectorAll(".void a[href], .void button").length`); found == 0 {
				t.Errorf("%s has no action", path)
			}
			p.photograph("void " + fileName(path) + " " + d.language)
			p.audit(path)
		}
	}
}
