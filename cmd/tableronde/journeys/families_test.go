package journeys

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/input"

	"tableronde/cmd/tableronde/clitest"
)

// seatedTab is a player of a match, in a tab of any browser.
type seatedTab struct {
	t    *testing.T
	name string
	tab
}

// seatTabs seats two visitors at a match, and opens it for each in a browser of its own, on a phone
// and on a desktop. path is the form of the new table.
func seatTabs(t *testing.T, site string, tool tool, path string) [2]*seatedTab {
	t.Helper()
	host, guest := clitest.NewVisitor(t, site), clitest.NewVisitor(t, site)
	host.Open(path)
	host.Submit(`form[action="/matches"]`, "name", "Aliénor", "seat", "1", "seats", "2")
	match := host.Path
	link, err := url.Parse(host.Page.Find("#invite").AttrOr("value", ""))
	if err != nil {
		t.Fatal(err)
	}
	guest.Open(link.Path)
	guest.Submit(`form[action^="/i/"]`, "name", "Gauvain")
	var players [2]*seatedTab
	for i, visitor := range []*clitest.Visitor{host, guest} {
		p := &seatedTab{t, []string{"phone", "desktop"}[i], tool.open(t, i == 1)}
		window := []size{{max(390, tool.narrowest), 844}, {1440, 900}}[i]
		p.must(p.resize(window))
		p.must(p.visit(site+match, append([]*http.Cookie{{Name: "language", Value: "en"}}, visitor.Cookies()...)))
		p.await(`document.querySelector("#match")?.dataset.ply`)
		p.await(laterLoaded)
		players[i] = p
	}
	return players
}

// laterLoaded is true once the scripts have run that a page loads last.
const laterLoaded = `document.querySelector("script[data-later]") && performance.getEntriesByName(new URL(document.querySelector("script[data-later]").dataset.later, location.href).href).length > 0`

func (p *seatedTab) must(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatalf("%s: %v", p.name, err)
	}
}

func (p *seatedTab) await(expression string) {
	p.t.Helper()
	awaitOn(p.t, p.tab, expression)
}

func (p *seatedTab) text(expression string) (value string) {
	p.t.Helper()
	p.must(p.evaluate(expression, &value))
	return value
}

func (p *seatedTab) middleOf(selector string) (x, y float64) {
	p.t.Helper()
	var at [2]float64
	p.must(p.evaluate(middleScript(selector), &at))
	return at[0], at[1]
}

func (p *seatedTab) point(what input.DispatchMouseEventType, x, y float64) {
	p.t.Helper()
	p.must(p.mouse(what, x, y))
}

func (p *seatedTab) press(what input.DispatchMouseEventType, x, y float64) {
	p.t.Helper()
	p.must(p.finger(what, x, y))
}

// touch clicks an element that lies still, after a click in the corner of the window: for a second
// after an answer the page takes a click on the same place for a slip.
func (p *seatedTab) touch(selector string) {
	p.t.Helper()
	p.await(liesStill(selector))
	p.await(`getComputedStyle(document.querySelector("#bar")).pointerEvents !== "none"`)
	p.point(input.DispatchMouseEventTypeMousePressed, 2, 2)
	p.point(input.DispatchMouseEventTypeMouseReleased, 2, 2)
	p.await(fmt.Sprintf(`document.querySelector(%q)?.checkVisibility({ visibilityProperty: true })`, selector))
	p.must(p.click(selector))
}

// stage makes a move on the board, by dragging the piece with a pointer or, without one, by tapping
// its squares.
func (p *seatedTab) stage(move string, by pointer) {
	p.t.Helper()
	squares := squaresOf(move)
	if by != nil {
		p.await(`(document.querySelector("#board").scrollIntoView({ block: "center" }), true)`)
		drag(p, by, squares...)
	} else {
		for _, square := range squares {
			p.touch("#sq-" + square)
			p.await(fmt.Sprintf(`new URLSearchParams(location.search).get("m")?.endsWith(%q)`, square))
		}
	}
	p.await(fmt.Sprintf(`document.querySelector("#move input[name=action]")?.value === %q && %s`, move, noCopy))
}

