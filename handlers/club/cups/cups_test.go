package cups_test

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/db/storetest"
	"tableronde/games/catalog"
	"tableronde/games/clock"
	"tableronde/games/cup"
	"tableronde/games/table"
	"tableronde/handlers/club/bots"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/club/cups"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/rooms"
	"tableronde/handlers/club/rooms/roomstest"
	"tableronde/handlers/club/tables"
)

// cupOf describes a cup of camette.
func cupOf(format cup.Format, places int) cups.NewCup {
	pace, _ := clock.FindPace("move-1d")
	return cups.NewCup{Title: "Autumn Cup", Places: places, CupPlan: cups.CupPlan{Format: format, Lot: true, Table: tables.Proposal{Game: "camette", Clock: &pace.Control}}}
}

func noCupNote(cups.Cup) (int, []byte) { return 201, nil }

// cupFixture is a club with players enough for a cup.
func cupFixture(t *testing.T, players int) *roomstest.Table {
	t.Helper()
	c := roomstest.NewTable(t, catalog.Find)
	for i := len(c.Players); i < players; i++ {
		p, err := c.Engine.CreatePlayer(t.Context(), fmt.Sprint("Guest ", i))
		if err != nil {
			t.Fatal(err)
		}
		c.Players = append(c.Players, p)
	}
	return c
}

// mustCup makes a cup that the first players fill.
func mustCup(c *roomstest.Table, n cups.NewCup) cups.Cup {
	c.T.Helper()
	made, err := c.Cups.MakeCup(c.T.Context(), db.Once{}, c.Players[0].ID, n, noCupNote)
	for i := 0; err == nil && i < n.Places; i++ {
		made, err = c.Cups.JoinCup(c.T.Context(), made.ID, c.Players[i], "")
	}
	if err != nil {
		c.T.Fatal(err)
	}
	return made
}

// heralds takes steps of cups until none is due.
func heralds(c *roomstest.Table) {
	c.T.Helper()
	for range 9 { // a step of a cup may make the next one due
		c.Work(c.Cups.CupWorker())
	}
}

// resignAll has the player with the largest number resign in each match of a cup that is under
// way, and returns how many there were.
func resignAll(c *roomstest.Table, id string) (ended int) {
	c.T.Helper()
	f, err := c.Cups.Cup(c.T.Context(), id, "")
	if err != nil {
		c.T.Fatal(err)
	}
	for _, m := range f.Matches {
		for m.Result == nil && ended < 1000 {
			if err := c.Match.Resign(c.T.Context(), m.ID, loserOf(c, f, m)); err != nil {
				c.T.Fatal(err)
			}
			after, err := c.Engine.Match(c.T.Context(), m.ID)
			if err != nil {
				c.T.Fatal(err)
			}
			if m.Result = after.Result; m.Result == nil {
				m.Entries = slices.DeleteFunc(slices.Clone(m.Entries), func(n int) bool { return n == slices.Max(m.Entries) })
			}
			ended++
		}
	}
	return ended
}

func loserOf(c *roomstest.Table, f cups.Cup, m db.CupMatch) string {
	return f.Entrants[slices.Max(m.Entries)-1].Player.ID
}

// A cup of every format starts when it is full, makes each round by itself, and ends with the
// best seed first, who has won every match.
func TestCupsOfEveryFormatRunToTheirEnd(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		format          cup.Format
		places, matches int
	}{{cup.RoundRobin, 4, 6}, {cup.Double, 3, 6}, {cup.Swiss, 6, 9}, {cup.KnockOut, 5, 4}, {cup.Series, 3, 3}} {
		t.Run(string(tt.format), func(t *testing.T) {
			t.Parallel()
			c := cupFixture(t, tt.places)
			n := cupOf(tt.format, tt.places)
			if tt.format == cup.Series {
				n.Table.Game = "knizia"
			}
			made := mustCup(c, n)
			for round := 0; round < 20; round++ {
				heralds(c)
				if resignAll(c, made.ID) == 0 {
					break
				}
			}
			f, err := c.Cups.Cup(t.Context(), made.ID, "")
			if err != nil || f.Ended.IsZero() || len(f.Matches) != tt.matches {
				t.Fatalf("the cup is %+v, %v", f, err)
			}
			if list := f.State.Standings(); list[0].Entry != 1 || list[0].Place != 1 {
				t.Errorf("standings: %+v", list)
			}
		})
	}
}

