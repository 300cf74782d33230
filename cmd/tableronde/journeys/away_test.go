package journeys

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"tableronde/cmd/tableronde/clitest"
)

// makeMove stages and confirms a move at a ply, and waits until it is shown.
func (p *person) makeMove(action string, ply int) {
	p.t.Helper()
	p.awaitPly(ply)
	p.stageMove(action, p.click)
	p.click("#confirm")
	p.awaitPly(ply + 1)
}

// After an absence, the first screen of a phone says how the opponent moved. The board can show the
// move again. The report goes with the first touch of a piece.
func TestBackAfterAWhile(t *testing.T) {
	clitest.NeedLong(t)
	t.Parallel()
	s := startSite(t, t.TempDir()+"/away.db")
	ada := newPerson(t, s.URL, device{width: 1440, height: 900})
	bo := newPerson(t, s.URL, device{width: 360, height: 740, touch: true})
	match := seatTwo(ada, bo)
	actions := readActions(t, "nolan-chaxx.txt")
	players := [2]*person{ada, bo}
	for i, action := range actions[:10] {
		players[i%2].makeMove(action, i)
	}
	bo.open("/")
	ada.makeMove(actions[10], 10) // captures one man in a single jump
	for range 2 {
		bo.open(match)
		bo.await(`document.querySelector("#bar > #since")?.innerText.includes("Ada played ` + actions[10] + ` and captured one man.")`)
	}
	bo.await(`(() => { // what happened is in the first screen, and something is left of the man
		const r = document.querySelector("#since").getBoundingClientRect();
		return r.top >= 0 && r.bottom <= innerHeight && document.querySelectorAll("#board .fallen .ghost").length === 1 && !!document.querySelector("#lastpath");
	})()`)
	bo.audit("back after a while")
	bo.photograph("away-back")

	bo.tap("#again")
	bo.await(`document.querySelectorAll(".again-piece").length === 2 && document.querySelector(".fallen").getAnimations().length === 1`)
	bo.photograph("away-again")
	bo.await(`!document.querySelector(".again-piece")`)
	bo.reduceMotion()
	bo.tap("#again")
	bo.await(`document.querySelector("#lastpath.shown") && !document.querySelector(".again-piece")`)

	bo.tap(`#board a[href*="m="]`)
	bo.await(`location.search.includes("m=") && !document.querySelector("#since, .fallen")`)
	bo.open(match)
	bo.await(`document.querySelector("#move") && !document.querySelector("#since, .fallen")`)
}

// TestNewMovesRun checks that a move of the other player runs over the board once when it comes. A
// player who wants no motion sees its way instead. A tap on its line runs it alone once more.
func TestNewMovesRun(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/run.db")
	ada, bo := newPerson(t, s.URL, desktop), newPerson(t, s.URL, phone)
	bo.open(seatTwo(ada, bo))
	evaluate[any](bo, `window.ran = 0, new MutationObserver((records) => {
		for (const { addedNodes } of records) for (const node of addedNodes) if (node.classList?.contains("again-piece")) window.ran++;
	}).observe(document.body, { childList: true, subtree: true })`)
	ada.makeMove("E6-E8", 0)
	bo.await(`window.ran === 1 && !document.querySelector(".again-piece")`)
	evaluate[any](bo, `document.dispatchEvent(new Event("tr:settled"))`)
	if n := evaluate[int](bo, `window.ran`); n != 1 {
		t.Errorf("the move has run %d times", n)
	}
	bo.tap("#since .event")
	bo.await(`window.ran === 2 && !document.querySelector(".again-piece")`)
	bo.makeMove("H10-H9", 1)
	bo.reduceMotion()
	ada.makeMove("F6-F8", 2)
	bo.await(`!!document.querySelector("#lastpath.shown")`)
	bo.tap("#since .event") // the position after the move shows its way
	bo.await(`!document.querySelector(".again-piece") && !document.querySelector(".htmx-request")`)
	if n := evaluate[int](bo, `window.ran`); n != 2 {
		t.Errorf("a move has run though no motion is wanted")
	}
}

