package journeys

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"tableronde/cmd/tableronde/clitest"
)

// readActions returns the actions of a record for two in testdata.
func readActions(t *testing.T, file string) (actions []string) {
	t.Helper()
	text, err := os.ReadFile("../testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(?m)^\d: (.*)$`).FindAllStringSubmatch(string(text), -1) {
		actions = append(actions, m[1])
	}
	return actions
}

// squaresOf are the squares that a move names, in order.
func squaresOf(action string) []string {
	return strings.FieldsFunc(action, func(r rune) bool { return r == '-' || r == 'x' })
}

// awaitPly waits until the page shows a match with n events.
func (p *person) awaitPly(n int) {
	p.t.Helper()
	p.await(fmt.Sprintf(`document.querySelector("#match")?.dataset.ply === "%d"`, n))
}

// stageMove goes through a move leg by leg, by tapping or clicking, and waits until
// the page offers to confirm it.
func (p *person) stageMove(action string, touch func(selector string)) {
	p.t.Helper()
	squares := squaresOf(action)
	for i, square := range squares {
		touch("#sq-" + square)
		if i == 0 {
			p.await(fmt.Sprintf(`new URLSearchParams(location.search).get("m") === %q`, square))
		} else {
			p.await(fmt.Sprintf(`(new URLSearchParams(location.search).get("m") ?? "").endsWith(%q)`, square))
		}
	}
	p.await(fmt.Sprintf(`document.querySelector("#move input[name=action]")?.value === %q`, action))
}

// TestTwoBrowsers plays Camelot between a phone and a desktop, through the home page, an
// invitation and a restart of the server: fourteen moves, in long runs a game.
func TestTwoBrowsers(t *testing.T) {
	t.Parallel()
	db := t.TempDir() + "/two.db"
	s := startSite(t, db)
	ada := newPerson(t, s.URL, phone)
	bo := newPerson(t, s.URL, device{width: 1440, height: 900, dark: true, language: "fr"})

	ada.open("/")
	ada.audit("home of a visitor")
	ada.photograph("play-home-phone")
	ada.click(`main a[href^="/new"]`)
	ada.await(`location.pathname === "/new"`)
	ada.audit("new table")
	ada.typeInto(`input[name=name]`, "Aliénor")
	ada.click(`label:has(input[name=seat][value="1"])`)
	ada.click(`form[action="/matches"] .primary`)
	ada.await(`!!document.querySelector("#invite")`)
	ada.audit("invitation of the host")
	match := ada.path()

	bo.open(ada.invitation())
	bo.audit("invitation")
	bo.accept("Gauvain", match)
	ada.await(`!!document.querySelector("#move")`) // by the event stream

	actions := readActions(t, "nolan-chaxx.txt")
	if actions = actions[:len(actions)-1]; !clitest.IsLong() {
		actions = actions[:14]
	}
	players := [2]*person{ada, bo}
	touch := [2]func(string){ada.tap, bo.click}
	for i, action := range actions {
		mover, other := players[i%2], players[1-i%2]
		mover.awaitPly(i)
		mover.stageMove(action, touch[i%2])
		if i == 13 { // the knight's charge
			mover.audit("a staged move")
			mover.photograph("play-staged")
		}
		mover.click("#confirm")
		mover.awaitPly(i + 1)
		other.awaitPly(i + 1)
		other.await(`document.title.startsWith("(1) ")`)
		if i == 10 {
			s = restartSite(t, s, db)
		}
	}

	ada.open(match + "?ask=resign")
	ada.audit("a question")
	ada.click(".ask form button")
	for _, p := range players {
		p.await(`!!document.querySelector('form[action$="/rematch"]')`)
		p.audit("the end")
	}
	bo.photograph("play-end")
	playAgain(match, ada, bo)
	bo.await(`!!document.querySelector("#move")`) // seats swapped: Bo has White
	for _, p := range players {
		p.allowError("/events") // while the server was away
		p.closeBrowser()
	}
}

// restartServer stops the server and starts it again at the same address.
func restartSite(t *testing.T, s *clitest.Server, db string) *clitest.Server {
	t.Helper()
	s.Stop(t, syscall.SIGTERM)
	return startSite(t, db, "--addr", strings.TrimPrefix(s.URL, "http://"))
}

