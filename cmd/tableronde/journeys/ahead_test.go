package journeys

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tableronde/cmd/tableronde/clitest"
)

// aheadHands are the ways to prepare actions in advance: by touch and by keyboard, with scripts and
// without, in both languages.
var aheadHands = []struct {
	name string
	device
	keys bool
}{
	{"touch, English", phone, false},
	{"touch without scripts, French", device{width: 360, height: 740, touch: true, noScripts: true, language: "fr"}, false},
	{"keyboard, French", device{width: 1440, height: 900, dark: true, language: "fr"}, true},
	{"keyboard without scripts, English", device{width: 1440, height: 900, noScripts: true}, true},
}

// planner is a person who prepares actions in advance, in a match against a program.
type planner struct {
	*person
	device
	act     func(selector string)
	program *clitest.APIPlayer
	match   string // path
}

// forPlanners runs a test for one way of doing it, or in long runs for all of them.
func forPlanners(t *testing.T, test func(t *testing.T, p *planner)) {
	t.Helper()
	s := startSite(t, t.TempDir()+"/ahead.db")
	for i, h := range aheadHands {
		if i > 0 && !clitest.IsLong() {
			break
		}
		t.Run(h.name, func(t *testing.T) {
			p := &planner{person: newPerson(t, s.URL, h.device), device: h.device}
			switch p.act = p.tap; {
			case h.keys && h.noScripts:
				p.act = p.byKeys(0) // Tab leads over every square of a board
			case h.keys:
				p.act = p.byKeys(3)
			}
			test(t, p)
			p.closeBrowser()
		})
	}
}

// sit takes the second seat of a match that a program has opened.
func (p *planner) sit(game string) {
	p.t.Helper()
	p.program = clitest.NewAPIPlayer(p.t, p.base, "Ada")
	var made struct{ ID, Invite string }
	p.program.Call(http.MethodPost, "/api/v1/matches", map[string]any{"game": game, "seats": 2, "seat": 1}, &made)
	p.match = "/m/" + made.ID
	p.open(made.Invite[strings.Index(made.Invite, "/i/"):])
	if evaluate[bool](p.person, `!!document.querySelector("input[name=name]")`) {
		p.typeInto(`input[name=name]`, "Gauvain")
	}
	p.act(`form[action^="/i/"] .primary`)
	p.await(`location.pathname === "` + p.match + `"`)
}

// look has axe check the page, which needs scripts.
func (p *planner) look(name string) {
	p.t.Helper()
	p.photograph("ahead " + fileName(strings.ReplaceAll(p.t.Name(), " ", "_")) + " " + name)
	if !p.noScripts {
		p.audit(name)
	}
}

// try makes a move on the board of an analysis.
func (p *planner) try(from, to string) {
	p.t.Helper()
	p.touchSquare(from)
	p.await(fmt.Sprintf(`new URLSearchParams(location.search).get("m") === %q`, from))
	p.touchSquare(to)
	p.await(fmt.Sprintf(`new URLSearchParams(location.search).get("m") === %q && !!document.querySelector("#next")`, from+"-"+to))
	p.act("#next")
	p.await(fmt.Sprintf(`!new URLSearchParams(location.search).get("m") && new URLSearchParams(location.search).get("line").endsWith(%q)`, from+"-"+to))
}

// touchSquare activates a square of the board. With keyboard and scripts it uses arrow keys, in the
// directions of the board as shown.
func (p *planner) touchSquare(name string) {
	p.t.Helper()
	if p.touch || p.noScripts {
		p.act("#sq-" + name)
		return
	}
	p.tabTo("#board a")
	const way = `(() => {
		const middle = (e) => { const r = e.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; };
		const [x, y] = middle(document.activeElement), [tx, ty] = middle(document.querySelector(%q));
		return Math.abs(ty - y) > 5 ? (ty > y ? "down" : "up") : Math.abs(tx - x) > 5 ? (tx > x ? "right" : "left") : "";
	})()`
	keys := map[string]string{"down": kb.ArrowDown, "up": kb.ArrowUp, "right": kb.ArrowRight, "left": kb.ArrowLeft}
	for range 40 {
		key := keys[evaluate[string](p.person, fmt.Sprintf(way, "#sq-"+name))]
		if key == "" {
			p.press(kb.Enter)
			return
		}
		p.press(key)
	}
	p.t.Fatalf("no arrow leads to %s", name)
}

// write types into a field that may hold something.
func (p *planner) write(selector, text string) {
	p.t.Helper()
	evaluate[string](p.person, fmt.Sprintf(`document.querySelector(%q).value = ""`, selector))
	p.do("write into "+selector, chromedp.SendKeys(chromedp.CSS(selector), text))
}

