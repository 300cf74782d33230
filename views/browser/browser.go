// Package browser runs Chromium for tests. It checks pages with axe and takes screenshots for
// people.
package browser

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/a-h/templ"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// axeScript is axe-core 4.14, whose license stands beside it.
//
//go:embed axe.min.js
var axeScript string

var errNone = errors.New("no Chromium found: apt-get install chromium chromium-headless-shell")

// Start starts a Chromium, which ends with the context. It prefers a headless one, which takes half
// the processor time.
func Start(ctx context.Context) (context.Context, error) {
	return start(ctx, append([]string{"chromium-headless-shell"}, whole...))
}

// StartWhole works like Start with a complete Chromium, which also shows notifications.
func StartWhole(ctx context.Context) (context.Context, error) { return start(ctx, whole) }

var whole = []string{"chromium", "chromium-browser", "google-chrome"}

// start starts the first program that is installed.
func start(ctx context.Context, programs []string) (context.Context, error) {
	path, err := lookPath(programs)
	if err != nil {
		return nil, err
	}
	opts := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.WindowSize(1500, 1200), // Chromium paints no part of an emulated window that lies outside
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true),
		chromedp.Flag("disable-dev-shm-usage", true))
	alloc, _ := chromedp.NewExecAllocator(ctx, opts...)
	tab, _ := chromedp.NewContext(alloc)
	return tab, chromedp.Do(tab)
}

func lookPath(programs []string) (string, error) {
	for _, name := range programs {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errNone
}

// waitForLoad is a script that waits until a page has loaded. A busy browser reports the end of a
// navigation too early.
const waitForLoad = `new Promise(go => document.readyState === "complete" ? go(true) : addEventListener("load", () => go(true)))`

// auditPage is a script that runs axe over the page. An element that sticks to an edge of the
// window may by chance cover part of a link. During the audit, all elements therefore lie in their
// places in the document.
const auditPage = `(async () => {
	const stuck = [...document.querySelectorAll("body *")].filter(e => getComputedStyle(e).position === "sticky");
	const positions = stuck.map(e => e.style.position);
	stuck.forEach(e => e.style.position = "static");
	try {
		const r = await axe.run(document, {resultTypes: ["violations"],
			runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]});
		return r.violations.flatMap(v => v.nodes.slice(0, 3).map(n => v.id + ": " + v.help + ": " + n.html.slice(0, 300) + " — " + n.failureSummary));
	} finally {
		stuck.forEach((e, i) => e.style.position = positions[i]);
	}
})()`

// Violations returns the faults that axe finds in the loaded page, as sentences.
func Violations(ctx context.Context) ([]string, error) {
	if _, err := chromedp.Run(ctx, chromedp.Evaluate[bool](waitForLoad, chromedp.EvalAwaitPromise)); err != nil {
		return nil, fmt.Errorf("wait for the page: %w", err)
	}
	if _, err := chromedp.Run(ctx, chromedp.Evaluate[bool](axeScript+";true")); err != nil {
		return nil, fmt.Errorf("load axe: %w", err)
	}
	found, err := chromedp.Run(ctx, chromedp.Evaluate[[]string](auditPage, chromedp.EvalAwaitPromise))
	if err != nil {
		return nil, fmt.Errorf("run axe: %w", err)
	}
	return found, nil
}

// Look is the setup of a person's browser.
type Look struct {
	Width  int64
	Height int64 // of the window; 0 for the usual height at this width
	Touch  bool  // touch instead of a mouse
	Dense  bool  // two screen pixels for one page pixel, as on a page zoomed to 200 %
	Dark   bool
	Forced bool // the system's colors (forced colors)
}

// ParseLook parses the output of String.
func ParseLook(name string) (l Look, err error) {
	parts := strings.Split(name, "-")
	if _, err := fmt.Sscanf(parts[0], "%dx%d", &l.Width, &l.Height); err != nil {
		if _, err := fmt.Sscanf(parts[0], "%d", &l.Width); err != nil {
			return l, fmt.Errorf("read the look %q: %w", name, err)
		}
	}
	for _, part := range parts[1:] {
		switch part {
		case "light":
		case "dark":
			l.Dark = true
		case "forced":
			l.Forced = true
		case "touch":
			l.Touch = true
		case "dense":
			l.Dense = true
		default:
			return l, fmt.Errorf("read the look %q: unknown part %q", name, part)
		}
	}
	return l, nil
}

// String formats a look: "360-dark", "740x360-light-touch".
func (l Look) String() string {
	theme := "light"
	if l.Dark {
		theme = "dark"
	}
	if l.Forced {
		theme += "-forced"
	}
	if l.Touch {
		theme += "-touch"
	}
	if l.Dense {
		theme += "-dense"
	}
	if l.Height != 0 {
		return fmt.Sprintf("%dx%d-%s", l.Width, l.Height, theme)
	}
	return fmt.Sprintf("%d-%s", l.Width, theme)
}

// windowHeights are the heights of windows by width.
var windowHeights = map[int64]int64{320: 640, 360: 740, 768: 1024, 1440: 900}

// apply sets size, theme and features of a browser.
func (l Look) apply(ctx context.Context) error {
	height := cmp.Or(l.Height, windowHeights[l.Width])
	var opts []chromedp.EmulateViewportOption
	if l.Touch {
		opts = append(opts, chromedp.EmulateMobile, chromedp.EmulateTouch)
	}
	if l.Dense {
		opts = append(opts, chromedp.EmulateScale(2))
	}
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(l.Width, height, opts...)); err != nil {
		return fmt.Errorf("set the width: %w", err)
	}
	scheme, forced := "light", "none"
	if l.Dark {
		scheme = "dark"
	}
	if l.Forced {
		forced = "active"
	}
	if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}, {Name: "forced-colors", Value: forced}},
	}); err != nil {
		return fmt.Errorf("set the colors: %w", err)
	}
	return nil
}

// Ask opens pages in a look and runs a script in each, which returns faults as sentences. The test
// fails for each fault.
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
		v.open(name)
		v.ask(name, look, script)
	}
}

// BrokenWords is a script for Ask. It finds words that are broken across lines without a hyphen.
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

// Phone is a small phone held upright: 360 by 740.
var Phone = Look{Width: 360}

// InSight fails the test unless everything that a selector finds on match pages is in the window
// without scrolling and not under the bar.
func InSight(t *testing.T, pages map[string]templ.Component, look Look, selector string, names ...string) {
	t.Helper()
	Ask(t, pages, look, fmt.Sprintf(`(() => {
		const bar = document.getElementById("bar").getBoundingClientRect(), found = [...document.querySelectorAll(%q)];
		const outside = found.filter(e => {
			const r = e.getBoundingClientRect();
			return r.top < 0 || r.left < 0 || r.right > innerWidth + .5 || r.bottom > (e.closest("#bar") ? innerHeight : bar.top) + .5;
		});
		return [found.length ? "" : "nothing is found", ...outside.map(e => (e.id || e.className) + " ends at " + Math.round(e.getBoundingClientRect().bottom) + ", the bar begins at " + Math.round(bar.top))].filter(Boolean);
	})()`, selector), names...)
}
