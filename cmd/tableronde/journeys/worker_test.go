package journeys

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"tableronde/cmd/tableronde/clitest"
)

// awaited returns the value of a promise once it is kept.
func awaited[T any](p *person, promise string) T {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, browserTimeout)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](promise, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("evaluate %s: %v\n%s", promise, err, p.pageState())
	}
	return v
}

// awaitPromise waits until the value of a promise, asked for again and again, is true.
func (p *person) awaitPromise(promise string) {
	p.t.Helper()
	p.await(fmt.Sprintf(`(window.asked ??= {}, window.asked[%[1]q] || (%[2]s).then((is) => { window.asked[%[1]q] = is; }), window.asked[%[1]q])`, promise, promise))
}

// awaitWorker waits until the service worker takes care of the page.
func (p *person) awaitWorker() {
	p.t.Helper()
	p.await(`!!navigator.serviceWorker.controller && navigator.serviceWorker.controller.state === "activated"`)
}

// keptScript is a promise of whether the browser keeps the state of a match.
func keptScript(match string) string {
	return fmt.Sprintf(`caches.keys().then(async (names) => { for (const n of names) if (n.startsWith("own ") && await (await caches.open(n)).match(%q)) return true; return false; })`, match)
}

// newSiteAt starts a site at an address that stays the same when it starts again.
func newSiteAt(t *testing.T) (start func() *clitest.Server) {
	t.Helper()
	addr, db := "127.0.0.1:"+strconv.Itoa(clitest.FreePort(t)), t.TempDir()+"/worker.db"
	return func() *clitest.Server { return startSite(t, db, "--addr", addr) }
}

