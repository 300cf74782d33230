package journeys

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"tableronde/cmd/tableronde/clitest"
)

// watchFlights has the page note every card that begins to fly, and every number that begins to
// count.
const watchFlights = `(() => {
	window.flights = [];
	window.bar = new DOMRect(-9, -9);
	const { animate } = Element.prototype;
	document.addEventListener("htmx:before:swap", () => { window.bar = document.querySelector("#bar")?.getBoundingClientRect() ?? bar; });
	const middle = ({ offsetWidth, offsetHeight }, { transform }) => (m => ({ x: m.e + m.a * offsetWidth / 2, y: m.f + m.d * offsetHeight / 2 }))(new DOMMatrix(transform));
	Element.prototype.animate = function (frames, timing) {
		if (timing.id === "count") flights.push({ counts: true });
		else if (this.matches(".in-hand")) flights.push({ returns: true });
		else if (this.matches(".flown")) flights.push({ from: middle(this, frames[0]), to: middle(this, frames.at(-1)), fades: frames.at(-1).opacity < 1 });
		return animate.call(this, frames, timing);
	};
})()`

// flightKinds returns the kinds of the flights since the last call: an own card from the hand to the
// table, a card from the seat of another player to the table, a card gathered by a seat, and a
// number that counts.
const flightKinds = `flights.splice(0).map(({ from, to, fades, counts, returns }) => {
	if (counts || returns) return counts ? "number" : "return";
	const has = (box, { x, y }) => x >= box.left - 1 && x <= box.right && y >= box.top - 1 && y <= box.bottom;
	const isIn = (selector, at) => [...document.querySelectorAll(selector)].some((e) => has(e.getBoundingClientRect(), at));
	if (fades) return isIn('[id^="seat-"]', to) ? "gathered" : "pile";
	if (has(bar, from) && isIn(".field > *", to)) return "own";
	return isIn(".lane:not(.own-lane), .knight:not(.mine)", from) && isIn(".field > *", to) ? "other" : "hand";
})`

// cardFlights are the kinds of flights that a match of each game shows soon.
var cardFlights = map[string][]string{
	"knizia":   {"own", "other", "gathered", "number"},
	"shannon":  {"own", "other", "gathered", "number"},
	"kutschke": {"own"}, // the rest depends on the cards dealt
}

// TestCardsTravel plays the games of cards on a phone until all kinds of flights have been seen.
// In the end no copy is left, and the page shows the numbers that it shows after a reload.
func TestCardsTravel(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/travel.db")
	for game, kinds := range cardFlights {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			p := newPerson(t, s.URL, device{width: 390, height: 844, touch: true})
			p.playCards(game, func(seen map[string]bool) bool {
				return !slices.ContainsFunc(kinds, func(kind string) bool { return !seen[kind] })
			})
			p.await(`!document.querySelector(".flown") && document.getAnimations().every((a) => a.id !== "count")`)
			numbers := `[...document.querySelectorAll("main .total, main .score, main .w, main .sum")].map((e) => e.textContent.trim()).join(" ")`
			was := evaluate[string](p, numbers)
			p.open(p.path())
			if is := evaluate[string](p, numbers); is != was {
				t.Errorf("the page showed the numbers %s, and after a reload %s", was, is)
			}
		})
	}
}

// sitAtCards sits down at a match of cards, on pages that note their flights.
func (p *person) sitAtCards(game string) (id string, others []*clitest.APIPlayer) {
	p.t.Helper()
	p.mustSend(func(ctx context.Context) error {
		_, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: watchFlights})
		return err
	})
	id, others = p.sitFirst(game)
	p.await(laterLoaded)
	return id, others
}

// playCards sits down at a match of cards and plays until done is true of the kinds of flights seen.
func (p *person) playCards(game string, done func(seen map[string]bool) bool) {
	p.t.Helper()
	id, others := p.sitAtCards(game)
	rules, seen := cardScripts[game], map[string]bool{}
	for range 150 {
		for _, kind := range evaluate[[]string](p, flightKinds) {
			seen[kind] = true
		}
		if done(seen) {
			return
		}
		if !evaluate[bool](p, rules.mine) {
			for _, k := range others {
				k.Play(id)
				p.awaitPly(k.GetMatch(id).Ply)
			}
			continue
		}
		p.await(rules.next)
		p.tapCard(evaluate[string](p, rules.next))
	}
	p.t.Fatalf("of the flights only %v were seen\n%s", slices.Sorted(maps.Keys(seen)), p.pageState())
}

// TestCardsTravelAfterAbsence leaves a match while the other player acts. At the return the new cards
// fly, and at the next visit no card.
func TestCardsTravelAfterAbsence(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/absence.db")
	p := newPerson(t, s.URL, device{width: 390, height: 844, touch: true})
	id, others := p.sitAtCards("knizia")
	rules := cardScripts["knizia"]
	for range 40 {
		if evaluate[bool](p, rules.mine) {
			p.await(rules.next)
			p.tapCard(evaluate[string](p, rules.next))
			continue
		}
		p.open("/")
		others[0].Play(id)
		p.open("/m/" + id)
		p.runLater()
		if !slices.Contains(evaluate[[]string](p, flightKinds), "other") {
			continue
		}
		p.open("/m/" + id)
		p.runLater()
		if kinds := evaluate[[]string](p, flightKinds); len(kinds) > 0 {
			t.Errorf("at the next visit there were the flights %v", kinds)
		}
		return
	}
	t.Fatalf("no card flew to the table at the return\n%s", p.pageState())
}

