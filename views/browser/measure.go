package browser

import (
	"maps"
	"slices"
	"testing"

	"github.com/a-h/templ"
)

// Measure fails the test for each fault that a script finds on pages, in all of the looks. The
// script's value is a list of sentences.
func Measure(t *testing.T, pages map[string]templ.Component, script string, looks ...Look) {
	t.Helper()
	v := visit(t, pages)
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		for i, look := range looks {
			if err := look.apply(v.tab); err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				v.open(name)
			}
			v.ask(name, look, script)
		}
	}
}

// Small is a script that lists targets lower or narrower than 24 px (WCAG 2.5.8). It allows smaller
// links within a sentence, and smaller squares of a board under larger parts of it. The target of a
// labelled control is its label.
const Small = `[...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary")].filter(e => {
	if (!e.checkVisibility({visibilityProperty: true}) || e.closest(".vh, .skip")) return false;
	const target = e.matches("input[type=radio], input[type=checkbox]") ? e.closest("label") ?? e : e;
	const r = target.getBoundingClientRect(), after = getComputedStyle(target, "::after"), before = getComputedStyle(target, "::before");
	const more = s => s.content !== "none" && s.position === "absolute" ? [parseFloat(s.width) || 0, parseFloat(s.height) || 0] : [0, 0];
	const width = Math.max(r.width, more(after)[0], more(before)[0]), height = Math.max(r.height, more(after)[1], more(before)[1]);
	if (width === 0 || height === 0 || width >= 23.9 && height >= 23.9) return false;
	const words = [...e.parentNode.childNodes].filter(n => n !== e && !(n.nodeType === 1 && n.matches("a, button, .vh"))).map(n => n.textContent.trim()).join("");
	if (getComputedStyle(e).display === "inline" && /\p{L}{2}/u.test(words)) return false;
	if (e.closest("#board") && document.querySelector(".parts")?.getClientRects().length) return false;
	return true;
}).slice(0, 5).map(e => { const r = e.getBoundingClientRect(); return "too small to touch, " + r.width.toFixed(1) + " × " + r.height.toFixed(1) + ": " + e.outerHTML.slice(0, 160) })`

// Aside is a script that checks a card match in a low window. The decision must be beside the
// table, within the window and in a column that scrolls by itself.
const Aside = `(() => {
	scrollTo(0, 0);
	const found = [], field = document.querySelector(".field"), bar = document.querySelector("#bar"), side = document.querySelector(".side");
	const b = bar.getBoundingClientRect(), parts = [field, ...field.children].map(e => e.getBoundingClientRect()).filter(r => r.width > 1 && r.height > 1);
	if (parts.some(r => r.right > b.left + 1)) found.push("the table reaches under the bar");
	if (side.getBoundingClientRect().right > b.left + 1) found.push("the story reaches under the bar");
	if (b.top > 45 || b.bottom > innerHeight + 1) found.push("the bar is out of sight");
	if (bar.scrollHeight > bar.clientHeight + 1 && getComputedStyle(bar).overflowY !== "auto") found.push("the bar is cut off");
	if (bar.scrollWidth > bar.clientWidth + 1) found.push("the bar is wider than its column by " + (bar.scrollWidth - bar.clientWidth));
	for (const e of bar.querySelectorAll("a[href], button")) {
		e.scrollIntoView({block: "nearest"});
		const r = e.getBoundingClientRect();
		if (r.width > 1 && (r.top < -1 || r.bottom > innerHeight + 1)) found.push("out of reach: " + e.textContent.trim());
	}
	scrollTo(0, document.documentElement.scrollHeight);
	const after = bar.getBoundingClientRect();
	if (document.documentElement.scrollHeight > 2 * innerHeight && after.bottom < Math.min(innerHeight / 3, b.height)) found.push("the bar leaves with the table");
	scrollTo(0, 0);
	if (document.documentElement.scrollWidth > document.documentElement.clientWidth) found.push("the page is wider than the window");
	return found;
})()`

// Low are low windows: phones held sideways, and a desktop zoomed to 200 %.
var Low = []Look{
	{Width: 740, Height: 360, Touch: true}, {Width: 667, Height: 375, Touch: true}, {Width: 720, Height: 450, Dense: true},
}

// CheckLow checks match pages of card games in low windows with Aside.
func CheckLow(t *testing.T, pages map[string]templ.Component, names ...string) {
	t.Helper()
	some := map[string]templ.Component{}
	for _, name := range names {
		if some[name] = pages[name]; some[name] == nil {
			t.Fatalf("there is no page %s", name)
		}
	}
	Measure(t, some, Aside, Low...)
}

// HighBars finds elements that stick to an edge of a narrow window and take more than two fifths of
// its height. Such elements hide the rest. A dialog, which can be closed, may.
const HighBars = `[...document.querySelectorAll("body *")].filter(e => !e.closest("dialog") && ["sticky", "fixed"].includes(getComputedStyle(e).position) && e.checkVisibility()
	&& e.offsetHeight > .4 * innerHeight && e.offsetWidth > .6 * innerWidth).map(e => e.className + " is " + e.offsetHeight + " high of " + innerHeight)`

// CutNames finds names that end in an ellipsis.
const CutNames = `[...document.querySelectorAll("main *")].filter(e => getComputedStyle(e).textOverflow === "ellipsis" && !e.closest(".vh") && e.checkVisibility()
	&& e.clientWidth > 1 && e.scrollWidth > e.clientWidth + 1).map(e => "“" + e.textContent.trim() + "” needs " + e.scrollWidth + " of " + e.clientWidth + " px in " + e.parentElement.className + " " + e.className)`

// CutCards finds cards in a hand of one row whose foot is not visible.
const CutCards = `[...document.querySelectorAll("#bar .hand")].filter(h => h.children.length < 8).flatMap(h => [...h.querySelectorAll(".face")]).filter(f => f.checkVisibility() && f.getBoundingClientRect().width > 1)
	.map(f => [f.getBoundingClientRect().bottom, f.closest(".card").getBoundingClientRect().bottom]).filter(([face, card]) => face > card + 1).map(([face, card]) => "a card ends " + (face - card).toFixed(1) + " px above its foot")`