// The browser finds nothing wrong with the installation of the site, except that the test runs in a
// private window.
func TestInstallable(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/install.db")
	for _, d := range []device{desktop, {width: 360, height: 740, touch: true, language: "fr"}} {
		p := newPerson(t, s.URL, d)
		p.open("/")
		p.awaitWorker()
		if err := p.within(browserTimeout, func(ctx context.Context) error {
			manifest, err := chromedp.Call(ctx, page.GetAppManifest, page.GetAppManifestParams{})
			if err != nil {
				return err
			}
			for _, e := range manifest.Errors {
				t.Errorf("the manifest: %s", e.Message)
			}
			if !strings.Contains(manifest.Data, `"display":"standalone"`) || d.language == "fr" && !strings.Contains(manifest.Data, "Les jeux de Camelot") {
				t.Errorf("the manifest at %s is %s", manifest.URL, manifest.Data)
			}
			found, err := chromedp.Call(ctx, page.GetInstallabilityErrors, cdp.Empty{})
			for _, e := range found.InstallabilityErrors {
				if e.ErrorID != "in-incognito" {
					t.Errorf("the site cannot be installed: %s %+v", e.ErrorID, e.ErrorArguments)
				}
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
}

// Offline a player reads the last seen state of their own matches, and nothing of the matches of
// others. The worker sends nothing later.
func TestOffline(t *testing.T) {
	t.Parallel()
	start := newSiteAt(t)
	s := start()
	ada, bo := newPerson(t, s.URL, phone), newPerson(t, s.URL, desktop)
	match := seatTwo(ada, bo)
	ada.makeMove("E6-E8", 0)
	bo.makeMove("F10-F9", 1)
	ada.awaitPly(2)
	ada.awaitWorker()
	ada.awaitPromise(fmt.Sprintf(`caches.match(%q).then((r) => r?.text()).then((t) => !!t?.includes('data-ply="2"'))`, match))

	cy := newPerson(t, s.URL, desktop)
	cy.seatedWith("knizia", "Cy", cy.click)
	theirs := cy.path()
	ada.open(theirs)
	ada.allowError("404")
	ada.open("/")
	bo.closeBrowser()
	cy.closeBrowser()
	s.Kill()

	ada.open(match)
	ada.await(`document.querySelector("#offline")?.textContent.includes("as you last saw it") && document.querySelector("#match").dataset.ply === "2"`)
	if n := evaluate[int](ada, `document.querySelectorAll("#board [role=gridcell]").length`); n < 100 || evaluate[string](ada, `getComputedStyle(document.querySelector("#board")).display`) == "" {
		t.Errorf("the board has %d squares", n)
	}
	ada.photograph("offline-match-phone")
	ada.audit("a match off line")
	ada.open("/tables")
	ada.await(`document.querySelector("#kept a")?.getAttribute("href") === "` + match + `"`)
	if title := ada.text("h1"); title != "You are offline" || ada.text("#kept a") == "" {
		t.Errorf("off line: %s, %s", title, ada.text("#kept a"))
	}
	ada.photograph("offline-phone")
	ada.audit("off line")
	ada.click("#kept a")
	ada.await(`!!document.querySelector("#offline")`)
	ada.open(theirs)
	ada.await(`!document.querySelector("#match") && !!document.querySelector("#kept a")`)

	ada.open(match)
	ada.stageMoveOffline()
	start()
	ada.open(match)
	ada.await(`!document.querySelector("#offline") && document.querySelector("#match").dataset.ply === "2"`)
	ada.makeMove("E8-E9", 2)
	ada.forgiveOffline()
}

// stageMoveOffline tries to send a move while the site cannot be reached.
func (p *person) stageMoveOffline() {
	p.t.Helper()
	sent := awaited[string](p, `fetch(location.pathname, { method: "POST", body: new URLSearchParams({ ply: 2, action: "E8-E9" }) }).then((r) => "answered " + r.status, () => "failed")`)
	if sent != "failed" {
		p.t.Errorf("a post off line has %s", sent)
	}
}

// forgiveOffline drops the complaints about requests that failed while the site was away,
// and closes the browser.
func (p *person) forgiveOffline() {
	for _, text := range []string{"ERR_CONNECTION_REFUSED", "ERR_FAILED", "ERR_INCOMPLETE_CHUNKED_ENCODING", "ERR_CONNECTION_RESET", "net::ERR", "Failed to fetch"} {
		p.allowError(text)
	}
	p.closeBrowser()
}

// TestMoveIsSentWhenTheSiteReturns confirms a move while the site is away. The open page sends it
// by itself once the site is back.
func TestMoveIsSentWhenTheSiteReturns(t *testing.T) {
	t.Parallel()
	start := newSiteAt(t)
	s := start()
	ada, bo := newPerson(t, s.URL, phone), newPerson(t, s.URL, desktop)
	seatTwo(ada, bo)
	bo.closeBrowser()
	ada.stageMove("E6-E8", ada.click)
	s.Kill()
	ada.tap("#confirm")
	ada.await(`document.querySelector("#unsent p").textContent.startsWith("No connection.")`)
	start()
	ada.awaitPly(1)
	ada.await(`document.querySelector("#unsent").hidden`)
	ada.forgiveOffline()
}

// The browser keeps only the visitor's own hidden cards. It keeps nothing after the visitor has
// signed out, in this tab or in another.
func TestKeptCards(t *testing.T) {
	t.Parallel()
	start := newSiteAt(t)
	s := start()
	ada := newPerson(t, s.URL, desktop)
	ada.open("/sign-in")
	ada.typeInto("#join-name", "Ada")
	ada.typeInto("#join-password", "nine white swans")
	ada.click("#join-form .go button")
	ada.await(`location.pathname === "/settings"`)
	ada.awaitWorker()
	ada.open("/new?game=knizia")
	ada.click(`label:has(input[name=seats][value="2"])`)
	ada.click(`form[action="/matches"] .primary`)
	ada.await(`!!document.querySelector("#invite")`)
	match := ada.path()
	knave := clitest.NewAPIPlayer(t, s.URL, "Knave")
	knave.Join(match, ada.invitation())
	ada.open(match)
	ada.await(`!!document.querySelector("#bar .hand")`)
	ada.awaitPromise(fmt.Sprintf(`caches.match(%q).then((r) => r?.text()).then((t) => !!t?.includes('class="hand'))`, match))
	const hands = `JSON.stringify([...d.querySelectorAll("ul.hand, ul.fan.open")].map((h) => [...h.querySelectorAll("li .vh")].map((c) => c.textContent.trim())))`
	shown := evaluate[string](ada, `((d) => `+hands+`)(document)`)
	kept := awaited[string](ada, fmt.Sprintf(`caches.match(%q).then((r) => r.text()).then((t) => ((d) => %s)(new DOMParser().parseFromString(t, "text/html")))`, match, hands))
	if shown != kept || strings.Count(shown, "[") != 2 {
		t.Errorf("the browser keeps the hands %s of those shown, %s", kept, shown)
	}
	ada.signOut()
	ada.awaitNothingKept()

	ada.open("/sign-in")
	ada.typeInto("#enter-name", "Ada")
	ada.typeInto("#enter-password", "nine white swans")
	ada.click("#enter-form .go button")
	ada.await(`location.pathname === "/me" || location.pathname === "/"`)
	ada.open(match)
	ada.awaitPromise(keptScript(match))
	ada.open("/sign-out-by-another-tab")
	ada.allowError("404")
	awaited[bool](ada, `fetch("/sign-out", { method: "POST" }).then(() => true)`)
	ada.awaitNothingKept()
	ada.open("/")
	ada.awaitWorker() // another, for the first was forgotten, too
	s.Kill()
	ada.open(match)
	ada.await(`document.querySelector("h1")?.textContent === "You are offline" && !document.querySelector("#kept a")`)
	ada.forgiveOffline()
}

// awaitNothingKept waits until the browser keeps no matches of any player.
func (p *person) awaitNothingKept() {
	p.t.Helper()
	p.awaitPromise(`caches.keys().then((names) => !names.some((n) => n.startsWith("own ")))`)
}
