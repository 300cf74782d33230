package journeys

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"tableronde/cmd/tableronde/clitest"
)

// recordedAction is an action of a record and the seat that took it.
type recordedAction struct {
	seat   int // from 0
	action string
}

// readRecord returns the actions of a record in testdata, of all seats.
func readRecord(t *testing.T, file string) (actions []recordedAction) {
	t.Helper()
	text, err := os.ReadFile("../testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(?m)^(\d): (.*)$`).FindAllStringSubmatch(string(text), -1) {
		actions = append(actions, recordedAction{int(m[1][0] - '1'), m[2]})
	}
	return actions
}

// tapZoomed touches a square of Grand Camelot on a phone. If the shown part of the board lacks the
// square, it first taps the whole board to show another part.
func (p *person) tapZoomed(selector string) {
	p.t.Helper()
	if !evaluate[bool](p, fmt.Sprintf(`!!document.querySelector(".ground.close %s")`, selector)) {
		if evaluate[bool](p, `!!document.querySelector(".ground.close")`) {
			p.tap("#zoom")
			p.await(`!document.querySelector(".ground.close")`)
		}
		square := strings.TrimPrefix(selector, "#sq-")
		var rank int
		if _, err := fmt.Sscan(square[1:], &rank); err != nil {
			p.t.Fatal(err)
		}
		col, row := int(square[0]-'A')*3/16, (16-rank)*3/16
		p.tap(fmt.Sprintf(".parts a:nth-child(%d)", 3*row+col+1))
		p.await(`!!document.querySelector(".ground.close")`)
		p.await(`new URLSearchParams(location.search).has("zoom")`)
	}
	if size := evaluate[float64](p, fmt.Sprintf(`document.querySelector("%s rect").getBoundingClientRect().width`, selector)); size < 40 {
		p.t.Errorf("%s is %.1f px wide in a part of the board", selector, size)
	}
	p.tap(selector)
}

// arrowTo moves the focus over the board by arrow keys, from any side of the board.
func (p *person) arrowTo(selector string) {
	p.t.Helper()
	const where = `((cell, row = cell.parentNode) => [row.getAttribute("aria-rowindex"), Number(row.getAttribute("aria-colindex")) + [...row.children].indexOf(cell)].join(" "))`
	read := func(element string) (row, col int) {
		if _, err := fmt.Sscan(evaluate[string](p, where+"("+element+".parentNode)"), &row, &col); err != nil {
			p.t.Fatalf("the focus is not on the board: %v\n%s", err, p.pageState())
		}
		return row, col
	}
	toRow, toCol := read(fmt.Sprintf("document.querySelector(%q)", selector))
	for range 60 {
		row, col := read("document.activeElement")
		if row == toRow && col == toCol {
			return
		}
		keys := []string{}
		switch {
		case row < toRow:
			keys = append(keys, kb.ArrowDown)
		case row > toRow:
			keys = append(keys, kb.ArrowUp)
		}
		switch {
		case col < toCol:
			keys = append(keys, kb.ArrowRight)
		case col > toCol:
			keys = append(keys, kb.ArrowLeft)
		}
		for _, key := range keys { // where the board ends in one direction, the other leads on
			p.press(key)
			if r, c := read("document.activeElement"); r != row || c != col {
				break
			}
		}
	}
	p.t.Fatalf("the arrows do not lead to %s", selector)
}

// fourPlayers sit at a table of Grand Camelot in this order: Ada with a phone, Bo
// with a keyboard, Cy without scripts and Di at a desktop.
type fourPlayers struct {
	*testing.T
	ada, bo, cy, di *person
	match           string
}

func (f *fourPlayers) all() []*person { return []*person{f.ada, f.bo, f.cy, f.di} }