// choose chooses an option of a list: with the keyboard by arrows, else as the list of a
// phone does.
func (p *planner) choose(selector, value string) {
	p.t.Helper()
	chosen := fmt.Sprintf(`document.querySelector(%q).value === %q`, selector, value)
	if p.touch {
		evaluate[string](p.person, fmt.Sprintf(`document.querySelector(%q).value = %q`, selector, value))
		return
	}
	evaluate[any](p.person, fmt.Sprintf(`document.querySelector(%q).focus()`, selector))
	p.press(kb.Home)
	for range 60 {
		if evaluate[bool](p.person, chosen) {
			return
		}
		p.press(kb.ArrowDown)
	}
	p.t.Fatalf("no arrow leads to %q in %s", value, selector)
}

// check ticks a box, or takes the tick away.
func (p *planner) check(selector string) {
	p.t.Helper()
	if p.touch {
		p.tap(selector)
		return
	}
	evaluate[any](p.person, fmt.Sprintf(`document.querySelector(%q).focus()`, selector))
	p.press(" ")
}

// unfold opens a fold of the page.
func (p *planner) unfold(selector string) {
	p.t.Helper()
	if evaluate[bool](p.person, fmt.Sprintf(`document.querySelector(%q).open`, selector)) {
		return
	}
	p.act(selector + " > summary")
	p.await(fmt.Sprintf(`document.querySelector(%q).open`, selector))
}

// save sends the sheet of orders, and waits until it is kept.
func (p *planner) save() {
	p.t.Helper()
	p.act("#confirm")
	p.await(`location.search.includes("saved=1") && !!document.querySelector("#saved")`)
	p.open(p.match + "/orders") // without ?saved=1, so that the next call waits for its own
}

// expect waits until a JavaScript expression is true, and logs the meaning of the expression.
func (p *planner) expect(what, expression string) {
	p.t.Helper()
	p.t.Log(what)
	p.await(expression)
}

// TestAnalysisInBrowsers builds variations with a note, comes back to them later, and
// makes one of them a conditional move, which is changed, withdrawn in part, and plays.
func TestAnalysisInBrowsers(t *testing.T) {
	t.Parallel()
	forPlanners(t, func(t *testing.T, p *planner) {
		p.sit("camelot")
		p.open(p.match)
		p.act("a#analysis")
		p.await(`!!document.querySelector("#none")`)
		p.look("an analysis without lines")
		p.try("C6", "C7")
		p.try("D10", "C9")
		p.act("#keep")
		p.await(`!!document.querySelector("#done") && !document.querySelector("#keep")`)
		p.write("#note", "à revoir")
		p.act("#save-note")
		p.await(`document.querySelector(".tree .note")?.textContent === "à revoir"`)
		p.act("#step-first")
		p.await(`!!document.querySelector("#step-first[aria-disabled]")`)
		p.try("J6", "K7")
		p.act("#keep")
		p.await(`!!document.querySelector("#promote")`)
		p.look("a variation")

		p.open("/")
		p.open(p.match) // later
		p.act("a#analysis")
		p.await(`document.querySelectorAll(".branch").length === 1`)
		p.act(".root > .tree > li:nth-child(2) > a")
		p.await(`document.querySelector("#note")?.value === "à revoir"`)
		p.look("a note")
		p.act("#conditional")
		p.await(`location.pathname.endsWith("/orders") && !!document.querySelector("#keep")`)
		p.act("#keep")
		p.await(`document.querySelectorAll(".conditions .cond").length === 1 && !!document.querySelector("#done")`)
		p.act("#look-1")
		p.await(`location.search.includes("line=")`)
		p.try("J6", "K7")
		p.try("G10", "G9")
		p.act("#keep")
		p.await(`document.querySelectorAll(".conditions .conditions .cond").length === 1`)
		p.look("conditions")
		p.act("#cut-2")
		p.await(`document.querySelectorAll(".cond").length === 1`)

		p.program.Call(http.MethodPost, "/api/v1/matches/"+strings.TrimPrefix(p.match, "/m/")+"/actions", map[string]any{"ply": 0, "action": "C6-C7"}, &struct{}{})
		p.open(p.match)
		p.expect("the condition has played", `document.querySelector("#moves").textContent.includes("D10-C9")`)
		p.open(p.match + "/orders")
		p.expect("it is told, and nothing is left", `!document.querySelector(".cond") && !!document.querySelector(".acted")`)
		p.open(p.match + "/analysis?ply=0")
		p.expect("what was played is marked", `document.querySelectorAll(".tree .tag.past").length === 2`)
	})
}

