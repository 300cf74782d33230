package bots_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/bot"
	"tableronde/games/catalog"
	"tableronde/games/effort"
	"tableronde/handlers/club"
	"tableronde/handlers/club/bots"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/rooms"
	"tableronde/handlers/club/rooms/roomstest"
	"tableronde/handlers/club/tables"
)

// Every board game is played against bots to its end, from every seat, and nobody gets a notice.
func TestBotsPlayEveryBoard(t *testing.T) {
	t.Parallel()
	for _, info := range match.Games() {
		if !match.OnBoard(info.ID) {
			continue
		}
		for _, seats := range info.Seats {
			for seat := games.Seat(1); int(seat) <= seats; seat++ {
				if !effort.Full() && seat > 1 {
					continue
				}
				t.Run(fmt.Sprintf("%s, seat %d of %d", info.ID, seat, seats), func(t *testing.T) {
					t.Parallel()
					c, clock := roomstest.NewBotTable(t, info.ID, seats, seat)
					rng := rand.New(rand.NewPCG(1, uint64(seat)))
					f := c.LoadNow()
					for plies := 0; !f.IsOver() && plies < match.MaxEvents; plies++ {
						if f = c.LoadNow(); !f.BotDue.IsZero() {
							f = c.MustPlayBot(clock)
							continue
						}
						if !slices.Equal(f.Acting(), []games.Seat{seat}) {
							t.Fatalf("at ply %d nobody is due, and %v are to act", f.Ply, f.Acting())
						}
						legal := roomstest.Legal(f, seat)
						f = c.MustPost(1, f.Ply, bots.OrClaim(f, seat, bot.Choice{Action: legal[rng.IntN(len(legal))]}))
					}
					if f.Result == nil || !f.BotDue.IsZero() {
						t.Errorf("after %d events the result is %v, due %v", f.Ply, f.Result, f.BotDue)
					}
					if told, err := c.Engine.Notices(t.Context(), 9); len(told) != 0 || err != nil {
						t.Errorf("notices %v, %v", told, err)
					}
				})
			}
		}
	}
}

// A bot is due after the pause, plays the same move whenever it is asked, and none after
// another process has played it.
func TestBotPlaysItsMoveOnce(t *testing.T) {
	t.Parallel()
	c, clock := roomstest.NewBotTable(t, "cam", 2, 2)
	f := c.LoadNow()
	if !f.BotDue.Equal(roomstest.CeilMillis(clock.Now().Add(match.BotPause))) {
		t.Errorf("due %v, now %v", f.BotDue, clock.Now())
	}
	if err := c.Bots.PlayBot(t.Context(), db.DueBot{Match: c.ID}, roomstest.AtOnce); err != nil || c.Ply() != 0 {
		t.Errorf("before the pause is over: ply %d, %v", c.Ply(), err)
	}
	first, err := c.Bots.ChooseForBot(t.Context(), f, 1, false)
	if err != nil {
		t.Fatal(err)
	}
	again, err := c.Bots.ChooseForBot(t.Context(), f, 1, false)
	if err != nil || again != first {
		t.Errorf("the bot plays %s, then %s, %v", first, again, err)
	}
	clock.Advance(match.BotPause)
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			if err := c.Bots.PlayBot(context.Background(), db.DueBot{Match: c.ID}, roomstest.AtOnce); err != nil {
				t.Error(err)
			}
		})
	}
	both.Wait()
	if f = c.LoadNow(); f.Ply != 1 || f.Events[0].Text != first || f.Events[0].Seat != 1 {
		t.Errorf("events %v, want one, %s", f.Events, first)
	}
}

