package club

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/db/storetest"
	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/clock"
	"tableronde/games/table"
)

const day = 24 * time.Hour

// machine is what a site runs on: its clock, which may be set, and the time since it
// was switched on.
type machine struct {
	wall time.Time
	up   time.Duration
}

func (m *machine) now() time.Time { return m.wall }

func (m *machine) uptime() time.Duration { return m.up }

// clockTable is a match by the clock on a machine.
type clockTable struct {
	*testTable
	*machine
}

// newClockTable returns a match of a game that begins on a Monday.
func newClockTable(t *testing.T, game string, seats int, control clock.Control) *clockTable {
	t.Helper()
	m := &machine{wall: time.Date(2026, 11, 23, 8, 0, 0, 0, time.UTC), up: time.Hour}
	path := storetest.New(t)
	store := storetest.OpenAt(t, path, m.now)
	c := &clockTable{&testTable{t: t, hub: new(hubSpy), engine: store, path: path, now: m.now, rules: catalog.Find}, m}
	c.change = []func(*Config){func(cfg *Config) { cfg.Uptime = c.uptime }}
	c.start()
	for _, name := range []string{"Ada", "Bo", "Cy", "Di", "Ed"} {
		p, err := store.CreatePlayer(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		c.players = append(c.players, p)
	}
	c.open(Proposal{Game: game, Seats: seats, Clock: &control})
	return c
}

// start starts the site, which beats first.
func (c *clockTable) start() {
	c.t.Helper()
	c.serve()
	c.beat()
}

// beat does what the worker does that notes that the site is up.
func (c *clockTable) beat() {
	c.t.Helper()
	if err := c.uptimeWorker().Round(c.t.Context()); err != nil {
		c.t.Fatal(err)
	}
}

// pass lets time pass while the site is up. It beats as the worker does, at most some
// hundred times.
func (c *clockTable) pass(d time.Duration) {
	c.t.Helper()
	for d > 0 {
		step := min(d, BeatInterval)
		if d > 200*BeatInterval {
			step = d - 200*BeatInterval
			if _, _, err := c.engine.Beat(c.t.Context(), c.wall.Add(step), 1<<62, 0); err != nil {
				c.t.Fatal(err)
			}
		}
		c.wall, c.up, d = c.wall.Add(step), c.up+step, d-step
		c.beat()
	}
}

// crash stops the site for some time.
func (c *clockTable) crash(d time.Duration) {
	c.t.Helper()
	c.wall, c.up = c.wall.Add(d), time.Second
	c.start()
}

// loadNow loads the match as it is now. Where only a beat can tell that, the worker beats first.
func (c *clockTable) loadNow() Match {
	c.t.Helper()
	c.testTable.loadNow()
	select {
	case <-c.uptimeWorker().Woken:
		c.beat()
	default:
	}
	return c.testTable.loadNow()
}

// wakeDue does what the alarms would do now.
func (c *clockTable) wakeDue() Match {
	c.t.Helper()
	due, err := c.engine.Due(c.t.Context(), c.wall)
	if err != nil {
		c.t.Fatal(err)
	}
	for _, id := range due {
		if err := c.wake(c.t.Context(), id); err != nil {
			c.t.Fatal(err)
		}
	}
	return c.loadNow()
}

// left is what the clock of a seat shows without its vacation.
func (c *clockTable) left(seat games.Seat) time.Duration { return c.loadNow().Times()[seat-1].Left }

// act plays the first legal action of whoever is to act.
func (c *clockTable) act() Match {
	c.t.Helper()
	f := c.loadNow()
	seat := f.Acting()[0]
	return c.mustPost(int(seat), f.Ply, f.legal(seat)[0])
}

var bank = clock.Control{Bank: 10 * day, Increment: 36 * time.Hour, Cap: 10 * day, Vacation: 14 * day}

// everyGame calls f with every game of the catalogue, at its smallest table.
func everyGame(t *testing.T, f func(t *testing.T, game string, seats int, defaults bool)) {
	for _, info := range catalog.All() {
		t.Run(info.Info().ID, func(t *testing.T) {
			t.Parallel()
			f(t, info.Info().ID, slices.Min(info.Info().Seats), info.Info().Hidden)
		})
	}
}

// playWithout lets all but some seats act, bots after their pauses, until a condition holds;
// days pass where only the others are left.
func (c *clockTable) playWithout(until func(Match) bool, away ...games.Seat) Match {
	c.t.Helper()
	for range 2000 {
		f := c.loadNow()
		if f.IsOver() || until(f) {
			return f
		}
		i := slices.IndexFunc(f.Acting(), func(seat games.Seat) bool { return f.Seats[seat-1].Bot == 0 && !slices.Contains(away, seat) })
		switch {
		case i >= 0:
			seat := f.Acting()[i]
			c.mustPost(int(seat), f.Ply, f.legal(seat)[0])
		case !f.BotDue.IsZero():
			c.pass(BotPause)
			if err := c.playBot(c.t.Context(), db.DueBot{Match: c.id}, atOnce); err != nil {
				c.t.Fatal(err)
			}
		default:
			c.pass(day)
			c.wakeDue()
		}
	}
	c.t.Fatal("no end of decisions")
	return Match{}
}

// checkWatches fails the test unless the player who has left a seat sees the match as those
// do who have none, has it in the list of matches under way, and is told.
func (c *clockTable) checkWatches(seat int) {
	c.t.Helper()
	player := c.players[seat-1].ID
	f, err := c.Match(c.t.Context(), c.id, player)
	if err != nil {
		c.t.Fatalf("seat %d does not see the match: %v", seat, err)
	}
	if as, err := f.SeatFor(player, 0); as != games.Spectator || err != nil || !f.LeftBy(player) {
		c.t.Errorf("who has left sees the match as %d, %v; bots play on for %+v", as, err, f.StandsFor)
	}
	if _, err := f.SeatFor(player, games.Seat(seat)); err == nil {
		c.t.Error("who has left sees the seat")
	}
	if _, err := c.post(seat, f.Ply, "resign"); !errors.Is(err, ErrNoSeat) {
		c.t.Errorf("who has left plays: %v", err)
	}
	for _, left := range []bool{false, true} {
		list, _, err := c.MatchesOf(c.t.Context(), player, db.Filter{Over: new(bool), Left: left}, "", 9)
		if listed := slices.ContainsFunc(list, func(m db.Match) bool { return m.ID == c.id }); listed != left || err != nil {
			c.t.Errorf("with those that were left the list has %d, %v", len(list), err)
		}
	}
	told := slices.ContainsFunc(c.notices(), func(n db.Notice) bool { return n.Recipient == player && n.Kind == db.NoticeOver && f.IsNews(n) })
	if !told {
		c.t.Error("who has left is not told")
	}
}

// notices lists what is in the outbox.
func (c *clockTable) notices() []db.Notice {
	c.t.Helper()
	list, err := c.engine.Notices(c.t.Context(), db.MaxPage)
	if err != nil {
		c.t.Fatal(err)
	}
	return list
}

// offered lists what a seat may post about bots.
func (c *clockTable) offered(seat games.Seat) []string {
	c.t.Helper()
	f := c.loadStored()
	return slices.DeleteFunc(f.Offers(seat), func(text string) bool { return !table.IsAboutBot(text) })
}

// wantOffered fails the test unless a seat may post so much about bots.
func (c *clockTable) wantOffered(seat games.Seat, want ...string) {
	c.t.Helper()
	if diff := cmp.Diff(want, c.offered(seat), cmp.Transformer("list", func(l []string) []string { return append([]string{}, l...) })); diff != "" {
		c.t.Errorf("seat %d may post (-want +got):\n%s", seat, diff)
	}
}

// refused fails the test unless a post of a seat is refused for a reason.
func (c *clockTable) refused(seat int, text, key string) {
	c.t.Helper()
	var why *games.Illegal
	if _, err := c.post(seat, c.ply(), text); !errors.As(err, &why) || why.Key != key {
		c.t.Errorf("%s by seat %d: %v, want %s", text, seat, err, key)
	}
}