// TestStagedLegsGlide checks that the piece of a staged move glides to the square that was tapped, that
// another piece does not glide, and that nothing moves where motion is unwanted.
func TestStagedLegsGlide(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/glide.db")
	ada, bo := newPerson(t, s.URL, desktop), newPerson(t, s.URL, phone)
	ada.open(seatTwo(ada, bo))
	evaluate[any](ada, `window.glides = [], Element.prototype.animate = new Proxy(Element.prototype.animate, {
		apply(animate, piece, args) { window.glides.push(piece.getAttribute("transform") + " " + args[0][0].translate); return animate.apply(piece, args); },
	})`)
	choose := func(square string) {
		ada.tap("#sq-" + square)
		ada.await(fmt.Sprintf(`!!document.querySelector("#sq-%s > .ssel") && !document.querySelector(".htmx-request")`, square))
	}
	choose("F6")
	choose("E6")
	choose("E8")
	if got := evaluate[[]string](ada, `window.glides`); !slices.Equal(got, []string{"translate(180 340) 0px 80px"}) {
		t.Errorf("gliding: %q", got)
	}
	ada.reduceMotion()
	ada.tap("#restart")
	ada.await(`!document.querySelector("#board .ssel")`)
	choose("E6")
	choose("E8")
	if n := evaluate[int](ada, `window.glides.length`); n != 1 {
		t.Error("a piece glides though no motion is wanted")
	}
}

// TestSound checks that a match is silent until a player turns the sound on, and that the browser
// remembers it. A move of the other player sounds, then the turn.
func TestSound(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/sound.db")
	ada, bo := newPerson(t, s.URL, desktop), newPerson(t, s.URL, phone)
	match := seatTwo(ada, bo)
	listen := func() {
		bo.open(match)
		bo.await(`document.querySelector("#sound")?.hidden === false`)
		evaluate[any](bo, `window.tones = [], AudioContext.prototype.createOscillator = new Proxy(AudioContext.prototype.createOscillator, {
			apply(make, audio, args) { const source = make.apply(audio, args); window.tones.push(source.frequency); return source; },
		})`)
	}
	heard := func(n int) {
		t.Helper()
		bo.await(fmt.Sprintf(`window.tones.length >= %d`, n))
		if tones := evaluate[[]float64](bo, `window.tones.splice(0).map(f => Math.round(f.value))`); len(tones) != n {
			t.Errorf("Bo hears %v, want %d tones", tones, n)
		}
	}
	listen()
	ada.makeMove("E6-E8", 0)
	bo.makeMove("H10-H9", 1)
	heard(0)
	bo.tap("#sound")
	heard(2) // of the turn, as an example
	ada.makeMove("F6-F8", 2)
	heard(3) // the move, and the turn
	listen()
	bo.tap("#type") // a browser sounds only after a touch
	bo.makeMove("H11-H10", 3)
	heard(1)
	bo.tap("#sound")
	ada.makeMove("G6-G8", 4)
	bo.await(`document.querySelector("#match").dataset.ply === "5"`)
	heard(0)
}

// reduceMotion emulates prefers-reduced-motion.
func (p *person) reduceMotion() {
	p.t.Helper()
	err := p.within(browserTimeout, func(ctx context.Context) error {
		_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}},
		})
		return err
	})
	if err != nil {
		p.t.Fatalf("ask for no motion: %v", err)
	}
}

// Both players see an offer, and it counts as a turn of the player who is to answer it.
func TestOffersAreSeenByBoth(t *testing.T) {
	clitest.NeedLong(t)
	t.Parallel()
	s := startSite(t, t.TempDir()+"/offers.db")
	ada := newPerson(t, s.URL, device{width: 1440, height: 900, dark: true})
	bo := newPerson(t, s.URL, device{width: 360, height: 740, touch: true})
	match := seatTwo(ada, bo)
	ada.makeMove("E6-E8", 0)
	bo.makeMove("H10-H9", 1)
	bo.open("/")
	bo.await(`document.querySelector("#turns").dataset.turns === "0"`)
	ada.open(match + "?ask=offer%20draw")
	ada.click(".ask form button")
	ada.await(`document.querySelector("#offer-draw")?.innerText.includes("Bo has not answered yet")`)
	bo.await(`document.title.startsWith("(1) ") && document.querySelector(".offers")?.innerText.includes("Ada offers a draw.")`)
	bo.audit("an offer at home")
	bo.photograph("offers-home")
	bo.open(match)
	bo.await(`document.querySelector("#offer-draw button#decline_draw")`)
	bo.audit("an offer in the match")
	bo.photograph("offers-match")
	bo.tap("#decline_draw")
	bo.await(`document.querySelector("#status").innerText.includes("You declined the draw.") && !document.querySelector("#offer-draw") && !document.title.startsWith("(")`)
	ada.await(`document.querySelector("#since")?.innerText.includes("Bo declines the draw.")`)
	ada.open(match + "?ask=resign")
	ada.click(".ask form button")
	bo.await(`!!document.querySelector('form[action$="/rematch"]')`)
	playAgain(match, bo, ada)
}
