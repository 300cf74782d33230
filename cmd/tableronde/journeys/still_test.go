package journeys

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"tableronde/cmd/tableronde/clitest"
)

// squaresScript returns where the first and the last square of the board are in the window.
const squaresScript = `[...document.querySelectorAll("#board [role=gridcell] rect:first-child")].filter((e, i, all) => i === 0 || i === all.length - 1)
	.map((e) => (r => [r.left, r.top, r.width].map((n) => n.toFixed(2)).join(" "))(e.getBoundingClientRect())).join(", ")`

// TestSquaresStayPut plays on a board of each size on one of two phones, in long runs on all
// boards on both. No square moves while a move is made, when the moves of other seats arrive, or
// when something is offered.
func TestSquaresStayPut(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/still.db")
	for n, d := range []device{{width: 390, height: 844, touch: true}, {width: 360, height: 740, touch: true, language: "fr"}} {
		p := newPerson(t, s.URL, d)
		for i, game := range []string{"camelot", "chivalry", "cam", "camette", "chivalry-4-teams", "chivalry-4-solo", "grand-camelot", "grand-cam-97", "grand-cam-93"} {
			if clitest.IsLong() || i == 3*n || i == 6 && n == 1 {
				p.watchSquares(game)
			}
		}
	}
}

// watchSquares takes the first seat of a match against programs, makes moves, and fails the
// test if any square moves.
func (p *person) watchSquares(game string) {
	p.t.Helper()
	id, others := p.sitFirst(game)
	was := evaluate[string](p, squaresScript)
	check := func(when string) {
		p.t.Helper()
		p.await(`!document.querySelector(".htmx-request")`)
		if is := evaluate[string](p, squaresScript); is != was {
			p.t.Errorf("%s, %s: the squares have moved from %s to %s", game, when, was, is)
			was = is
		}
		p.photograph(fmt.Sprintf("still %s %s %s", game, evaluate[string](p, "String(innerWidth)"), when))
	}
	choose := func() {
		p.t.Helper()
		p.clickAny(`#board a[href*="m="]`)
		p.await(`/m=[A-P]\d+$/.test(location.search)`)
		check("a piece is chosen")
	}
	act := func(k *clitest.APIPlayer, action string) {
		p.t.Helper()
		m := k.GetMatch(id)
		if action == "" {
			action = m.Legal[0]
		}
		k.Call(http.MethodPost, "/api/v1/matches/"+id+"/actions", map[string]any{"ply": m.Ply, "action": action}, &m)
		p.awaitPly(m.Ply)
	}
	for range 2 {
		choose()
		p.clickAny(`#board a[href*="-"]`)
		p.await(`!!document.querySelector("#confirm[type=submit]")`)
		check("a move is staged")
		ply := shownPly(p)
		p.clickAny("#confirm")
		p.await(`document.querySelector("#match").dataset.ply !== "` + ply + `"`)
		check("the move is sent")
		for _, k := range others {
			act(k, "")
			check("a move has come")
		}
	}
	choose()
	act(others[0], "offer draw")
	check("a draw is offered")
	evaluate[any](p, `document.querySelector("#lost").hidden = false`)
	check("the connection is lost")
}

// TestFirstTapCounts opens a table by a button that lies where a piece stands then: a tap
// on the piece, while the finger is still there, chooses it.
func TestFirstTapCounts(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/first.db")
	p := newPerson(t, s.URL, phone)
	p.startAlone(chainOfCanters)
	x, y := p.middleOf("#sq-C5")
	p.open("/setup?position=" + strings.ReplaceAll(chainOfCanters, " ", "+"))
	evaluate[any](p, fmt.Sprintf(`document.querySelector("#alone").style.cssText = "position: fixed; z-index: 9; width: 40px; left: %fpx; top: %fpx"`, x-20, y-20))
	p.tapAt(x, y)
	p.await(`!!document.querySelector("#move")`)
	p.tapAt(x, y)
	p.await(`location.search === "?m=C5"`)
}

