package journeys

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"tableronde/cmd/tableronde/clitest"
)

// startWatched begins a public match of two programs, and returns a function by which the
// next move is made, which returns the ply then.
func startWatched(t *testing.T, site string) (path string, move func() int) {
	t.Helper()
	players := []*clitest.APIPlayer{clitest.NewAPIPlayer(t, site, "Ada"), clitest.NewAPIPlayer(t, site, "Bo")}
	var match struct{ ID string }
	players[0].Call(http.MethodPost, "/api/v1/matches", map[string]any{"game": "camelot", "seat": 1, "public": true}, &match)
	players[1].Call(http.MethodPost, "/api/v1/matches/"+match.ID+"/join", map[string]any{"seat": 2}, &struct{}{})
	actions, ply := readActions(t, "nolan-chaxx.txt"), 0
	return "/m/" + match.ID, func() int {
		t.Helper()
		players[ply%2].Call(http.MethodPost, "/api/v1/matches/"+match.ID+"/actions", map[string]any{"ply": ply, "action": actions[ply]}, &struct{}{})
		ply++
		return ply
	}
}

// startMiddleman starts a proxy before a site that answers in its place where answer does so.
func startMiddleman(t *testing.T, site string, answer func(w http.ResponseWriter, r *http.Request) bool) string {
	t.Helper()
	target, err := url.Parse(site)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(target)
	proxy.FlushInterval = -1
	proxy.ErrorHandler = func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) }
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !answer(w, r) {
			_ = http.NewResponseController(w).EnableFullDuplex() // else an answer ends the copying of the request, and so itself
			proxy.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	return server.URL
}

// foreign is an answer that a program between browser and site gives in place of the site.
type foreign struct {
	status int
	body   string
}

// TestBadAnswers answers in the site's place the requests that a page makes by itself. The page
// stays as it is, says so in a line, asks again after pauses that grow, and catches up.
func TestBadAnswers(t *testing.T) {
	t.Parallel()
	const signIn = `<!DOCTYPE html><title>Sign in</title><main><h1>Hotel Camelot</h1><form><input name="room"></form></main>`
	s := startSite(t, t.TempDir()+"/answers.db")
	var bad atomic.Pointer[foreign]
	p := newPerson(t, startMiddleman(t, s.URL, func(w http.ResponseWriter, r *http.Request) bool {
		f := bad.Load()
		if f == nil || r.Header.Get("HX-Request") == "" {
			return false
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(f.status)
		_, _ = io.WriteString(w, f.body)
		return true
	}), phone)
	p.onNewDocument(`(() => { // long pauses are noted, and short
		const real = window.setTimeout;
		window.pauses = [];
		window.setTimeout = (f, ms, ...rest) => {
			if (ms >= 500 && ms !== 60000) window.pauses.push(ms); // the other is the limit of a request
			return real(f, ms >= 500 ? 50 : ms, ...rest);
		};
	})()`)
	path, move := startWatched(t, s.URL)
	p.open(path)
	p.await(`document.querySelector("#lost").hidden`)
	const shown = `document.title + " " + document.querySelector("#match").dataset.ply + " " + document.querySelectorAll("#board [role=gridcell]").length`
	for _, f := range []foreign{
		{http.StatusForbidden, "<h1>Forbidden</h1>"}, {http.StatusTooManyRequests, ""}, {http.StatusBadGateway, "<h1>Bad gateway</h1>"},
		{http.StatusGatewayTimeout, "<h1>Timeout</h1>"}, {http.StatusOK, ""}, {http.StatusOK, signIn},
	} {
		was := evaluate[string](p, shown)
		bad.Store(&f)
		evaluate[any](p, `window.pauses = []`)
		ply := move()
		p.await(`(e => !e.hidden && e.textContent === "No connection. Trying again.")(document.querySelector("#lost")) && pauses.length >= 4`)
		if is := evaluate[string](p, shown); is != was {
			t.Errorf("an answer of %d %q changes the page from %s to %s", f.status, f.body, was, is)
		}
		if text := p.text("#alert"); text != "" {
			t.Errorf("of an answer of %d the page says %q", f.status, text)
		}
		if pauses := evaluate[[]float64](p, `pauses.slice(0, 4)`); pauses[3] < 2*pauses[0] {
			t.Errorf("after an answer of %d the pauses are %v", f.status, pauses)
		}
		bad.Store(nil)
		p.awaitPly(ply)
		p.await(`document.querySelector("#lost").hidden`)
	}
	bad.Store(&foreign{http.StatusOK, signIn})
	p.tap("#step-prev")
	p.await(`document.querySelector("#unsent").innerText.includes("Not sent: there is no connection.") && !!document.querySelector("#match")`)
	for _, status := range []string{"403", "429", "502", "504"} {
		p.allowError(status)
	}
	p.closeBrowser()
}

// skewScript lets a test set the clock of a page ahead, and shortens the timers of the page.
const skewScript = `(() => {
	const now = Date.now, every = window.setInterval, after = window.setTimeout;
	window.skew = 0;
	new BroadcastChannel("table-ronde").onmessage = ({ data }) => { window.up ||= data.up; };
	Date.now = () => now() + window.skew;
	window.setInterval = (f, ms) => ms === 20000 ? 0 : every(f, ms / 100); // htmx asks each 20 s
	window.setTimeout = (f, ms, ...rest) => after(f, ms / 20, ...rest);
})()`

// TestMuteStreams checks that a page opens its stream again after a minute of silence, and gets
// the events that it missed.
func TestMuteStreams(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/mute.db")
	var streams atomic.Int32
	p := newPerson(t, startMiddleman(t, s.URL, func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path != "/events" || streams.Add(1) > 1 {
			return false
		}
		w.Header().Set("Content-Type", "text/event-stream")
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
		return true
	}), phone)
	p.onNewDocument(skewScript)
	path, move := startWatched(t, s.URL)
	p.open(path)
	p.await(`window.up`)
	ply := move()
	evaluate[any](p, `window.skew = 50000`)
	p.await(`window.looks = (window.looks ?? 0) + 1, looks > 20`)
	if n := streams.Load(); n != 1 {
		t.Errorf("%d streams were opened before a minute had passed", n)
	}
	evaluate[any](p, `window.skew = 65000`)
	p.awaitPly(ply)
	if n := streams.Load(); n != 2 {
		t.Errorf("%d streams were opened, want 2", n)
	}
}

