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

	"github.com/google/go-cmp/cmp"

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

// Orders are the seat's alone: nobody else gets them, nor anything that shows that they were
// given.
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

// A match in which all give orders reveals them to nobody else at any time.
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

// A window is announced to all alike, over HTTP, and closes on the clock of the site.
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

// In this deal of Knizia's game the first seat opens with blue 5 and holds
// Lancelot. The second can play two blue 2 and drop the weapon: that makes 2
// against 1, and 4 against 5 if it is cancelled.
const dropWeaponDeal = "B5 B2 lancelot B2 G1 drop_weapon G1 W3 G1 R4 W2 R4 R3 Y3 R3 Y3 P3 P3"

// newDropWeapon returns a match after the first turn.
func newDropWeapon(t *testing.T, wait int) (holder, active *sitetest.Client, match string, ply int) {
	t.Helper()
	site := newSiteWith(t, handlers.Config{Rules: func(game string, version int) (games.Ruleset, error) {
		rules, err := clubtest.FindCards(game, version)
		return clubtest.Stacked{Ruleset: rules, Deck: dropWeaponDeal}, err
	}})
	holder, active = site.Guest("Holder"), site.Guest("Active")
	m := site.Start(holder, active, map[string]any{"game": "knizia", "seat": 1, "wait": wait, "options": map[string]string{"dealer": "2"}})
	m = holder.Play(m.ID, m.Ply, "colour blue").Want(t, http.StatusOK, "").Match
	m = holder.PlayAll(m.ID, m.Ply, "play B5", "end").Want(t, http.StatusOK, "").Match
	if !slices.Equal(m.ToAct, []int{2}) {
		t.Fatalf("to act %v after %+v", m.ToAct, m.Log)
	}
	return holder, active, m.ID, m.Ply
}

func linesFrom(m sitetest.Match, from int) []string {
	var list []string
	for _, e := range m.Log[from:] {
		list = append(list, fmt.Sprintf("%d: %s", e.Seat, e.Action))
	}
	return list
}

// A list ends with the action that uncovers something: the card that the color draws, or
// whether Lancelot prevents a card. All of a list is played, or nothing.
func TestAPIListUpToWhatIsUncovered(t *testing.T) {
	t.Parallel()
	list := []string{"play B2", "play B2", "drop_weapon"}
	for _, tt := range []struct {
		name, orders string
		want         []string
	}{
		{"undisturbed", "", []string{"2: play B2", "2: play B2", "2: drop_weapon", "2: pass"}},
		{"cancelled", "drop_weapon any", []string{"2: play B2", "2: play B2", "2: drop_weapon", "1: lancelot"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			holder, active, match, ply := newDropWeapon(t, 0)
			holder.Order(match, tt.orders)
			got := active.Post("/matches/"+match+"/actions", map[string]any{"ply": ply, "actions": list}, "Idempotency-Key", "k").Want(t, http.StatusOK, "")
			if diff := cmp.Diff(tt.want, linesFrom(got.Match, ply)); diff != "" {
				t.Error(diff)
			}
			again := active.Post("/matches/"+match+"/actions", map[string]any{"ply": ply, "actions": list}, "Idempotency-Key", "k")
			if string(again.Body) != string(got.Body) {
				t.Errorf("repeated: %s", again.Body)
			}
			if tt.orders != "" {
				active.Play(match, got.Match.Ply, "end").Want(t, http.StatusUnprocessableEntity, "illegal_action")
				active.Play(match, got.Match.Ply, "withdraw").Want(t, http.StatusOK, "")
			}
		})
	}
}

// A list that is refused says the same, and stores nothing, whatever others
// would do about it.
func TestAPIRefusedListTellsNothing(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		wait  int
		list  []string
		code  string
		index int
	}{
		{"foreseen, after the action", 0, []string{"play B2", "drop_weapon", "play B5"}, "illegal_action", 2},
		{"beyond an action card", 0, []string{"play B2", "play B2", "drop_weapon", "end"}, "illegal_action", 3},
		{"not a line", 0, []string{"play B2", "drop_weapon", "dance"}, "illegal_action", 2},
		{"beyond the turn", 0, []string{"play B2", "play B2", "play W3", "end", "play W3"}, "not_your_turn", 4},
		{"a surrounding event", 0, []string{"play B2", "drop_weapon", "resign"}, "illegal_action", 2},
		{"where a window opens", 60, []string{"play B2", "play B2", "drop_weapon", "end"}, "illegal_action", 3},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var bodies []string
			for _, orders := range []string{"", "drop_weapon any"} {
				holder, active, match, ply := newDropWeapon(t, tt.wait)
				holder.Order(match, orders)
				got := active.PlayAll(match, ply, tt.list...).Want(t, http.StatusUnprocessableEntity, tt.code)
				if got.Error.Index == nil || *got.Error.Index != tt.index {
					t.Errorf("index %v, want %d: %s", got.Error.Index, tt.index, got.Body)
				}
				if m := active.Get("/matches/" + match).Match; m.Ply != ply {
					t.Errorf("stored: %v", linesFrom(m, ply))
				}
				bodies = append(bodies, string(got.Body))
			}
			if bodies[0] != bodies[1] {
				t.Errorf("orders change the refusal:\n%s\n%s", bodies[0], bodies[1])
			}
		})
	}
}

