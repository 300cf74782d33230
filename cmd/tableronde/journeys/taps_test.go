package journeys

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// setNetwork emulates a latency or a lost connection.
func (p *person) setNetwork(latency time.Duration, offline bool) {
	p.t.Helper()
	conditions := &network.Conditions{Latency: float64(latency.Milliseconds()), DownloadThroughput: -1, UploadThroughput: -1, Offline: offline}
	if err := p.within(browserTimeout, func(ctx context.Context) error {
		_, err := chromedp.Call(ctx, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
			MatchedNetworkConditions: []*network.Conditions{conditions},
		})
		return err
	}); err != nil {
		p.t.Fatal(err)
	}
}

// middleOf returns the middle of an element in the window.
func (p *person) middleOf(selector string) (x, y float64) {
	p.t.Helper()
	at := evaluate[[2]float64](p, middleScript(selector))
	return at[0], at[1]
}

// middleScript returns a script for the middle of an element in the window.
func middleScript(selector string) string {
	return fmt.Sprintf(`(r => [r.left + r.width / 2, r.top + r.height / 2])(document.querySelector(%q).getBoundingClientRect())`, selector)
}

// tapAt touches a point of the window, with any element there.
func (p *person) tapAt(x, y float64) {
	p.t.Helper()
	p.do("tap at a place", chromedp.TapXY(x, y))
}

// tapFast touches the elements one after the other, where they are on the page shown at the
// beginning. It pauses after each touch.
func (p *person) tapFast(pause time.Duration, selectors ...string) {
	p.t.Helper()
	var at [][2]float64
	for _, s := range selectors {
		x, y := p.middleOf(s)
		at = append(at, [2]float64{x, y})
	}
	for _, xy := range at {
		p.tapAt(xy[0], xy[1])
		time.Sleep(pause) // the gesture itself
	}
}

// startAlone starts a match in which the person holds every seat, from a position or
// by another form of the page.
func (p *person) startAlone(position string) {
	p.t.Helper()
	p.open("/setup?position=" + strings.ReplaceAll(position, " ", "+"))
	p.click("#alone")
	p.await(`!!document.querySelector("#move")`)
}

// chainOfCanters has a man on C5 that can canter by C7 and E9 to G11.
const chainOfCanters = "camelot 1 C5,C6,D8,F10/KK14,F14"

// watchTaps has the page record for each tap whether it marks the tapped element before the task
// after it: by the mark that lies over it, or by a class.
const watchTaps = `(() => {
	window.marked = [];
	let tapped = false, atOnce = false;
	addEventListener("click", ({ target }) => {
		tapped = atOnce = true;
		setTimeout(() => {
			atOnce = false;
			if (!tapped || !isPressed(target.closest("a, button"))) return;
			window.marked.push(true);
			tapped = false;
		});
	}, true);
	new MutationObserver((records) => {
		for (const { target } of records) {
			if (!tapped || !target.classList.contains("tapped")) continue;
			const square = target.closest("#board") && target.querySelector("rect");
			if (square && parseFloat(getComputedStyle(square).strokeWidth) < 3) continue;
			window.marked.push(atOnce);
			tapped = false;
		}
	}).observe(document.body, { subtree: true, attributeFilter: ["class"] });
	const near = (a, b) => ["left", "top", "right", "bottom"].every((side) => Math.abs(a[side] - b[side]) < 5);
	window.isPressed = (control) => [...document.querySelectorAll(".pressed")].some((mark) => near(mark.getBoundingClientRect(), control.getBoundingClientRect()));
})()`

// TestPressIsMarked checks that a finger marks a square while it is down, and that the mark goes when
// the page answers or the finger slides away.
func TestPressIsMarked(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/press.db")
	p := newPerson(t, s.URL, phone)
	p.startAlone(chainOfCanters)
	evaluate[any](p, watchTaps)
	const marked, aside = `isPressed(document.querySelector("#sq-C5"))`, `[...document.querySelectorAll(".pressed")].every((mark) => mark.getBoundingClientRect().right < 0)`
	p.await(aside)
	x, y := p.middleOf("#sq-C5")
	p.finger(input.DispatchMouseEventTypeMousePressed, x, y)
	p.await(marked)
	if evaluate[string](p, `location.search`) != "" {
		t.Error("a press chooses the piece before it is a tap")
	}
	p.finger(input.DispatchMouseEventTypeMouseReleased, x, y)
	p.await(`new URLSearchParams(location.search).get("m") === "C5"`)
	p.await(aside)

	x, y = p.middleOf("#sq-D6")
	p.finger(input.DispatchMouseEventTypeMousePressed, x, y)
	p.await(`!(` + aside + `)`)
	for i := range 8 { // the page scrolls
		p.finger(input.DispatchMouseEventTypeMouseMoved, x, y-20*float64(i+1))
	}
	p.await(aside)
	p.finger(input.DispatchMouseEventTypeMouseReleased, x, y-160)
}

