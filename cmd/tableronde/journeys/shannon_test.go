package journeys

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tableronde/cmd/tableronde/clitest"
)

// turnOf is true while the visitor owes a decision in a tournament.
const turnOf = `!!document.querySelector(".knight.act.mine")`

// nextChoiceScript finds the next thing to touch in a tournament: the button that confirms,
// else the first choice.
const nextChoiceScript = `((document) => {
		if (document.querySelector("form #confirm")) return "#confirm";
		const named = document.querySelector("#picking a[aria-current]");
		const open = named ? [".hand a:not(.read)"] : ["#picking a", ".hand a:not(.no):not(.read)", ".offer-card a"];
		const link = document.querySelector(".values a") ?? document.querySelector(open.map(s => s + ":not([aria-current])").join(", "));
		return link ? "#" + CSS.escape(link.id) : "";
	})`

// nextChoice returns the selector of the next thing to touch, "" for none.
func (p *person) nextChoice() string {
	p.t.Helper()
	return evaluate[string](p, nextChoiceScript+"(document)")
}

// decide touches one choice after the other, then confirms. Before each touch it calls look
// with the kind of the page, unless look is nil.
func (p *person) decide(touch func(selector string), look func(kind string)) {
	p.t.Helper()
	for range 40 {
		was := evaluate[string](p, `document.querySelector("#match").dataset.url + document.querySelector("#match").dataset.ply`)
		selector := p.nextChoice()
		if selector == "" {
			p.t.Fatalf("nothing to choose\n%s", p.pageState())
		}
		if look != nil {
			look(evaluate[string](p, `(document.querySelector(".combat, .offers, .tallies")?.className.replace(/ n\d/, "") ?? "a beginning") + (document.querySelector(".dialog") ? ", a dialog" : "")`))
		}
		if selector == "#confirm" { // which may lie where the card was: a second tap there would be taken for a slip
			p.lookAway()
		}
		touch(selector)
		p.await(fmt.Sprintf(`document.querySelector("#match") && document.querySelector("#match").dataset.url + document.querySelector("#match").dataset.ply !== %q`, was))
		if selector == "#confirm" {
			return
		}
	}
	p.t.Fatalf("no end of choices\n%s", p.pageState())
}

// lookOnce checks a page of a game by axe, takes its picture and checks its width, unless seen has
// its kind.
func (p *person) lookOnce(seen map[string]bool, game, kind string) {
	p.t.Helper()
	if seen[kind] {
		return
	}
	seen[kind] = true
	p.audit(kind)
	p.photograph(game + " " + kind)
	if wide := evaluate[float64](p, "document.documentElement.scrollWidth - document.documentElement.clientWidth"); wide > 0 {
		p.t.Errorf("%s: the page is %.0f px wider than the window", kind, wide)
	}
}

// TestTournamentOfTwo plays a tournament between a phone by touch and a keyboard, over a restart of
// the server. After some turns the browsers hasten, except in long runs.
func TestTournamentOfTwo(t *testing.T) {
	t.Parallel()
	db := t.TempDir() + "/tourney.db"
	s := startSite(t, db)
	ada := newPerson(t, s.URL, phone)
	bo := newPerson(t, s.URL, device{width: 1440, height: 900, dark: true, language: "fr"})
	ada.open("/new?game=shannon")
	ada.audit("new tournament")
	ada.typeInto(`input[name=name]`, "Aliénor")
	ada.tap(`form[action="/matches"] .primary`)
	ada.await(`!!document.querySelector("#invite")`)
	match := ada.path()
	bo.open(ada.invitation())
	bo.accept("Gauvain", match)
	ada.await(`!!document.querySelector(".knights")`)

	seen := map[string]bool{}
	looks := func(p *person, who string) func(string) {
		return func(kind string) { p.lookOnce(seen, "tournament", who+": "+kind) }
	}
	enter := bo.byKeys(7)
	for turn := 0; ; turn++ {
		ada.await(`document.querySelector(".knight.act, .ranks")`)
		if evaluate[bool](ada, `!!document.querySelector(".ranks")`) {
			break
		}
		if turn > 4 && !clitest.IsLong() {
			hastenBoth(ada, bo, match, ".knight.act.mine", nextChoiceScript, never)
			continue
		}
		if evaluate[bool](ada, turnOf) {
			ada.decide(ada.tap, looks(ada, "phone"))
		} else {
			bo.await(turnOf)
			bo.decide(enter, looks(bo, "desktop"))
			ada.await(fmt.Sprintf(`Number(document.querySelector("#match").dataset.ply ?? Infinity) >= %s`, shownPly(bo)))
		}
		if turn == 3 {
			s = restartSite(t, s, db)
		}
	}
	for _, p := range []*person{ada, bo} {
		p.await(`!!document.querySelector(".ranks")`)
		p.audit("the end of a tournament")
		p.photograph("tournament end")
		p.click("#count-link")
		p.await(`document.querySelectorAll(".tally").length === 2`)
		p.audit("a count")
		p.photograph("tournament count")
		p.allowError("/events")
		p.closeBrowser()
	}
	bo.open(match)
	ada.open(match)
	playAgain(match, ada, bo)
	bo.await(`!!document.querySelector(".knights, .bar.first")`)
	t.Logf("%d kinds of pages", len(seen))
}