// However many processes find that a cup is due, and wherever one was killed, each round is
// made once.
func TestRoundsAreMadeOnceByManyProcesses(t *testing.T) {
	t.Parallel()
	c := cupFixture(t, 6)
	made := mustCup(c, cupOf(cup.Swiss, 6))
	for round := 1; round <= 3; round++ {
		var work sync.WaitGroup
		for range 4 {
			other := rooms.New(rooms.Config{Store: c.Engine, Hub: new(roomstest.Hub)})
			work.Go(func() {
				if _, err := other.Cups.StepCup(t.Context(), made.ID, cups.NoCupWish); err != nil {
					t.Error(err)
				}
			})
		}
		work.Wait()
		f, err := c.Cups.Cup(t.Context(), made.ID, "")
		if err != nil || len(f.Matches) != 3*round {
			t.Fatalf("round %d: %d matches, %v", round, len(f.Matches), err)
		}
		resignAll(c, made.ID)
	}
	// As in a step, but the process ends before the commit: nothing of it is there.
	before, _ := c.Cups.Cup(t.Context(), made.ID, "")
	killed := errors.New("killed")
	if _, _, err := c.Engine.StepCup(t.Context(), made.ID, func(db.Cup) (db.CupStep, error) { return db.CupStep{Over: true}, killed }); !errors.Is(err, killed) {
		t.Errorf("StepCup: %v", err)
	}
	if after, err := c.Cups.Cup(t.Context(), made.ID, ""); err != nil || !after.Ended.IsZero() || len(after.Matches) != len(before.Matches) {
		t.Errorf("after the kill: %+v, %v", after, err)
	}
	heralds(c)
	if f, err := c.Cups.Cup(t.Context(), made.ID, ""); err != nil || f.Ended.IsZero() {
		t.Errorf("the cup is %+v, %v", f, err)
	}
}

// A player who withdraws loses the matches under way, and the cup goes on without them; so it does
// where the process was killed in between.
func TestWithdrawingFromACup(t *testing.T) {
	t.Parallel()
	c := cupFixture(t, 4)
	made := mustCup(c, cupOf(cup.KnockOut, 4))
	heralds(c)
	f, err := c.Cups.Cup(t.Context(), made.ID, "")
	if err != nil {
		t.Fatal(err)
	}
	first, second := f.Entrants[0].Player.ID, f.Entrants[1].Player.ID
	if _, err := c.Cups.LeaveCup(t.Context(), made.ID, first); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Engine.LeaveCup(t.Context(), made.ID, second); err != nil { // and the process ends here
		t.Fatal(err)
	}
	heralds(c)
	heralds(c)
	f, err = c.Cups.Cup(t.Context(), made.ID, "")
	if err != nil || len(f.Matches) != 3 || !slices.Equal(f.Matches[2].Entries, []int{3, 4}) {
		t.Fatalf("the cup is %+v, %v", f, err)
	}
	for _, m := range f.Matches[:2] {
		if m.Result == nil || m.Result.Reason != "resignation" {
			t.Errorf("the match %s is %+v", m.ID, m.Result)
		}
	}
	if _, err := c.Cups.LeaveCup(t.Context(), made.ID, c.Players[3].ID+"x"); !errors.Is(err, cups.ErrNotInCup) {
		t.Errorf("LeaveCup of another: %v", err)
	}
}

