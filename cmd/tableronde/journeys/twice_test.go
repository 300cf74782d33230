package journeys

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tableronde/cmd/tableronde/clitest"
)

// confirmTwice taps Confirm, and the same place again 450 ms later: the match is
// still there, and nothing more has been played than by one tap.
func (p *person) confirmTwice() {
	p.t.Helper()
	const now = `document.querySelector("#match")?.dataset.ply ?? "over"`
	match, was := evaluate[string](p, "location.pathname"), evaluate[string](p, now)
	x, y := p.middleOf("#confirm")
	p.tapAt(x, y)
	time.Sleep(450 * time.Millisecond) // the second tap of a double tap
	p.tapAt(x, y)
	p.await(fmt.Sprintf(`(%s) !== %q`, now, was))
	played := evaluate[string](p, now)
	// Two answers later there is still nothing that the second tap has led to.
	for range 2 {
		evaluate[any](p, `htmx.trigger(document.querySelector("#match"), "tr:changed")`)
		p.await(`!document.querySelector("#match").matches(".htmx-request, :has(.htmx-request)")`)
	}
	if path := p.path(); !strings.HasPrefix(path, match) || strings.Contains(path, "m=") {
		p.t.Errorf("a double tap on Confirm leads to %s", path)
	}
	if got := evaluate[string](p, now); got != played {
		p.t.Errorf("a double tap on Confirm plays on from %s to %s", played, got)
	}
}

// TestDoubleTap confirms with two taps on a board and at cards, in long runs in one game of each
// family, while a move is due in another match.
func TestDoubleTap(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/twice.db")
	ada, bo := newPerson(t, s.URL, phone), newPerson(t, s.URL, phone)
	other := ada.join(bo, "camelot")
	for i, tt := range []struct {
		game  string
		ours  string // true while the visitor owes a decision
		stage func(p *person) (selector string)
	}{
		{"camelot", `!!document.querySelector("#move")`, func(p *person) string {
			if evaluate[bool](p, `!!document.querySelector("#move input[name=action]")`) {
				return "#confirm"
			}
			return map[bool]string{false: "#sq-C6", true: "#sq-E8"}[strings.Contains(p.path(), "m=C6")]
		}},
		{"knizia", ownTurnScript, func(p *person) string { return evaluate[string](p, nextTouchScript) }},
		{"shannon", turnOf, (*person).nextChoice},
		{"kutschke", ownRide, func(p *person) string { return evaluate[string](p, rideChoiceScript+"(document)") }},
	} {
		if i > 1 && !clitest.IsLong() {
			break
		}
		match := ada.join(bo, tt.game)
		for range 60 {
			ada.open(match)
			if !evaluate[bool](ada, tt.ours) {
				bo.open(match)
				bo.await(tt.ours)
				bo.passOn(tt.ours, tt.stage, func() { bo.tap("#confirm") })
				continue
			}
			ada.passOn(tt.ours, tt.stage, ada.confirmTwice)
			break
		}
		ada.await(`getComputedStyle(document.querySelector("#next-match") ?? document.body).visibility === "visible" && !!document.querySelector("#next-match")`)
		ada.photograph("twice-" + tt.game)
		ada.tap("#next-match")
		ada.await(`location.pathname === "` + other + `"`)
	}
}

// passOn acts until nothing is owed any more.
func (p *person) passOn(ours string, stage func(*person) string, confirm func()) {
	p.t.Helper()
	const state = `document.querySelector("#match").dataset.url + "|" + document.querySelector("#match").dataset.ply`
	for range 80 {
		if !evaluate[bool](p, ours) {
			return
		}
		was, selector := evaluate[string](p, state), stage(p)
		if selector == "" {
			p.t.Fatalf("nothing to do\n%s", p.pageState())
		}
		posts := evaluate[bool](p, fmt.Sprintf(`!!document.querySelector(%q).closest("form") && %q === "#confirm"`, selector, selector))
		if posts {
			confirm()
		} else {
			p.tap(selector)
		}
		p.await(fmt.Sprintf(`document.querySelector("#match") && %s !== %q`, state, was))
	}
	p.t.Fatalf("no end of decisions\n%s", p.pageState())
}
