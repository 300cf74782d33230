package club

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/db/storetest"
	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/twin/wager"
	"tableronde/handlers/club/clubtest"
)

// hubSpy keeps what is published.
type hubSpy struct {
	changes []Change
	tables  int // how often the list of open tables has changed
}

func (h *hubSpy) Publish(c Change, _ []string) { h.changes = append(h.changes, c) }
func (h *hubSpy) PublishTo(string, Change)     {}

func (h *hubSpy) PublishTalk(string, db.Audience, time.Time) {}
func (h *hubSpy) EndPlayer(string)                           {}

func (*hubSpy) EndWatching(string, []string) {}

func (*hubSpy) Watchers(string, []string) int { return 0 }
func (h *hubSpy) PublishTables(time.Time)     { h.tables++ }

// testTable is a match with a club and a store of its own.
type testTable struct {
	*Service
	t       testing.TB
	hub     *hubSpy
	players []db.Player
	id      string
	engine  db.Store
	path    string           // of its file
	now     func() time.Time // of the club
	rules   func(game string, version int) (games.Ruleset, error)
	random  func() float64 // nil for the usual one
	change  []func(*Config)
}

// serve has a club serve the store.
func (c *testTable) serve() {
	cfg := Config{Store: c.engine, Hub: c.hub, Now: func() time.Time { return c.now() },
		Rules: func(game string, version int) (games.Ruleset, error) { return c.rules(game, version) },
		Random: func() float64 {
			if c.random == nil {
				return rand.Float64()
			}
			return c.random()
		}}
	for _, change := range c.change {
		change(&cfg)
	}
	c.Service = New(cfg)
}

// workers run the workers of the club.
func (c *testTable) workers(log *slog.Logger, after func(time.Duration) <-chan time.Time) Workers {
	return Workers{Store: c.engine, Log: log, Now: c.now, After: after}
}

// work does all that is due of a worker now.
func (c *testTable) work(w Worker) {
	c.t.Helper()
	if err := c.workers(slog.New(slog.DiscardHandler), nil).Passes(w)(c.t.Context()); err != nil {
		c.t.Error(err)
	}
}

// newCouncilTable returns a match of council that its players have begun.
func newCouncilTable(t *testing.T, seats int, public bool) *testTable {
	t.Helper()
	c := newTestTable(t, clubtest.FindCouncil)
	c.open(Proposal{Game: "council", Seats: seats, Seat: 1, Public: public})
	return c
}

