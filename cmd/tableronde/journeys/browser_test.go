package journeys

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tableronde/cmd/tableronde/clitest"
	"tableronde/views/browser"
)

// browserTimeout is the longest time that a browser may take to show an awaited state. It bounds a
// failing test. A passing test goes on as soon as the browser shows the state.
const browserTimeout = 30 * time.Second

// chromium is the Chromium of all browser tests in the package. Each person has a browser context
// of their own in it.
var chromium = sync.OnceValues(func() (context.Context, error) { return browser.Start(context.Background()) })

// wholeChromium is another Chromium, which shows notifications.
var wholeChromium = sync.OnceValues(func() (context.Context, error) { return browser.StartWhole(context.Background()) })

// device is the window of a person, with its settings: a phone or a desktop.
type device struct {
	width, height int64
	touch         bool
	dark          bool
	noScripts     bool
	notices       bool   // shows them
	language      string // "en" where empty
}

var (
	phone   = device{width: 360, height: 740, touch: true}
	desktop = device{width: 1440, height: 900}
)

// person drives a window on the site, with its own cookies, and collects the errors of its console.
type person struct {
	t    *testing.T
	ctx  context.Context
	base string

	mu         sync.Mutex
	complaints []string
	left       bool
}

// startSite starts a server for the browsers of a test. It skips the test without a browser, as
// needBrowser does.
func startSite(t *testing.T, db string, args ...string) *clitest.Server {
	t.Helper()
	needBrowser(t, chromium)
	return clitest.StartServer(t, db, args...)
}

// needBrowser returns the browser that start returns. It skips a short test. Without a browser it
// skips the test, or fails it if TABLERONDE_REQUIRE_CHROMIUM is set.
func needBrowser(t *testing.T, start func() (context.Context, error)) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("takes a browser")
	}
	root, err := start()
	switch {
	case err == nil:
		return root
	case os.Getenv("TABLERONDE_REQUIRE_CHROMIUM") == "":
		t.Skip(err)
	}
	t.Fatal(err)
	return nil
}

// newPerson opens a window on the site at base. The test fails in the end if the console reported
// an error that allowError has not dropped.
func newPerson(t *testing.T, base string, d device) *person {
	t.Helper()
	start := chromium
	if d.notices {
		start = wholeChromium
	}
	ctx, cancel := chromedp.NewContext(needBrowser(t, start), chromedp.WithNewBrowserContext(), chromedp.WithNewWindow(true))
	t.Cleanup(cancel)
	p := &person{t: t, ctx: ctx, base: base}
	if err := chromedp.Do(ctx); err != nil { // the window closes with the context of its first use
		t.Fatal(err)
	}
	if err := chromedp.Listen(ctx, p.listen); err != nil {
		t.Fatal(err)
	}
	if err := p.within(browserTimeout, d.emulate); err != nil {
		t.Fatalf("hold the device: %v", err)
	}
	t.Cleanup(p.closeBrowser)
	return p
}

// closeBrowser fails the test if the console has reported errors so far, and ignores later ones.
// The end of the test calls it too.
func (p *person) closeBrowser() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.complaints {
		p.t.Errorf("console: %s", c)
	}
	p.complaints, p.left = nil, true
}

// newTab opens another page of a person, with the same cookies, in a window of
// its own so that both are visible.
func (p *person) newTab(d device) *person {
	p.t.Helper()
	ctx, cancel := chromedp.NewContext(p.ctx, chromedp.WithNewWindow(true))
	p.t.Cleanup(cancel)
	tab := &person{t: p.t, ctx: ctx, base: p.base}
	if err := chromedp.Do(ctx); err != nil {
		p.t.Fatal(err)
	}
	if err := chromedp.Listen(ctx, tab.listen); err != nil {
		p.t.Fatal(err)
	}
	if err := tab.within(browserTimeout, d.emulate); err != nil {
		p.t.Fatalf("hold the device: %v", err)
	}
	p.t.Cleanup(tab.closeBrowser)
	return tab
}

