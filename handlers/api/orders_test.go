package api_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"tableronde/games"
	"tableronde/games/table"
	"tableronde/games/twin/wager"
	"tableronde/handlers"
	"tableronde/handlers/api"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/rooms"
	"tableronde/handlers/sitetest"
)

// Orders are the seat's alone: to everybody else they are nowhere, nor does
// anything tell that they were given.
func TestAPIOrders(t *testing.T) {
	t.Parallel()
	site := newCardSite(t)
	r := newRobotTable(t, site, "wager", 3, rand.New(rand.NewPCG(1, 1)))
	path := r.path("/orders")
	bo := r.seats[1]
	stream := r.watcher.Listen(r.path("/events"))
	if id := stream.Begun(); id != "0" {
		t.Fatalf("the stream begins at %q", id)
	}
	before := [][]byte{}
	everybodyElse := []*sitetest.Client{r.seats[0], r.seats[2], r.watcher}
	for _, c := range everybodyElse {
		before = append(before, c.Get(r.path("")).Body)
	}
	if got := bo.Get(path).Orders(t); got != "" {
		t.Errorf("orders before any are given: %q", got)
	}
	// Nobody can steal before all have bid, and bo's bids go by these orders.
	if got := bo.Put(path, map[string]any{"orders": "  shield   S S S S "}).Orders(t); !strings.HasPrefix(got, "shield") {
		t.Errorf("PUT: %q", got)
	}
	for i, c := range everybodyElse {
		if after := c.Get(r.path("")).Body; len(r.seats[1].Get(r.path("")).Match.Log) == 0 && !bytes.Equal(after, before[i]) {
			t.Errorf("orders change what others see:\n%s\n%s", before[i], after)
		}
		if c != r.watcher {
			if got := c.Get(path).Orders(t); got != "" {
				t.Errorf("seat reads orders of another: %q", got)
			}
			c.Get(path+"?as=2").Want(t, http.StatusForbidden, "foreign_seat")
			c.Put(path+"?as=2", map[string]any{"orders": ""}).Want(t, http.StatusForbidden, "foreign_seat")
		}
	}
	r.watcher.Get(path).Want(t, http.StatusUnauthorized, "unauthorized")
	r.watcher.Put(path, map[string]any{"orders": ""}).Want(t, http.StatusUnauthorized, "unauthorized")
	stranger := site.Guest("Di")
	stranger.Get(path).Want(t, http.StatusForbidden, "not_seated")
	stranger.Put(path, map[string]any{"orders": ""}).Want(t, http.StatusForbidden, "not_seated")
	bo.Put(path, map[string]any{}).Want(t, http.StatusBadRequest, "malformed")
	bo.Put(path, map[string]any{"orders": "", "seat": 2}).Want(t, http.StatusBadRequest, "malformed")
	bo.Put(path, map[string]any{"orders": 5}).Want(t, http.StatusBadRequest, "malformed")
	bo.Get(path+"?as=x").Want(t, http.StatusBadRequest, "malformed")
	got := bo.Put(path, map[string]any{"orders": "dance"}).Want(t, http.StatusUnprocessableEntity, "illegal_action")
	if !strings.Contains(got.Error.Message, "dance") {
		t.Errorf("the refusal reads %q", got.Error.Message)
	}
	bo.Put(path, map[string]any{"orders": strings.Repeat("1", 4001)}).Want(t, http.StatusUnprocessableEntity, "orders_long")
	if got := bo.Put(path, map[string]any{"orders": ""}).Orders(t); got != "" {
		t.Errorf("taken back: %q", got)
	}
	bo.Post(path, map[string]any{"orders": ""}).Want(t, http.StatusMethodNotAllowed, "method_not_allowed")
	board := bo.Post("/matches", map[string]any{"game": "camelot", "solo": true}).Match
	bo.Get("/matches/"+board.ID+"/orders").Want(t, http.StatusUnprocessableEntity, "no_orders")
}

