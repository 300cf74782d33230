package handlers

import (
	"bytes"
	"encoding/json"
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
	"tableronde/handlers/api"
	"tableronde/handlers/club"
	"tableronde/handlers/club/clubtest"
)

func (c *apiClient) put(path string, value any) apiAnswer {
	c.t.Helper()
	body, err := json.Marshal(value)
	if err != nil {
		c.t.Fatal(err)
	}
	return c.call(http.MethodPut, path, body)
}

func (a apiAnswer) orders(t testing.TB) string {
	t.Helper()
	var got struct {
		Orders string `json:"orders"`
	}
	if err := json.Unmarshal(a.want(t, http.StatusOK, "").body, &got); err != nil {
		t.Fatal(err)
	}
	return got.Orders
}

// Orders are the seat's alone: to everybody else they are nowhere, nor does
// anything tell that they were given.
func TestAPIOrders(t *testing.T) {
	t.Parallel()
	site := newCardSite(t)
	r := newRobots(t, site, "wager", 3, rand.New(rand.NewPCG(1, 1)))
	path := r.path("/orders")
	bo := r.seats[1]
	before := [][]byte{}
	everybodyElse := []*apiClient{r.seats[0], r.seats[2], r.watcher}
	for _, c := range everybodyElse {
		before = append(before, c.get(r.path("")).body)
	}
	stream := r.watcher.listen(r.path("/events"))
	if id := stream.begun(); id != "0" {
		t.Fatalf("the stream begins at %q", id)
	}
	if got := bo.get(path).orders(t); got != "" {
		t.Errorf("orders before any are given: %q", got)
	}
	// Nobody can steal before all have bid, and bo's bids go by these orders.
	if got := bo.put(path, map[string]any{"orders": "  shield   S S S S "}).orders(t); !strings.HasPrefix(got, "shield") {
		t.Errorf("PUT: %q", got)
	}
	for i, c := range everybodyElse {
		if after := c.get(r.path("")).body; len(r.seats[1].get(r.path("")).match.Log) == 0 && !bytes.Equal(after, before[i]) {
			t.Errorf("orders change what others see:\n%s\n%s", before[i], after)
		}
		if c != r.watcher {
			if got := c.get(path).orders(t); got != "" {
				t.Errorf("seat reads orders of another: %q", got)
			}
			c.get(path+"?as=2").want(t, http.StatusForbidden, "foreign_seat")
			c.put(path+"?as=2", map[string]any{"orders": ""}).want(t, http.StatusForbidden, "foreign_seat")
		}
	}
	r.watcher.get(path).want(t, http.StatusUnauthorized, "unauthorized")
	r.watcher.put(path, map[string]any{"orders": ""}).want(t, http.StatusUnauthorized, "unauthorized")
	stranger := site.guest("Di")
	stranger.get(path).want(t, http.StatusForbidden, "not_seated")
	stranger.put(path, map[string]any{"orders": ""}).want(t, http.StatusForbidden, "not_seated")
	bo.put(path, map[string]any{}).want(t, http.StatusBadRequest, "malformed")
	bo.put(path, map[string]any{"orders": "", "seat": 2}).want(t, http.StatusBadRequest, "malformed")
	bo.put(path, map[string]any{"orders": 5}).want(t, http.StatusBadRequest, "malformed")
	bo.get(path+"?as=x").want(t, http.StatusBadRequest, "malformed")
	got := bo.put(path, map[string]any{"orders": "dance"}).want(t, http.StatusUnprocessableEntity, "illegal_action")
	if !strings.Contains(got.fault.Message, "dance") {
		t.Errorf("the refusal reads %q", got.fault.Message)
	}
	bo.put(path, map[string]any{"orders": strings.Repeat("1", 4001)}).want(t, http.StatusUnprocessableEntity, "orders_long")
	if got := bo.put(path, map[string]any{"orders": ""}).orders(t); got != "" {
		t.Errorf("taken back: %q", got)
	}
	bo.post(path, map[string]any{"orders": ""}).want(t, http.StatusMethodNotAllowed, "method_not_allowed")
	board := bo.post("/matches", map[string]any{"game": "camelot", "solo": true}).match
	bo.get("/matches/"+board.ID+"/orders").want(t, http.StatusUnprocessableEntity, "no_orders")
}

