package journeys

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"tableronde/cmd/tableronde/clitest"
)

// watchInputs has the page note the time from each tap to the next paint, and its long tasks. A
// browser reports no tap under 16 ms.
const watchInputs = `(() => {
	window.taps = new Map();
	window.longTasks = [];
	new PerformanceObserver((list) => {
		for (const e of list.getEntries()) if (e.interactionId && e.startTime >= window.since) taps.set(e.interactionId, Math.max(taps.get(e.interactionId) ?? 0, e.duration));
	}).observe({ type: "event", durationThreshold: 16 });
	new PerformanceObserver((list) => {
		for (const e of list.getEntries()) longTasks.push(Math.round(e.startTime) + "+" + Math.round(e.duration));
	}).observe({ type: "longtask" });
})()`

// pace is how a finger taps: pause is the time from the answer to the next tap, press the time
// from touching the screen to leaving it.
type pace struct {
	name         string
	pause, press time.Duration
}

var paces = []pace{
	{"calm", time.Second, 80 * time.Millisecond}, // the cards that came have landed
	{"brisk", time.Second / 2, 80 * time.Millisecond},
	{"rushed", 0, 0},
}

// TestInputToPaint measures how long a phone four times slower than this machine takes from a tap to
// the next paint: for a calm finger, a brisk one, and one that taps as soon as the answer is there.
// It prints figures for pieces, squares, cards and Confirm, and fails only if taps go unmeasured.
func TestInputToPaint(t *testing.T) {
	clitest.NeedLong(t)
	s := startSite(t, t.TempDir()+"/latency.db")
	for _, game := range []string{"camelot", "knizia", "shannon", "kutschke"} {
		for _, pace := range paces {
			t.Run(game+"/"+pace.name, func(t *testing.T) { measureTaps(t, s.URL, game, pace) })
		}
	}
}

// measureTaps plays a game on a slow phone, and prints how long its taps take.
func measureTaps(t *testing.T, base, game string, pace pace) {
	p := newPerson(t, base, device{width: 390, height: 844, touch: true})
	p.open("/rules/" + game)
	p.click(`form[action="/solo"] button`)
	p.await(`document.querySelector("#match")?.dataset.ply && ` + laterLoaded)
	p.throttle(4)
	p.setNetwork(100*time.Millisecond, false) // on a fast network the answer is in the same paint
	evaluate[any](p, watchInputs)
	next := boardChoiceScript
	if rules, ok := cardScripts[game]; ok {
		next = rules.next
	}
	times := map[string][]float64{}
	for range 24 {
		if evaluate[bool](p, matchOverScript) {
			break
		}
		p.await(next)
		selector := evaluate[string](p, next)
		p.tapMeasured(selector, pace, times)
	}
	p.throttle(1)
	report(t, times)
	t.Logf("long tasks, as start+duration: %s", strings.Join(evaluate[[]string](p, `longTasks`), " "))
}

// tapMeasured taps an element, and adds the time until the next paint to the times of its kind.
func (p *person) tapMeasured(selector string, pace pace, times map[string][]float64) {
	p.t.Helper()
	was := evaluate[string](p, stageScript)
	p.lookAway() // not to be taken for a slip
	p.scrollTo(selector)
	evaluate[any](p, fmt.Sprintf(`document.querySelector(%q).scrollIntoView({ block: "nearest" }), taps.clear(), window.since = performance.now(), 0`, selector))
	kind := "card"
	switch {
	case selector == "#confirm":
		kind = "confirm"
	case strings.HasPrefix(selector, "#sq-") && strings.Contains(was, "m="):
		kind = "square"
	case strings.HasPrefix(selector, "#sq-"):
		kind = "piece"
	}
	time.Sleep(pace.pause)
	x, y := p.middleOf(selector) // where it is by now
	time.Sleep(pace.pause / 8)   // the page has nothing else to do when a finger comes
	p.finger(input.DispatchMouseEventTypeMousePressed, x, y)
	time.Sleep(pace.press)
	p.finger(input.DispatchMouseEventTypeMouseReleased, x, y)
	p.await(fmt.Sprintf(`%s !== %q`, stageScript, was))
	p.await(`!document.querySelector(".htmx-request")`)
	evaluate[any](p, `new Promise((done) => requestAnimationFrame(() => setTimeout(done)))`)
	took := evaluate[[]float64](p, `[...taps.values()]`)
	if len(took) == 0 {
		took = []float64{16} // or less
	}
	times[kind] = append(times[kind], slices.Max(took))
}

// report prints the median and the 95th percentile of each kind of tap, and of all.
func report(t *testing.T, times map[string][]float64) {
	t.Helper()
	var all []float64
	line := func(kind string, values []float64) {
		slices.Sort(values)
		at := func(p float64) float64 { return values[min(len(values)-1, int(p*float64(len(values))))] }
		t.Logf("%-8s %3d taps: p50 %3.0f ms, p95 %3.0f ms, longest %3.0f ms", kind, len(values), at(0.5), at(0.95), at(1))
	}
	for kind, values := range times {
		line(kind, values)
		all = append(all, values...)
	}
	if len(all) < 10 {
		t.Fatalf("only %d taps were measured", len(all))
	}
	line("all", all)
}

// throttle divides the speed of the browser by a rate.
func (p *person) throttle(rate float64) {
	p.t.Helper()
	if err := p.within(browserTimeout, func(ctx context.Context) error {
		_, err := chromedp.Call(ctx, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: rate})
		return err
	}); err != nil {
		p.t.Fatal(err)
	}
}
