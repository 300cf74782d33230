package bots_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/handlers/club/bots"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/rooms/roomstest"
	"tableronde/handlers/club/tables"
)

// Every card game is played against bots to its end, by every number of players, and goes on
// to a rematch.
func TestBotsPlayEveryCardGame(t *testing.T) {
	t.Parallel()
	for _, info := range match.Games() {
		if match.OnBoard(info.ID) {
			continue
		}
		for _, seats := range info.Seats {
			if testing.Short() && seats != info.Seats[len(info.Seats)/2] {
				continue
			}
			t.Run(fmt.Sprintf("%s for %d", info.ID, seats), func(t *testing.T) {
				t.Parallel()
				own := games.Seat(seats)
				c, clock := roomstest.NewBotTable(t, info.ID, seats, own)
				f := c.LoadNow()
				for !f.IsOver() {
					if f = c.LoadNow(); !f.BotDue.IsZero() {
						f = c.MustPlayBot(clock)
						continue
					}
					if !slices.Equal(f.Acting(), []games.Seat{own}) {
						t.Fatalf("at ply %d nobody is due, and %v are to act", f.Ply, f.Acting())
					}
					choice, err := c.Bots.Search(t.Context(), f, own, 1)
					if err != nil {
						t.Fatal(err)
					}
					f = c.MustPost(1, f.Ply, choice.Action)
				}
				t.Logf("%d events", f.Ply)
				if told, err := c.Engine.Notices(t.Context(), 9); len(told) != 0 || err != nil {
					t.Errorf("notices %v, %v", told, err)
				}
				next, err := c.Tables.Rematch(t.Context(), db.Once{}, c.ID, c.Players[0].ID, "", nil)
				if err != nil || next.Started.IsZero() || match.SeatOf(next.Match, c.Players[0].ID) != 1 || !next.AgainstBots() {
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
				open := c.LoadNow()
				wait := map[string]time.Duration{"0": match.BotPause, "5": 5 * time.Second}[window]
				if until := clock.Now().Add(wait); !open.WindowEnds.Equal(roomstest.CeilMillis(until)) || !open.BotDue.Equal(roomstest.CeilMillis(clock.Now().Add(match.BotPause))) || len(open.Acting()) != 0 {
					t.Fatalf("a window until %v, due %v, now %v, to act %v", open.WindowEnds, open.BotDue, clock.Now(), open.Acting())
				}
				clock.Advance(match.BotPause)
				want := roomstest.CeilMillis(clock.Now().Add(bots.CardTimes[2]))
				if open.WindowEnds.After(want) {
					want = open.WindowEnds
				}
				c.MustWake()
				err := c.Bots.PlayBot(t.Context(), db.DueBot{Match: c.ID}, func(at time.Time) error {
					early := at.Before(want)
					if (holder == 0 || holder == 2 || !early) && !roomstest.CeilMillis(at).Equal(want) {
						t.Errorf("holder %d, window %s: after the window at %v, want %v", holder, window, at, want)
					}
					clock.Advance(at.Sub(clock.Now()))
					c.MustWake()
					if c.Ply() != open.Ply {
						t.Error("the alarms close a window before the bots are heard")
					}
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
				f := c.LoadNow()
				last := f.Events[len(f.Events)-1]
				if f.Ply != open.Ply+1 || last.Text != "pass" && (last.Text != "lancelot" || last.Seat != holder || holder == 2) || !slices.Equal(f.Acting(), []games.Seat{2}) {
					t.Errorf("holder %d: seat %d says %s at ply %d; to act %v", holder, last.Seat, last.Text, f.Ply, f.Acting())
				}
				stopped = stopped || last.Text == "lancelot"
				if err := c.Match.CloseHeard(t.Context(), open); err != nil || c.Ply() != f.Ply {
					t.Errorf("once more: ply %d, %v", c.Ply(), err)
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
	if c, _ := newLancelotTable(t, 1, 2, "0"); !c.LoadNow().WindowEnds.IsZero() || c.LoadNow().Last.Text != "pass" {
		t.Error("there is a window for bots that never interrupt")
	}
	c, clock := newLancelotTable(t, 1, 3, "0")
	open := c.LoadNow()
	if _, err := c.Match.SetOrders(t.Context(), c.ID, c.Players[0].ID, 0, "drop_weapon any"); err != nil {
		t.Fatal(err)
	}
	if after := c.LoadStored(); after.Ply != open.Ply || !after.WindowEnds.Equal(open.WindowEnds) || !after.BotDue.Equal(open.BotDue) {
		t.Errorf("orders meanwhile: %+v", after.Match)
	}
	clock.Advance(match.BotPause)
	err := c.Bots.PlayBot(t.Context(), db.DueBot{Match: c.ID}, func(time.Time) error {
		_, err := c.Match.Play(t.Context(), match.Post{Match: c.ID, Player: open.Seats[0].ID, As: 1, Ply: open.Ply, Actions: []string{"lancelot"}})
		return err
	})
	if f := c.LoadNow(); err != nil || f.Ply != open.Ply+1 || f.Last.Text != "lancelot" {
		t.Errorf("while a bot waits with its answer somebody else gives one: %v, %v", f.Last, err)
	}
}

// newLancelotTable returns a match for three in which the first player, in seat 2, has an
// action card under way, bots have the other seats, and one seat or nobody holds Lancelot.
func newLancelotTable(t *testing.T, holder, level int, window string) (*roomstest.Table, *clubtest.Clock) {
	t.Helper()
	clock := clubtest.NewClock()
	c := roomstest.NewTable(t, func(game string, version int) (games.Ruleset, error) {
		rules, err := clubtest.FindCards(game, version)
		return clubtest.Stacked{Ruleset: rules, Deck: clubtest.LancelotDeal(holder)}, err
	})
	c.Now = clock.Now
	f, err := c.Tables.OpenTable(t.Context(), db.Once{}, c.Players[0].ID, tables.Proposal{Game: "knizia", Seats: 3, Seat: 2, Bots: map[games.Seat]int{1: level, 3: level},
		Options: map[string]string{"dealer": "3", "window": window}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.ID = f.ID
	for _, step := range []struct {
		seat   games.Seat
		action string
	}{{1, "colour blue"}, {1, "play B5"}, {1, "end"}, {2, "play B2"}, {2, "play B2"}, {2, "drop_weapon"}} {
		if f, err = c.Match.Play(t.Context(), match.Post{Match: c.ID, Player: f.Seats[step.seat-1].ID, As: step.seat, Ply: f.Ply, Actions: []string{step.action}}); err != nil {
			t.Fatal(err)
		}
	}
	return c, clock
}