// A match in which all give orders tells nobody else of them at any time.
func TestAPIOrdersStaySecret(t *testing.T) {
	t.Parallel()
	site := newCardSite(t)
	r := newRobotTable(t, site, "wager", 4, rand.New(rand.NewPCG(2, 2)))
	// No orders of this length remain of others; each seat has its own.
	canary := func(seat int) string { return "6 5 " + strings.Repeat(fmt.Sprint(seat+1, " 6 "), 9) }
	m := r.seats[0].Get(r.path("")).Match
	for step := 0; !m.Over && step < 300; step++ {
		for i, c := range r.seats {
			c.Put(r.path("/orders"), map[string]any{"orders": canary(i)})
		}
		for i, c := range append(slices.Clone(r.seats), r.watcher) {
			for _, call := range []string{"", "/story", "/record", "/actions"} {
				got := c.Get(r.path(call))
				for k := range r.seats {
					if bytes.Contains(got.Body, []byte(strings.TrimSpace(canary(k))[4:20])) {
						t.Fatalf("viewer %d reads orders of seat %d in %s: %s", i+1, k+1, call, got.Body)
					}
				}
			}
		}
		if m = r.seats[0].Get(r.path("")).Match; !m.Over && len(m.ToAct) > 0 {
			m = r.step(m)
		}
	}
	if !m.Over {
		t.Errorf("not over at ply %d", m.Ply)
	}
	if log := r.Log.String(); strings.Contains(log, "6 5 ") {
		t.Errorf("orders in the log of the server: %s", log)
	}
	r.seats[0].Get(r.path("/orders")).Want(t, http.StatusConflict, "over")
}

// A window is told to all alike, over HTTP, and closes on the clock of the site.
func TestAPIWindow(t *testing.T) {
	t.Parallel()
	clock := clubtest.NewClock()
	site := newSiteWith(t, handlers.Config{Now: clock.Now, After: clock.After, Rules: clubtest.FindCards})
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	matches := rooms.New(rooms.Config{Store: site.Store, Rules: clubtest.FindCards})
	var f match.Match
	for { // until Ada is to steal from Bo, who holds the shield
		m := site.Start(ada, bo, map[string]any{"game": "wager", "seat": 1, "wait": 3600})
		for _, c := range []*sitetest.Client{ada, bo} {
			view := c.Get("/matches/" + m.ID).Match
			m = c.Play(m.ID, view.Ply, view.Legal[len(view.Legal)-1]).Want(t, http.StatusOK, "").Match
		}
		var err error
		if f, err = matches.Match.Match(t.Context(), m.ID, ada.Player.ID); err != nil {
			t.Fatal(err)
		}
		if f.Acting()[0] == 1 && slices.Contains(f.Table.State().View(games.Omniscient).(wager.View).Seats[1].Hand, "S") {
			break
		}
	}
	path := "/matches/" + f.ID
	got := ada.Play(f.ID, f.Ply, "steal 2").Want(t, http.StatusOK, "")
	window := fmt.Sprintf(`"window":{"until":%q}`, api.FormatTime(clock.Now().Add(time.Hour)))
	for name, body := range map[string][]byte{"thief": got.Body, "holder": bo.Get(path).Body} {
		if !bytes.Contains(body, []byte(window)) || !bytes.Contains(body, []byte(`"to_act":[]`)) {
			t.Errorf("the %s reads %s, want %s", name, body, window)
		}
	}
	ada.Play(f.ID, f.Ply+1, "pass").Want(t, http.StatusUnprocessableEntity, "not_your_turn")
	if legal := bo.Get(path).Match.Legal; !slices.Equal(legal, []string{"shield"}) {
		t.Errorf("the holder may do %v", legal)
	}
	stream := bo.Listen(path + "/events")
	stream.Begun()
	clock.Settled(t)
	clock.Advance(time.Hour)
	stream.Want(sitetest.PlyEvent(f.Ply + 2))
	if after := bo.Get(path); !bytes.Contains(after.Body, []byte(`"window":null`)) || len(after.Match.ToAct) != 2 {
		t.Errorf("after the window: %s", after.Body)
	}
}

// A window that is open is the same for everybody at the table.
func TestWindowIsToldToAllAlike(t *testing.T) {
	t.Parallel()
	tab, err := table.New(wager.Rules{}, games.Setup{Seats: 3, Seed: new(games.Seed)})
	if err != nil {
		t.Fatal(err)
	}
	f := sitetest.StoredMatch(wager.Rules{}, tab)
	f.WindowEnds, f.Match.ToAct = f.Started.Add(time.Hour), nil
	for i, p := range f.Seats {
		if m := api.NewMatch(f, p.ID, games.Seat(i+1)); m.Window == nil || m.Window.Until != api.FormatTime(f.WindowEnds) || len(m.ToAct) != 0 {
			t.Errorf("seat %d is told %+v, to act %v", i+1, m.Window, m.ToAct)
		}
	}
}
