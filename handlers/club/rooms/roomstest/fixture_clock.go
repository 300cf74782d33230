package roomstest

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
	"tableronde/games/effort"
	"tableronde/games/table"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/rooms"
	"tableronde/handlers/club/tables"
)

const Day = 24 * time.Hour

// machine is the computer of a site: its clock, which may be set, and the time since it was
// switched on.
type machine struct {
	Wall time.Time
	Up   time.Duration
}

func (m *machine) now() time.Time { return m.Wall }

func (m *machine) uptime() time.Duration { return m.Up }

// ClockTable is a match with clocks on a simulated machine.
type ClockTable struct {
	*Table
	*machine
}

// NewClockTable returns a match of a game that begins on a Monday.
func NewClockTable(t *testing.T, game string, seats int, control clock.Control) *ClockTable {
	t.Helper()
	m := &machine{Wall: time.Date(2026, 11, 23, 8, 0, 0, 0, time.UTC), Up: time.Hour}
	c := &ClockTable{NewTable(t, catalog.Find, func(cfg *rooms.Config) { cfg.Uptime = m.uptime }), m}
	c.Now = m.now
	storetest.SetNow(c.Engine, m.now)
	c.Beat()
	c.Open(tables.Proposal{Game: game, Seats: seats, Clock: &control})
	return c
}

// Beat runs one round of the worker that records that the site is up.
func (c *ClockTable) Beat() {
	c.T.Helper()
	if err := c.Match.UptimeWorker().Round(c.T.Context()); err != nil {
		c.T.Fatal(err)
	}
}

// Pass lets time pass while the site is up. It beats like the worker, at most some hundred times.
func (c *ClockTable) Pass(d time.Duration) {
	c.T.Helper()
	for d > 0 {
		step := min(d, match.BeatInterval)
		if d > 200*match.BeatInterval {
			step = d - 200*match.BeatInterval
			if _, _, err := c.Engine.Beat(c.T.Context(), c.Wall.Add(step), 1<<62, 0); err != nil {
				c.T.Fatal(err)
			}
		}
		c.Wall, c.Up, d = c.Wall.Add(step), c.Up+step, d-step
		c.Beat()
	}
}

// Crash stops the site for some time.
func (c *ClockTable) Crash(d time.Duration) {
	c.T.Helper()
	c.Wall, c.Up = c.Wall.Add(d), time.Second
	c.serve()
	c.Beat()
}

// LoadNow loads the present match. If that asks for a beat, it beats and loads again.
func (c *ClockTable) LoadNow() match.Match {
	c.T.Helper()
	c.Table.LoadNow()
	select {
	case <-c.Match.UptimeWorker().Woken:
		c.Beat()
	default:
	}
	return c.Table.LoadNow()
}

// WakeDue wakes each due match like the alarms, and loads the match.
func (c *ClockTable) WakeDue() match.Match {
	c.T.Helper()
	due, err := c.Engine.Due(c.T.Context(), c.Wall)
	if err != nil {
		c.T.Fatal(err)
	}
	for _, id := range due {
		if err := c.Match.Wake(c.T.Context(), id); err != nil {
			c.T.Fatal(err)
		}
	}
	return c.LoadNow()
}

// Left returns the time on the clock of a seat, without its vacation.
func (c *ClockTable) Left(seat games.Seat) time.Duration { return c.LoadNow().Times()[seat-1].Left }

// Act plays the first legal action of the first seat that has to act.
func (c *ClockTable) Act() match.Match {
	c.T.Helper()
	f := c.LoadNow()
	seat := f.Acting()[0]
	return c.MustPost(int(seat), f.Ply, Legal(f, seat)[0])
}

var Bank = clock.Control{Bank: 10 * Day, Increment: 36 * time.Hour, Cap: 10 * Day, Vacation: 14 * Day}

// EveryGame calls f with each game of the catalog, at its smallest table. With reduced effort, one
// game stands for all on its kind of board.
func EveryGame(t *testing.T, f func(t *testing.T, game string, seats int, defaults bool)) {
	for _, info := range catalog.All() {
		if kinds := []string{"camelot", "chivalry-4-solo", "grand-camelot"}; !effort.Full() && !info.Info().Hidden && !slices.Contains(kinds, info.Info().ID) {
			continue
		}
		t.Run(info.Info().ID, func(t *testing.T) {
			t.Parallel()
			f(t, info.Info().ID, slices.Min(info.Info().Seats), info.Info().Hidden)
		})
	}
}

