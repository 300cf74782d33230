package main

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
)

// TestPlayTheComputer has a guest begin a match on the home page and play it to its end,
// on a phone in French and without scripts.
func TestPlayTheComputer(t *testing.T) {
	t.Parallel()
	for name, d := range map[string]device{
		"in French":       {width: 360, height: 740, touch: true, language: "fr"},
		"without scripts": {width: 360, height: 740, touch: true, noScripts: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			s := startSite(t, dir+"/computer.db", "--bot-pause", "1ms", "--table-pieces", "2")
			p := newPerson(t, s.url, d)
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
				p.stageMove(legal[rng.IntN(len(legal))], p.tap)
				p.tap("#confirm")
				if d.noScripts {
					p.await(`!!document.querySelector("#match")`)
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

// inspect looks at a page: what it is like, and where scripts run, what axe finds.
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

// played returns the match of the page as far as it has been played.
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

// awaitTurn waits until a match has gone past a ply and the first seat is to act, or it is
// over; without scripts it asks for the page again.
func (p *person) awaitTurn(ply int) {
	p.t.Helper()
	for m := p.played(); m.Ply() <= ply && !m.Over(); m = p.played() {
	}
	p.open(p.path())
	p.await(`!!document.querySelector("#match")`)
}