// setLifecycle hides and freezes a tab, or thaws and shows it.
func (p *person) setLifecycle(state page.SetWebLifecycleStateState, window browser.WindowState) {
	p.t.Helper()
	if err := p.within(browserTimeout, func(ctx context.Context) error {
		if _, err := chromedp.Call(ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{}); err != nil {
			return err
		}
		w, err := chromedp.Call(ctx, browser.GetWindowForTarget, browser.GetWindowForTargetParams{})
		if err != nil {
			return err
		}
		if _, err := chromedp.Call(ctx, browser.SetWindowBounds, browser.SetWindowBoundsParams{WindowID: w.WindowID, Bounds: &browser.Bounds{WindowState: window}}); err != nil {
			return err
		}
		_, err = chromedp.Call(ctx, page.SetWebLifecycleState, page.SetWebLifecycleStateParams{State: state})
		return err
	}); err != nil {
		p.t.Fatal(err)
	}
}

// TestFrozenTabs freezes the tab that holds the stream, then has another one hang: the other
// goes on.
func TestFrozenTabs(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/frozen.db")
	path, move := startWatched(t, s.URL)
	first := newPerson(t, s.URL, desktop)
	first.onNewDocument(skewScript)
	first.open(path)
	first.awaitPly(0)
	second := first.newTab(desktop)
	second.onNewDocument(skewScript)
	second.open(path)
	first.awaitPly(move())
	first.setLifecycle(page.SetWebLifecycleStateStateFrozen, browser.WindowStateMinimized)
	second.awaitPly(move())
	first.setLifecycle(page.SetWebLifecycleStateStateActive, browser.WindowStateNormal)
	ply := move()
	second.awaitPly(ply)
	first.awaitPly(ply)

	evaluate[any](second, `BroadcastChannel.prototype.postMessage = () => {}`)
	evaluate[any](first, `window.skew = 100000`)
	first.awaitPly(move())
}