// TestKniziaAhead prepares withdrawals and a turn, changes them, and takes them back.
func TestKniziaAhead(t *testing.T) {
	clitest.NeedLong(t)
	t.Parallel()
	forPlanners(t, func(t *testing.T, p *planner) {
		p.sitSecond("knizia")
		p.open(p.match + "/orders")
		p.check("#leave-now")
		p.write(`input[name=leave-total-from]`, "60")
		p.choose("#leave-total", "this")
		p.save()
		p.expect("both withdrawals are kept", `document.querySelector("#leave-now").checked && document.querySelector("#leave-total").value === "this" && document.querySelector("input[name=leave-total-from]").value === "60"`)
		p.look("withdrawals")
		p.check("#leave-now")
		p.write(`input[name=leave-total-from]`, "65")
		p.save()
		p.expect("the change is kept", `!document.querySelector("#leave-now").checked && document.querySelector("input[name=leave-total-from]").value === "65"`)
		p.choose("#leave-total", "")
		p.save()
		p.expect("no withdrawal is left", `document.querySelector("#leave-total").value === ""`)
		p.awaitPlannable()
		p.unfold("#plan-1")
		p.write(`input[name=plan-most-1]`, "20")
		p.check("#plan-card-1-1")
		p.save()
		p.expect("the turn is kept", `document.querySelector("#plan-card-1-1").checked && document.querySelector("input[name=plan-most-1]").value === "20"`)
		p.look("a planned turn")
		p.check("#plan-card-1-1")
		p.save()
		p.expect("the turn is taken back", `!document.querySelector("#plan-card-1-1").checked`)
	})
}

// awaitPlannable plays, one match after the other, until the program is to act in a
// tournament with a color, for the next turn in it to be planned.
func (p *planner) awaitPlannable() {
	p.t.Helper()
	touch := p.click
	if p.touch {
		touch = p.tap
	}
	for range 100 {
		id := strings.TrimPrefix(p.match, "/m/")
		switch m := p.program.GetMatch(id); {
		case m.Over:
			p.sitSecond("knizia")
			continue
		case !slices.Contains(m.ToAct, m.You):
			p.open(p.match)
			p.playTurn(touch)
			continue
		}
		if p.open(p.match + "/orders"); evaluate[bool](p.person, `!!document.querySelector("#plan-card-1-1")`) {
			return
		}
		p.program.Play(id)
	}
	p.t.Fatalf("no turn can be planned\n%s", p.pageState())
}

// sitSecond takes the second seat of a match of cards in which the program begins.
func (p *planner) sitSecond(game string) {
	p.t.Helper()
	for p.sit(game); p.isFirst(); p.sit(game) {
	}
}

// TestKutschkeAhead prepares a turn, changes it, and takes it back.
func TestKutschkeAhead(t *testing.T) {
	clitest.NeedLong(t)
	t.Parallel()
	forPlanners(t, func(t *testing.T, p *planner) {
		p.sitSecond("kutschke") // the wish of the first is taken at once
		p.open(p.match + "/orders")
		steps := evaluate[[]string](p.person, `[...document.querySelector("#step-1").options].map(o => o.value).filter(v => v)`)
		if len(steps) < 2 {
			t.Fatalf("the first step may be one of %q", steps)
		}
		for _, step := range []string{steps[0], steps[1], ""} {
			p.choose("#step-1", step)
			p.save()
			p.expect("the step is "+step, fmt.Sprintf(`document.querySelector("#step-1").value === %q`, step))
		}
		p.choose("#wish-1", "Q")
		p.save()
		p.expect("the wish is kept", `document.querySelector("#wish-1").value === "Q"`)
		p.look("a plan")
		p.choose("#wish-1", "")
		p.save()
		p.expect("the wish is taken back", `document.querySelector("#wish-1").value === ""`)
	})
}

// isFirst reports whether the person is to act in a match that has just begun.
func (p *planner) isFirst() bool {
	m := p.program.GetMatch(strings.TrimPrefix(p.match, "/m/"))
	return !slices.Contains(m.ToAct, m.You)
}

// TestTournamentAhead prepares an answer by rank, changes it, and takes it back.
func TestTournamentAhead(t *testing.T) {
	clitest.NeedLong(t)
	t.Parallel()
	forPlanners(t, func(t *testing.T, p *planner) {
		p.sit("shannon")
		p.open(p.match + "/orders")
		const low, answer = ".rank-row input", ".rank-row select"
		p.unfold("details:has(.rank-row)")
		cards := evaluate[[]string](p.person, fmt.Sprintf(`[...document.querySelector(%q).options].map(o => o.value).filter(v => v)`, answer))
		for i, value := range []string{"5", "7"} {
			p.write(low, value)
			p.choose(answer, cards[i%len(cards)])
			p.save()
			p.expect("the answer is kept", fmt.Sprintf(`document.querySelector("details:has(.rank-row)").open && document.querySelector(%q).value === %q && document.querySelector(%q).value === %q`, low, value, answer, cards[i%len(cards)]))
		}
		p.look("an answer by rank")
		p.write(low, kb.Backspace)
		p.choose(answer, "")
		p.save()
		p.expect("the answer is taken back", fmt.Sprintf(`document.querySelector(%q).value === ""`, answer))
	})
}
