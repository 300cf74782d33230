package club

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/handlers/club/clubtest"
)

// Every card game is played against bots to its end, by every number of players, and goes on
// to a rematch.
func TestBotsPlayEveryCardGame(t *testing.T) {
	t.Parallel()
	for _, info := range Games() {
		if onBoard(info.ID) {
			continue
		}
		for _, seats := range info.Seats {
			if testing.Short() && seats != info.Seats[len(info.Seats)/2] {
				continue
			}
			t.Run(fmt.Sprintf("%s for %d", info.ID, seats), func(t *testing.T) {
				t.Parallel()
				own := games.Seat(seats)
				c, clock := newBotTable(t, info.ID, seats, own)
				f := c.loadNow()
				for !f.IsOver() {
					if f = c.loadNow(); !f.BotDue.IsZero() {
						f = c.mustPlayBot(clock)
						continue
					}
					if !slices.Equal(f.Acting(), []games.Seat{own}) {
						t.Fatalf("at ply %d nobody is due, and %v are to act", f.Ply, f.Acting())
					}
					choice, err := c.search(t.Context(), f, own, 1)
					if err != nil {
						t.Fatal(err)
					}
					f = c.mustPost(1, f.Ply, choice.Action)
				}
				t.Logf("%d events", f.Ply)
				if told, err := c.engine.Notices(t.Context(), 9); len(told) != 0 || err != nil {
					t.Errorf("notices %v, %v", told, err)
				}
				next, err := c.Rematch(t.Context(), db.Once{}, c.id, c.players[0].ID, "", nil)
				if err != nil || next.Started.IsZero() || SeatOf(next.Match, c.players[0].ID) != 1 || !next.AgainstBots() {
					t.Errorf("the rematch: %+v, %v", next.Match, err)
				}
			})
		}
	}
}

// Where a bot might stop an action, the action waits for it the same time, whether it holds
// Lancelot or not; the alarms do not come before, and nothing is posted twice.
func TestWindowsOfBots(t *testing.T) {
	t.Parallel()
	stopped := false
	for range 10 { // the bot that may stop draws its own lots
		for _, window := range []string{"0", "5"} {
			for _, holder := range []games.Seat{0, 1, 2, 3} {
				c, clock := newLancelotTable(t, int(holder), 3, window)
				open := c.loadNow()
				wait := map[string]time.Duration{"0": BotPause, "5": 5 * time.Second}[window]
				if until := clock.Now().Add(wait); !open.WindowEnds.Equal(ceilMillis(until)) || !open.BotDue.Equal(ceilMillis(clock.Now().Add(BotPause))) || len(open.Acting()) != 0 {
					t.Fatalf("a window until %v, due %v, now %v, to act %v", open.WindowEnds, open.BotDue, clock.Now(), open.Acting())
				}
				clock.Advance(BotPause)
				want := ceilMillis(clock.Now().Add(cardTimes[2]))
				if open.WindowEnds.After(want) {
					want = open.WindowEnds
				}
				c.mustWake()
				err := c.playBot(t.Context(), db.DueBot{Match: c.id}, func(at time.Time) error {
					early := at.Before(want)
					if (holder == 0 || holder == 2 || !early) && !ceilMillis(at).Equal(want) {
						t.Errorf("holder %d, window %s: after the window at %v, want %v", holder, window, at, want)
					}
					clock.Advance(at.Sub(clock.Now()))
					c.mustWake()
					if c.ply() != open.Ply {
						t.Error("the alarms close a window before the bots are heard")
					}
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
				f := c.loadNow()
				last := f.Events[len(f.Events)-1]
				if f.Ply != open.Ply+1 || last.Text != "pass" && (last.Text != "lancelot" || last.Seat != holder || holder == 2) || !slices.Equal(f.Acting(), []games.Seat{2}) {
					t.Errorf("holder %d: seat %d says %s at ply %d; to act %v", holder, last.Seat, last.Text, f.Ply, f.Acting())
				}
				stopped = stopped || last.Text == "lancelot"
				if err := c.closeHeard(t.Context(), open); err != nil || c.ply() != f.Ply {
					t.Errorf("once more: ply %d, %v", c.ply(), err)
				}
			}
		}
		if stopped {
			return
		}
	}
	t.Error("no bot has ever stopped anything")
}

// A person has Lancelot in the window of the bots, too, and whoever cannot look ahead has none.
func TestWindowsOfBotsAreForAll(t *testing.T) {
	t.Parallel()
	if c, _ := newLancelotTable(t, 1, 2, "0"); !c.loadNow().WindowEnds.IsZero() || c.loadNow().Last.Text != "pass" {
		t.Error("there is a window for bots that never interrupt")
	}
	c, clock := newLancelotTable(t, 1, 3, "0")
	open := c.loadNow()
	if _, err := c.SetOrders(t.Context(), c.id, c.players[0].ID, 0, "drop_weapon any"); err != nil {
		t.Fatal(err)
	}
	if after := c.loadStored(); after.Ply != open.Ply || !after.WindowEnds.Equal(open.WindowEnds) || !after.BotDue.Equal(open.BotDue) {
		t.Errorf("orders meanwhile: %+v", after.Match)
	}
	clock.Advance(BotPause)
	err := c.playBot(t.Context(), db.DueBot{Match: c.id}, func(time.Time) error {
		_, err := c.Play(t.Context(), Post{Match: c.id, Player: open.Seats[0].ID, As: 1, Ply: open.Ply, Actions: []string{"lancelot"}})
		return err
	})
	if f := c.loadNow(); err != nil || f.Ply != open.Ply+1 || f.Last.Text != "lancelot" {
		t.Errorf("while a bot waits with its answer somebody else gives one: %v, %v", f.Last, err)
	}
}

// newLancelotTable returns a match for three in which the first player, in seat 2, has an
// action card under way, bots have the other seats, and one seat or nobody holds Lancelot.
func newLancelotTable(t *testing.T, holder, level int, window string) (*testTable, *clubtest.Clock) {
	t.Helper()
	clock := clubtest.NewClock()
	c := newTestTable(t, func(game string, version int) (games.Ruleset, error) {
		rules, err := clubtest.FindCards(game, version)
		return clubtest.Stacked{Ruleset: rules, Deck: clubtest.LancelotDeal(holder)}, err
	})
	c.now = clock.Now
	f, err := c.OpenTable(t.Context(), db.Once{}, c.players[0].ID, Proposal{Game: "knizia", Seats: 3, Seat: 2, Bots: map[games.Seat]int{1: level, 3: level},
		Options: map[string]string{"dealer": "3", "window": window}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.id = f.ID
	for _, step := range []struct {
		seat   games.Seat
		action string
	}{{1, "colour blue"}, {1, "play B5"}, {1, "end"}, {2, "play B2"}, {2, "play B2"}, {2, "drop_weapon"}} {
		if f, err = c.Play(t.Context(), Post{Match: c.id, Player: f.Seats[step.seat-1].ID, As: step.seat, Ply: f.Ply, Actions: []string{step.action}}); err != nil {
			t.Fatal(err)
		}
	}
	return c, clock
}