// newTestTable returns a table without a match, and its players.
func newTestTable(t testing.TB, find func(string, int) (games.Ruleset, error), change ...func(*Config)) *testTable {
	t.Helper()
	path := storetest.New(t)
	store := storetest.OpenAt(t, path, nil)
	c := &testTable{t: t, hub: new(hubSpy), engine: store, path: path, now: time.Now, rules: find, change: change}
	c.serve()
	for _, name := range []string{"Ada", "Bo", "Cy", "Di", "Ed"} {
		p, err := store.CreatePlayer(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		c.players = append(c.players, p)
	}
	return c
}

// open has the players sit down to a match, the first in seat 1 and so on.
func (c *testTable) open(p Proposal) Match {
	c.t.Helper()
	p.Seat = 1
	f, err := c.OpenTable(c.t.Context(), db.Once{}, c.players[0].ID, p, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	for seat := 2; seat <= len(f.Seats); seat++ {
		j := Joining{Match: f.ID, Player: c.players[seat-1].ID, Seat: seat, Invite: f.Invite}
		if f, err = c.Join(c.t.Context(), db.Once{}, j, nil); err != nil {
			c.t.Fatal(err)
		}
	}
	c.id = f.ID
	return f
}

// post posts actions for a seat.
func (c *testTable) post(seat, ply int, actions ...string) (Match, error) {
	return c.Play(context.Background(), Post{Match: c.id, Player: c.players[seat-1].ID, Ply: ply, Actions: actions})
}

func (c *testTable) mustPost(seat, ply int, actions ...string) Match {
	c.t.Helper()
	f, err := c.post(seat, ply, actions...)
	if err != nil {
		c.t.Fatalf("seat %d says %q at ply %d: %v", seat, actions, ply, err)
	}
	return f
}

func (c *testTable) ply() int {
	c.t.Helper()
	m, err := c.engine.Match(c.t.Context(), c.id)
	if err != nil {
		c.t.Fatal(err)
	}
	return m.Ply
}

// loadNow loads the match as it is now.
func (c *testTable) loadNow() Match {
	c.t.Helper()
	f, err := c.Match(c.t.Context(), c.id, c.players[0].ID)
	if err != nil {
		c.t.Fatal(err)
	}
	return f
}

// legal lists the actions of the game that a seat may post.
func (f Match) legal(seat games.Seat) []string {
	list, _ := f.Legal(seat)
	return list
}

// reopen closes the store, changes its file, and opens it anew.
func (c *testTable) reopen(change func(path string)) {
	c.t.Helper()
	storetest.NeedFile(c.t)
	if err := c.engine.Close(); err != nil {
		c.t.Fatal(err)
	}
	change(c.path)
	c.engine = storetest.OpenAt(c.t, c.path, c.now)
	c.serve()
}

// toldSeat1 returns all that seat 1 is told of a match, as text.
func toldSeat1(t *testing.T, f Match) string {
	t.Helper()
	list, count := f.Legal(1)
	all := []any{f.Match, f.LogFor(1), f.ViewFor(1), list, count, f.Table.Offers(1)}
	text, err := json.MarshalIndent(all, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// newWager returns a match of wager on a clock of its own.
func newWager(t testing.TB, p Proposal) (*testTable, *clubtest.Clock) {
	t.Helper()
	c, clock := newTestTable(t, clubtest.FindCards), clubtest.NewClock()
	c.now = clock.Now
	storetest.SetNow(c.engine, clock.Now)
	p.Game = "wager"
	c.open(p)
	return c, clock
}

// openView returns the position with all cards.
func openView(f Match) wager.View { return f.Table.State().View(games.Omniscient).(wager.View) }

func (c *testTable) loadStored() Match {
	c.t.Helper()
	m, err := c.engine.Match(c.t.Context(), c.id)
	if err != nil {
		c.t.Fatal(err)
	}
	f, err := c.replay(m)
	if err != nil {
		c.t.Fatal(err)
	}
	return f
}

// shieldOf returns the seat that holds the shield, 0 for none.
func shieldOf(f Match) games.Seat {
	for i, p := range openView(f).Seats {
		if slices.Contains(p.Hand, "S") {
			return games.Seat(i + 1)
		}
	}
	return 0
}

// bidAll has all seats bid their highest card.
func (c *testTable) bidAll() Match {
	c.t.Helper()
	f := c.loadStored()
	for i, p := range openView(f).Seats {
		f = c.mustPost(i+1, f.Ply, "play "+p.Hand[len(p.Hand)-1])
	}
	return f
}

// theft opens matches until in one of them the shield is in another hand than
// the thief's, or in none; the thief is to steal.
func newTheft(t testing.TB, p Proposal, held bool) (c *testTable, clock *clubtest.Clock, thief, holder int) {
	t.Helper()
	c, clock = newWager(t, p)
	for range 500 {
		f := c.loadStored()
		if shield := shieldOf(f); held == (shield != 0) {
			f = c.bidAll()
			act := f.Acting()
			if len(act) == 1 && act[0] != shield && shieldOf(f) == shield {
				return c, clock, int(act[0]), int(shield)
			}
		}
		p.Game = "wager"
		c.open(p)
	}
	t.Fatal("no such match")
	return nil, nil, 0, 0
}

func texts(events []db.Event) []string {
	var list []string
	for _, e := range events {
		list = append(list, fmt.Sprintf("%d: %s", e.Seat, e.Text))
	}
	return list
}

// newBotTable returns a match of a game in which the first player has a seat, and bots of
// the lowest levels have the others.
func newBotTable(t *testing.T, game string, seats int, seat games.Seat, change ...func(*Config)) (*testTable, *clubtest.Clock) {
	t.Helper()
	c, clock := newTestTable(t, catalog.Find, change...), clubtest.NewClock()
	c.now = clock.Now
	bots := make(map[games.Seat]int)
	for s := games.Seat(1); int(s) <= seats; s++ {
		if s != seat {
			bots[s] = 1 + int(s)%2
		}
	}
	f, err := c.OpenTable(t.Context(), db.Once{}, c.players[0].ID, Proposal{Game: game, Seats: seats, Seat: int(seat), Bots: bots}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if f.Started.IsZero() {
		t.Fatal("the match waits for somebody")
	}
	c.id = f.ID
	return c, clock
}

// atOnce lets a bot move without waiting.
func atOnce(time.Time) error { return nil }

// mustPlayBot lets a bot do what is due after the pause.
func (c *testTable) mustPlayBot(clock *clubtest.Clock) Match {
	c.t.Helper()
	clock.Advance(BotPause)
	before := c.ply()
	if err := c.playBot(c.t.Context(), db.DueBot{Match: c.id}, atOnce); err != nil {
		c.t.Fatal(err)
	}
	f := c.loadNow()
	if f.Ply != before+1 && onBoard(f.Game) || f.Ply <= before {
		c.t.Fatalf("the bot has taken the match from ply %d to %d", before, f.Ply)
	}
	return f
}

func ceilMillis(t time.Time) time.Time { return time.UnixMilli(t.UnixMilli()).UTC() }

func (c *testTable) mustWake() {
	c.t.Helper()
	if err := c.wake(context.Background(), c.id); err != nil {
		c.t.Fatal(err)
	}
}

// archiveAll archives all matches that have ended.
func (c *testTable) archiveAll() {
	c.t.Helper()
	c.work(c.archiveWorker())
	if left, err := c.engine.Unarchived(c.t.Context(), 9); len(left) > 0 || err != nil {
		c.t.Fatalf("%v are not archived, %v", left, err)
	}
}

// ratingOf returns the rating of a player, zero for none.
func (c *testTable) ratingOf(player string) db.Rated {
	c.t.Helper()
	ratings, err := c.engine.RatingsOf(c.t.Context(), player)
	if err != nil || len(ratings) > 1 {
		c.t.Fatalf("ratings: %v, %v", ratings, err)
	}
	return slices.Concat(ratings, make([]db.Rated, 1))[0]
}

const goodPassword = "nine white swans"

func account(name string) NewAccount { return NewAccount{Credentials: Credentials{name, goodPassword}} }

func codeOf(err error) string {
	if err == nil {
		return ""
	}
	return ErrorOf(err).Code
}

// runAlarms runs the alarms of the table on its clock until the test ends or stop
// is called.
func (c *testTable) runAlarms(clock *clubtest.Clock, log *clubtest.Log) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var done sync.WaitGroup
	done.Go(func() { c.workers(slog.New(slog.NewTextHandler(log, nil)), clock.After).Run(ctx, c.alarmWorker()) })
	stop = sync.OnceFunc(func() {
		cancel()
		done.Wait()
	})
	c.t.(*testing.T).Cleanup(stop)
	return stop
}

// waitFor waits until the match has so many events.
func (c *testTable) waitFor(ply int) {
	c.t.Helper()
	deadline := time.Now().Add(time.Minute)
	for c.ply() != ply {
		if time.Now().After(deadline) {
			c.t.Fatalf("ply %d, want %d", c.ply(), ply)
		}
		time.Sleep(time.Millisecond)
	}
}

func subscribe(t *testing.T, h *Hub, topics ...Topic) *Subscription {
	t.Helper()
	sub, err := h.Subscribe("x", "", topics...)
	if err != nil {
		t.Fatal(err)
	}
	return sub
}
