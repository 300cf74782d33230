package journeys

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"tableronde/cmd/tableronde/clitest"
)

// ownTurnScript is true while it is the visitor's turn.
const ownTurnScript = `!!document.querySelector(".own-lane.act")`

// matchOverScript is true when the match is over.
const matchOverScript = `!!document.querySelector('form[action$="/rematch"], #rematch-match')`

// nextTouchScript returns the selector of the next thing to touch, by a simple strategy. It is a
// weapon whose token is still missing, a playable card, the button that confirms, the button that
// withdraws, or the way back from a card that asks for a target, which the strategy does not play.
const nextTouchScript = `(() => {
	const button = document.querySelector("#bar form #confirm");
	const danger = document.querySelector("#bar form .danger");
	if (danger) return "#" + danger.id;
	const picks = [...document.querySelectorAll(".colors a:not([aria-disabled])")];
	if (picks.length && !button) {
		const owned = [...document.querySelectorAll(".own-lane .token")].map(t => !t.querySelector(".c-dash"));
		const colors = ["purple", "red", "blue", "yellow", "green"];
		const fresh = picks.find(a => !owned[colors.indexOf(a.id.slice(5))]);
		return "#" + (fresh ?? picks[0]).id;
	}
	if (button) return "#confirm";
	if (document.querySelector(".aiming:not(:has(.colors))")) return "#restart";
	const card = [...document.querySelectorAll("#bar .hand li:not(.up):not(.no):not(.idle) a")].find(a => /^hand-[PRBYGW]\d/.test(a.id));
	if (card) return "#" + card.id;
	return document.querySelector("#withdraw[href]:not([aria-disabled])") ? "#withdraw" : "";
})()`

// playTurn touches one thing after the other until the turn has passed on.
func (p *person) playTurn(touch func(selector string)) {
	p.t.Helper()
	for range 60 {
		selector := evaluate[string](p, nextTouchScript)
		if selector == "" {
			p.t.Fatalf("nothing to do\n%s", p.pageState())
		}
		const look = `document.querySelector("#match").dataset.ply + "|" + location.search`
		was := evaluate[string](p, look)
		touch(selector)
		if !p.changes(look, was) {
			touch(selector) // the first fell into the second after a confirmation
		}
		p.await(fmt.Sprintf(`document.querySelector("#match") && (%s !== %q || %s)`, look, was, matchOverScript))
		if ply, _, _ := strings.Cut(was, "|"); !strings.HasPrefix(evaluate[string](p, look), ply+"|") {
			return
		}
	}
	p.t.Fatalf("the turn does not end\n%s", p.pageState())
}

// changes waits a few seconds for an expression to change, or for the end of the match,
// and reports whether that came.
func (p *person) changes(expression, was string) bool {
	p.t.Helper()
	for range 100 {
		ctx, cancel := context.WithTimeout(p.ctx, 5*time.Second)
		ok, err := chromedp.Run(ctx, chromedp.Evaluate[bool](fmt.Sprintf(`!!document.querySelector("#match") && (%s !== %q || %s)`, expression, was, matchOverScript)))
		cancel()
		if err == nil && ok {
			return true
		}
		time.Sleep(50 * time.Millisecond)
	}
	return false
}

// invite opens a table of Knizia's Camelot with the given number of seats. It returns the path of
// the match and the invitation.
func (p *person) invite(seats int, name string, touch func(string)) (match, link string) {
	p.t.Helper()
	return p.inviteWaiting(seats, name, "", touch)
}

// inviteWaiting does as invite does, and chooses a time to answer.
func (p *person) inviteWaiting(seats int, name, wait string, touch func(string)) (match, link string) {
	p.t.Helper()
	p.open("/new?game=knizia")
	touch(fmt.Sprintf(`label:has(input[name=seats][value="%d"])`, seats))
	if wait != "" {
		touch("#options summary")
		p.await(`document.querySelector("#options").open`)
		evaluate[bool](p, fmt.Sprintf(`!!(document.querySelector("#wait").value = %q)`, wait))
	}
	p.typeInto(`input[name=name]`, name)
	touch(`form[action="/matches"] .primary`)
	p.await(`!!document.querySelector("#invite")`)
	return p.path(), p.invitation()
}