// sit has Ada open the table, and each of the others follow a link to their own seat.
func (f *fourPlayers) sit() {
	ada := f.ada
	ada.open("/new?game=grand-camelot")
	ada.audit("new table for four")
	ada.typeInto(`input[name=name]`, "Aliénor")
	ada.tap(`label:has(input[name=seat][value="1"])`)
	ada.tap(`form[action="/matches"] .primary`)
	ada.await(`document.querySelectorAll(".links input").length === 3`)
	ada.audit("invitations of the host")
	ada.photograph("four-invitations")
	f.match = ada.path()
	links := evaluate[string](ada, `[...document.querySelectorAll(".links input")].map(i => i.value).join(" ")`)
	for i, link := range strings.Fields(links) {
		p, name := f.all()[i+1], []string{"Béatrice", "Perceval", "Diane"}[i]
		p.open(strings.TrimPrefix(link, p.base))
		if p != f.cy { // axe is a script too
			p.audit("invitation to a seat")
		}
		p.accept(name, f.match)
		if i < 2 { // by the event stream: one seat after the other is taken
			ada.await(fmt.Sprintf(`document.querySelectorAll(".links input").length === %d`, 2-i))
		}
	}
	ada.await(`!!document.querySelector("#move")`)
}

// play makes the move at a ply as the player of its seat does: by touch, by keyboard, without
// scripts or by mouse.
func (f *fourPlayers) play(ply int, d recordedAction) {
	p := f.all()[d.seat]
	if p == f.cy {
		p.open(f.match)
	}
	p.awaitPly(ply)
	switch p {
	case f.ada:
		p.stageMove(d.action, p.tapZoomed)
		if ply == 4 {
			p.audit("a move staged in a part of the board")
			p.photograph("four-phone-zoomed")
		}
		p.tap("#confirm")
	case f.bo:
		p.tabTo("#board a")
		p.stageMove(d.action, func(square string) {
			p.arrowTo(square)
			p.press(kb.Enter)
		})
		p.tabTo("#confirm")
		p.press(kb.Enter)
	default:
		p.stageMove(d.action, p.click)
		p.click("#confirm")
	}
}

// end checks the result that each player reads after the victory of Red and Blue.
func (f *fourPlayers) end() {
	f.cy.open(f.match)
	for i, want := range []string{"You win with Perceval: Red and Blue.", "Red and Blue win: Aliénor and Perceval.", "Vous gagnez avec Aliénor", "Red and Blue win: Aliénor and Perceval."} {
		p := f.all()[i]
		p.await(`!!document.querySelector('form[action$="/rematch"]')`)
		if got := p.text("#status"); !strings.HasPrefix(got, want) {
			f.Errorf("seat %d reads %q, want %q", i+1, got, want)
		}
		if p != f.cy {
			p.audit("the end")
		}
		p.photograph(fmt.Sprintf("four-end-%d", i+1))
		p.closeBrowser()
	}
}

// TestFourBrowsers plays a whole game of Grand Camelot among a phone by touch, a keyboard, a
// browser without scripts and a desktop. A link invites each player to their own seat. The game
// ends when both partners have entered their goals.
func TestFourBrowsers(t *testing.T) {
	clitest.NeedLong(t)
	t.Parallel()
	s := startSite(t, t.TempDir()+"/four.db")
	f := &fourPlayers{
		T: t, ada: newPerson(t, s.URL, phone), bo: newPerson(t, s.URL, desktop),
		cy: newPerson(t, s.URL, device{width: 768, height: 1024, noScripts: true, language: "fr"}),
		di: newPerson(t, s.URL, device{width: 1440, height: 900, dark: true}),
	}
	f.sit()
	moves := readRecord(t, "grand-camelot.txt")
	last := len(moves) - 1
	for i, d := range moves[:last] {
		f.play(i, d)
		f.all()[d.seat].awaitPly(i + 1)
		f.ada.awaitPly(i + 1)
		if !evaluate[bool](f.ada, `new URLSearchParams(location.search).has("zoom")`) {
			t.Fatalf("after %s the phone shows the whole board again: %s", d.action, f.ada.path())
		}
	}
	f.play(last, moves[last])
	f.all()[moves[last].seat].await(`!!document.querySelector('form[action$="/rematch"]')`)
	f.end()
}

