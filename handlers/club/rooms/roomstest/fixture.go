package roomstest

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
	"tableronde/handlers/club"
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/club/live"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/rooms"
	"tableronde/handlers/club/tables"
)

// Hub records the published changes.
type Hub struct {
	mu      sync.Mutex // needed while workers publish
	Changes []club.Change
	Tables  int // number of changes of the list of open tables
}

func (h *Hub) Publish(c club.Change, _ []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.Changes = append(h.Changes, c)
}

func (h *Hub) PublishTo(string, club.Change) {}

func (h *Hub) PublishTalk(string, db.Audience, time.Time) {}
func (h *Hub) EndPlayer(string)                           {}

func (*Hub) EndWatching(string, []string) {}

func (*Hub) Watchers(string, []string) int { return 0 }
func (h *Hub) PublishTables(time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.Tables++
}

// Table is a match with its own club and store.
type Table struct {
	*rooms.Club
	T       testing.TB
	Hub     *Hub
	Players []db.Player
	ID      string
	Engine  db.Store
	path    string           // of the store's file
	Now     func() time.Time // the club's clock
	Rules   func(game string, version int) (games.Ruleset, error)
	Random  func() float64 // nil for the default
	change  []func(*rooms.Config)
}

// serve starts a club on the store.
func (c *Table) serve() {
	cfg := rooms.Config{Store: c.Engine, Hub: c.Hub, Now: func() time.Time { return c.Now() },
		Rules: func(game string, version int) (games.Ruleset, error) { return c.Rules(game, version) },
		Random: func() float64 {
			if c.Random == nil {
				return rand.Float64()
			}
			return c.Random()
		}}
	for _, change := range c.change {
		change(&cfg)
	}
	c.Club = rooms.New(cfg)
}

// Workers returns the means to run the workers of the club.
func (c *Table) Workers(log *slog.Logger, after func(time.Duration) <-chan time.Time) club.Workers {
	return club.Workers{Store: c.Engine, Log: log, Now: c.Now, After: after}
}

// Work does all work of a worker that is due now.
func (c *Table) Work(w club.Worker) {
	c.T.Helper()
	if err := c.Workers(slog.New(slog.DiscardHandler), nil).Passes(w)(c.T.Context()); err != nil {
		c.T.Error(err)
	}
}

// NewCouncilTable returns a started match of the game council.
func NewCouncilTable(t *testing.T, seats int, public bool) *Table {
	t.Helper()
	c := NewTable(t, clubtest.FindCouncil)
	c.Open(tables.Proposal{Game: "council", Seats: seats, Seat: 1, Public: public})
	return c
}