func (d device) emulate(ctx context.Context) error {
	opts := []chromedp.EmulateViewportOption{}
	if d.touch {
		opts = append(opts, chromedp.EmulateMobile, chromedp.EmulateTouch)
	}
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(d.width, d.height, opts...)); err != nil {
		return err
	}
	scheme, language := "light", d.language
	if d.dark {
		scheme = "dark"
	}
	if language == "" {
		language = "en"
	}
	if _, err := chromedp.Call(ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}); err != nil {
		return err // the windows of other tests would take the focus away
	}
	if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
	}); err != nil {
		return err
	}
	agent, err := chromedp.Run(ctx, chromedp.Evaluate[string]("navigator.userAgent"))
	if err != nil {
		return err
	}
	if _, err := chromedp.Call(ctx, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{
		UserAgent: agent, AcceptLanguage: language,
	}); err != nil {
		return err
	}
	_, err = chromedp.Call(ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: d.noScripts})
	return err
}

func (p *person) listen(event any) {
	var text string
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		text = e.ExceptionDetails.Text
		if x := e.ExceptionDetails.Exception; x != nil {
			text += " " + x.Description
		}
	case *log.EventEntryAdded:
		if e.Entry.Level != log.EntryLevelError {
			return
		}
		text = e.Entry.Text + " " + e.Entry.URL
	default:
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.left {
		p.complaints = append(p.complaints, text)
	}
}

// allowError drops the complaints that contain a text: a test that provokes an
// answer of 409 expects the console to mention it.
func (p *person) allowError(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	kept := p.complaints[:0]
	for _, c := range p.complaints {
		if !strings.Contains(c, text) {
			kept = append(kept, c)
		}
	}
	p.complaints = kept
}

// within runs f with a limit of time.
func (p *person) within(limit time.Duration, f func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(p.ctx, limit)
	defer cancel()
	return f(ctx)
}

func (p *person) do(what string, steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := p.within(browserTimeout, func(ctx context.Context) error { return chromedp.Do(ctx, steps...) }); err != nil {
		p.t.Fatalf("%s: %v\n%s", what, err, p.pageState())
	}
}

// pageState returns the address and the first 1,500 characters of the text of the page, for the
// message of a failed test. It returns the error if there is one.
func (p *person) pageState() string {
	ctx, cancel := context.WithTimeout(p.ctx, 5*time.Second)
	defer cancel()
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string](`location.href + "\n" + document.body.innerText.slice(0, 1500)`))
	if err != nil {
		return err.Error()
	}
	return text
}

// open goes to a path of the site.
func (p *person) open(path string) {
	p.t.Helper()
	p.do("open "+path, chromedp.Navigate(p.base+path))
	p.await("true")
}

// path is where the person is, with the query.
func (p *person) path() string {
	p.t.Helper()
	return evaluate[string](p, "location.pathname + location.search")
}

// scrollTo waits until an element of the selector is visible, if the page has any. For a second
// after a confirmation the same place ignores taps. Where scripts run, scrollTo ends that second by
// a click beside it. Without scripts it waits for the second to pass.
func (p *person) scrollTo(selector string) {
	p.t.Helper()
	p.await(`getComputedStyle(document.querySelector("#bar") ?? document.body).pointerEvents !== "none"`)
	if evaluate[bool](p, `document.documentElement.classList.contains("resting")`) {
		p.lookAway()
	}
	p.await(fmt.Sprintf(`(found => found.length === 0 || found.some((e) => getComputedStyle(e).visibility === "visible"))([...document.querySelectorAll(%q)])`, selector))
	p.await(liesStill(selector))
}

// liesStill returns a script that is true unless an element of the bar is to be touched while cards
// fly to the bar or make room there: each may lie over another.
func liesStill(selector string) string {
	return fmt.Sprintf(`!document.querySelector(%q)?.closest("#bar")?.getAnimations({ subtree: true }).some((a) => a.constructor === Animation && a.playState === "running")`, selector)
}

// lookAway clicks in the corner of the window, where nothing reacts.
func (p *person) lookAway() {
	p.t.Helper()
	p.do("look away", chromedp.MouseClickXY(2, 2))
}