// A match of a cup is neither aborted nor taken back; one that operators end without a result
// is half a point for each.
func TestCupMatchesCannotBeUndone(t *testing.T) {
	t.Parallel()
	c := cupFixture(t, 3)
	n := cupOf(cup.RoundRobin, 3)
	n.Bots, n.Level = 1, 1
	made, err := c.Cups.MakeCup(t.Context(), db.Once{}, c.Players[0].ID, n, noCupNote)
	for i := 0; err == nil && i < 2; i++ {
		made, err = c.Cups.JoinCup(t.Context(), made.ID, c.Players[i], "")
	}
	if err != nil {
		t.Fatal(err)
	}
	heralds(c)
	f, err := c.Cups.Cup(t.Context(), made.ID, "")
	if err != nil || len(f.Matches) != 1 {
		t.Fatalf("the cup is %+v, %v", f, err)
	}
	m, err := c.Engine.Match(t.Context(), f.Matches[0].ID)
	if err != nil || m.Cup != made.ID || m.IsPractice() {
		t.Fatalf("the match is %+v, %v", m, err)
	}
	player := m.Seats[0]
	if player.Bot > 0 {
		player = m.Seats[1]
	}
	for _, action := range []string{"abort", "offer undo 0"} {
		_, err := c.Match.Play(t.Context(), match.Post{Match: m.ID, Player: player.ID, Ply: m.Ply, Actions: []string{action}})
		if !errors.Is(err, match.ErrCupUndo) {
			t.Errorf("%s: %v", action, err)
		}
	}
	loaded, err := c.Match.Match(t.Context(), m.ID, player.ID)
	if err != nil || slices.Contains(loaded.Offers(match.SeatOf(m, player.ID)), "abort") {
		t.Errorf("it may be aborted, %v", err)
	}
	if _, err := c.Bots.Hint(t.Context(), m.ID, player.ID, 1); m.AgainstBots() && !errors.Is(err, bots.ErrNoHint) {
		t.Errorf("a hint in a cup: %v", err)
	}
	if err := c.Match.Intervene(t.Context(), m.ID, table.Void, db.NewAct{Kind: db.ActClose, Match: m.ID, Reason: "a test"}); err != nil {
		t.Fatal(err)
	}
	heralds(c)
	if f, err = c.Cups.Cup(t.Context(), made.ID, ""); err != nil || !slices.Equal(f.State.Made[0].Points, []int{1, 1}) || len(f.Matches) != 2 {
		t.Errorf("after a match was ended without a result: %+v, %v", f, err)
	}
}

// A cup by date starts with the players who have joined, or is called off. One that has to be full
// is called off when it has waited too long.
func TestCupsByDate(t *testing.T) {
	t.Parallel()
	c, now := cupFixture(t, 5), clubtest.NewClock()
	storetest.SetNow(c.Engine, now.Now)
	c.Now = now.Now
	open := func(byDate bool, joined int) string {
		n := cupOf(cup.Swiss, 8)
		if n.ByDate = byDate; byDate {
			n.Starts = now.Now().Add(time.Hour)
		}
		made, err := c.Cups.MakeCup(t.Context(), db.Once{}, c.Players[0].ID, n, noCupNote)
		for i := 0; err == nil && i < joined; i++ {
			_, err = c.Cups.JoinCup(t.Context(), made.ID, c.Players[i], "")
		}
		if err != nil {
			t.Fatal(err)
		}
		return made.ID
	}
	starts, few, waits := open(true, 4), open(true, 2), open(false, 4)
	check := func(when, id string, started, ended bool) {
		t.Helper()
		if f, err := c.Cups.Cup(t.Context(), id, ""); err != nil || f.Started.IsZero() == started || f.Ended.IsZero() == ended {
			t.Errorf("%s: started %v, ended %v, %v", when, f.Started, f.Ended, err)
		}
	}
	heralds(c)
	check("before", starts, false, false)
	now.Advance(time.Hour)
	heralds(c)
	check("with four", starts, true, false)
	check("with two", few, false, true)
	check("not full", waits, false, false)
	now.Advance(cups.CupWaits)
	heralds(c)
	check("never full", waits, false, true)
}

