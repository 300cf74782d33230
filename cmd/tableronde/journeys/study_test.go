package journeys

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"tableronde/cmd/tableronde/clitest"
)

// awaitPosition waits until the setup page shows a position.
func (p *person) awaitPosition(position string) {
	p.t.Helper()
	p.await(fmt.Sprintf(`document.querySelector("#position")?.defaultValue === %q`, position))
}

// TestSetupByTouch sets up a position on a phone, piece by piece, and plays it. With scripts the
// browser never leaves the page. Long runs also test without scripts.
func TestSetupByTouch(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/setup.db")
	for name, d := range map[string]device{
		"with scripts":    phone,
		"without scripts": {width: 360, height: 740, touch: true, noScripts: true},
	} {
		t.Run(name, func(t *testing.T) {
			if d.noScripts {
				clitest.NeedLong(t)
			}
			p := newPerson(t, s.URL, d)
			p.open("/setup?position=cam+1+-/-")
			p.awaitPosition("cam 1 -/-")
			if !d.noScripts {
				evaluate[bool](p, "window.stayed = true")
			}
			p.tap("#sq-D5")
			p.awaitPosition("cam 1 D5/-")
			p.tap("#tool-2K")
			p.await(`document.querySelector(".tool[aria-current]").id === "tool-2K"`)
			p.tap("#sq-D7")
			p.awaitPosition("cam 1 D5/KD7")
			p.tap("#sq-C8")
			p.awaitPosition("cam 1 D5/KD7,KC8")
			p.tap("#tool-x")
			p.await(`document.querySelector(".tool[aria-current]").id === "tool-x"`)
			p.tap("#sq-C8")
			p.awaitPosition("cam 1 D5/KD7")
			p.tap("#turn-2")
			p.awaitPosition("cam 2 D5/KD7")
			if !d.noScripts && !evaluate[bool](p, "window.stayed === true") {
				t.Error("the page was loaded anew")
			}
			p.photograph("setup " + name)
			p.tap("#alone")
			p.await(`!!document.querySelector("#move")`)
			p.stageMove("D7-D6", p.tap)
			p.tap("#confirm")
			p.awaitPly(1)
			p.tap("#setup-from")
			p.awaitPosition("cam 1 D5/KD6")
		})
	}
}

// TestSetupByKeyboard does the same without a pointer, and listens.
func TestSetupByKeyboard(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/keys.db")
	p := newPerson(t, s.URL, desktop)
	p.open("/setup?position=camelot+1+-/-")
	p.tabTo("#board a")
	p.walkBoard("F6")
	p.press(kb.Enter)
	p.awaitPosition("camelot 1 F6/-")
	p.await(`document.activeElement.id === "sq-F6"`)
	p.await(`document.querySelector("#live").textContent.startsWith("F6, white man.")`)
	p.walkBoard("F7")
	p.press(" ")
	p.awaitPosition("camelot 1 F6,F7/-")
	p.press(kb.Enter)
	p.awaitPosition("camelot 1 F6/-")
	p.press(kb.Enter)
	p.awaitPosition("camelot 1 F6,F7/-")
	p.tabTo("#tool-2K")
	p.press(kb.Enter)
	p.await(`document.querySelector(".tool[aria-current]").id === "tool-2K"`)
	p.tabTo("#board a")
	p.walkBoard("F9")
	p.press(kb.Enter)
	p.awaitPosition("camelot 1 F6,F7/KF9")
	p.await(`document.querySelector("#live").textContent.startsWith("F9, black knight.")`)
	p.tabTo("#castle-1-1")
	p.press(kb.Enter)
	p.awaitPosition("camelot 1 F6,F7/KF9 1/0")
	p.tabTo("#position")
	p.typeInto("#position", "camelot 2 F6,F7/KF9,G9,H9")
	p.press(kb.Enter)
	p.awaitPosition("camelot 2 F6,F7/KF9,G9,H9")
	p.typeInto("#position", "camelot 2 F6,F6/KF9")
	p.press(kb.Enter)
	p.await(`document.querySelector("#position-problem")?.textContent.includes("Two pieces")`)
	p.audit("a text that is no position")
	p.allowError("422")
	if kept := evaluate[string](p, `document.querySelector("input[name=kept]").value`); kept != "camelot 2 F6,F7/KF9,G9,H9" {
		t.Errorf("the board went over to %q", kept)
	}
	p.tabTo("#alone")
	p.press(kb.Enter)
	p.await(`location.pathname.startsWith("/m/") && !!document.querySelector("#board a[tabindex='0']")`)
	p.tabTo("#board a")
	p.walkBoard("F9")
	p.press(kb.Enter)
	p.await(`new URLSearchParams(location.search).get("m") === "F9"`)
}