// click activates the first visible element that a CSS selector finds.
func (p *person) click(selector string) {
	p.t.Helper()
	p.scrollTo(selector)
	p.do("click "+selector, chromedp.Click(chromedp.CSS(selector)))
}

// tap touches the middle of an element.
func (p *person) tap(selector string) {
	p.t.Helper()
	p.scrollTo(selector)
	p.do("tap "+selector, chromedp.Tap(chromedp.CSS(selector)))
}

// typeInto types into a field, after clearing it.
func (p *person) typeInto(selector, text string) {
	p.t.Helper()
	p.do("type into "+selector, chromedp.Clear(chromedp.CSS(selector)), chromedp.SendKeys(chromedp.CSS(selector), text))
}

// press presses keys where the focus is.
func (p *person) press(keys ...string) {
	p.t.Helper()
	for _, key := range keys {
		if key == kb.Enter {
			p.pressEnter()
			continue
		}
		p.do("press "+key, chromedp.KeyEvent(key))
	}
}

// pressEnter presses Enter, with the key and its character in a single event. KeyEvent sends two
// events, and the second can come to the next page, to which the first has led.
func (p *person) pressEnter() {
	p.t.Helper()
	down := input.DispatchKeyEventParams{Type: kb.KeyDown, Key: "Enter", Code: "Enter", WindowsVirtualKeyCode: 13, NativeVirtualKeyCode: 13, Text: "\r", UnmodifiedText: "\r"}
	up := down
	up.Type, up.Text, up.UnmodifiedText = kb.KeyUp, "", ""
	if err := p.within(browserTimeout, func(ctx context.Context) error {
		if _, err := chromedp.Call(ctx, input.DispatchKeyEvent, down); err != nil {
			return err
		}
		_, err := chromedp.Call(ctx, input.DispatchKeyEvent, up)
		return err
	}); err != nil {
		p.t.Fatalf("press Enter: %v\n%s", err, p.pageState())
	}
}

// await waits until the page is complete and a JavaScript expression is true of it. It survives
// navigation.
func (p *person) await(expression string) {
	p.t.Helper()
	deadline := time.Now().Add(browserTimeout)
	for {
		ctx, cancel := context.WithTimeout(p.ctx, 5*time.Second)
		ok, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`document.readyState === "complete" && !!(`+expression+")"))
		cancel()
		if err == nil && ok {
			return
		}
		if time.Now().After(deadline) {
			p.t.Fatalf("waited in vain for %s (%v)\n%s", expression, err, p.pageState())
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// text returns the trimmed text of the first element of a selector, "" without such an element.
func (p *person) text(selector string) string {
	p.t.Helper()
	return evaluate[string](p, fmt.Sprintf("(document.querySelector(%q) || {textContent: ''}).textContent.trim()", selector))
}

func evaluate[T any](p *person, expression string) T {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, browserTimeout)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		p.t.Fatalf("evaluate %s: %v", expression, err)
	}
	return v
}

// photograph keeps a picture of the page where TABLERONDE_SHOTS names a folder.
func (p *person) photograph(name string) {
	p.t.Helper()
	dir := os.Getenv("TABLERONDE_SHOTS")
	if dir == "" {
		return
	}
	ctx, cancel := context.WithTimeout(p.ctx, browserTimeout)
	defer cancel()
	png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.t.Fatalf("picture %s: %v", name, err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644); err != nil {
		p.t.Fatal(err)
	}
}

// motionEnded is true once every finite animation of the page has ended.
const motionEnded = `document.getAnimations().every(a => a.playState !== "running" || a.effect.getTiming().iterations === Infinity)`

// audit runs axe-core over the page as shown. Every violation fails the test.
func (p *person) audit(name string) {
	p.t.Helper()
	p.await(motionEnded)
	ctx, cancel := context.WithTimeout(p.ctx, 2*browserTimeout)
	defer cancel()
	violations, err := browser.Violations(ctx)
	if err != nil {
		p.t.Fatalf("%s: %v", name, err)
	}
	for _, v := range violations {
		p.t.Errorf("axe on %s: %s", name, v)
	}
}