// TestKniziaTwoBrowsers plays a whole game between a phone by touch and a
// keyboard in the dark, in French, and checks its deal.
func TestKniziaTwoBrowsers(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/knizia.db")
	ada := newPerson(t, s.URL, phone)
	bo := newPerson(t, s.URL, device{width: 1440, height: 900, dark: true, language: "fr"})
	match, link := ada.invite(2, "Aliénor", ada.tap)
	ada.audit("the waiting room")
	ada.photograph("knizia-room")
	seal := ada.text("#bar .hash")
	bo.open(link)
	bo.audit("the invitation")
	if got := bo.text(".hash"); len(got) != 64 || got != seal {
		t.Errorf("the invitation shows the seal %q, the host sees %q", got, seal)
	}
	bo.typeInto(`input[name=contribution]`, "une licorne à moustache")
	bo.accept("Gauvain", match)
	ada.await(`!!document.querySelector("#tournament")`)

	bo.open(match + "/orders")
	bo.audit("the order sheet")
	bo.photograph("knizia-orders")
	bo.open(match)
	turns := playKnizia(ada, bo, match)
	t.Logf("%d turns", turns)
	for name, p := range map[string]*person{"phone": ada, "desktop": bo} {
		p.await(matchOverScript)
		p.audit("the end")
		p.photograph("knizia-end-" + name)
	}
	ada.readDeal(match, seal, "une licorne à moustache")
	verifyRecord(t, ada.record(match))
	ada.open(match)
	playAgain(match, bo, ada)
	ada.await(`!!document.querySelector("#tournament")`)
	ada.closeBrowser()
	bo.closeBrowser()
}

// playKnizia has two people play to the end, one by touch and one by keys, and
// returns the number of turns.
func playKnizia(touching, typing *person, match string) (turns int) {
	keys := typing.byKeys(11)
	for ; turns < 400 && !evaluate[bool](touching, matchOverScript); turns++ {
		p, touch := touching, touching.tap
		touching.await(ownTurnScript + ` || ` + matchOverScript + ` || !!document.querySelector(".lane.act:not(.own-lane)")`)
		if evaluate[bool](touching, matchOverScript) {
			break
		}
		if !evaluate[bool](touching, ownTurnScript) {
			p, touch = typing, keys
		}
		p.await(ownTurnScript)
		p.playTurn(touch)
		at := evaluate[string](p, `document.querySelector("#match").dataset.ply ?? ""`)
		for _, other := range []*person{touching, typing} {
			other.await(fmt.Sprintf(`document.querySelector("#match").dataset.ply === %q || %s`, at, matchOverScript))
		}
		if turns == 3 {
			touching.lookAround(match, "phone")
			typing.lookAround(match, "desktop")
		}
	}
	return turns
}

// lookAround audits a match in its middle, and the home page that lists it.
func (p *person) lookAround(match, device string) {
	p.t.Helper()
	p.audit("in the middle of the game, " + device)
	p.photograph("knizia-two-" + device)
	p.open("/")
	p.await(`document.querySelector("#home").innerText.includes("Knizia")`)
	p.audit("home with a game of cards, " + device)
	p.photograph("knizia-home-" + device)
	p.open(match)
}

// readDeal checks the page of the deal of a finished match: the secret, the seal that was shown
// before, and the contribution of a player.
func (p *person) readDeal(match, seal, contribution string) {
	p.t.Helper()
	p.open(match + "/deal")
	p.audit("the deal")
	p.photograph("knizia-deal")
	if secret := p.text("#secret"); len(secret) != 64 {
		p.t.Errorf("after the end the secret is %q", secret)
	}
	if page := evaluate[string](p, "document.body.innerText"); !strings.Contains(page, contribution) || !strings.Contains(page, seal) {
		p.t.Error("the deal's page lacks the contributions or the seal")
	}
}

// record fetches the record of a match as the person may read it.
func (p *person) record(match string) string {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, browserTimeout)
	defer cancel()
	record, err := chromedp.Run(ctx, chromedp.Evaluate[string](fmt.Sprintf(`fetch(%q).then(r => r.text())`, match+"/record"), chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatal(err)
	}
	return record
}

// verifyRecord fails unless the program verifies a record, and refuses it with one
// character of a contribution changed.
func verifyRecord(t *testing.T, record string) {
	t.Helper()
	verify := func(text string) error {
		file := t.TempDir() + "/record.txt"
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return exec.Command("tableronde", "verify", file).Run()
	}
	if err := verify(record); err != nil {
		t.Errorf("the record does not verify: %v\n%.600s", err, record)
	}
	if forged := strings.Replace(record, "licorne", "licorna", 1); forged == record || verify(forged) == nil {
		t.Error("a forged contribution verifies")
	}
}