// confirm sends the staged action, and waits until the pages of both players show it.
func (p *seatedTab) confirm(selector string, other *seatedTab) {
	p.t.Helper()
	ply := p.text(`document.querySelector("#match").dataset.ply`)
	p.touch(selector)
	p.await(fmt.Sprintf(`document.querySelector("#match") && document.querySelector("#match").dataset.ply !== %q`, ply))
	other.await(fmt.Sprintf(`Number(document.querySelector("#match")?.dataset.ply ?? Infinity) >= %s`, p.text(`document.querySelector("#match").dataset.ply ?? "0"`)))
}

// expectNoComplaints fails the test if the console of a browser reported an error.
func (p *seatedTab) expectNoComplaints() {
	p.t.Helper()
	said, err := p.complaints()
	p.must(err)
	for _, c := range said {
		p.t.Errorf("%s: console: %s", p.name, c)
	}
}

// photograph keeps a picture of the page where TABLERONDE_SHOTS names a folder.
func (p *seatedTab) photograph(name string) {
	p.t.Helper()
	if dir := os.Getenv("TABLERONDE_SHOTS"); dir != "" {
		png, err := p.screenshot()
		p.must(err)
		p.must(os.WriteFile(filepath.Join(dir, name+" "+p.name+".png"), png, 0o644))
	}
}

// TestFamiliesInThreeBrowsers has two players play each family of games in Chromium, Firefox and
// WebKitGTK, four actions each. The other's page follows by itself. A mouse drags and taps, and a
// finger drags where the driver has one. On the other boards of the first family one move is dragged
// and one tapped.
func TestFamiliesInThreeBrowsers(t *testing.T) {
	clitest.NeedLong(t)
	t.Parallel()
	s := clitest.StartServer(t, t.TempDir()+"/families.db")
	for _, tool := range tools {
		t.Run(tool.name, func(t *testing.T) {
			t.Run("camelot", func(t *testing.T) { playBoard(t, s.URL, tool) })
			t.Run("other boards", func(t *testing.T) { playOtherBoards(t, s.URL, tool) })
			for game, rules := range cardScripts {
				t.Run(game, func(t *testing.T) { rules.play(t, s.URL, tool, game) })
			}
		})
	}
}

// way is how a test makes a move.
type way int

const (
	tapping way = iota
	byMouse
	byFinger // by mouse where the driver has no finger
)

// dragsAndTaps are moves from a position: steps, canters of two legs, and jumps that captures force.
var dragsAndTaps = []struct {
	move string
	way  way
}{
	{"C5-C7-E9", byMouse}, {"I12-I10-G8", tapping},
	{"E9-F9", tapping}, {"G8xE10", byMouse},
	{"D8-C8", byFinger}, {"E10-D9", tapping},
	{"C8xE10", tapping}, {"F14-F13", byFinger},
}

// pointerOf returns the pointer that drags in a way, nil where nothing is dragged.
func (p *seatedTab) pointerOf(w way, tool tool) pointer {
	switch {
	case w == tapping:
		return nil
	case w == byFinger && tool.fingers:
		return p.press
	}
	return p.point
}

// playBoard makes moves by dragging and by tapping. A drag to a square that is too far returns the
// piece, and the page says why.
func playBoard(t *testing.T, site string, tool tool) {
	players := seatTabs(t, site, tool, "/new?game=camelot&position="+url.QueryEscape("camelot 1 C5,C6,D8/I11,I12,H9,F14"))
	first := players[0]
	drag(first, first.point, "C5", "H3")
	first.await(`document.querySelector("#why")?.textContent.includes("H3") && ` + noCopy)
	first.photograph("refused " + tool.name)
	for i, m := range dragsAndTaps {
		mover := players[i%2]
		mover.await(fmt.Sprintf(`document.querySelector("#match")?.dataset.ply === "%d"`, i))
		mover.stage(m.move, mover.pointerOf(m.way, tool))
		mover.photograph(fmt.Sprint("staged ", tool.name, " ", i))
		mover.confirm("#confirm", players[1-i%2])
	}
	for _, p := range players {
		p.await(`document.querySelector("#moves")?.textContent.includes("F14-F13")`)
		p.photograph("played " + tool.name)
		p.expectNoComplaints()
	}
}

// otherBoards are the boards beside Camelot's: of each size, for two and for four.
var otherBoards = []string{"chivalry", "cam", "camette", "grand-camelot", "grand-cam-97"}