// A card drawn is seen before it is played, at a table of one too.
func TestAPIListEndsWhereACardIsDrawn(t *testing.T) {
	t.Parallel()
	site := newSite(t)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	tables := []sitetest.Match{
		site.Start(ada, bo, map[string]any{"game": "knizia", "seat": 1, "options": map[string]string{"dealer": "2"}}),
		ada.Post("/matches", map[string]any{"game": "knizia", "solo": true, "options": map[string]string{"dealer": "2"}}).Want(t, http.StatusCreated, "").Match,
	}
	for _, m := range tables {
		color := ada.Get("/matches/" + m.ID).Match.Legal[0]
		for _, next := range []string{"play W2", "play G1", "withdraw"} {
			got := ada.PlayAll(m.ID, 0, color, next, "end").Want(t, http.StatusUnprocessableEntity, "illegal_action")
			if got.Error.Index == nil || *got.Error.Index != 1 {
				t.Errorf("%s, %s: index %v: %s", color, next, got.Error.Index, got.Body)
			}
		}
		if now := ada.Get("/matches/" + m.ID).Match; now.Ply != 0 {
			t.Errorf("stored: %v", now.Log)
		}
		ada.Play(m.ID, 0, color).Want(t, http.StatusOK, "")
	}
}

// The last action of a list may open a window.
func TestAPIListUpToAWindow(t *testing.T) {
	t.Parallel()
	holder, active, match, ply := newDropWeapon(t, 60)
	got := active.PlayAll(match, ply, "play B2", "play B2", "drop_weapon").Want(t, http.StatusOK, "")
	if len(got.Match.ToAct)+len(got.Match.Legal) != 0 {
		t.Errorf("in the window: %s", got.Body)
	}
	if legal := holder.Get("/matches/" + match).Match.Legal; !slices.Equal(legal, []string{"lancelot"}) {
		t.Errorf("the holder may do %v", legal)
	}
	after := holder.Play(match, got.Match.Ply, "lancelot").Want(t, http.StatusOK, "").Match
	if !slices.Equal(after.ToAct, []int{2}) {
		t.Errorf("to act %v", after.ToAct)
	}
}

// Lists can be posted because the games foresee every single action: legal actions fit, and
// illegal ones do not.
func TestGamesForeseeWhatIsLegal(t *testing.T) {
	t.Parallel()
	for _, rules := range clubtest.CardRules {
		t.Run(rules.Info().ID, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(8, 9))
			state, err := rules.New(games.Setup{Seats: slices.Max(rules.Info().Seats), Seed: new(games.Seed)})
			if err != nil {
				t.Fatal(err)
			}
			for range 150 {
				act := state.ToAct()
				if len(act) == 0 {
					return
				}
				seat := act[rng.IntN(len(act))]
				legal := state.Legal(seat)
				for _, action := range append(legal[:min(len(legal), 40):min(len(legal), 40)], "no such thing", "") {
					_, fit, staged := state.(games.Stager).Stage(seat, []string{action})
					_, _, played := state.Apply(seat, action)
					if (staged == nil) != (played == nil) || (fit == 1) != (played == nil) {
						t.Fatalf("%q of seat %d: %d fits (%v), played: %v", action, seat, fit, staged, played)
					}
				}
				if state, _, err = state.Apply(seat, legal[rng.IntN(len(legal))]); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// HEAD is answered wherever GET is, by the head of the same answer, also for a stream.
func TestAPIHead(t *testing.T) {
	t.Parallel()
	site := newSite(t)
	ada := site.Guest("Ada")
	match := ada.Post("/matches", map[string]any{"game": "camelot", "public": true}).Want(t, http.StatusCreated, "").Match
	for _, path := range []string{"/games", "/matches/" + match.ID, "/me/matches", "/matches/none", "/openapi.yaml"} {
		got, head := ada.Get(path), ada.Call(http.MethodHead, path, nil)
		if head.Status != got.Status || len(head.Body) > 0 || head.Header.Get("Content-Type") != got.Header.Get("Content-Type") {
			t.Errorf("HEAD %s: %d, %q, %d bytes; GET: %d, %q", path, head.Status, head.Header.Get("Content-Type"), len(head.Body),
				got.Status, got.Header.Get("Content-Type"))
		}
	}
	for path, allow := range map[string]string{"/me/events": "GET, HEAD", "/games": "GET, HEAD", "/me/matches": "GET, HEAD"} {
		if got := ada.Call(http.MethodDelete, path, nil).Want(t, http.StatusMethodNotAllowed, "method_not_allowed").Header.Get("Allow"); got != allow {
			t.Errorf("%s: Allow %q, want %q", path, got, allow)
		}
	}
	if got := ada.Call(http.MethodHead, "/me/events", nil); got.Status != http.StatusOK || len(got.Body) > 0 {
		t.Errorf("HEAD /me/events: %d, %d bytes", got.Status, len(got.Body))
	}
}
