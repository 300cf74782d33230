package browser

import (
	"fmt"
	"testing"

	"github.com/a-h/templ"
	"github.com/chromedp/chromedp"
)

// Phone is a small phone, upright: 360 by 740.
var Phone = Look{Width: 360}

// Measure opens some of the pages in a look, one after the other, and evaluates a
// script in each.
func Measure[T any](t *testing.T, pages map[string]templ.Component, look Look, script string, names ...string) map[string]T {
	t.Helper()
	v := visit(t, pages)
	all := map[string]T{}
	for _, name := range names {
		if pages[name] == nil {
			t.Fatalf("there is no page %s", name)
		}
		v.open(name, look)
		got, err := chromedp.Run(v.tab, chromedp.Evaluate[T](script))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all[name] = got
	}
	return all
}

// InSight fails unless everything that a selector finds lies within the window
// without scrolling, and nothing of it under the bar of the match.
func InSight(t *testing.T, pages map[string]templ.Component, look Look, selector string, names ...string) {
	t.Helper()
	script := fmt.Sprintf(`(() => {
		const bar = document.getElementById("bar").getBoundingClientRect(), found = [...document.querySelectorAll(%q)];
		const outside = found.filter(e => {
			const r = e.getBoundingClientRect();
			return r.top < 0 || r.left < 0 || r.right > innerWidth + .5 || r.bottom > (e.closest("#bar") ? innerHeight : bar.top) + .5;
		});
		return [found.length ? "" : "nothing is found", ...outside.map(e => (e.id || e.className) + " ends at " + Math.round(e.getBoundingClientRect().bottom) + ", the bar begins at " + Math.round(bar.top))].filter(Boolean);
	})()`, selector)
	for name, outside := range Measure[[]string](t, pages, look, script, names...) {
		for _, what := range outside {
			t.Errorf("%s, %v: %s", name, look, what)
		}
	}
}

// WholeWords fails where a word is broken inside, over two lines.
func WholeWords(t *testing.T, pages map[string]templ.Component, look Look, names ...string) {
	t.Helper()
	const script = `(() => {
		const broken = [], range = document.createRange(), walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
		const unseen = e => e && (e.offsetWidth === 0 || e.offsetWidth === 1 || unseen(e.parentElement)); // only read out
		for (let node = walker.nextNode(); node; node = walker.nextNode()) {
			if (unseen(node.parentElement)) continue;
			for (const word of node.data.matchAll(/[\p{L}\p{N}]{2,}/gu)) {
				range.setStart(node, word.index);
				range.setEnd(node, word.index + word[0].length);
				const tops = [...range.getClientRects()].filter(r => r.width > 0).map(r => r.top);
				if (Math.max(...tops) - Math.min(...tops) > 4) broken.push(word[0] + " of " + node.data.trim().slice(0, 60));
			}
		}
		return broken;
	})()`
	for name, words := range Measure[[]string](t, pages, look, script, names...) {
		for _, word := range words {
			t.Errorf("%s, %v: %s is broken", name, look, word)
		}
	}
}