// sitFirst has the person take the first seat of a match, and programs all others.
func (p *person) sitFirst(game string) (id string, others []*clitest.APIPlayer) {
	p.t.Helper()
	host, seats := clitest.NewAPIPlayer(p.t, p.base, "Bo"), 2
	if strings.Contains(game, "4") || strings.HasPrefix(game, "grand") {
		seats = 4
	}
	var match struct {
		ID    string
		Seats []any
	}
	host.Call(http.MethodPost, "/api/v1/matches", map[string]any{"game": game, "seat": 2, "seats": seats, "public": true, "clock": map[string]any{"move": "72h"}}, &match)
	p.open("/m/" + match.ID)
	if evaluate[bool](p, `!!document.querySelector("main input[name=name]")`) {
		p.typeInto(`main input[name=name]`, "Ada")
	}
	if evaluate[bool](p, `!!document.querySelector("label:has(input[name=seat][value='1'])")`) {
		p.clickAny(`label:has(input[name=seat][value="1"])`)
	}
	p.clickAny(`form[action$="/join"] button`)
	p.await(`!!document.querySelector("#seat-1") && !document.querySelector('form[action$="/join"]')`)
	others = []*clitest.APIPlayer{host}
	for i, name := range []string{"Perceval le Gallois", "Di"}[:len(match.Seats)-2] {
		k := clitest.NewAPIPlayer(p.t, p.base, name)
		k.Call(http.MethodPost, "/api/v1/matches/"+match.ID+"/join", map[string]any{"seat": i + 3}, &struct{}{})
		others = append(others, k)
	}
	p.await(`!!document.querySelector("main[data-ply]")`)
	p.open("/m/" + match.ID)
	return match.ID, others
}

// clickAny clicks the first of the elements that a selector finds, wherever it is and however
// small.
func (p *person) clickAny(selector string) {
	p.t.Helper()
	p.await(fmt.Sprintf(`document.querySelector(%q)`, selector))
	evaluate[any](p, fmt.Sprintf(`document.querySelector(%q).dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }))`, selector))
}

// TestHalfMadeMovesSurvive has an offer arrive in the middle of a move, on a board and at
// cards, in long runs of every family. The choices and the typed text stay, and can be confirmed.
func TestHalfMadeMovesSurvive(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/half.db")
	for i, tt := range []struct {
		game  string
		event string          // by the others, "" where a game has no offers: the page asks for itself then
		begin func(p *person) // chooses something
	}{
		{"camelot", "offer draw", func(p *person) {
			p.clickAny(`#board a[href*="m="]`)
		}},
		{"knizia", "", func(p *person) { p.clickAny(evaluate[string](p, nextTouchScript)) }},
		{"shannon", "", func(p *person) { p.clickAny(p.nextChoice()) }},
		{"kutschke", "", func(p *person) { p.clickAny(evaluate[string](p, rideChoiceScript+"(document)")) }},
	} {
		if i > 1 && !clitest.IsLong() {
			break
		}
		p := newPerson(t, s.URL, phone)
		id, others := p.sitFirst(tt.game)
		if tt.game != "camelot" && others[0].Play(id) { // who begins is chance
			p.open("/m/" + id)
		}
		tt.begin(p)
		p.await(`location.search !== "" && !document.querySelector(".htmx-request")`)
		typed := evaluate[bool](p, `!!document.querySelector("#type")`)
		if typed {
			p.typeInto("#type", "E6-")
		}
		const made = `location.search + " " + (document.querySelector("#type")?.value ?? "") + " " + document.querySelector("#status").firstChild.textContent.trim() + " " +
			[...document.querySelectorAll("#bar .up, #bar [aria-current], #bar :not(.pending) > .acts [name=action], #board .brk")].map((e) => e.value ?? e.id)`
		was := evaluate[string](p, made)
		if m := others[0].GetMatch(id); tt.event != "" {
			others[0].Call(http.MethodPost, "/api/v1/matches/"+id+"/actions", map[string]any{"ply": m.Ply, "action": tt.event}, &m)
			p.awaitPly(m.Ply)
		} else {
			evaluate[any](p, `htmx.trigger(document.querySelector("#match"), "tr:changed")`)
		}
		p.await(`!document.querySelector(".htmx-request")`)
		if is := evaluate[string](p, made); is != was {
			t.Errorf("%s: an offer changes the move from %q to %q", tt.game, was, is)
		}
		p.photograph("half-" + tt.game)
	}
}