func TestCupsAreRefused(t *testing.T) {
	t.Parallel()
	c := cupFixture(t, 5)
	for name, tt := range map[string]struct {
		change func(*cups.NewCup)
		want   error
	}{
		"title":  {func(n *cups.NewCup) { n.Title = " \u200b" }, cups.ErrCupTitle},
		"long":   {func(n *cups.NewCup) { n.Title = string(make([]rune, 61)) }, cups.ErrCupTitle},
		"format": {func(n *cups.NewCup) { n.Format = "ladder" }, cups.ErrCupFormat},
		"places": {func(n *cups.NewCup) { n.Places = 33 }, cups.ErrCupPlaces},
		"rounds": {func(n *cups.NewCup) { n.Rounds = 99 }, cups.ErrCupRounds},
		"games":  {func(n *cups.NewCup) { n.Games = 2 }, cups.ErrCupGames},
		"series": {func(n *cups.NewCup) { n.Format = cup.Series }, cups.ErrCupGame},
		"four":   {func(n *cups.NewCup) { n.Table.Game = "grand-camelot" }, cups.ErrCupGame},
		"table":  {func(n *cups.NewCup) { n.Format, n.Table.Game, n.Places = cup.Series, "knizia", 6 }, cups.ErrCupPlaces},
		"clock":  {func(n *cups.NewCup) { n.Table.Clock = nil }, cups.ErrCupClock},
		"date":   {func(n *cups.NewCup) { n.ByDate = true }, cups.ErrCupDate},
		"game":   {func(n *cups.NewCup) { n.Table.Game = "chess" }, tables.ErrUnknownGame},
	} {
		n := cupOf(cup.Swiss, 8)
		tt.change(&n)
		if _, err := c.Cups.MakeCup(t.Context(), db.Once{}, c.Players[0].ID, n, noCupNote); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", name, err, tt.want)
		}
	}
	n := cupOf(cup.Swiss, 4)
	n.Invited = true
	made, err := c.Cups.MakeCup(t.Context(), db.Once{}, c.Players[0].ID, n, noCupNote)
	if err != nil || made.Invite == "" {
		t.Fatalf("MakeCup = %+v, %v", made, err)
	}
	if _, err := c.Cups.JoinCup(t.Context(), made.ID, c.Players[1], ""); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("without invitation: %v", err)
	}
	if _, err := c.Cups.JoinCup(t.Context(), made.ID, c.Players[1], made.Invite); err != nil {
		t.Error(err)
	}
	if _, err := c.Cups.JoinCup(t.Context(), made.ID, c.Players[1], made.Invite); !errors.Is(err, cups.ErrInCup) {
		t.Errorf("twice: %v", err)
	}
	if _, err := c.Cups.StartCup(t.Context(), made.ID, c.Players[1].ID); !errors.Is(err, cups.ErrNotCupHost) {
		t.Errorf("started by another: %v", err)
	}
	if _, err := c.Cups.StartCup(t.Context(), made.ID, c.Players[0].ID); !errors.Is(err, cups.ErrCupFew) {
		t.Errorf("started with one: %v", err)
	}
	if f, err := c.Cups.CallOffCup(t.Context(), made.ID, c.Players[0].ID); err != nil || f.Ended.IsZero() || !f.Started.IsZero() {
		t.Errorf("CallOffCup = %+v, %v", f, err)
	}
	if _, err := c.Cups.JoinCup(t.Context(), made.ID, c.Players[2], made.Invite); !errors.Is(err, cups.ErrCupStarted) {
		t.Errorf("after it was called off: %v", err)
	}
}
