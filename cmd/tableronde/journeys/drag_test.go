package journeys

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// pointer sends an event of a mouse, or the same of a finger, at a point of the window.
type pointer func(what input.DispatchMouseEventType, x, y float64)

func (p *person) mouse(what input.DispatchMouseEventType, x, y float64) {
	p.t.Helper()
	p.mustSend(func(ctx context.Context) error {
		_, err := chromedp.Call(ctx, input.DispatchMouseEvent, leftMouse(what, x, y))
		return err
	})
}

// leftMouse is an event of a mouse with its left button.
func leftMouse(what input.DispatchMouseEventType, x, y float64) input.DispatchMouseEventParams {
	return input.DispatchMouseEventParams{Type: what, X: x, Y: y, Button: "left", Buttons: 1, ClickCount: 1}
}

func (p *person) finger(what input.DispatchMouseEventType, x, y float64) {
	p.t.Helper()
	event := input.DispatchTouchEventParams{Type: map[input.DispatchMouseEventType]input.DispatchTouchEventType{
		input.DispatchMouseEventTypeMousePressed:  input.DispatchTouchEventTypeTouchStart,
		input.DispatchMouseEventTypeMouseMoved:    input.DispatchTouchEventTypeTouchMove,
		input.DispatchMouseEventTypeMouseReleased: input.DispatchTouchEventTypeTouchEnd,
	}[what], TouchPoints: []*input.TouchPoint{{X: x, Y: y}}}
	if what == input.DispatchMouseEventTypeMouseReleased {
		event.TouchPoints = []*input.TouchPoint{}
	}
	p.mustSend(func(ctx context.Context) error {
		_, err := chromedp.Call(ctx, input.DispatchTouchEvent, event)
		return err
	})
}

func (p *person) mustSend(send func(context.Context) error) {
	p.t.Helper()
	if err := p.within(browserTimeout, send); err != nil {
		p.t.Fatal(err)
	}
}

// boardPage is a page with a board, in a window.
type boardPage interface {
	middleOf(selector string) (x, y float64)
	await(expression string)
}

// drag presses on the first square, carries the piece over the others, and lets go on the last. It
// rests on each square under way until the page shows the leg there.
func drag(p boardPage, by pointer, squares ...string) {
	x, y := p.middleOf("#sq-" + squares[0])
	by(input.DispatchMouseEventTypeMousePressed, x, y)
	route := squares[0]
	for i, square := range squares[1:] {
		toX, toY := p.middleOf("#sq-" + square)
		for step := 1.0; step <= 8; step++ {
			by(input.DispatchMouseEventTypeMouseMoved, x+(toX-x)*step/8, y+(toY-y)*step/8)
		}
		x, y = toX, toY
		if route += "-" + square; i < len(squares)-2 {
			p.await(`new URLSearchParams(location.search).get("m") === "` + route + `"`)
		}
	}
	by(input.DispatchMouseEventTypeMouseReleased, x, y)
}

const noCopy = `!document.querySelector(".in-hand") && !document.querySelector("#board .away")`

// TestDrag makes moves by dragging a piece: over one leg, over all the landings of a canter, and to
// a square where it may not go. It does so with a mouse, with a finger, and on a slow connection.
func TestDrag(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/drag.db")
	for name, d := range map[string]device{"mouse": desktop, "finger": phone, "lying": {width: 740, height: 360, touch: true}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPerson(t, s.URL, d)
			by := p.mouse
			if name != "mouse" {
				by = p.finger
			}
			p.startAlone(chainOfCanters)
			p.await(`document.querySelector("script[data-later]") && performance.getEntriesByName(new URL(document.querySelector("script[data-later]").dataset.later, location.href).href).length > 0`)

			drag(p, by, "C5", "C7", "E9", "G11")
			p.await(`new URLSearchParams(location.search).get("m") === "C5-C7-E9-G11" && ` + noCopy)
			p.photograph("dragged-" + name)
			p.tap("#restart")
			p.await(`location.search === ""`)

			drag(p, by, "C5", "H3") // too far
			p.await(`document.querySelector("#why")?.textContent.includes("H3") && ` + noCopy)

			p.setNetwork(400*time.Millisecond, false)
			drag(p, by, "C5", "B5")
			p.await(`new URLSearchParams(location.search).get("m") === "C5-B5" && ` + noCopy)
			p.tap("#confirm")
			p.awaitPly(1)
			if y := evaluate[float64](p, `scrollY`); y != 0 {
				t.Errorf("the page has moved by %.0f pixels", y)
			}
		})
	}
}

