package main

import "testing"

// TestNewTableOnAPhone has the form of every game fit one and a half screens of a
// phone, with all of its options within reach, and says when they were changed.
func TestNewTableOnAPhone(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/new.db")
	p := newPerson(t, s.url, phone)
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
