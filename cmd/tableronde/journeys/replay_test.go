package journeys

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tableronde/cmd/tableronde/clitest"
)

// A game of the past is there from the first start: its notes follow the arrow keys, and it
// is read from one file, which asks for nothing, by keys and by buttons.
func TestGameOfThePastIsReadByKeys(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/annals.db")
	p := newPerson(t, s.URL, phone)
	p.open("/collections")
	p.click(`a[href="/collections/recorded-games"]`)
	p.await(`document.querySelector("#collection")`)
	p.click(`.passed a`)
	p.await(`document.querySelector("#noted .text")?.textContent.includes("CHAXX")`)
	p.click("#note-after")
	p.await(`document.querySelector("#noted .text")?.textContent.includes("The mistake that decides")`)
	p.do("step", chromedp.KeyEvent(kb.ArrowRight))
	p.await(`document.querySelector("#noted .text")?.textContent.includes("The key move") && location.search.includes("in=recorded-games")`)
	p.audit("an annotated game")

	file := filepath.Join(t.TempDir(), "game.html")
	if err := os.WriteFile(file, []byte(clitest.Get(t, s.URL+"/m/annals-00001/page?in=recorded-games")), 0o644); err != nil {
		t.Fatal(err)
	}
	p.do("open the file", chromedp.Navigate("file://"+file))
	p.await(`document.querySelector("#told")?.textContent === "The beginning"`)
	p.do("step", chromedp.KeyEvent(kb.ArrowRight))
	p.await(`document.querySelector("#told").textContent.endsWith("E6-E8") && document.querySelector("#count").textContent.startsWith("1 ")`)
	p.click("#last")
	p.await(`document.querySelector("#count").textContent === "35 of 35" && document.querySelectorAll("#view svg").length === 1`)
	p.do("step", chromedp.KeyEvent(kb.Home))
	p.await(`document.querySelector("#note").textContent.includes("CHAXX")`)
	p.await(`performance.getEntriesByType("resource").length === 0`)
	p.audit("the file of a game")
}

// replayRecord is a finished game of eight positions, with an offer in its middle.
const replayRecord = `[Game "camelot"]
[Seats "2"]

1: E6-E8
2: H11-F9
1: H6-F8
1: offer draw
2: decline draw
2: F11-H9
1: G6-G8
2: D11-D9
1: E8xC10xC12
2: D10-C11
2: resign
`

// openReplay opens a finished game, at its end.
func (p *person) openReplay() {
	p.t.Helper()
	p.open("/import")
	p.paste("#text", replayRecord)
	p.click("#go")
	p.await(`location.pathname.startsWith("/m/")`)
	p.atPosition(8)
}

// atPosition waits until the page shows a position of replayed.
func (p *person) atPosition(n int) {
	p.t.Helper()
	p.await(fmt.Sprintf(`document.querySelector("#history")?.dataset.at === "%d"`, n))
	p.await(fmt.Sprintf(`document.querySelector("#where").textContent.endsWith("position %d of 8")`, n))
}

// sendKeys sends a key many times, faster than answers come.
func (p *person) sendKeys(key string, times int) {
	p.t.Helper()
	evaluate[bool](p, fmt.Sprintf(`(() => {
		for (let i = 0; i < %d; i++) {
			document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: %q, bubbles: true, cancelable: true }));
		}
		return true;
	})()`, times, key))
}

// TestArrowsStepThroughAReplay goes through a finished game by keys alone,
// faster than the answers come.
func TestArrowsStepThroughAReplay(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/replay.db")
	p := newPerson(t, s.URL, desktop)
	p.openReplay()
	evaluate[bool](p, `(() => { // a key while the page is refreshed means one step
		htmx.ajax("GET", location.href, { source: "#match", target: "#match", swap: "outerMorph" });
		document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true, cancelable: true }));
		return true;
	})()`)
	p.atPosition(7)
	p.await(`document.querySelectorAll(".tapped").length === 0`)
	time.Sleep(300 * time.Millisecond) // for a step too many
	p.atPosition(7)
	if got := p.text("#status"); !strings.Contains(got, "4. White: E8xC10xC12, one man and one knight captured.") {
		t.Errorf("the status says %q", got)
	}
	p.audit("a position of the past")
	p.press(kb.Home)
	p.atPosition(0)
	p.sendKeys("ArrowRight", 5)
	p.atPosition(5)
	if got := p.text("#live"); !strings.Contains(got, "Position 5 of 8.") {
		t.Errorf("the live region says %q", got)
	}
	p.press(kb.ArrowLeft, kb.ArrowLeft) // over the offer and its answer
	p.atPosition(3)
	p.closeBrowser()
}