// runLater waits until the scripts have run that a page loads last.
func (p *person) runLater() {
	p.t.Helper()
	if err := p.within(browserTimeout, func(ctx context.Context) error {
		_, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`import(document.querySelector("script[data-later]").dataset.later).then(() => true)`, chromedp.EvalAwaitPromise))
		return err
	}); err != nil {
		p.t.Fatal(err)
	}
}

// tapCard taps an element of a match, and waits for the page that answers.
func (p *person) tapCard(selector string) {
	p.t.Helper()
	was := evaluate[string](p, stageScript)
	p.lookAway()
	p.tap(selector)
	p.await(fmt.Sprintf(`%s !== %q`, stageScript, was))
}

// draggable matches the links of cards that can be dragged.
const draggable = `:is(.hand, .tiles, .spares) > li > a`

// tablePoint returns a script for a point of the table that is seen with a card.
func tablePoint(card string) string {
	return fmt.Sprintf(`(() => {
	scrollTo(0, 0);
	document.querySelector(%q).scrollIntoView({ block: "nearest" });
	const { left, top, width } = [...document.querySelectorAll(".field > *")].find((e) => e.checkVisibility()).getBoundingClientRect();
	const x = left + width / 2;
	for (let y = Math.max(0, top); y < innerHeight; y += 8) if (document.elementFromPoint(x, y)?.closest(".field, .bar")?.matches(".field")) return [x, y + 4];
})()`, card)
}

// dragTo drags a card to a point of the window.
func dragTo(p boardPage, by pointer, selector string, toX, toY float64) {
	p.await(fmt.Sprintf(`(document.querySelector(%q).scrollIntoView({ block: "nearest" }), true)`, selector))
	p.await(motionEnded)
	x, y := p.middleOf(selector)
	by(input.DispatchMouseEventTypeMousePressed, x, y)
	for step := 1.0; step <= 8; step++ {
		by(input.DispatchMouseEventTypeMouseMoved, x+(toX-x)*step/8, y+(toY-y)*step/8)
	}
	p.await(`document.querySelector(".in-hand")`)
	by(input.DispatchMouseEventTypeMouseReleased, toX, toY)
}

// TestCardsAreDragged drags cards with a mouse and with a finger. A card that is dropped on the
// table or on the lines above the hand is played, one that is dropped beside them or that cannot be
// played returns. With reduced motion a card that is played does not fly.
func TestCardsAreDragged(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/cards.db")
	for name, d := range map[string]device{"mouse": desktop, "finger": phone} {
		for game := range cardScripts {
			t.Run(name+" "+game, func(t *testing.T) {
				t.Parallel()
				p := newPerson(t, s.URL, d)
				card := p.awaitCard(game)
				by, to := p.mouse, tablePoint(card)
				if d.touch {
					by, to = p.finger, middleScript(".bar .lines")
				}
				was := evaluate[string](p, stageScript)
				dragTo(p, by, card, 4, 4)
				p.await(`!document.querySelector(".in-hand")`)
				if is := evaluate[string](p, stageScript); is != was {
					t.Errorf("a card dropped beside the table led from %s to %s", was, is)
				}
				if kinds := evaluate[[]string](p, flightKinds); !slices.Contains(kinds, "return") {
					t.Errorf("a card dropped beside the table did not return, but %v", kinds)
				}
				p.dragCard(by, card, to, was)
				p.photograph("dragged " + name + " " + game)
				if game == "shannon" && d.touch {
					p.dragBack(by)
				}
				p.playStill(game)
			})
		}
	}
}

// awaitCard plays until the visitor has a card to play, and returns its selector.
func (p *person) awaitCard(game string) string {
	p.t.Helper()
	card := ""
	p.playCards(game, func(map[string]bool) bool {
		if evaluate[bool](p, cardScripts[game].mine) {
			selector := evaluate[string](p, cardScripts[game].next)
			if evaluate[bool](p, fmt.Sprintf(`!!document.querySelector(%q)?.matches(%q)`, cmp.Or(selector, "#none"), draggable)) {
				card = selector
			}
		}
		return card != ""
	})
	return card
}

// dragCard drags a card to the point that a script returns, and waits until the page shows it as
// played.
func (p *person) dragCard(by pointer, card, to, was string) {
	p.t.Helper()
	at := evaluate[[2]float64](p, to)
	dragTo(p, by, card, at[0], at[1])
	p.await(fmt.Sprintf(`%s !== %q && !document.querySelector(".in-hand")`, stageScript, was))
}

// dragBack drags a card that cannot be played to the table, if the hand has one. It returns, and the
// page says why.
func (p *person) dragBack(by pointer) {
	p.t.Helper()
	card := evaluate[string](p, `(link => link ? "#" + CSS.escape(link.id) : "")(document.querySelector("#bar .hand a.no:not(.read)"))`)
	if card == "" {
		return
	}
	p.dragCard(by, card, tablePoint(card), evaluate[string](p, stageScript))
	p.await(`document.querySelector("#why")`)
}

// playStill plays on with reduced motion, and expects no flight.
func (p *person) playStill(game string) {
	p.t.Helper()
	p.mustSend(func(ctx context.Context) error {
		_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}})
		return err
	})
	evaluate[any](p, `flights.splice(0)`)
	for range 3 {
		p.await(cardScripts[game].next + " || !(" + cardScripts[game].mine + ")")
		if !evaluate[bool](p, cardScripts[game].mine) {
			break
		}
		p.tapCard(evaluate[string](p, cardScripts[game].next))
	}
	if kinds := evaluate[[]string](p, flightKinds); len(kinds) > 0 {
		p.t.Errorf("with reduced motion there were the flights %v", kinds)
	}
}
