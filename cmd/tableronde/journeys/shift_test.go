package journeys

import (
	"fmt"
	"strings"
	"testing"

	"tableronde/cmd/tableronde/clitest"
)

// watchShifts has the page add up its layout shifts since the load, including shifts after an input.
// Chromium also reports boxes that are seen where they were: in a sticky box that grows and moves, or
// at the start of a glide. Such a report does not count. It names the five largest boxes at most.
const watchShifts = `(() => {
	let before = new Map(); // places of all elements before the last swap
	const place = (element) => JSON.stringify(element.getBoundingClientRect());
	document.addEventListener("htmx:before:swap", () => { before = new Map([...document.querySelectorAll("main *")].map((e) => [e, place(e)])); });
	const stands = ({ node }) => node instanceof Element && before.get(node) === place(node);
	window.shift = 0;
	window.shifted = [];
	const name = (node) => node instanceof Text ? name(node.parentElement) + " " + JSON.stringify(node.data) : node ? node.nodeName.toLowerCase() + (node.id ? "#" + node.id : "") + (node.className?.baseVal ?? node.className ?? "" ? "." + (node.className.baseVal ?? node.className) : "") : "?";
	const box = (r) => [r.x, r.y, r.width, r.height].map(Math.round).join(" ");
	new PerformanceObserver((list) => {
		for (const { value, sources, hadRecentInput } of list.getEntries()) {
			if (sources.length > 0 && sources.every(stands)) continue;
			window.shift += value;
			window.shifted.push(value.toFixed(4) + (hadRecentInput ? " after an input: " : ": ") + sources.map((s) => name(s.node) + " from " + box(s.previousRect) + " to " + box(s.currentRect)).join(", "));
		}
	}).observe({ type: "layout-shift", buffered: true });
})()`

// TestLayoutDoesNotShift loads matches on a desktop and on a phone, upright and lying. Nothing on
// a page moves from the load to the end of the own moves, and of the moves of the others.
func TestLayoutDoesNotShift(t *testing.T) {
	clitest.NeedLong(t)
	t.Parallel()
	s := startSite(t, t.TempDir()+"/shift.db")
	for name, d := range map[string]device{"desktop": desktop, "phone": {width: 390, height: 844, touch: true}, "lying": {width: 740, height: 360, touch: true}} {
		t.Run(name, func(t *testing.T) {
			for _, game := range []string{"camelot", "grand-camelot", "knizia", "shannon", "kutschke"} {
				t.Run(game, func(t *testing.T) { newPerson(t, s.URL, d).expectNoShift(name, game) })
			}
		})
	}
}

// mostShift is the largest layout shift of a page that stands still: texts of another width at the
// same place, and parts of a pixel.
const mostShift = 0.001

// expectNoShift plays until the person and the others have acted twice. Nothing on the page may
// move.
func (p *person) expectNoShift(device, game string) {
	p.t.Helper()
	id, others := p.sitFirst(game)
	p.open("/m/" + id)
	evaluate[any](p, watchShifts)
	var most float64
	steps := 0
	check := func(when string) {
		p.t.Helper()
		p.await(`!document.querySelector(".htmx-request")`)
		p.await(motionEnded)
		steps++
		p.photograph(fmt.Sprintf("shift %s %s %02d", device, game, steps))
		shift := evaluate[float64](p, `shift`)
		if most = max(most, shift); shift >= mostShift {
			p.t.Errorf("%s:\n%s", when, strings.Join(evaluate[[]string](p, `shifted`), "\n"))
		}
		evaluate[any](p, `window.shift = 0, window.shifted = [], 0`)
	}
	check("loaded")
	rules, isCards := cardScripts[game]
	for own, foreign := 0, 0; own < 2 || foreign < 2; {
		if isCards && !evaluate[bool](p, rules.mine) || !isCards && own > foreign {
			for _, k := range others {
				k.Play(id)
				p.awaitPly(k.GetMatch(id).Ply)
				check("the others have acted")
			}
			foreign++
			continue
		}
		ply := shownPly(p)
		for shownPly(p) == ply {
			next := boardChoiceScript
			if isCards {
				next = rules.next
			}
			p.await(next)
			was, selector := evaluate[string](p, stageScript), evaluate[string](p, next)
			p.lookAway()
			if isCards {
				p.tap(selector)
			} else {
				p.clickAny(selector) // a tap on a small square would zoom in
			}
			p.await(fmt.Sprintf(`%s !== %q`, stageScript, was))
			check("a tap on " + selector)
		}
		own++
	}
	p.t.Logf("largest shift: %.4f", most)
}

// stageScript is the address and the ply of the page of a match, which each tap on a choice changes.
const stageScript = `document.querySelector("#match").dataset.url + document.querySelector("#match").dataset.ply`

// boardChoiceScript is the selector of the next thing to tap in a move on a board: a piece, a
// landing, or the button that confirms.
const boardChoiceScript = `(() => {
	if (document.querySelector("#confirm[type=submit]")) return "#confirm";
	const link = document.querySelector('#board a[href*="-"]') ?? document.querySelector('#board a[href*="m="]');
	return link ? "#" + CSS.escape(link.id) : "";
})()`