// TestArrowsStepWithTheFocusOnTheBoard has a square keep the focus while arrows
// step through a replay: with Shift, or upwards, they move the focus instead.
func TestArrowsStepWithTheFocusOnTheBoard(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/focus.db")
	p := newPerson(t, s.URL, desktop)
	p.openReplay()
	p.press(kb.Home, kb.ArrowRight, kb.ArrowRight, kb.ArrowRight)
	p.atPosition(3)
	p.click("#sq-E8") // a square that has the focus changes nothing
	p.await(`document.activeElement.id === "sq-E8" && !!document.querySelector("#why")`)
	p.press(kb.ArrowRight)
	p.atPosition(4)
	p.await(`document.activeElement.id === "sq-E8"`)
	evaluate[bool](p, `document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", shiftKey: true, bubbles: true, cancelable: true }))`)
	p.await(`document.activeElement.id === "sq-F8"`)
	p.press(kb.ArrowUp)
	p.await(`document.activeElement.id === "sq-F9"`)
	p.atPosition(4)
	p.press(kb.End)
	p.atPosition(8)
	p.await(`location.search === ""`)
	p.closeBrowser()
}

// TestArrowsDoNotStepInPlay presses arrows in a field, on the board and on
// Confirm: they lose no move in the making.
func TestArrowsDoNotStepInPlay(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/inplay.db")
	p := newPerson(t, s.URL, desktop)
	p.open("/")
	p.click(`form[action="/solo"] button`)
	p.await(`!!document.querySelector("#move")`)
	p.stageMove("E6-E8", p.click)
	p.click("#confirm")
	p.awaitPly(1)
	p.click("#type")
	p.press("E", kb.ArrowLeft)
	p.click("#sq-J11")
	p.await(`location.search === "?m=J11"`)
	p.press(kb.ArrowRight)
	p.tabTo("#confirm")
	p.press(kb.ArrowLeft)
	if got := p.path(); !strings.HasSuffix(got, "?m=J11") {
		t.Errorf("an arrow led to %s", got)
	}
	p.closeBrowser()
}

// TestTouchesOutOfTurnSayWhy touches pieces and dashed buttons that can do
// nothing now: by finger, by keys, and without scripts.
func TestTouchesOutOfTurnSayWhy(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/why.db")
	ada, bo := newPerson(t, s.URL, desktop), newPerson(t, s.URL, phone)
	ada.open("/new?game=camelot")
	ada.typeInto(`input[name=name]`, "Aliénor")
	ada.click(`label:has(input[name=seat][value="1"])`)
	ada.click(`form[action="/matches"] .primary`)
	ada.await(`!!document.querySelector("#invite")`)
	bo.open(ada.invitation())
	bo.accept("Gauvain", ada.path())

	const want = `document.querySelector("#why[role=alert]")?.textContent.includes("It is Aliénor’s turn. This is your knight on D10. It can move when your turn comes.")`
	bo.tap("#sq-D10")
	bo.await(want)
	bo.await(`(r => r.top >= 0 && r.bottom <= innerHeight)(document.querySelector("#why").getBoundingClientRect())`)
	bo.audit("a touch out of turn")
	bo.photograph("why-out-of-turn")
	bo.tap("#sq-E6")
	bo.await(`document.querySelector("#why")?.textContent.includes("On E6: white man, played by Aliénor.")`)
	plain := bo.newTab(device{width: 360, height: 740, touch: true, noScripts: true})
	plain.open(bo.path())
	plain.tap("#sq-D10")
	plain.await(want)
	plain.closeBrowser()

	ada.await(`!!document.querySelector("#move")`)
	ada.tabTo("#confirm")
	ada.press(" ")
	ada.await(`document.querySelector("#why[role=alert]")?.textContent.includes("You have not made a move yet")`)
	ada.await(`document.activeElement.id === "confirm"`)
	ada.audit("a dashed Confirm that was pressed")
	ada.photograph("why-confirm")
	ada.stageMove("E6-E8", ada.click)
	ada.click("#confirm")
	ada.awaitPly(1)
	bo.awaitPly(1)
	if got := bo.text("#why"); got != "" {
		t.Errorf("at one’s turn the page still says %q", got)
	}
	bo.closeBrowser()
	ada.closeBrowser()
}

// TestListsOpenWhereOneIs makes a move from lists on a phone: they come into
// sight with the focus, lead on to Confirm, and closing leads back.
func TestListsOpenWhereOneIs(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/lists.db")
	p := newPerson(t, s.URL, phone)
	p.open("/")
	p.tap(`form[action="/solo"] button`)
	p.await(`!!document.querySelector("#move")`)
	inSight := func(id string) {
		t.Helper()
		p.await(fmt.Sprintf(`document.activeElement.id === %q`, id))
		p.await(fmt.Sprintf(`(r => r.top >= 0 && r.top < innerHeight - 120)(document.getElementById(%q).getBoundingClientRect())`, id))
	}
	p.tap("#pick-toggle")
	inSight("picker")
	p.audit("a list of pieces")
	p.photograph("lists-pieces")
	p.tap("#pick-C6")
	p.await(`!!document.querySelector("#pick-B7")`)
	inSight("picker")
	p.photograph("lists-squares")
	p.tap("#pick-B7")
	p.await(`document.activeElement.id === "confirm"`)
	p.photograph("lists-confirm")
	p.tap("#confirm")
	p.awaitPly(1)
	p.await(`!!document.querySelector("#picker-close")`)
	p.tap("#picker-close")
	p.await(`!document.querySelector("#picker") && document.activeElement.id === "pick-toggle"`)
	p.closeBrowser()
}