// TestKeyboardAlone finds the way from the home page to a move and through the
// history without a pointer.
func TestKeyboardAlone(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/keys.db")
	p := newPerson(t, s.URL, desktop)
	p.open("/")
	p.tabTo(`form[action="/solo"] button`)
	p.press(kb.Enter)
	p.await(`location.pathname.startsWith("/m/")`)
	p.tabTo("#board a")

	p.walkBoard("C6")
	p.press(kb.Enter)
	p.await(`location.search === "?m=C6"`)
	p.await(`document.activeElement.id === "sq-C6"`)
	p.walkBoard("E8")
	if label := evaluate[string](p, `document.activeElement.getAttribute("aria-label")`); !strings.Contains(label, "E8") || !strings.Contains(label, "canter") {
		t.Errorf("E8 is called %q", label)
	}
	p.press(kb.Enter)
	p.await(`location.search === "?m=C6-E8"`)
	p.await(`document.activeElement.id === "sq-E8"`)
	p.press(kb.Escape)
	p.await(`location.search === ""`)

	p.walkBoard("E6")
	p.press(" ")
	p.await(`location.search === "?m=E6"`)
	p.walkBoard("E8")
	p.press(kb.Enter)
	p.await(`!!document.querySelector("#move input[name=action]")`)
	p.tabTo("#confirm")
	p.press(kb.Enter)
	p.awaitPly(1)
	if said := p.text("#live"); !strings.Contains(said, "Black") {
		t.Errorf("after the move the live region says %q", said)
	}

	p.tabTo("#type")
	p.press("e10 e9", kb.Enter)
	p.await(`document.activeElement.matches("#confirm[type=submit]")`)
	if staged := p.path(); !strings.HasSuffix(staged, "?m=E10-E9") {
		t.Errorf("a typed move leads to %s", staged)
	}
	p.press(kb.Enter) // as a key that bounces would
	p.press(kb.ArrowRight, kb.Enter)
	p.awaitPly(2)
	p.tabTo("#type")
	p.press("E8-E2", kb.Enter)
	p.await(`!!document.querySelector("[role=alert]")`)
	if typed := evaluate[string](p, `document.querySelector("#type").value`); typed != "E8-E2" {
		t.Errorf("the move box holds %q after a refusal", typed)
	}
	p.allowError("422")
	p.tabTo("#board a")
	p.press(kb.PageUp)
	p.await(`location.search.includes("ply=1")`)
	p.audit("the past")
}

// TestWithoutScripts plays on a phone without scripts.
func TestWithoutScripts(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/plain.db")
	p := newPerson(t, s.URL, device{width: 360, height: 740, touch: true, noScripts: true})
	p.open("/")
	p.tap(`form[action="/solo"] button`)
	p.await(`!!document.querySelector("#move")`)
	moves := 4
	if clitest.IsLong() {
		moves = 14
	}
	for i, action := range readActions(t, "nolan-chaxx.txt")[:moves] {
		p.awaitPly(i)
		p.stageMove(action, p.tap)
		p.tap("#confirm")
		p.awaitPly(i + 1)
	}
	if inert := evaluate[string](p, `(({ animationName, animationDuration }) => animationName + " " + animationDuration)(getComputedStyle(document.querySelector("#bar")))`); inert != "settle 1s" {
		t.Errorf("after a move the bar is kept from a second tap by %q", inert)
	}
	p.tap("#step-prev")
	p.await(fmt.Sprintf(`location.search.includes("ply=%d")`, moves-1))
}

// TestServerGoneAndBack stops the server. The page says that the connection is lost, and goes on
// once the server is back.
func TestServerGoneAndBack(t *testing.T) {
	t.Parallel()
	db := t.TempDir() + "/gone.db"
	s := startSite(t, db)
	p := newPerson(t, s.URL, desktop)
	p.open("/")
	p.click(`form[action="/solo"] button`)
	p.await(`!!document.querySelector("#move")`)
	p.stageMove("E6-E8", p.click)
	s.Stop(t, syscall.SIGTERM)
	p.await(`!document.querySelector("#lost").hidden`)
	p.audit("a lost connection")
	startSite(t, db, "--addr", strings.TrimPrefix(s.URL, "http://"))
	p.await(`document.querySelector("#lost").hidden`)
	p.click("#confirm")
	p.awaitPly(1)
	p.allowError("/events")
	p.closeBrowser()
}