// shownPly returns the ply that the page of a match under way shows.
func shownPly(p *person) string {
	p.t.Helper()
	return evaluate[string](p, `document.querySelector("#match").dataset.ply ?? "0"`)
}

// TestTournamentsAmongPrograms plays at tables of six, five, four and three, with programs in a
// browser without scripts, over a restart. The browser leaves after a while, and the programs play
// to the end.
func TestTournamentsAmongPrograms(t *testing.T) {
	clitest.NeedLong(t)
	t.Parallel()
	db := t.TempDir() + "/court.db"
	s := startSite(t, db)
	cy := newPerson(t, s.URL, device{width: 360, height: 740, touch: true, noScripts: true, language: "fr"})
	for seats := 6; seats >= 3; seats-- {
		cy.open("/new?game=shannon")
		cy.tap(fmt.Sprintf(`label:has(input[name=seats][value="%d"])`, seats))
		if seats == 6 {
			cy.typeInto(`input[name=name]`, "Perceval")
		}
		cy.tap(`form[action="/matches"] .primary`)
		cy.await(`!!document.querySelector("#invite")`)
		match := cy.path()
		id := strings.TrimPrefix(match, "/m/")
		apiPlayers := newAPIPlayers(t, s.URL, match, cy.invitation(), knightNames(seats-1)...)
		own := map[int]int{3: 3, 4: 3, 5: 3, 6: 14}[seats]
		for turn := 0; turn < own; turn++ {
			playAll(t, apiPlayers, id)
			cy.open(match)
			if !evaluate[bool](cy, turnOf) {
				break
			}
			cy.decide(cy.tap, nil)
			if seats == 6 && turn == 4 {
				cy.photograph("tournament six plain")
				s = restartSite(t, s, db)
				for _, k := range apiPlayers {
					k.Base = s.URL
				}
			}
		}
		cy.open(match + "?ask=resign")
		cy.tap(".ask form button")
		cy.await(`!document.querySelector(".ask")`)
		playAll(t, apiPlayers, id)
		cy.open(match)
		cy.await(fmt.Sprintf(`document.querySelectorAll(".ranks tbody tr").length === %d`, seats))
		if last := cy.text(".ranks tbody tr:last-child th"); !strings.HasPrefix(last, "Perceval") {
			t.Errorf("who resigned is not last of %d, but %q", seats, last)
		}
		cy.photograph(fmt.Sprintf("tournament end of %d", seats))
	}
	cy.closeBrowser()
}

// playAll has the API players act until none of them owes a decision.
func playAll(t *testing.T, apiPlayers []*clitest.APIPlayer, match string) {
	t.Helper()
	for range 2000 {
		acted := false
		for _, k := range apiPlayers {
			acted = k.Play(match) || acted
		}
		if !acted {
			return
		}
	}
	t.Fatal("a match without end")
}

// TestTournamentOrders leaves orders without scripts, which are carried out.
func TestTournamentOrders(t *testing.T) {
	clitest.NeedLong(t)
	t.Parallel()
	s := startSite(t, t.TempDir()+"/orders.db")
	di := newPerson(t, s.URL, device{width: 1440, height: 900})
	di.open("/new?game=shannon")
	di.typeInto(`input[name=name]`, "Diane")
	di.click(`form[action="/matches"] .primary`)
	di.await(`!!document.querySelector("#invite")`)
	match := di.path()
	id := strings.TrimPrefix(match, "/m/")
	k := clitest.NewAPIPlayer(t, s.URL, "Bo")
	k.Join(match, di.invitation())
	di.await(`!!document.querySelector(".knights")`)
	di.open(match + "/orders")
	di.audit("orders for a tournament")
	di.photograph("tournament orders")
	di.typeInto(`input[name="rank-raven"]`, "1")
	card := evaluate[string](di, `[...document.querySelector("#if-lead").options].find(o => o.value).value`)
	evaluate[string](di, fmt.Sprintf(`document.querySelector("#if-lead").value = %q`, card))
	di.click("#confirm")
	di.await(`!!document.querySelector("#saved")`)
	if got := evaluate[string](di, `document.querySelector("#rank-raven").value`); got != "1" {
		t.Errorf("the raven has the place %q", got)
	}
	di.open(match + "/orders") // on the page of the answer, Save rests for a second
	evaluate[string](di, `document.querySelector("#more").value = "if S play"`)
	di.click("#confirm")
	di.await(`!!document.querySelector("#problem")`)
	if got := evaluate[string](di, `document.querySelector("#more").value`); got != "if S play" {
		t.Errorf("after a refusal the text is %q", got)
	}
	di.audit("orders that are refused")
	di.allowError("422")
	di.open(match)
	if evaluate[bool](di, turnOf) && slices.Contains(k.GetMatch(id).ToAct, k.GetMatch(id).You) {
		t.Error("two act in a combat")
	}
	di.closeBrowser()
}
