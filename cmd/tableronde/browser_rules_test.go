package main

import (
	"fmt"
	"net/url"
	"testing"

	"tableronde/games/catalog"
)

// TestRulesAreReadable has axe look at the rules of every game, those of each on one of
// two devices, or on all where effort.Variable is 2; nothing may be wider than the window
// on any.
func TestRulesAreReadable(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/rules.db")
	devices := lookingDevices()
	for n, tt := range devices {
		t.Run(tt.name, func(t *testing.T) {
			p := newPerson(t, s.url, tt.device)
			paths := []string{"/rules"}
			for _, rules := range catalog.All() {
				paths = append(paths, "/rules/"+rules.Info().ID)
			}
			for i, path := range paths {
				p.open(path)
				p.photograph("rules " + tt.name + " " + fileName(path))
				if len(devices) > 2 || i%2 == n {
					p.audit(path)
				}
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
			p := newPerson(t, s.url, phone)
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
	p := newPerson(t, s.url, phone)
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