// TestFastTaps makes moves on slow connections faster than answers come. Each tap has its meaning
// on the page to come, and the page marks it at once.
func TestFastTaps(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/fast.db")
	p := newPerson(t, s.URL, phone)
	var marks []bool
	for _, latency := range []time.Duration{120, 300, 800} {
		p.setNetwork(0, false)
		p.startAlone(chainOfCanters)
		evaluate[any](p, watchTaps)
		p.setNetwork(latency*time.Millisecond, false)
		p.tapFast(150*time.Millisecond, "#sq-C5", "#sq-C7")
		p.await(`new URLSearchParams(location.search).get("m") === "C5-C7"`)
		p.tapFast(100*time.Millisecond, "#sq-E9", "#sq-G11", "#confirm")
		p.awaitPly(1)
		p.await(`document.querySelector("#moves")?.textContent.includes("C5-C7-E9-G11")`)
		p.await(`!document.querySelector("main .tapped")`)
		marks = append(marks, evaluate[[]bool](p, `window.marked`)...)
	}
	if len(marks) < 15 {
		t.Errorf("of 15 taps %d were marked", len(marks))
	}
	if slices.Contains(marks, false) {
		t.Errorf("the page marks taps late: %v", marks)
	}
}

// TestFastKeys does the same with the keyboard, while the page is also loading again because of
// news.
func TestFastKeys(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/fastkeys.db")
	p := newPerson(t, s.URL, desktop)
	p.startAlone(chainOfCanters)
	p.tabTo("#board a")
	p.walkBoard("C5")
	p.setNetwork(300*time.Millisecond, false)
	evaluate[any](p, `htmx.trigger(document.querySelector("#match"), "tr:changed")`)
	p.press(kb.Enter, kb.ArrowUp, kb.ArrowUp, " ", kb.ArrowUp, kb.ArrowUp, kb.ArrowRight, kb.ArrowRight, kb.Enter)
	p.await(`new URLSearchParams(location.search).get("m") === "C5-C7-E9"`)
	p.await(`document.activeElement.id === "sq-E9"`)
	p.press(kb.Enter, kb.Escape) // Escape takes effect after the keys before it
	p.await(`location.search === ""`)
}

// TestFastCards chooses in each card game and confirms before the choice has been
// answered: Confirm can do nothing yet on the page that is tapped.
func TestFastCards(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/cards.db")
	p := newPerson(t, s.URL, phone)
	for _, tt := range []struct {
		game  string
		first func() string // returns the selector of a choice
	}{
		{"knizia", func() string { return evaluate[string](p, nextTouchScript) }},
		{"shannon", p.nextChoice},
		{"kutschke", func() string { return evaluate[string](p, rideChoiceScript+"(document)") }},
	} {
		p.open("/rules/" + tt.game)
		p.click(`form[action="/solo"] button`)
		p.await(`document.querySelector("#match")?.dataset.ply`)
		was, first := shownPly(p), tt.first()
		if first == "#confirm" || !evaluate[bool](p, `!!document.querySelector("#confirm[aria-disabled]")`) {
			t.Fatalf("%s begins with %q\n%s", tt.game, first, p.pageState())
		}
		evaluate[any](p, fmt.Sprintf(`document.querySelector(%q).scrollIntoView({ block: "center" })`, first))
		p.setNetwork(time.Second, false) // so that both taps come before the answer
		p.tapFast(150*time.Millisecond, first, "#confirm")
		p.await(fmt.Sprintf(`document.querySelector("#match").dataset.ply !== %q`, was))
		p.setNetwork(0, false)
	}
}

