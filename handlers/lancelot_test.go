package handlers

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"tableronde/db/storetest"
	"tableronde/games"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/sitetest"
)

// lancelotCase names the seat that holds Lancelot and the seats that have ordered to use
// it.
type lancelotCase struct {
	holder  int
	orders  []int // seats that would cancel anything
	options map[string]string
}

// spectatorView is all that a spectator can read of a match.
type spectatorView struct {
	bodies []string // at each step
	events []string
}

// idPattern matches what differs between any two matches.
var idPattern = regexp.MustCompile(`"[a-z2-7]{12}"|"[0-9a-f]{16}"|"[0-9a-f]{64}"`)

// play posts each line in a new match and returns what a spectator reads meanwhile.
func (lc lancelotCase) play(t *testing.T, lines ...string) spectatorView {
	t.Helper()
	clock := clubtest.NewClock()
	site := newTestSiteOn(t, Config{Store: storetest.Open(t, clock.Now), Now: clock.Now, After: clock.After, Rules: func(game string, version int) (games.Ruleset, error) {
		rules, err := clubtest.FindCards(game, version)
		return clubtest.Stacked{Ruleset: rules, Deck: clubtest.LancelotDeal(lc.holder)}, err
	}})
	players := []*sitetest.Client{site.Guest("Ada"), site.Guest("Bo"), site.Guest("Cy")}
	options := map[string]string{"dealer": "3"}
	for id, value := range lc.options {
		options[id] = value
	}
	m := players[0].Post("/matches", map[string]any{"game": "knizia", "seats": 3, "seat": 1, "public": true, "options": options}).Match
	for i, c := range players[1:] {
		c.Post("/matches/"+m.ID+"/join", map[string]any{"seat": i + 2}).Want(t, http.StatusOK, "")
	}
	for _, seat := range lc.orders {
		players[seat-1].Order(m.ID, "drop_weapon any\ndisgrace any")
	}
	watcher := site.Nobody()
	stream := watcher.Listen("/matches/" + m.ID + "/events")
	stream.Begun()
	var got spectatorView
	for _, line := range lines {
		ply := watcher.Get("/matches/" + m.ID).Match.Ply
		if seat, action, ok := strings.Cut(line, ": "); ok {
			players[seat[0]-'1'].Play(m.ID, ply, action).Want(t, http.StatusOK, "")
		} else {
			clock.Settled(t)
			clock.Advance(5 * time.Second)
		}
		e := stream.Next()
		got.events = append(got.events, e.ID+" "+e.Data)
		for _, call := range []string{"", "/story"} {
			got.bodies = append(got.bodies, idPattern.ReplaceAllString(string(watcher.Get("/matches/"+m.ID+call).Body), `"-"`))
		}
	}
	return got
}

// checkSame fails unless a spectator sees the same in all cases.
func checkSame(t *testing.T, cases []lancelotCase, lines ...string) spectatorView {
	t.Helper()
	first := cases[0].play(t, lines...)
	for _, lc := range cases[1:] {
		other := lc.play(t, lines...)
		if !slices.Equal(first.events, other.events) {
			t.Errorf("%+v: events %v, want %v", lc, other.events, first.events)
		}
		for i := range first.bodies {
			if first.bodies[i] != other.bodies[i] {
				t.Fatalf("%+v: answer %d is\n%s\nwant\n%s", lc, i, other.bodies[i], first.bodies[i])
			}
		}
	}
	return first
}

var upToDropWeapon = []string{"1: colour blue", "1: play B5", "1: end", "2: play B2", "2: play B2", "2: drop_weapon"}

// T24: whether Lancelot is in the deck, with who plays the action or with another
// who has not ordered to use it, the table and its events are the same.
func TestT24_NobodyCanTellWhoHoldsLancelot(t *testing.T) {
	t.Parallel()
	got := checkSame(t, []lancelotCase{{holder: 0}, {holder: 0, orders: []int{1, 2, 3}}, {holder: 2, orders: []int{2}}, {holder: 1}, {holder: 3}},
		append(slices.Clone(upToDropWeapon), "2: end")...)
	if want := `8 {"ply":8}`; got.events[len(got.events)-1] != want || !strings.Contains(got.events[5], `"ply":7`) {
		t.Errorf("events %v, want the last %s", got.events, want)
	}
}

// T25: a window of five seconds is open as long, whoever holds Lancelot.
func TestT25_TheWindowIsTheSameForAll(t *testing.T) {
	t.Parallel()
	window := map[string]string{"window": "5"}
	got := checkSame(t, []lancelotCase{{holder: 0, options: window}, {holder: 2, orders: []int{2}, options: window}, {holder: 3, options: window},
		{holder: 1, orders: []int{2, 3}, options: window}}, append(slices.Clone(upToDropWeapon), "the window closes", "2: end")...)
	open := got.bodies[2*(len(upToDropWeapon)-1)]
	if !strings.Contains(open, `"window":{"until":"2026-11-21T12:00:05.000Z"}`) || !strings.Contains(open, `"to_act":[]`) {
		t.Errorf("in the window: %s", open)
	}
}

// T23: who has withdrawn cancels nothing, and nothing hints at what was ordered.
func TestT23_WhoHasWithdrawnDoesNotCancel(t *testing.T) {
	t.Parallel()
	got := checkSame(t, []lancelotCase{{holder: 2, orders: []int{2}}, {holder: 0}, {holder: 2}},
		"1: colour blue", "1: play B5", "1: end", "2: withdraw", "3: play B3", "3: play W3", "3: disgrace", "3: play B3", "3: end")
	if last := got.bodies[len(got.bodies)-2]; !strings.Contains(last, `"action":"pass"`) {
		t.Errorf("disgrace did not take effect: %s", last)
	}
}

// T22: an order of who is in is followed at once, as if that seat had done so
// itself.
func TestT22_AnOrderCancels(t *testing.T) {
	t.Parallel()
	for _, options := range []map[string]string{nil, {"window": "5"}} {
		got := lancelotCase{holder: 3, orders: []int{3}, options: options}.play(t, upToDropWeapon...)
		last := got.bodies[len(got.bodies)-2]
		if !strings.Contains(last, `"action":"lancelot"`) || !strings.Contains(last, `"discard":["lancelot","drop_weapon"]`) ||
			!strings.Contains(last, `"colour":"blue"`) || !strings.Contains(last, `"to_act":[2]`) {
			t.Errorf("options %v: %s", options, last)
		}
		if fmt.Sprint(got.events[len(got.events)-1]) != `7 {"ply":7}` {
			t.Errorf("events %v", got.events)
		}
	}
}

// Who resigns in a window that is open for an action of his own ends both; the
// window of another goes on.
func TestResigningInAWindow(t *testing.T) {
	t.Parallel()
	window := map[string]string{"window": "5"}
	lc := lancelotCase{options: window}
	own := lc.play(t, append(slices.Clone(upToDropWeapon), "2: resign")...)
	last := own.bodies[len(own.bodies)-2]
	if !strings.Contains(last, `"window":null`) || !strings.Contains(last, `"to_act":[3]`) || strings.Contains(last, `"action":"pass"`) {
		t.Errorf("after the actor has resigned: %s", last)
	}
	other := lc.play(t, append(slices.Clone(upToDropWeapon), "3: resign", "the window closes", "2: end")...)
	if open := other.bodies[len(other.bodies)-6]; !strings.Contains(open, `"window":{"until":"2026-11-21T12:00:05.000Z"}`) || !strings.Contains(open, `"to_act":[]`) {
		t.Errorf("after another has resigned: %s", open)
	}
}