// The first piece that can be chosen, and after its choice the first square where it may go.
const (
	firstPiece   = `document.querySelector('#board a[href*="m="]')?.id.slice(3) ?? ""`
	firstLanding = `document.querySelector('#board a[href*="-"]')?.id.slice(3) ?? ""`
)

// playOtherBoards plays alone on each of the other boards: a dragged move, and a tapped one.
func playOtherBoards(t *testing.T, site string, tool tool) {
	p := &seatedTab{t, "desktop", tool.open(t, false)}
	p.must(p.resize(size{1440, 900}))
	for _, game := range otherBoards {
		visitor := clitest.NewVisitor(t, site)
		visitor.Open("/rules/" + game)
		visitor.Submit(`form[action="/solo"]`)
		p.must(p.visit(site+visitor.Path, append([]*http.Cookie{{Name: "language", Value: "en"}}, visitor.Cookies()...)))
		p.await(laterLoaded)
		for ply, w := range []way{byMouse, tapping} {
			p.await(fmt.Sprintf(`document.querySelector("#match").dataset.ply === "%d"`, ply))
			move := p.text(firstPiece) + "-" + p.landingOf(p.text(firstPiece))
			p.stage(move, p.pointerOf(w, tool))
			p.touch("#confirm")
		}
		p.await(`document.querySelector("#match").dataset.ply === "2"`)
		p.photograph(game + " " + tool.name)
		p.expectNoComplaints()
	}
}

// landingOf chooses a piece, returns a square where it may go, and lets go of the piece.
func (p *seatedTab) landingOf(piece string) string {
	p.t.Helper()
	p.touch("#sq-" + piece)
	p.await(firstLanding)
	landing := p.text(firstLanding)
	p.touch("#restart")
	p.await(`!document.querySelector("#board .ssel")`)
	return landing
}

// cardScript names the parts of a page on which a simple player relies.
type cardScript struct {
	mine string // true while the visitor owes a decision
	next string // the selector of the next thing to tap
}

var cardScripts = map[string]cardScript{
	"knizia":   {ownTurnScript, nextTouchScript},
	"shannon":  {turnOf, nextChoiceScript + "(document)"},
	"kutschke": {ownRide, rideChoiceScript + "(document)"},
}

// play has both players act until each has sent four actions.
func (c cardScript) play(t *testing.T, site string, tool tool, game string) {
	players := seatTabs(t, site, tool, "/new?game="+game)
	dragged := 0
	for acted := [2]int{}; acted[0] < 4 || acted[1] < 4; {
		players[0].await(c.mine + ` || document.querySelector(".act:not(.mine):not(.own-lane)")`)
		i := 0
		if players[0].text("String("+c.mine+")") != "true" {
			i = 1
		}
		players[i].await(c.mine)
		w := []way{byMouse, tapping, byFinger, tapping}[acted[i]%4]
		if c.act(players[i], players[1-i], players[i].pointerOf(w, tool)) {
			dragged++
		}
		acted[i]++
	}
	for _, p := range players {
		p.photograph(game + " " + tool.name)
		p.expectNoComplaints()
	}
	if dragged == 0 {
		t.Error("no card was dragged")
	}
}

// act makes one choice after the other until an action has been sent. It taps them, and drags cards
// if by is not nil. It reports whether it has dragged any.
func (c cardScript) act(p, other *seatedTab, by pointer) (dragged bool) {
	p.t.Helper()
	for range 40 {
		p.await(c.next)
		selector := p.text(c.next)
		if p.text(fmt.Sprintf(`String(!!document.querySelector(%q).closest("form"))`, selector)) == "true" {
			p.confirm(selector, other)
			return dragged
		}
		shown := p.text(`document.querySelector("#match").dataset.url`)
		if by != nil && p.text(fmt.Sprintf(`String(document.querySelector(%q).matches(%q))`, selector, draggable)) == "true" {
			var at [2]float64
			p.must(p.evaluate(tablePoint(selector), &at))
			dragTo(p, by, selector, at[0], at[1])
			dragged = true
		} else {
			p.touch(selector)
		}
		p.await(fmt.Sprintf(`document.querySelector("#match").dataset.url !== %q && !document.querySelector(".in-hand")`, shown))
	}
	p.t.Fatal("no end of choices")
	return dragged
}