// TestKniziaFiveAtATable plays with four programs and a browser without scripts,
// over a restart of the server.
func TestKniziaFiveAtATable(t *testing.T) {
	clitest.NeedLong(t)
	t.Parallel()
	db := t.TempDir() + "/five.db"
	s := startSite(t, db)
	cy := newPerson(t, s.URL, device{width: 360, height: 740, touch: true, noScripts: true, language: "fr"})
	match, link := cy.invite(5, "Perceval", cy.tap)
	id, apiPlayers := strings.TrimPrefix(match, "/m/"), newAPIPlayers(t, s.URL, match, link, "Ada", "Bo", "Di", "Eve")
	cy.open(match + "/orders")
	cy.tap(`a[href*="preset=protect"]`)
	cy.await(`location.search.includes("preset=protect")`)
	cy.tap("#confirm")
	cy.await(`!!document.querySelector("#saved") && document.querySelector("#when-riposte").value === "cost"`)
	begin, own := time.Now(), 0
	for round := 0; own < 14 && time.Since(begin) < 90*time.Second; round++ {
		for _, k := range apiPlayers {
			k.Play(id)
		}
		cy.open(match)
		if evaluate[bool](cy, matchOverScript) {
			break
		}
		if !evaluate[bool](cy, ownTurnScript) {
			continue
		}
		cy.playTurn(cy.tap)
		if own++; own == 5 {
			s.Stop(t, syscall.SIGTERM)
			s = startSite(t, db, "--addr", strings.TrimPrefix(s.URL, "http://"))
		}
		if own == 6 {
			cy.photograph("knizia-five-plain")
		}
	}
	if own == 0 {
		t.Fatal("the browser never had a turn")
	}
	t.Logf("%d turns without scripts", own)
	cy.closeBrowser()
}

// TestKniziaAlone tries the game from every seat, by itself.
func TestKniziaAlone(t *testing.T) {
	clitest.NeedLong(t)
	t.Parallel()
	s := startSite(t, t.TempDir()+"/alone.db")
	p := newPerson(t, s.URL, phone)
	p.open("/rules/knizia")
	p.audit("the rules")
	p.tap(`form[action="/solo"] button`)
	p.await(`!!document.querySelector("#tournament")`)
	for range 6 {
		p.await(ownTurnScript)
		p.playTurn(p.tap)
	}
	p.audit("a table of one")
	p.photograph("knizia-alone")
	if names := evaluate[string](p, `[...document.querySelectorAll(".lane h2")].map(h => h.textContent.trim()).join(", ")`); !strings.Contains(names, "Seat 1") || !strings.Contains(names, "Seat 2") {
		t.Errorf("the seats are called %s", names)
	}
	p.closeBrowser()
}

// TestKniziaWindow gives all players five seconds to answer an action card. The panel counts down
// and goes, and the action takes effect by itself.
func TestKniziaWindow(t *testing.T) {
	clitest.NeedLong(t)
	t.Parallel()
	s := startSite(t, t.TempDir()+"/window.db")
	bo := newPerson(t, s.URL, desktop)
	match, link := bo.inviteWaiting(2, "Béatrice", "5s", bo.click)
	id := strings.TrimPrefix(match, "/m/")
	k := clitest.NewAPIPlayer(t, s.URL, "Ada")
	k.Call(http.MethodPost, "/api/v1/matches/"+id+"/join", map[string]any{"invite": strings.TrimPrefix(link, "/i/")}, &struct{}{})
	bo.await(`!!document.querySelector("#tournament")`)
	for range 200 {
		m := k.GetMatch(id)
		switch {
		case m.Over:
			t.Fatal("the game ended without an action card")
		case !slices.Contains(m.ToAct, m.You):
			bo.await(ownTurnScript)
			bo.playTurn(bo.click)
			continue
		}
		action := clitest.InterruptAction(m.Legal)
		if action == "" {
			action = clitest.SimpleAction(m.Legal)
		}
		k.Call(http.MethodPost, "/api/v1/matches/"+id+"/actions", map[string]any{"ply": m.Ply, "action": action}, &m)
		if action != clitest.InterruptAction([]string{action}) {
			continue
		}
		bo.await(`!!document.querySelector("#react .countdown")`)
		bo.audit("a window")
		bo.photograph("knizia-window")
		was := bo.text("#react .countdown")
		bo.await(fmt.Sprintf(`document.querySelector("#react .countdown")?.textContent !== %q`, was))
		bo.await(`!document.querySelector("#react")`)
		if after := k.GetMatch(id); after.Ply <= m.Ply || !slices.Contains(after.ToAct, after.You) {
			t.Errorf("after the window the match is at ply %d with %v to act, it was at %d", after.Ply, after.ToAct, m.Ply)
		}
		bo.closeBrowser()
		return
	}
	t.Fatal("nobody played an action card")
}
