package browser

import (
	"testing"

	"github.com/a-h/templ"
	"github.com/chromedp/chromedp"
)

// Ask opens pages in a look and runs a script in each that returns what is wrong
// with it, in sentences; it fails the test for each of them.
func Ask(t *testing.T, pages map[string]templ.Component, look Look, script string, names ...string) {
	t.Helper()
	v := visit(t, pages)
	if err := look.apply(v.tab); err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if pages[name] == nil {
			t.Errorf("there is no page %s", name)
			continue
		}
		if err := chromedp.Do(v.tab, chromedp.Navigate(v.url+"/"+name)); err != nil {
			t.Fatal(err)
		}
		faults, err := chromedp.Run(v.tab, chromedp.Evaluate[[]string](script))
		if err != nil {
			t.Fatalf("%s, %v: %v", name, look, err)
		}
		for _, fault := range faults {
			t.Errorf("%s, %v: %s", name, look, fault)
		}
	}
}

// BrokenWords is a script for Ask: words of the page that go on in a second line
// without a hyphen.
const BrokenWords = `(() => {
	const broken = [], walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
	const clipped = e => e && (getComputedStyle(e).clipPath !== "none" || clipped(e.parentElement));
	for (let node; (node = walker.nextNode());) {
		if (node.parentElement.closest(".vh, svg, .hash, .deck, [hidden]") || !node.parentElement.checkVisibility() || clipped(node.parentElement)) continue;
		for (const word of node.data.matchAll(/[^\s\u00a0\u202f\u2009\u00ad\u2011-]+/g)) {
			const range = document.createRange();
			range.setStart(node, word.index);
			range.setEnd(node, word.index + word[0].length);
			const tops = new Set([...range.getClientRects()].filter(r => r.width > 0).map(r => Math.round(r.top)));
			if (tops.size > 1) broken.push("“" + word[0] + "” is broken");
		}
	}
	return broken;
})()`