// PlayWithout lets all seats except those away act, and bots after their pauses, until a condition
// holds. When only seats that are away could act, days pass.
func (c *ClockTable) PlayWithout(until func(match.Match) bool, away ...games.Seat) match.Match {
	c.T.Helper()
	for range 2000 {
		f := c.LoadNow()
		if f.IsOver() || until(f) {
			return f
		}
		i := slices.IndexFunc(f.Acting(), func(seat games.Seat) bool { return f.Seats[seat-1].Bot == 0 && !slices.Contains(away, seat) })
		switch {
		case i >= 0:
			seat := f.Acting()[i]
			c.MustPost(int(seat), f.Ply, Legal(f, seat)[0])
		case !f.BotDue.IsZero():
			c.Pass(match.BotPause)
			if err := c.Bots.PlayBot(c.T.Context(), db.DueBot{Match: c.ID}, AtOnce); err != nil {
				c.T.Fatal(err)
			}
		default:
			c.Pass(Day)
			c.WakeDue()
		}
	}
	c.T.Fatal("no end of decisions")
	return match.Match{}
}

// CheckWatches fails the test unless the player who left a seat sees the match as a spectator does,
// has it in the list of matches in progress, and gets its notifications.
func (c *ClockTable) CheckWatches(seat int) {
	c.T.Helper()
	player := c.Players[seat-1].ID
	f, err := c.Match.Match(c.T.Context(), c.ID, player)
	if err != nil {
		c.T.Fatalf("seat %d does not see the match: %v", seat, err)
	}
	if as, err := f.SeatFor(player, 0); as != games.Spectator || err != nil || !f.LeftBy(player) {
		c.T.Errorf("who has left sees the match as %d, %v; bots play on for %+v", as, err, f.StandsFor)
	}
	if _, err := f.SeatFor(player, games.Seat(seat)); err == nil {
		c.T.Error("who has left sees the seat")
	}
	if _, err := c.Post(seat, f.Ply, "resign"); !errors.Is(err, match.ErrNoSeat) {
		c.T.Errorf("who has left plays: %v", err)
	}
	for _, left := range []bool{false, true} {
		list, _, err := c.Lists.MatchesOf(c.T.Context(), player, db.Filter{Over: new(bool), Left: left}, "", 9)
		if listed := slices.ContainsFunc(list, func(m db.Match) bool { return m.ID == c.ID }); listed != left || err != nil {
			c.T.Errorf("with those that were left the list has %d, %v", len(list), err)
		}
	}
	told := slices.ContainsFunc(c.notices(), func(n db.Notice) bool { return n.Recipient == player && n.Kind == db.NoticeOver && f.IsNews(n) })
	if !told {
		c.T.Error("who has left is not told")
	}
}

// notices lists the notifications in the outbox.
func (c *ClockTable) notices() []db.Notice {
	c.T.Helper()
	list, err := c.Engine.Notices(c.T.Context(), db.MaxPage)
	if err != nil {
		c.T.Fatal(err)
	}
	return list
}

// offered lists the events that a seat may post about bots.
func (c *ClockTable) offered(seat games.Seat) []string {
	c.T.Helper()
	f := c.LoadStored()
	return slices.DeleteFunc(f.Offers(seat), func(text string) bool { return !table.IsAboutBot(text) })
}

// WantOffered fails the test unless a seat may post exactly the wanted actions about bots.
func (c *ClockTable) WantOffered(seat games.Seat, want ...string) {
	c.T.Helper()
	if diff := cmp.Diff(want, c.offered(seat), cmp.Transformer("list", func(l []string) []string { return append([]string{}, l...) })); diff != "" {
		c.T.Errorf("seat %d may post (-want +got):\n%s", seat, diff)
	}
}

// Refused fails the test unless a post of a seat is refused with the given reason.
func (c *ClockTable) Refused(seat int, text, key string) {
	c.T.Helper()
	var why *games.Illegal
	if _, err := c.Post(seat, c.Ply(), text); !errors.As(err, &why) || why.Key != key {
		c.T.Errorf("%s by seat %d: %v, want %s", text, seat, err, key)
	}
}