// TestZoomFollowsTheKeyboard walks out of the part of the board shown: the focus
// is never on a square out of sight.
func TestZoomFollowsTheKeyboard(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/zoom.db")
	p := newPerson(t, s.URL, desktop)
	p.open("/new?game=grand-camelot")
	p.typeInto(`input[name=name]`, "Ada")
	p.click(`form[action="/matches"] .primary`)
	p.await(`!!document.querySelector("#invite")`)
	p.open(p.path() + "?turn=1&zoom=s")
	p.audit("a part of the board")
	p.tabTo("#board a")
	p.arrowTo("#sq-H7")
	for rank := 8; rank <= 16; rank++ {
		p.press(kb.ArrowUp)
		p.await(fmt.Sprintf(`document.activeElement.id === "sq-H%d"`, rank))
		p.await(`(f => f.top >= 0 && f.bottom <= innerHeight)(document.activeElement.querySelector("rect").getBoundingClientRect())`)
	}
	if !strings.Contains(p.path(), "zoom=n") {
		t.Errorf("at H16 the address is %s", p.path())
	}
	p.press(kb.ArrowDown)
	for file := 'G'; file >= 'E'; file-- {
		p.press(kb.ArrowLeft)
		p.await(fmt.Sprintf(`document.activeElement.id === "sq-%c15"`, file))
	}
	p.tabTo("#pan-e")
	was := p.path()
	p.press(kb.Enter)
	p.await(fmt.Sprintf(`location.pathname + location.search !== %q && document.activeElement.id === "pan-e"`, was))
	p.tabTo("#zoom")
	p.press(kb.Enter)
	p.await(`!document.querySelector(".ground.close") && document.activeElement.id === "zoom"`)
	p.closeBrowser()
}

// TestPickFromLists makes moves without the board: a piece, a square, Confirm,
// on a phone without scripts.
func TestPickFromLists(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/pick.db")
	p := newPerson(t, s.URL, device{width: 360, height: 740, touch: true, noScripts: true})
	p.open("/")
	p.tap(`form[action="/solo"] button`)
	p.await(`!!document.querySelector("#move")`)
	p.tap("#pick-toggle")
	p.await(`!!document.querySelector("#picker")`)
	p.await(`location.hash === "#picker" && (r => r.top >= 0 && r.top < innerHeight - 120)(document.querySelector("#picker").getBoundingClientRect())`)
	for i := range 4 {
		p.awaitPly(i)
		p.tap("#picker li:nth-child(2) a")
		p.await(`new URLSearchParams(location.search).has("m")`)
		for range 9 {
			if evaluate[bool](p, `!!document.querySelector("#move input[name=action]")`) {
				break
			}
			was := p.path()
			p.tap("#picker li:first-child a")
			p.await(fmt.Sprintf(`location.pathname + location.search !== %q`, was))
		}
		p.tap("#confirm")
		p.awaitPly(i + 1)
		p.await(`!!document.querySelector("#picker")`)
	}
	p.closeBrowser()
}

// TestEveryBoard opens all nine boards, whole and in part, with lists, on a phone and on a desktop.
// No page may be wider than its window. Axe checks half of the pages.
func TestEveryBoard(t *testing.T) {
	clitest.NeedLong(t)
	t.Parallel()
	s := startSite(t, t.TempDir()+"/boards.db")
	for _, tt := range []struct {
		name string
		device
		queries []string
	}{
		{"phone", phone, []string{"?zoom=s", "?pick=1"}},
		{"desktop", device{width: 1440, height: 900, dark: true, language: "fr"}, []string{"", "?try=all&turn=2&zoom=c"}},
	} {
		name, p := tt.name, newPerson(t, s.URL, tt.device)
		for g, game := range []string{"camelot", "chivalry", "cam", "camette", "chivalry-4-teams", "chivalry-4-solo", "grand-camelot", "grand-cam-97", "grand-cam-93"} {
			p.open("/rules/" + game)
			p.click(`form[action="/solo"] button`)
			p.await(`!!document.querySelector("#move")`)
			match := p.path()
			for q, query := range tt.queries {
				p.open(match + query)
				p.photograph("board " + game + " " + name + strings.NewReplacer("?", " ", "&", " ").Replace(query))
				if (g+q)%2 == 0 {
					p.audit(game + " " + name + " " + query)
				}
				if wide := evaluate[float64](p, "document.documentElement.scrollWidth - document.documentElement.clientWidth"); wide > 0 {
					t.Errorf("%s %s %s: the page is %.0f px wider than the window", game, name, query, wide)
				}
			}
		}
		p.closeBrowser()
	}
}