// TestTwoTabs shares one stream: a move made in one tab shows in the other.
func TestTwoTabs(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/tabs.db")
	p := newPerson(t, s.URL, desktop)
	p.open("/")
	p.click(`form[action="/solo"] button`)
	p.await(`!!document.querySelector("#move")`)
	other := p.newTab(desktop)
	other.open(p.path())
	for i, action := range readActions(t, "nolan-chaxx.txt")[:4] {
		tabs := []*person{p, other}
		tabs[i%2].awaitPly(i)
		tabs[i%2].stageMove(action, tabs[i%2].click)
		tabs[i%2].click("#confirm")
		tabs[1-i%2].awaitPly(i + 1)
	}
	if n := strings.Count(s.Logged(), `"route":"/events"`); n != 1 { // logged when it begins
		t.Errorf("%d streams were opened, want one that serves both tabs", n)
	}
	other.closeBrowser()
	p.closeBrowser()
}

// TestQuickReplies types a game between two people who answer at once, while the page of the other
// is still busy with the move before. It also takes the picture of the README.
func TestQuickReplies(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/two.db")
	d := device{width: 1280, height: 860}
	ada, bo := newPerson(t, s.URL, d), newPerson(t, s.URL, d)
	ada.open("/new?game=camelot")
	ada.typeInto(`input[name=name]`, "Aliénor")
	ada.click(`label:has(input[name=seat][value="1"])`)
	ada.click(`form[action="/matches"] .primary`)
	ada.await(`!!document.querySelector("#invite")`)
	bo.open(ada.invitation())
	bo.accept("Gauvain", ada.path())
	ada.await(`!!document.querySelector("#move")`)
	players := [2]*person{ada, bo}
	for i, a := range readActions(t, "nolan-chaxx.txt")[:14] {
		p := players[i%2]
		p.awaitPly(i)
		if i == 13 {
			p.stageMove(a, p.click)
			p.await(`getComputedStyle(document.querySelector("#confirm")).backgroundColor === "rgb(26, 34, 51)"`)
			p.photograph("readme")
			return
		}
		p.typeMove(a)
		p.awaitPly(i + 1)
	}
}

// typeMove types a move and confirms it.
func (p *person) typeMove(action string) {
	p.t.Helper()
	p.typeInto("#type", action)
	p.click("#typed button")
	p.await(fmt.Sprintf(`document.querySelector("#move input[name=action]")?.value === %q`, action))
	p.click("#confirm")
}

// tabTo presses Tab until an element has the focus.
func (p *person) tabTo(selector string) {
	p.t.Helper()
	for range 80 {
		if evaluate[bool](p, fmt.Sprintf("document.activeElement.matches(%q)", selector)) {
			return
		}
		p.press(kb.Tab)
	}
	p.t.Fatalf("Tab does not lead to %s\n%s", selector, p.pageState())
}

// byKeys returns a function that activates an element by keyboard. It reaches the
// element by Tab the first few times, and focuses it directly from then on.
func (p *person) byKeys(tabs int) func(selector string) {
	return func(selector string) {
		p.t.Helper()
		p.scrollTo(selector)
		if tabs--; tabs >= 0 {
			p.tabTo(selector)
		} else {
			p.await(fmt.Sprintf("document.querySelector(%[1]q)?.focus(), document.activeElement.matches(%[1]q)", selector))
			p.press(kb.Shift) // any other key says that the next Enter is meant
		}
		p.press(kb.Enter)
	}
}

// walkBoard moves the focus over the board by arrow keys, with White at the bottom.
func (p *person) walkBoard(to string) {
	p.t.Helper()
	for range 40 {
		at := strings.TrimPrefix(evaluate[string](p, "document.activeElement.id"), "sq-")
		if at == to {
			return
		}
		var file, toFile byte
		var rank, toRank int
		if _, err := fmt.Sscanf(at+" "+to, "%c%d %c%d", &file, &rank, &toFile, &toRank); err != nil {
			p.t.Fatalf("the focus is on %q, not on the board", at)
		}
		key := kb.ArrowUp
		switch {
		case rank > toRank:
			key = kb.ArrowDown
		case rank == toRank && file < toFile:
			key = kb.ArrowRight
		case rank == toRank && file > toFile:
			key = kb.ArrowLeft
		}
		p.press(key)
		p.await(fmt.Sprintf(`document.activeElement.id !== "sq-%s"`, at))
	}
	p.t.Fatalf("the arrows do not lead to %s", to)
}