// TestDragInLessons drags a piece in a lesson and in a puzzle, where the page answers the move.
func TestDragInLessons(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/drag.db")
	for path, says := range map[string]string{"/learn/camelot/1": "that is how you win", "/puzzles/camelot/612": "does not win in time"} {
		p := newPerson(t, s.URL, phone)
		p.open(path)
		p.await(laterLoaded)
		route := awaited[[]string](p, draggablePiece)
		drag(p, p.finger, route...)
		p.await(noCopy + ` && document.querySelector("main").textContent.includes("` + says + `")`)
	}
}

// draggablePiece returns the squares of a piece and of its first landing.
const draggablePiece = `(async () => {
	for (const link of document.querySelectorAll('#board [role="gridcell"] a[href]:has(use)')) {
		const page = new DOMParser().parseFromString(await (await fetch(link.getAttribute("href"))).text(), "text/html");
		const landing = page.querySelector('#board [role="gridcell"] a[href]:has(> [class^="t-"])');
		if (landing) return [link, landing].map(({ id }) => id.slice(3));
	}
})()`

// rightMouse is an event of a mouse with its right button.
func (p *person) rightMouse(what input.DispatchMouseEventType, x, y float64) {
	p.t.Helper()
	event := leftMouse(what, x, y)
	event.Button, event.Buttons = "right", 2
	p.mustSend(func(ctx context.Context) error {
		_, err := chromedp.Call(ctx, input.DispatchMouseEvent, event)
		return err
	})
}

// TestDrawing draws arrows and marks with a mouse and with a finger, in an analysis and over a match.
// A drawing is kept in the note on the position, and the page draws it again from there.
func TestDrawing(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/drawing.db")
	for name, d := range map[string]device{"mouse": desktop, "finger": phone} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPerson(t, s.URL, d)
			by := p.rightMouse
			if name == "finger" {
				by = p.finger
			}
			begin := func(path string) {
				p.open(path)
				p.await(laterLoaded)
				if name == "finger" {
					p.await(`!document.querySelector("#draw").hidden`)
					p.tap("#draw")
					p.await(`document.querySelector("#draw").getAttribute("aria-pressed") === "true" && document.querySelector("#sq-C5").getBoundingClientRect().top > 0`)
				}
			}
			p.startAlone(chainOfCanters)
			match := p.path()

			begin(match + "/analysis")
			drag(p, by, "C5", "D6")
			drag(p, by, "C5", "C7")
			drag(p, by, "E9", "E9")
			p.await(`document.querySelectorAll("#drawn .arrow").length === 2 && document.querySelectorAll("#drawn .ringed").length === 1`)
			drag(p, by, "C5", "D6")
			p.await(`document.querySelectorAll("#drawn .arrow").length === 1 && document.querySelector("#note").value === "[%cal GC5C7] [%csl GE9]" && location.search === ""`)
			p.audit("a drawing")
			p.photograph("drawing-" + name)
			shape := evaluate[[]float64](p, `(({ x, y, width, height }) => [x, y, width, height].map(Math.round))(document.querySelector("#drawn .arrow").getBBox())`)
			p.tap("#save-note")
			p.await(`document.querySelector("#drawn")?.dataset.marks === "C5C7 E9" && document.querySelector(".root .note").textContent === "A drawing on the board." && document.querySelectorAll("#drawn .ringed").length === 1`)
			if again := evaluate[[]float64](p, `(({ x, y, width, height }) => [x, y, width, height].map(Math.round))(document.querySelector("#drawn .arrow").getBBox())`); !slices.Equal(shape, again) {
				t.Errorf("the page draws %v for %v of the script", again, shape)
			}
			p.await(laterLoaded)
			p.tap("#clear-drawing")
			p.await(`document.querySelector("#note").value === "" && !document.querySelector("#drawn .arrow")`)

			begin(match)
			drag(p, by, "C5", "D6")
			p.await(`document.querySelectorAll("#drawn .arrow").length === 1 && !document.querySelector("#keep-drawing").hidden && location.search === ""`)
			p.photograph("drawing-match-" + name)
			p.click("#keep-drawing")
			p.await(`document.querySelector("#remark")?.value === "[%cal GC5D6]"`)
			p.tap("#keep")
			p.await(`location.search.includes("done=kept")`)
			p.open(match + "?ply=0")
			p.await(`document.querySelector("#drawn")?.dataset.marks === "C5D6" && document.querySelector("#board").ariaLabel.includes("Drawn: an arrow from C5 to D6.")`)
		})
	}
}