// TestImportInABrowser pastes a game, mends it, and steps through it.
func TestImportInABrowser(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/import.db")
	text, err := os.ReadFile("../testdata/nolan-chaxx.txt")
	if err != nil {
		t.Fatal(err)
	}
	for name, d := range map[string]device{
		"desktop":         desktop,
		"without scripts": {width: 360, height: 740, touch: true, noScripts: true, dark: true},
	} {
		t.Run(name, func(t *testing.T) {
			if d.noScripts {
				clitest.NeedLong(t)
			}
			p := newPerson(t, s.URL, d)
			p.open("/")
			p.click(`main a[href="/import"]`)
			p.await(`!!document.querySelector("#go")`)
			p.paste("#text", strings.Replace(string(text), "1: G6-G8", "1: G6-G9", 1))
			p.click("#go")
			p.await(`!!document.querySelector("#break")`)
			p.photograph("import broken " + name)
			p.allowError("422")
			if !d.noScripts {
				p.audit("a broken game")
			}
			if said := p.text("#break"); !strings.Contains(said, "White: G6-G9") && !strings.Contains(said, "Nolan: G6-G9") {
				t.Errorf("the page says %q", said)
			}
			if said := p.text("#part"); said != "Import the 4 moves before it" {
				t.Errorf("on offer is %q", said)
			}
			p.paste("#text", string(text))
			p.click("#go")
			p.await(`location.pathname.startsWith("/m/")`)
			p.await(`document.querySelectorAll(".moves a").length === 35`)
			p.photograph("import done " + name)
			if !d.noScripts { // axe needs them
				p.audit("an imported game")
			}
			if title := p.text("h1"); !strings.HasPrefix(title, "Nolan – CHAXX") {
				t.Errorf("it is called %q", title)
			}
			p.click("#step-first")
			for ply := range 3 {
				p.await(fmt.Sprintf(`new URLSearchParams(location.search).get("ply") === "%d"`, ply))
				p.click("#step-next")
			}
			p.await(`new URLSearchParams(location.search).get("ply") === "3"`)
			p.click("#setup-from")
			p.await(`location.pathname === "/setup"`)
			p.click("#alone")
			p.await(`location.pathname.startsWith("/m/") && !!document.querySelector("#move")`)
		})
	}
}

// paste puts a text into a field at once.
func (p *person) paste(selector, text string) {
	p.t.Helper()
	evaluate[bool](p, fmt.Sprintf("document.querySelector(%q).value = %q, true", selector, text))
}

// TestStudyPagesAreAccessible lets axe check the pages for study, each on one of two devices,
// in long runs on four.
func TestStudyPagesAreAccessible(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/pages.db")
	for n, tt := range lookingDevices() {
		t.Run(tt.name, func(t *testing.T) {
			p := newPerson(t, s.URL, tt.device)
			for i, path := range []string{
				"/setup",
				"/setup?game=grand-camelot&tool=3K",
				"/setup?game=grand-camelot&tool=x&zoom=sw",
				"/setup?game=chivalry-4-solo",
				"/setup?position=camelot+1+-/D9,E9",
				"/new?game=camelot&position=camelot+2+KE13,KF15/D7,C11,J11",
				"/import",
			} {
				if !clitest.IsLong() && i%2 != n {
					continue
				}
				p.open(path)
				p.audit(path)
				p.photograph(fmt.Sprintf("study %d %s", i, tt.name))
			}
		})
	}
}
