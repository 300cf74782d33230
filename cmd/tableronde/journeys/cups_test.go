package journeys

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"tableronde/cmd/tableronde/clitest"
)

// cupState is a cup as the API returns it.
type cupState struct {
	Started, Ended *string
	Entered        int
	Players        []struct {
		Number, Place int
		Name          string
	}
	Matches []struct {
		ID      string
		Round   int
		Players []int
		Points  []float64
		ToAct   []int `json:"to_act"`
	}
}

// number returns the number of a player by name.
func (c cupState) number(name string) int {
	for _, p := range c.Players {
		if p.Name == name {
			return p.Number
		}
	}
	return 0
}

// A cup of eight runs to its end. Two are people in browsers, and resign. Four are programs, which
// move three times and resign. Two are bots, and play on. The server is killed in the middle of a
// round.
func TestACupRunsToItsEndThroughAKill(t *testing.T) {
	clitest.NeedLong(t)
	t.Parallel()
	db := t.TempDir() + "/cup.db"
	s := startSite(t, db, "--bot-pause", "1ms")
	ada, bo := newPerson(t, s.URL, desktop), newPerson(t, s.URL, phone)
	ada.makeCup()
	path := ada.path()
	ada.audit("a cup that is open")
	bo.open(path)
	bo.typeInto(`input[name=name]`, "Bo")
	bo.tap(`button[value=join]`)
	bo.await(`!!document.querySelector("button[value=leave]")`)
	var programs []*clitest.APIPlayer
	for i := range 4 {
		programs = append(programs, clitest.NewAPIPlayer(t, s.URL, fmt.Sprint("Program ", i+1)))
		programs[i].Call(http.MethodPost, "/api/v1"+path+"/join", map[string]any{}, &cupState{})
	}
	c := awaitCup(t, programs[0], path, func(c cupState) bool { return len(c.Matches) == 4 })
	resigned := make(map[string]bool)
	for turn := 0; c.Ended == nil; turn++ {
		if turn > 3000 {
			t.Fatalf("the cup does not end: %+v", c)
		}
		if turn == 1 {
			s.Kill()
			s = startSite(t, db, "--bot-pause", "1ms", "--addr", strings.TrimPrefix(s.URL, "http://"))
		}
		for _, m := range c.Matches {
			for name, p := range map[string]*person{"Ada": ada, "Bo": bo} {
				if m.Points == nil && slices.Contains(m.Players, c.number(name)) && !resigned[m.ID] {
					resigned[m.ID] = true
					p.resignInCup(path, m.ID)
				}
			}
			for i, k := range programs {
				if m.Points == nil && slices.Contains(m.ToAct, c.number(fmt.Sprint("Program ", i+1))) {
					moveOrResign(k, m.ID)
				}
			}
		}
		programs[0].Call(http.MethodGet, "/api/v1"+path, nil, &c)
	}
	rounds := make(map[int]int)
	for _, m := range c.Matches {
		rounds[m.Round]++
	}
	if len(c.Matches) != 12 || rounds[1] != 4 || rounds[2] != 4 || rounds[3] != 4 || c.Players[0].Place != 1 {
		t.Errorf("the cup is %+v", c)
	}
	bo.open(path)
	bo.await(`document.querySelectorAll(".cross tbody tr").length === 8`)
	bo.audit("a cup that is over")
	for _, p := range []*person{ada, bo} {
		p.allowError("/events") // while the server was away
		p.allowError("net::ERR_")
		p.closeBrowser()
	}
}

// makeCup makes a Swiss cup of Camette for eight by its form, with two bots.
func (p *person) makeCup() {
	p.t.Helper()
	p.open("/cups")
	p.tap(`a[href="/cups/new"]`)
	p.await(`location.pathname === "/cups/new"`)
	p.open("/cups/new?game=camette")
	p.typeInto(`input[name=name]`, "Ada")
	p.typeInto(`input[name=title]`, "Autumn Cup")
	p.tap(`input[value=swiss]`)
	p.tap(`#options summary`)
	evaluate[bool](p, `!!(document.querySelector("#bots").value = "2")`)
	evaluate[bool](p, `!!(document.querySelector("#level").value = "1")`)
	p.tap(`form[action="/cups"] .primary`)
	p.await(`/^\/cups\/\w{12}$/.test(location.pathname)`)
}

// awaitCup asks for a cup until as holds, and returns it.
func awaitCup(t *testing.T, k *clitest.APIPlayer, path string, as func(cupState) bool) (c cupState) {
	t.Helper()
	for range 2000 {
		k.Call(http.MethodGet, "/api/v1"+path, nil, &c)
		if as(c) {
			return c
		}
	}
	t.Fatalf("the cup is %+v", c)
	return c
}

// resignInCup goes from the page of a cup to the own match, and resigns there unless the
// opponent has done so.
func (p *person) resignInCup(cup, match string) {
	p.t.Helper()
	p.open(cup)
	if !evaluate[bool](p, `!!document.querySelector(".duel.mine .to a[href='/m/`+match+`']")`) {
		return
	}
	p.open("/m/" + match)
	if !evaluate[bool](p, `!!document.querySelector("a[href='`+cup+`']")`) {
		p.t.Errorf("the match %s does not lead to its cup", match)
	}
	p.open("/m/" + match + "?ask=resign")
	if evaluate[bool](p, `!!document.querySelector("#do-resign")`) {
		p.click("#do-resign")
		p.await(`document.querySelector("main") && !document.querySelector("main[data-ply]")`)
	}
}

// moveOrResign makes the first legal move of a match, or resigns after some.
func moveOrResign(k *clitest.APIPlayer, match string) {
	k.T.Helper()
	var m struct {
		Ply   int
		Legal []string
		Over  bool
	}
	k.Call(http.MethodGet, "/api/v1/matches/"+match, nil, &m)
	if m.Over || len(m.Legal) == 0 {
		return
	}
	action := m.Legal[0]
	if m.Ply >= 6 {
		action = "resign"
	}
	k.Call(http.MethodPost, "/api/v1/matches/"+match+"/actions", map[string]any{"ply": m.Ply, "action": action}, &struct{}{})
}