// A search that is stopped plays nothing.
func TestStopEndsSearch(t *testing.T) {
	t.Parallel()
	c, clock := roomstest.NewBotTable(t, "camelot", 2, 2)
	clock.Advance(match.BotPause)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	m, err := c.Engine.Match(t.Context(), c.ID)
	if err != nil {
		t.Fatal(err)
	}
	f, err := c.Match.Load(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	choice, err := c.Bots.Search(ctx, f, 1, 5)
	if !errors.Is(err, context.Canceled) || choice.Nodes > 2048 {
		t.Errorf("the search ended after %d positions with %v", choice.Nodes, err)
	}
	if err := c.Bots.PlayBot(ctx, db.DueBot{Match: c.ID}, roomstest.AtOnce); err == nil || c.Ply() != 0 {
		t.Errorf("a stopped bot is at ply %d, %v", c.Ply(), err)
	}
}

// A request to go back against bots takes effect at once, also while a bot thinks.
func TestBotsConsentToTakeBack(t *testing.T) {
	t.Parallel()
	c, clock := roomstest.NewBotTable(t, "chivalry-4-teams", 4, 1)
	own := roomstest.Legal(c.LoadNow(), 1)[0]
	c.MustPost(1, 0, own)
	f := c.MustPost(1, 1, "offer undo 0")
	if f.Ply != 5 || !slices.Equal(f.Acting(), []games.Seat{1}) || !f.BotDue.IsZero() || len(f.Asked) != 0 {
		t.Fatalf("ply %d, to act %v, due %v, asked %v", f.Ply, f.Acting(), f.BotDue, f.Asked)
	}
	c.MustPost(1, f.Ply, own)
	for range 3 {
		f = c.MustPlayBot(clock)
	}
	if offers := f.Offers(1); !slices.Contains(offers, "offer undo 5") {
		t.Fatalf("offers %v", offers)
	}
	if f = c.MustPost(1, f.Ply, "offer undo 5"); !slices.Equal(f.Acting(), []games.Seat{1}) || len(f.Table.Path()) != 0 {
		t.Errorf("to act %v after %v", f.Acting(), f.Table.Path())
	}
	if f = c.MustPost(1, f.Ply, "resign"); f.Result == nil || f.Result.Reason != games.ReasonResignation {
		t.Errorf("the partner of a bot has resigned: %v", f.Result)
	}
}

// Bots accept a draw where they do not stand better, and decline it where they do; they
// accept a rematch at once, a seat further.
func TestBotsAnswerOffers(t *testing.T) {
	t.Parallel()
	for position, want := range map[string]string{
		"camette 1 KB2,C2,D5/KB6":    "accept draw",
		"camette 1 KB2/KB6,C6,D6,D2": "decline draw",
	} {
		c, clock := roomstest.NewTable(t, catalog.Find), clubtest.NewClock()
		c.Now = clock.Now
		f, err := c.Tables.OpenTable(t.Context(), db.Once{}, c.Players[0].ID, tables.Proposal{Game: "camette", Seat: 1, Bots: map[games.Seat]int{2: 4},
			Options: map[string]string{"position": position}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		c.ID = f.ID
		if f = c.MustPost(1, 0, "offer draw"); f.BotDue.IsZero() {
			t.Fatal("nobody answers the offer")
		}
		if f = c.MustPlayBot(clock); f.Events[1].Text != want || !f.BotDue.IsZero() {
			t.Errorf("%s: the bot says %v", position, f.Events)
		}
		if !f.IsOver() {
			f = c.MustPost(1, f.Ply, "resign")
		}
		next, err := c.Tables.Rematch(t.Context(), db.Once{}, c.ID, c.Players[0].ID, "", nil)
		if err != nil || next.Started.IsZero() || next.Seats[0].Bot != 4 || next.BotDue.IsZero() {
			t.Errorf("the rematch: %+v, %v", next.Match, err)
		}
	}
}

// The worker plays whole matches against each other's bots, and stops when it is stopped.
func TestBotsWorker(t *testing.T) {
	t.Parallel()
	c := roomstest.NewTable(t, catalog.Find, func(cfg *rooms.Config) { cfg.BotPause = 1 })
	var ids []string
	for range 3 {
		f, err := c.Tables.OpenTable(t.Context(), db.Once{}, c.Players[0].ID, tables.Proposal{Game: "chivalry-4-solo", Seat: 4, Bots: map[games.Seat]int{1: 1, 2: 2, 3: 1}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, f.ID)
	}
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	log := new(clubtest.Log)
	workers := c.Workers(slog.New(slog.NewTextHandler(log, nil)), time.After)
	running.Go(func() { workers.Run(ctx, c.Bots.BotWorker(time.After)) })
	for _, id := range ids {
		for {
			f, err := c.Match.Match(t.Context(), id, c.Players[0].ID)
			if err != nil {
				t.Fatal(err)
			}
			if f.Ply == 3 && slices.Equal(f.Acting(), []games.Seat{4}) {
				break
			}
			time.Sleep(time.Millisecond)
		}
	}
	stop()
	running.Wait()
	if text := log.String(); text != "" {
		t.Errorf("log:\n%s", text)
	}
}

// A bot whose match cannot be read is tried again later, and the others play on.
func TestBotsWorkerSurvivesFailure(t *testing.T) {
	t.Parallel()
	c, clock := roomstest.NewBotTable(t, "camette", 2, 2)
	broken := c.ID
	f, err := c.Tables.OpenTable(t.Context(), db.Once{}, c.Players[0].ID, tables.Proposal{Game: "cam", Seat: 2, Bots: map[games.Seat]int{1: 1}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.Match.Evict(broken)
	c.Rules = func(game string, version int) (games.Ruleset, error) {
		if game == "camette" {
			panic("no rules")
		}
		return catalog.Find(game, version)
	}
	clock.Advance(match.BotPause)
	log := new(clubtest.Log)
	pass := c.Workers(slog.New(slog.NewTextHandler(log, nil)), clock.After).Passes(c.Bots.BotWorker(clock.After))
	if err := pass(t.Context()); err != nil {
		t.Fatal(err)
	}
	if played, err := c.Match.Match(t.Context(), f.ID, c.Players[0].ID); err != nil || played.Ply != 1 {
		t.Errorf("the other match is at ply %d, %v", played.Ply, err)
	}
	if text := log.String(); strings.Count(text, "background work fails") != 1 || !strings.Contains(text, "item="+broken) {
		t.Errorf("log:\n%s", text)
	}
}

// Bots that a table cannot have are refused.
func TestBotsAreRefused(t *testing.T) {
	t.Parallel()
	c := roomstest.NewTable(t, clubtest.FindCards)
	for want, p := range map[string]tables.Proposal{
		"no_bots":       {Game: "wager", Seats: 2, Bots: map[games.Seat]int{2: 1}},
		"invalid_level": {Game: "cam", Bots: map[games.Seat]int{2: 6}},
		"invalid_bots":  {Game: "cam", Bots: map[games.Seat]int{3: 1}},
	} {
		if _, err := c.Tables.OpenTable(t.Context(), db.Once{}, c.Players[0].ID, p, nil); club.ErrorOf(err).Code != want {
			t.Errorf("%+v: %v, want %s", p, err, want)
		}
	}
	for _, p := range []tables.Proposal{
		{Game: "cam", Seat: 2, Bots: map[games.Seat]int{2: 1}},
		{Game: "cam", Bots: map[games.Seat]int{1: 1, 2: 1}},
		{Game: "cam", Solo: true, Bots: map[games.Seat]int{2: 1}},
	} {
		if _, err := c.Tables.OpenTable(t.Context(), db.Once{}, c.Players[0].ID, p, nil); club.ErrorOf(err).Code != "invalid_bots" {
			t.Errorf("%+v: %v", p, err)
		}
	}
	for _, name := range []string{"Knight (computer)", "chevalier 2 (Ordinateur)", "nimue (computer)", "Bédivère II (ordinateur)"} {
		if _, err := c.Accounts.CleanName(name); club.ErrorOf(err).Code != "name_bot" {
			t.Errorf("a person is called %s: %v", name, err)
		}
	}
	if _, err := c.Accounts.CleanName("Knight"); err != nil {
		t.Errorf("nobody may be called Knight: %v", err)
	}
}

// The host gives the open seats of a table to bots, one by one, and the record names them.
func TestSeatBot(t *testing.T) {
	t.Parallel()
	c := roomstest.NewTable(t, catalog.Find)
	f, err := c.Tables.OpenTable(t.Context(), db.Once{}, c.Players[0].ID, tables.Proposal{Game: "grand-camelot", Seat: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	seat := func(player string, seat games.Seat, level int) (match.Match, string) {
		m, err := c.Tables.SeatBot(t.Context(), db.Once{}, f.ID, player, seat, level, nil)
		if err == nil {
			return m, ""
		}
		return m, club.ErrorOf(err).Code
	}
	for _, tt := range []struct {
		player string
		seat   games.Seat
		level  int
		want   string
	}{{c.Players[0].ID, 1, 1, "taken"}, {c.Players[0].ID, 5, 1, "invalid_bots"}, {c.Players[0].ID, 0, 1, "invalid_bots"},
		{c.Players[0].ID, 2, 0, "invalid_level"}, {c.Players[1].ID, 2, 1, "not_found"}, {c.Players[0].ID, 3, 2, ""}, {c.Players[0].ID, 2, 2, ""}} {
		if _, code := seat(tt.player, tt.seat, tt.level); code != tt.want {
			t.Errorf("seat %d, level %d: %q, want %q", tt.seat, tt.level, code, tt.want)
		}
	}
	m, code := seat(c.Players[0].ID, 4, 5)
	if code != "" || m.Started.IsZero() || m.Seats[2].Name != "Squire (computer)" || m.Seats[1].Name != "Squire 2 (computer)" {
		t.Errorf("%s: %+v", code, m.Match)
	}
	if _, code := seat(c.Players[0].ID, 4, 5); code != "started" {
		t.Errorf("after the start: %s", code)
	}
	record, err := m.Record(nil)
	if err != nil || !strings.Contains(string(record), `[Seat2 "Squire 2 (computer)"]`) || bot.Levels != db.BotLevels {
		t.Errorf("record %s, %v; %d levels", record, err, db.BotLevels)
	}
}

// Every card game is played against bots to its end, by every number of players, and goes on
// to a rematch.
func TestBotsPlayEveryCardGame(t *testing.T) {
	t.Parallel()
	for _, info := range match.Games() {
		if match.OnBoard(info.ID) {
			continue
		}
		for _, seats := range info.Seats {
			if !effort.Full() && seats != info.Seats[len(info.Seats)/2] {
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

// A person has Lancelot in the window of the bots, too, and bots that cannot search ahead have
// none.
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

// newLancelotTable returns a match for three in which the first player, in seat 2, has an action
// card under way. Bots have the other seats, and one seat or nobody holds Lancelot.
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

// However many matches a player has against bots, the bot of another player moves in turn.
func TestBotsTakeTurnsBetweenPlayers(t *testing.T) {
	t.Parallel()
	c := roomstest.NewTable(t, catalog.Find, func(cfg *rooms.Config) { cfg.BotPause = 1 })
	var clock atomic.Int64 // each reading of it takes a millisecond
	clock.Store(time.Now().UnixMilli())
	c.Now = func() time.Time { return time.UnixMilli(clock.Add(1)).UTC() }
	begin := func(player string) string {
		f, err := c.Tables.OpenTable(t.Context(), db.Once{}, player, tables.Proposal{Game: "camette", Seat: 2, Bots: map[games.Seat]int{1: 1}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return f.ID
	}
	var many []string
	for range 50 {
		many = append(many, begin(c.Players[0].ID))
	}
	other := begin(c.Players[1].ID)
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	workers := c.Workers(slog.New(slog.DiscardHandler), time.After)
	running.Go(func() { workers.Run(ctx, c.Bots.BotWorker(time.After)) })
	moved := func(id, player string) time.Time {
		for {
			if f, err := c.Match.Match(t.Context(), id, player); err != nil {
				t.Fatal(err)
			} else if f.Ply > 0 {
				return f.Events[0].At
			}
			time.Sleep(time.Millisecond)
		}
	}
	at, before := moved(other, c.Players[1].ID), 0
	for _, id := range many {
		if moved(id, c.Players[0].ID).Before(at) {
			before++
		}
	}
	stop()
	running.Wait()
	if before > 10 {
		t.Errorf("%d bots of a player with 50 matches moved before the bot of another", before)
	}
}
