package pages

import (
	"maps"
	"strings"
	"testing"

	"github.com/a-h/templ"

	"tableronde/views"
	"tableronde/views/browser"
)

// windows are the sizes at which a match is played: phones upright and lying down, a tablet, and a
// desktop zoomed to 150, 200 and 300 %.
var windows = []browser.Look{
	{Width: 360, Height: 740, Touch: true}, {Width: 320, Height: 568, Touch: true}, {Width: 320, Height: 640, Touch: true},
	{Width: 360, Height: 640, Touch: true}, {Width: 390, Height: 844, Touch: true}, {Width: 414, Height: 736, Touch: true},
	{Width: 447, Height: 762, Touch: true}, {Width: 768, Height: 1024, Touch: true},
	{Width: 740, Height: 360, Touch: true}, {Width: 667, Height: 375, Touch: true}, {Width: 844, Height: 390, Touch: true},
	{Width: 740, Height: 360}, {Width: 720, Height: 450}, {Width: 960, Height: 600, Dense: true}, {Width: 480, Height: 300, Dense: true},
	{Width: 1440, Height: 900},
}

// boardFitScript returns faults of the board of a match: squares that are too small, or
// hidden by the bar or the visitor's strip before the page is scrolled, and boards of
// which too little is visible.
const boardFitScript = `(() => {
	scrollTo(0, 0);
	const found = [], box = e => e.getBoundingClientRect(), one = s => document.querySelector(s);
	const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
	const bar = box(one("#bar")), own = box(one(".seat-b .strip")), ground = box(one(".ground"));
	const squares = [...document.querySelectorAll("#board [role=gridcell] rect:first-child")].map(box);
	if (over(bar, own)) found.push("the bar covers one's own strip");
	if (squares.some(s => over(s, bar))) found.push("the bar covers squares");
	if (squares.some(s => over(s, own))) found.push("a strip covers squares");
	const side = Math.min(...squares.map(s => Math.min(s.width, s.height)));
	const parts = one(".parts")?.getClientRects().length;
	if (side < 23.95 && !parts) found.push("squares of " + side.toFixed(1) + " px");
	if (side >= 24 && parts) found.push("one has to look closer at squares of " + side.toFixed(1) + " px");
	if (document.documentElement.scrollWidth > document.documentElement.clientWidth) found.push("the page is wider than the window");
	const top = Math.min(...squares.map(s => s.top)), foot = Math.max(...squares.map(s => s.bottom));
	const zoomed = innerHeight === 450 || devicePixelRatio === 2 && innerWidth >= 560;
	if (zoomed && side < 27 && squares.length > 50) found.push("zoom makes squares of no more than " + side.toFixed(1) + " px");
	if (!zoomed && innerWidth > innerHeight && innerHeight > 350) {
		if (foot > innerHeight || top < 0) found.push("the board is not seen whole");
		if (bar.left < ground.right - 1) found.push("the bar is not beside the board");
	}
	const confirm = one("#confirm")?.getBoundingClientRect();
	if (innerWidth >= 560 && confirm && confirm.bottom > innerHeight) found.push("Confirm is out of sight");
	return found;
})()`

// The board fits every window: nothing lies on it or on one's own strip, and its
// squares can be touched, or one is offered to look closer.
func TestBoardFitsTheWindow(t *testing.T) {
	t.Parallel()
	pages := map[string]templ.Component{}
	for name, page := range samples(t, views.English) {
		if strings.HasPrefix(name, "all-") || name == "match-mid" || name == "four-corner" {
			pages[name] = page
		}
	}
	if len(pages) < 11 {
		t.Fatalf("%d pages, want those of nine boards and two more", len(pages))
	}
	browser.Measure(t, pages, boardFitScript, windows...)
}

// phoneScript returns the targets that are too small for a finger, and whether the page is wider
// than the screen.
const phoneScript = `[...` + browser.Small + `, ...(document.documentElement.scrollWidth > document.documentElement.clientWidth ? ["the page is wider than the window"] : [])]`

// Every target on a phone is at least as large as WCAG 2.5.8 asks, and on the screen.
func TestTargetsAreLargeEnough(t *testing.T) {
	t.Parallel()
	pages := samples(t, views.French)
	maps.DeleteFunc(pages, func(name string, _ templ.Component) bool { return strings.HasPrefix(name, "zoomed-") })
	browser.Measure(t, pages, phoneScript, browser.Look{Width: 360, Height: 740, Touch: true})
}

// boardTargetsScript returns squares that are hard to hit with a finger, and arrow keys
// that do not move the focus in their direction on the screen.
const boardTargetsScript = `(() => {
	scrollTo(0, 0);
	const found = [], links = [...document.querySelectorAll("#board [role=gridcell] a")];
	const middle = a => { const r = a.querySelector("rect").getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2] };
	for (const a of links) {
		const [x, y] = middle(a);
		if (y > 0 && y < innerHeight && document.elementFromPoint(x, y)?.closest("a") !== a) found.push("a finger on " + a.id + " touches " + document.elementFromPoint(x, y)?.outerHTML.slice(0, 80));
	}
	const start = links.find(a => a.id === "sq-F8");
	for (const [key, across, down] of [["ArrowRight", 1, 0], ["ArrowLeft", -1, 0], ["ArrowUp", 0, -1], ["ArrowDown", 0, 1], ["End", 1, 0], ["Home", -1, 0]]) {
		start.focus();
		start.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
		const [x, y] = middle(start), [u, v] = middle(document.activeElement);
		if (Math.abs(Math.sign(Math.round(u - x)) - across) + Math.abs(Math.sign(Math.round(v - y)) - down) > 0) found.push(key + " leads from " + start.id + " to " + document.activeElement.id);
	}
	return found.slice(0, 8);
})()`

// A board that lies on its side in a low window is touched and walked over as it
// is seen.
func TestLyingBoardFollowsEyeAndFinger(t *testing.T) {
	t.Parallel()
	all := samples(t, views.English)
	pages := map[string]templ.Component{"all-camelot": all["all-camelot"], "all-chivalry": all["all-chivalry"]}
	browser.Measure(t, pages, boardTargetsScript,
		browser.Look{Width: 740, Height: 360, Touch: true}, browser.Look{Width: 360, Height: 740, Touch: true}, browser.Look{Width: 720, Height: 450})
}