// TestUnsentTaps loses the connection, and an answer. The page says which taps were not sent, and
// one tap sends them with all later taps.
func TestUnsentTaps(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/unsent.db")
	p := newPerson(t, s.URL, phone)
	p.onNewDocument(`delete window.EventSource`) // a stream that returns would send what failed
	p.startAlone(chainOfCanters)
	const told = `!document.querySelector("#unsent").hidden`

	p.setNetwork(0, true)
	p.tap("#sq-C5")
	p.await(told)
	p.audit("a tap that was not sent")
	p.photograph("unsent-square")
	_, square := p.middleOf("#sq-C5")
	if _, words := p.middleOf("#unsent"); words-square > 140 || square-words > 140 {
		t.Errorf("what is said of a square at %.0f px stands at %.0f px", square, words)
	}
	p.tap("#sq-C7")
	p.tap("#sq-E9")
	p.setNetwork(0, false)
	p.tap("#resend")
	p.await(`new URLSearchParams(location.search).get("m") === "C5-C7-E9" && !(` + told + `)`)

	p.setNetwork(0, true)
	p.tap("#confirm")
	p.await(told)
	p.photograph("unsent-move")
	p.setNetwork(0, false)
	p.tap("#confirm") // Confirm can be tapped again after a failure, too
	p.awaitPly(1)
	p.await(`!(` + told + `)`)

	p.typeInto("#type", "F14-F13")
	p.tap("#type-go")
	p.await(`!!document.querySelector("#move input[name=action]")`)
	// The move arrives, but not the answer.
	evaluate[any](p, `(() => { const real = window.fetch; window.fetch = async (...args) => { window.fetch = real; await real(...args); throw new TypeError("lost"); }; })()`)
	p.tap("#confirm")
	p.await(told)
	p.tap("#resend")
	p.awaitPly(2)
	p.await(`!(` + told + `)`)

	// A proxy answers in the server's place.
	evaluate[any](p, `(() => { const real = window.fetch; window.fetch = async () => { window.fetch = real; return new Response("<h1>Bad gateway</h1>", { status: 502 }); }; })()`)
	p.tap("#sq-C6")
	p.await(told)
	if evaluate[bool](p, `document.body.textContent.includes("Bad gateway")`) {
		t.Error("the page of a proxy is shown")
	}
	p.tap("#forget")
	p.await(`!(` + told + `) && !document.querySelector("main .tapped")`)
	p.tap("#sq-C6")
	p.await(`location.search === "?m=C6"`)
	p.allowError("net::ERR_INTERNET_DISCONNECTED")
	p.closeBrowser()
}

// TestUnsentMoves confirms moves without a connection. Each is kept, and is sent when the connection
// returns or when its player opens the match again. A move that comes too late is refused.
func TestUnsentMoves(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/kept.db")
	ada, bo := newPerson(t, s.URL, phone), newPerson(t, s.URL, desktop)
	match := seatTwo(ada, bo)
	actions := readActions(t, "nolan-chaxx.txt")
	const kept = `!document.querySelector("#unsent").hidden && document.querySelector("#unsent p").textContent.startsWith("No connection.")`
	confirmOffline := func(ply int) {
		ada.awaitPly(ply)
		ada.stageMove(actions[ply], ada.click)
		ada.setNetwork(0, true)
		ada.tap("#confirm")
		ada.await(kept)
	}
	const isEmpty = `Object.keys(localStorage).every((name) => !name.startsWith("unsent "))`

	confirmOffline(0)
	ada.photograph("unsent-kept")
	ada.setNetwork(0, false)
	evaluate[bool](ada, `dispatchEvent(new Event("online"))`)
	ada.awaitPly(1)
	ada.await(isEmpty)

	bo.makeMove(actions[1], 1)
	confirmOffline(2)
	ada.setNetwork(0, false)
	ada.open("/")
	ada.open(match)
	ada.awaitPly(3)
	ada.await(isEmpty)

	bo.makeMove(actions[3], 3)
	confirmOffline(4)
	name := "unsent " + match
	post := evaluate[string](ada, fmt.Sprintf(`localStorage[%q]`, name))
	keep := func(change string) { // keeps the post once more, as if its answer had been lost
		evaluate[any](ada, fmt.Sprintf(`(() => { const kept = JSON.parse(%q); %s; localStorage[%q] = JSON.stringify(kept); })()`, post, change, name))
		ada.open(match)
		ada.await(isEmpty)
		ada.awaitPly(5)
	}
	ada.setNetwork(0, false)
	ada.open("/")
	ada.open(match)
	ada.awaitPly(5)
	keep("")
	keep(`kept.player = "another"`)
	keep(`kept.form = kept.form.replace('name="key" value="', '$&x')`)
	ada.await(`document.querySelector("#match").textContent.includes("The position has changed since you loaded this page.")`)
	ada.photograph("unsent-late")
	ada.allowError("409")
	ada.allowError("net::ERR_INTERNET_DISCONNECTED")
	ada.closeBrowser()
	bo.closeBrowser()
}