// TestQuickMoves has a player who confirms nothing, on a board and at cards. The tap that completes
// an action sends it if nothing can be added to it. An action that can go on waits.
func TestQuickMoves(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/quick.db")
	ada := newPerson(t, s.URL, phone)
	ada.open("/settings")
	ada.choose("#confirm-moves", "quick")
	for _, habit := range []string{"auto"} {
		ada.tap(`label:has(input[name=habit][value=` + habit + `])`)
	}
	ada.tap(`form[action="/habits"] button`)
	ada.await(`location.search === "?saved=habits" && document.querySelector("#confirm-moves").value === "quick" && document.querySelectorAll("input[name=habit]:checked").length === 1`)

	for game, taps := range map[string][]string{
		"camelot":  {"#sq-E7", "#sq-E8"},
		"kutschke": {"#bar .tiles a:not(.no)"},
	} {
		ada.open("/rules/" + game)
		ada.tap(`form[action="/solo"] button`)
		ada.awaitPly(0)
		for _, selector := range taps {
			ada.await(`!!document.querySelector("` + selector + `")`)
			ada.tap(selector)
			ada.await(`!document.querySelector("[data-busy], .htmx-request")`)
		}
		ada.awaitPly(1)
	}
	ada.lookAway()
	ada.audit("a table where nothing is confirmed")
}

// TestMovesGoByThemselves has a player on the default settings: a move on a board goes at once
// against the computer, and waits for Confirm against a person. A player who never confirms has
// three seconds against a person, in which a move can be taken back. A move also goes when its page
// does, even where the service worker holds posts up.
func TestMovesGoByThemselves(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/selves.db", "--bot-pause", "1ms")
	slow := startMiddleman(t, s.URL, func(w http.ResponseWriter, r *http.Request) bool {
		return r.URL.Path == "/sw.js" && writeSlowWorker(t, w, s.URL)
	})
	ada, bo := newPerson(t, slow, phone), newPerson(t, s.URL, desktop)
	match := seatTwo(ada, bo)
	ada.open(match)
	ada.tap("#sq-E7")
	ada.await(`new URLSearchParams(location.search).get("m") === "E7"`)
	ada.tap("#sq-E8")
	ada.await(`!!document.querySelector("#confirm[type=submit]:not([data-final])")`)

	ada.open("/settings#play")
	ada.choose("#confirm-moves", "quick")
	ada.tap(`form[action="/habits"] button`)
	ada.await(`!!document.querySelector("#confirm-moves [value=quick][selected]")`)
	ada.open(match)
	for _, stays := range []bool{false, true} {
		ada.tap("#sq-E7")
		ada.await(`new URLSearchParams(location.search).get("m") === "E7"`)
		ada.tap("#sq-E8")
		ada.await(`!!document.querySelector("#confirm.going-out")`)
		ada.photograph("move-leaves")
		if !stays {
			ada.tap("#restart")
			ada.await(`location.search === "" && !document.querySelector("#confirm[data-final]")`)
		}
	}
	ada.awaitPly(1)
	bo.open(match)
	bo.awaitPly(1)
	bo.stageMove("H10-H9", bo.click)
	bo.click("#confirm")
	ada.awaitPly(2)
	ada.tap("#sq-F7")
	ada.await(`new URLSearchParams(location.search).get("m") === "F7"`)
	ada.tap("#sq-F8")
	ada.await(`!!document.querySelector("#confirm.going-out")`)
	ada.awaitWorker()
	ada.open("/")
	bo.awaitPly(3)

	guest := newPerson(t, s.URL, phone)
	guest.open("/")
	guest.choose("#against", "camelot")
	guest.tap(`.sides label:has([value=first])`)
	guest.tap("#play-computer")
	guest.awaitPly(0)
	guest.tap("#sq-E7")
	guest.await(`new URLSearchParams(location.search).get("m") === "E7"`)
	guest.tap("#sq-E8")
	guest.awaitPly(2)
}

// writeSlowWorker writes the service worker of a site, which takes two seconds for each post.
func writeSlowWorker(t *testing.T, w http.ResponseWriter, site string) bool {
	const slow = `addEventListener("fetch", ({ request }) => { for (const t = Date.now(); request.method === "POST" && Date.now() - t < 2000;); });` + "\n"
	answer, err := http.Get(site + "/sw.js")
	if err != nil {
		t.Error(err)
		return false
	}
	defer answer.Body.Close()
	w.Header().Set("Content-Type", answer.Header.Get("Content-Type"))
	_, err = io.Copy(w, io.MultiReader(strings.NewReader(slow), answer.Body))
	return err == nil
}
