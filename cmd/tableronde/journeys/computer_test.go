package journeys

import (
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"tableronde/games/catalog"
	"tableronde/games/record"
	"tableronde/games/table"

	"tableronde/cmd/tableronde/clitest"
)

// TestPlayTheComputer has a guest begin a match on the home page and play it to its end,
// on a phone in French, in long runs without scripts too.
func TestPlayTheComputer(t *testing.T) {
	t.Parallel()
	for name, d := range map[string]device{
		"in French":       {width: 360, height: 740, touch: true, language: "fr"},
		"without scripts": {width: 360, height: 740, touch: true, noScripts: true},
	} {
		t.Run(name, func(t *testing.T) {
			if d.noScripts {
				clitest.NeedLong(t)
			}
			t.Parallel()
			dir := t.TempDir()
			s := startSite(t, dir+"/computer.db", "--bot-pause", "1ms", "--table-pieces", "2")
			p := newPerson(t, s.URL, d)
			p.open("/")
			p.inspect("home", "computer-home-"+name, !d.noScripts)
			p.choose("#against", "camette")
			p.tap(`.sides label:has([value=first])`)
			p.tap(`.level:has([value="5"])`)
			p.tap("#play-computer")
			p.awaitPly(0)
			p.inspect("a match against the computer", "computer-match-"+name, !d.noScripts)
			rng := rand.New(rand.NewPCG(1, 2))
			for m := p.played(); !m.Over(); m = p.played() {
				legal := m.Legal(1)
				if action := legal[rng.IntN(len(legal))]; d.noScripts {
					p.stageMove(action, p.tap)
					p.tap("#confirm")
					p.await(`!!document.querySelector("#match")`)
				} else {
					p.typeInto("#type", action)
					p.click("#typed button")
				}
				p.awaitTurn(m.Ply() + 1)
			}
			if _, err := os.Stat(dir + "/tables"); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("a player has had tables made: %v", err)
			}
			p.await(`!!document.querySelector("#rematch")`)
			p.inspect("the end of a match against the computer", "computer-end-"+name, !d.noScripts)
			p.tap("#rematch")
			p.await(`location.pathname.startsWith("/m/") && document.querySelector("#match")?.dataset.ply < 2`)
		})
	}
}

// inspect takes a picture of a page, after a check by axe if audit is true.
func (p *person) inspect(what, picture string, audit bool) {
	p.t.Helper()
	if audit {
		p.audit(what)
	}
	p.photograph(picture)
}

// choose chooses an option of a select.
func (p *person) choose(selector, value string) {
	p.t.Helper()
	evaluate[bool](p, `(() => { document.querySelector("`+selector+`").value = "`+value+`"; return true })()`)
}

// played returns the match that the page shows, with its actions so far.
func (p *person) played() table.Match {
	p.t.Helper()
	var text string
	for tries := 1; ; tries++ { // the page may just be left for the next
		err := p.within(browserTimeout, func(ctx context.Context) (err error) {
			text, err = chromedp.Run(ctx, chromedp.Evaluate[string](`(() => { const x = new XMLHttpRequest(); x.open("GET", location.pathname + "/record", false); x.send(); return x.responseText })()`))
			return err
		})
		if err == nil {
			break
		}
		if tries == 3 {
			p.t.Fatal(err)
		}
	}
	r, err := record.Parse(strings.NewReader(text))
	if err != nil {
		p.t.Fatal(err)
	}
	m, err := r.Match(catalog.Find)
	if err != nil {
		p.t.Fatal(err)
	}
	return m
}

// awaitTurn waits until a match has gone past a ply and the first seat is to act, or until it is
// over. Without scripts it loads the page again.
func (p *person) awaitTurn(ply int) {
	p.t.Helper()
	for m := p.played(); m.Ply() <= ply && !m.Over(); m = p.played() {
	}
	p.open(p.path())
	p.await(`!!document.querySelector("#match")`)
}

// In French on phones, one of three players leaves a match of cards. The second proposes the
// computer. The third accepts, without scripts. The first still finds the match and watches it,
// though the server was killed after the consent.
func TestComputerTakesTheSeatOfWhoHasLeft(t *testing.T) {
	clitest.NeedLong(t)
	t.Parallel()
	db := t.TempDir() + "/left.db"
	s := startSite(t, db)
	french, plain := phone, phone
	french.language, plain.language, plain.noScripts = "fr", "fr", true
	bo := newPerson(t, s.URL, french)
	bo.open("/new?game=kutschke")
	bo.tap(`label:has(input[name=seats][value="3"])`)
	bo.typeInto(`input[name=name]`, "Béatrice")
	bo.tap(`form[action="/matches"] .primary`)
	bo.await(`!!document.querySelector("#invite")`)
	match, invitation := bo.path(), bo.invitation()
	ada, cy := newPerson(t, s.URL, french), newPerson(t, s.URL, plain)
	for p, name := range map[*person]string{ada: "Aliénor", cy: "Perceval"} {
		p.open(invitation)
		p.accept(name, match)
	}
	bo.awaitOpened(`!!document.querySelector("main[data-ply]")`, match)
	bo.open(match + "?ask=resign")
	bo.tap("#do-resign")
	ada.await(`!!document.querySelector("[id^=ask-left-]")`)
	ada.await(`document.querySelector("[id^=offer-left-]").textContent.includes("Béatrice ne joue plus.")`)
	ada.audit("somebody has left")
	ada.photograph("left-phone")
	seat := strings.TrimPrefix(evaluate[string](ada, `document.querySelector("[id^=ask-left-]").id`), "ask-left-")
	ada.choose("#bot-left-"+seat, "offer bot "+seat+" 5")
	ada.tap("#ask-left-" + seat)
	ada.await(`document.querySelector("#offer-bot").textContent.includes("Viviane")`)
	ada.audit("the computer is proposed")
	ada.photograph("left-asked-phone")
	cy.open(match)
	cy.photograph("left-answer-phone")
	cy.tap("#accept_bot")
	cy.await(`document.querySelector("main").textContent.includes("Viviane (ordinateur) joue à la place de Béatrice")`)
	ada.await(`document.querySelector("main").textContent.includes("Viviane (ordinateur) joue à la place de Béatrice")`)
	ada.audit("the computer plays on")
	ada.photograph("left-taken-phone")
	s.Kill()
	startSite(t, db, "--addr", strings.TrimPrefix(s.URL, "http://"))
	bo.awaitOpened(`document.querySelector("main").textContent.includes("L’ordinateur joue à votre place")`, "/")
	bo.photograph("left-home-phone")
	bo.tap(`a[href="` + match + `"]`)
	bo.await(`document.querySelector("#bar").textContent.includes("Viviane (ordinateur) joue désormais à votre place")`)
	bo.audit("whoever has left watches")
	bo.photograph("left-watches-phone")
	for _, p := range []*person{ada, bo, cy} {
		p.allowError("/events") // while the server was away
		p.allowError("net::ERR_")
		p.closeBrowser()
	}
}