// A match in which all give orders tells nobody else of them at any time.
func TestAPIOrdersStaySecret(t *testing.T) {
	t.Parallel()
	site := newCardSite(t)
	r := newRobots(t, site, "wager", 4, rand.New(rand.NewPCG(2, 2)))
	// No orders of this length remain of others; each seat has its own.
	canary := func(seat int) string { return "6 5 " + strings.Repeat(fmt.Sprint(seat+1, " 6 "), 9) }
	m := r.seats[0].get(r.path("")).match
	for step := 0; !m.Over && step < 300; step++ {
		for i, c := range r.seats {
			c.put(r.path("/orders"), map[string]any{"orders": canary(i)})
		}
		for i, c := range append(slices.Clone(r.seats), r.watcher) {
			for _, call := range []string{"", "/story", "/record", "/actions"} {
				got := c.get(r.path(call))
				for k := range r.seats {
					if bytes.Contains(got.body, []byte(strings.TrimSpace(canary(k))[4:20])) {
						t.Fatalf("viewer %d reads orders of seat %d in %s: %s", i+1, k+1, call, got.body)
					}
				}
			}
		}
		if m = r.seats[0].get(r.path("")).match; !m.Over && len(m.ToAct) > 0 {
			m = r.step(m)
		}
	}
	if !m.Over {
		t.Errorf("not over at ply %d", m.Ply)
	}
	if log := r.log.String(); strings.Contains(log, "6 5 ") {
		t.Errorf("orders in the log of the server: %s", log)
	}
	r.seats[0].get(r.path("/orders")).want(t, http.StatusConflict, "over")
}

// A window is told to all alike, over HTTP, and closes on the clock of the site.
func TestAPIWindow(t *testing.T) {
	t.Parallel()
	clock := clubtest.NewClock()
	site := newAPISiteOn(t, Config{Now: clock.Now, After: clock.After, Rules: clubtest.FindCards})
	ada, bo := site.guest("Ada"), site.guest("Bo")
	var f club.Match
	for { // until Ada is to steal from Bo, who holds the shield
		m := site.start(ada, bo, map[string]any{"game": "wager", "seat": 1, "wait": 3600})
		for _, c := range []*apiClient{ada, bo} {
			view := c.get("/matches/" + m.ID).match
			m = c.play(m.ID, view.Ply, view.Legal[len(view.Legal)-1]).want(t, http.StatusOK, "").match
		}
		var err error
		if f, err = site.matches.Match(t.Context(), m.ID, ada.player.ID); err != nil {
			t.Fatal(err)
		}
		if f.Acting()[0] == 1 && slices.Contains(f.Table.State().View(games.Omniscient).(wager.View).Seats[1].Hand, "S") {
			break
		}
	}
	path := "/matches/" + f.ID
	got := ada.play(f.ID, f.Ply, "steal 2").want(t, http.StatusOK, "")
	window := fmt.Sprintf(`"window":{"until":%q}`, api.FormatTime(clock.Now().Add(time.Hour)))
	for name, body := range map[string][]byte{"thief": got.body, "holder": bo.get(path).body} {
		if !bytes.Contains(body, []byte(window)) || !bytes.Contains(body, []byte(`"to_act":[]`)) {
			t.Errorf("the %s reads %s, want %s", name, body, window)
		}
	}
	ada.play(f.ID, f.Ply+1, "pass").want(t, http.StatusUnprocessableEntity, "not_your_turn")
	if legal := bo.get(path).match.Legal; !slices.Equal(legal, []string{"shield"}) {
		t.Errorf("the holder may do %v", legal)
	}
	stream := bo.listen(path + "/events")
	stream.begun()
	clock.Settled(t)
	clock.Advance(time.Hour)
	expect(t, stream, plyEvent(f.Ply+2))
	if after := bo.get(path); !bytes.Contains(after.body, []byte(`"window":null`)) || len(after.match.ToAct) != 2 {
		t.Errorf("after the window: %s", after.body)
	}
}

// A window that is open is the same for everybody at the table.
func TestWindowIsToldToAllAlike(t *testing.T) {
	t.Parallel()
	tab, err := table.New(wager.Rules{}, games.Setup{Seats: 3, Seed: new(games.Seed)})
	if err != nil {
		t.Fatal(err)
	}
	f := stored(wager.Rules{}, tab)
	f.WindowEnds, f.Match.ToAct = f.Started.Add(time.Hour), nil
	for i, p := range f.Seats {
		if m := api.NewMatch(f, p.ID, games.Seat(i+1)); m.Window == nil || m.Window.Until != api.FormatTime(f.WindowEnds) || len(m.ToAct) != 0 {
			t.Errorf("seat %d is told %+v, to act %v", i+1, m.Window, m.ToAct)
		}
	}
}