// NewTable returns a table without a match, and its players.
func NewTable(t testing.TB, find func(string, int) (games.Ruleset, error), change ...func(*rooms.Config)) *Table {
	t.Helper()
	path := storetest.New(t)
	store := storetest.OpenAt(t, path, nil)
	c := &Table{T: t, Hub: new(Hub), Engine: store, path: path, Now: time.Now, Rules: find, change: change}
	c.serve()
	for _, name := range []string{"Ada", "Bo", "Cy", "Di", "Ed"} {
		p, err := store.CreatePlayer(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		c.Players = append(c.Players, p)
	}
	return c
}

// Open seats the players at a match, the first in seat 1 and so on.
func (c *Table) Open(p tables.Proposal) match.Match {
	c.T.Helper()
	p.Seat = 1
	f, err := c.Tables.OpenTable(c.T.Context(), db.Once{}, c.Players[0].ID, p, nil)
	if err != nil {
		c.T.Fatal(err)
	}
	for seat := 2; seat <= len(f.Seats); seat++ {
		j := tables.Joining{Match: f.ID, Player: c.Players[seat-1].ID, Seat: seat, Invite: f.Invite}
		if f, err = c.Tables.Join(c.T.Context(), db.Once{}, j, nil); err != nil {
			c.T.Fatal(err)
		}
	}
	c.ID = f.ID
	return f
}

// Post posts actions for a seat.
func (c *Table) Post(seat, ply int, actions ...string) (match.Match, error) {
	return c.Match.Play(context.Background(), match.Post{Match: c.ID, Player: c.Players[seat-1].ID, Ply: ply, Actions: actions})
}

func (c *Table) MustPost(seat, ply int, actions ...string) match.Match {
	c.T.Helper()
	f, err := c.Post(seat, ply, actions...)
	if err != nil {
		c.T.Fatalf("seat %d says %q at ply %d: %v", seat, actions, ply, err)
	}
	return f
}

func (c *Table) Ply() int {
	c.T.Helper()
	m, err := c.Engine.Match(c.T.Context(), c.ID)
	if err != nil {
		c.T.Fatal(err)
	}
	return m.Ply
}

// LoadNow loads the present match.
func (c *Table) LoadNow() match.Match {
	c.T.Helper()
	f, err := c.Match.Match(c.T.Context(), c.ID, c.Players[0].ID)
	if err != nil {
		c.T.Fatal(err)
	}
	return f
}

// Legal lists the game actions that a seat may post.
func Legal(f match.Match, seat games.Seat) []string {
	list, _ := f.Legal(seat)
	return list
}

// Reopen closes the store, changes its file, and opens it again.
func (c *Table) Reopen(change func(path string)) {
	c.T.Helper()
	storetest.NeedFile(c.T)
	if err := c.Engine.Close(); err != nil {
		c.T.Fatal(err)
	}
	change(c.path)
	c.Engine = storetest.OpenAt(c.T, c.path, c.Now)
	c.serve()
}

// ToldSeat1 returns, as text, all data of a match that seat 1 may get.
func ToldSeat1(t *testing.T, f match.Match) string {
	t.Helper()
	list, count := f.Legal(1)
	all := []any{f.Match, f.LogFor(1), f.ViewFor(1), list, count, f.Table.Offers(1)}
	text, err := json.MarshalIndent(all, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// NewWager returns a match of wager with a test clock.
func NewWager(t testing.TB, p tables.Proposal) (*Table, *clubtest.Clock) {
	t.Helper()
	c, clock := NewTable(t, clubtest.FindCards), clubtest.NewClock()
	c.Now = clock.Now
	storetest.SetNow(c.Engine, clock.Now)
	p.Game = "wager"
	c.Open(p)
	return c, clock
}

// OpenView returns the view of the position with all cards.
func OpenView(f match.Match) wager.View { return f.Table.State().View(games.Omniscient).(wager.View) }

func (c *Table) LoadStored() match.Match {
	c.T.Helper()
	m, err := c.Engine.Match(c.T.Context(), c.ID)
	if err != nil {
		c.T.Fatal(err)
	}
	f, err := c.Match.Replay(m)
	if err != nil {
		c.T.Fatal(err)
	}
	return f
}

// shieldOf returns the seat that holds the shield, 0 for none.
func shieldOf(f match.Match) games.Seat {
	for i, p := range OpenView(f).Seats {
		if slices.Contains(p.Hand, "S") {
			return games.Seat(i + 1)
		}
	}
	return 0
}

// BidAll makes all seats bid their highest card.
func (c *Table) BidAll() match.Match {
	c.T.Helper()
	f := c.LoadStored()
	for i, p := range OpenView(f).Seats {
		f = c.MustPost(i+1, f.Ply, "play "+p.Hand[len(p.Hand)-1])
	}
	return f
}

// NewTheft returns a match in which the thief is about to steal. With held, another seat has the
// shield; otherwise no seat has it. It opens matches until one fits.
func NewTheft(t testing.TB, p tables.Proposal, held bool) (c *Table, clock *clubtest.Clock, thief, holder int) {
	t.Helper()
	c, clock = NewWager(t, p)
	for range 500 {
		f := c.LoadStored()
		if shield := shieldOf(f); held == (shield != 0) {
			f = c.BidAll()
			act := f.Acting()
			if len(act) == 1 && act[0] != shield && shieldOf(f) == shield {
				return c, clock, int(act[0]), int(shield)
			}
		}
		p.Game = "wager"
		c.Open(p)
	}
	t.Fatal("no such match")
	return nil, nil, 0, 0
}

func Texts(events []db.Event) []string {
	var list []string
	for _, e := range events {
		list = append(list, fmt.Sprintf("%d: %s", e.Seat, e.Text))
	}
	return list
}

// NewBotTable returns a match of a game in which the first player has the given seat, and bots of
// the lowest levels have the others.
func NewBotTable(t *testing.T, game string, seats int, seat games.Seat, change ...func(*rooms.Config)) (*Table, *clubtest.Clock) {
	t.Helper()
	c, clock := NewTable(t, catalog.Find, change...), clubtest.NewClock()
	c.Now = clock.Now
	bots := make(map[games.Seat]int)
	for s := games.Seat(1); int(s) <= seats; s++ {
		if s != seat {
			bots[s] = 1 + int(s)%2
		}
	}
	f, err := c.Tables.OpenTable(t.Context(), db.Once{}, c.Players[0].ID, tables.Proposal{Game: game, Seats: seats, Seat: int(seat), Bots: bots}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if f.Started.IsZero() {
		t.Fatal("the match waits for somebody")
	}
	c.ID = f.ID
	return c, clock
}

// AtOnce lets a bot move without waiting.
func AtOnce(time.Time) error { return nil }

// MustPlayBot lets the pause pass and makes the bot act.
func (c *Table) MustPlayBot(clock *clubtest.Clock) match.Match {
	c.T.Helper()
	clock.Advance(match.BotPause)
	before := c.Ply()
	if err := c.Bots.PlayBot(c.T.Context(), db.DueBot{Match: c.ID}, AtOnce); err != nil {
		c.T.Fatal(err)
	}
	f := c.LoadNow()
	if f.Ply != before+1 && match.OnBoard(f.Game) || f.Ply <= before {
		c.T.Fatalf("the bot has taken the match from ply %d to %d", before, f.Ply)
	}
	return f
}

func CeilMillis(t time.Time) time.Time { return time.UnixMilli(t.UnixMilli()).UTC() }

func (c *Table) MustWake() {
	c.T.Helper()
	if err := c.Match.Wake(context.Background(), c.ID); err != nil {
		c.T.Fatal(err)
	}
}

// ArchiveAll archives all matches that have ended.
func (c *Table) ArchiveAll() {
	c.T.Helper()
	c.Work(c.Archive.ArchiveWorker())
	if left, err := c.Engine.Unarchived(c.T.Context(), 9); len(left) > 0 || err != nil {
		c.T.Fatalf("%v are not archived, %v", left, err)
	}
}

// RatingOf returns the rating of a player, zero for none.
func (c *Table) RatingOf(player string) db.Rated {
	c.T.Helper()
	ratings, err := c.Engine.RatingsOf(c.T.Context(), player)
	if err != nil || len(ratings) > 1 {
		c.T.Fatalf("ratings: %v, %v", ratings, err)
	}
	return slices.Concat(ratings, make([]db.Rated, 1))[0]
}

const GoodPassword = "nine white swans"

func Account(name string) accounts.NewAccount {
	return accounts.NewAccount{Credentials: accounts.Credentials{Name: name, Password: GoodPassword}}
}

func CodeOf(err error) string {
	if err == nil {
		return ""
	}
	return club.ErrorOf(err).Code
}

// RunAlarms runs the alarms of the table on its clock until the test ends or stop is called.
func (c *Table) RunAlarms(clock *clubtest.Clock, log *clubtest.Log) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var done sync.WaitGroup
	done.Go(func() {
		c.Workers(slog.New(slog.NewTextHandler(log, nil)), clock.After).Run(ctx, c.Match.AlarmWorker())
	})
	stop = sync.OnceFunc(func() {
		cancel()
		done.Wait()
	})
	c.T.(*testing.T).Cleanup(stop)
	return stop
}

// WaitFor waits until the match has ply events.
func (c *Table) WaitFor(ply int) {
	c.T.Helper()
	deadline := time.Now().Add(time.Minute)
	for c.Ply() != ply {
		if time.Now().After(deadline) {
			c.T.Fatalf("ply %d, want %d", c.Ply(), ply)
		}
		time.Sleep(time.Millisecond)
	}
}

func Subscribe(t *testing.T, h *live.Hub, topics ...live.Topic) *live.Subscription {
	t.Helper()
	sub, err := h.Subscribe("x", "", topics...)
	if err != nil {
		t.Fatal(err)
	}
	return sub
}
