package club

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
	"tableronde/handlers/club/clubtest"
)

// cupOf describes a cup of camette.
func cupOf(format cup.Format, places int) NewCup {
	pace, _ := clock.FindPace("move-1d")
	return NewCup{Title: "Autumn Cup", Places: places, CupPlan: CupPlan{Format: format, Lot: true, Table: Proposal{Game: "camette", Clock: &pace.Control}}}
}

func noCupNote(Cup) (int, []byte) { return 201, nil }

// cupFixture is a club with players enough for a cup.
func cupFixture(t *testing.T, players int) *testTable {
	t.Helper()
	c := newTestTable(t, catalog.Find)
	for i := len(c.players); i < players; i++ {
		p, err := c.engine.CreatePlayer(t.Context(), fmt.Sprint("Guest ", i))
		if err != nil {
			t.Fatal(err)
		}
		c.players = append(c.players, p)
	}
	return c
}

// mustCup makes a cup that the first players fill.
func (c *testTable) mustCup(n NewCup) Cup {
	c.t.Helper()
	made, err := c.MakeCup(c.t.Context(), db.Once{}, c.players[0].ID, n, noCupNote)
	for i := 0; err == nil && i < n.Places; i++ {
		made, err = c.JoinCup(c.t.Context(), made.ID, c.players[i], "")
	}
	if err != nil {
		c.t.Fatal(err)
	}
	return made
}

// heralds takes steps of cups until none is due.
func (c *testTable) heralds() {
	c.t.Helper()
	for range 9 { // a step of a cup may make the next one due
		c.work(c.cupWorker())
	}
}

// resignAll has the player with the largest number resign in each match of a cup that is under
// way, and returns how many there were.
func (c *testTable) resignAll(id string) (ended int) {
	c.t.Helper()
	f, err := c.Cup(c.t.Context(), id, "")
	if err != nil {
		c.t.Fatal(err)
	}
	for _, m := range f.Matches {
		for m.Result == nil && ended < 1000 {
			if err := c.resign(c.t.Context(), m.ID, c.loserOf(f, m)); err != nil {
				c.t.Fatal(err)
			}
			after, err := c.engine.Match(c.t.Context(), m.ID)
			if err != nil {
				c.t.Fatal(err)
			}
			if m.Result = after.Result; m.Result == nil {
				m.Entries = slices.DeleteFunc(slices.Clone(m.Entries), func(n int) bool { return n == slices.Max(m.Entries) })
			}
			ended++
		}
	}
	return ended
}

func (c *testTable) loserOf(f Cup, m db.CupMatch) string {
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
			made := c.mustCup(n)
			for round := 0; round < 20; round++ {
				c.heralds()
				if c.resignAll(made.ID) == 0 {
					break
				}
			}
			f, err := c.Cup(t.Context(), made.ID, "")
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
	made := c.mustCup(cupOf(cup.Swiss, 6))
	for round := 1; round <= 3; round++ {
		var work sync.WaitGroup
		for range 4 {
			other := New(Config{Store: c.engine, Hub: new(hubSpy)})
			work.Go(func() {
				if _, err := other.stepCup(t.Context(), made.ID, noCupWish); err != nil {
					t.Error(err)
				}
			})
		}
		work.Wait()
		f, err := c.Cup(t.Context(), made.ID, "")
		if err != nil || len(f.Matches) != 3*round {
			t.Fatalf("round %d: %d matches, %v", round, len(f.Matches), err)
		}
		c.resignAll(made.ID)
	}
	// As in a step, but the process ends before the commit: nothing of it is there.
	before, _ := c.Cup(t.Context(), made.ID, "")
	killed := errors.New("killed")
	if _, _, err := c.engine.StepCup(t.Context(), made.ID, func(db.Cup) (db.CupStep, error) { return db.CupStep{Over: true}, killed }); !errors.Is(err, killed) {
		t.Errorf("StepCup: %v", err)
	}
	if after, err := c.Cup(t.Context(), made.ID, ""); err != nil || !after.Ended.IsZero() || len(after.Matches) != len(before.Matches) {
		t.Errorf("after the kill: %+v, %v", after, err)
	}
	c.heralds()
	if f, err := c.Cup(t.Context(), made.ID, ""); err != nil || f.Ended.IsZero() {
		t.Errorf("the cup is %+v, %v", f, err)
	}
}

// Who withdraws loses what they play, and the cup goes on without them; so it does where the
// process was killed in between.
func TestWithdrawingFromACup(t *testing.T) {
	t.Parallel()
	c := cupFixture(t, 4)
	made := c.mustCup(cupOf(cup.KnockOut, 4))
	c.heralds()
	f, err := c.Cup(t.Context(), made.ID, "")
	if err != nil {
		t.Fatal(err)
	}
	first, second := f.Entrants[0].Player.ID, f.Entrants[1].Player.ID
	if _, err := c.LeaveCup(t.Context(), made.ID, first); err != nil {
		t.Fatal(err)
	}
	if _, err := c.engine.LeaveCup(t.Context(), made.ID, second); err != nil { // and the process ends here
		t.Fatal(err)
	}
	c.heralds()
	c.heralds()
	f, err = c.Cup(t.Context(), made.ID, "")
	if err != nil || len(f.Matches) != 3 || !slices.Equal(f.Matches[2].Entries, []int{3, 4}) {
		t.Fatalf("the cup is %+v, %v", f, err)
	}
	for _, m := range f.Matches[:2] {
		if m.Result == nil || m.Result.Reason != "resignation" {
			t.Errorf("the match %s is %+v", m.ID, m.Result)
		}
	}
	if _, err := c.LeaveCup(t.Context(), made.ID, c.players[3].ID+"x"); !errors.Is(err, errNotInCup) {
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
	made, err := c.MakeCup(t.Context(), db.Once{}, c.players[0].ID, n, noCupNote)
	for i := 0; err == nil && i < 2; i++ {
		made, err = c.JoinCup(t.Context(), made.ID, c.players[i], "")
	}
	if err != nil {
		t.Fatal(err)
	}
	c.heralds()
	f, err := c.Cup(t.Context(), made.ID, "")
	if err != nil || len(f.Matches) != 1 {
		t.Fatalf("the cup is %+v, %v", f, err)
	}
	m, err := c.engine.Match(t.Context(), f.Matches[0].ID)
	if err != nil || m.Cup != made.ID || m.IsPractice() {
		t.Fatalf("the match is %+v, %v", m, err)
	}
	player := m.Seats[0]
	if player.Bot > 0 {
		player = m.Seats[1]
	}
	for _, action := range []string{"abort", "offer undo 0"} {
		_, err := c.Play(t.Context(), Post{Match: m.ID, Player: player.ID, Ply: m.Ply, Actions: []string{action}})
		if !errors.Is(err, errCupUndo) {
			t.Errorf("%s: %v", action, err)
		}
	}
	loaded, err := c.Match(t.Context(), m.ID, player.ID)
	if err != nil || slices.Contains(loaded.Offers(SeatOf(m, player.ID)), "abort") {
		t.Errorf("it may be aborted, %v", err)
	}
	if _, err := c.Hint(t.Context(), m.ID, player.ID, 1); m.AgainstBots() && !errors.Is(err, errNoHint) {
		t.Errorf("a hint in a cup: %v", err)
	}
	if err := c.intervene(t.Context(), m.ID, table.Void, db.NewAct{Kind: db.ActClose, Match: m.ID, Reason: "a test"}); err != nil {
		t.Fatal(err)
	}
	c.heralds()
	if f, err = c.Cup(t.Context(), made.ID, ""); err != nil || !slices.Equal(f.State.Made[0].Points, []int{1, 1}) || len(f.Matches) != 2 {
		t.Errorf("after a match was ended without a result: %+v, %v", f, err)
	}
}

// A cup by date starts with whoever is there, or is called off; one that is to be full is
// called off when it has waited too long.
func TestCupsByDate(t *testing.T) {
	t.Parallel()
	c, now := cupFixture(t, 5), clubtest.NewClock()
	storetest.SetNow(c.engine, now.Now)
	c.now = now.Now
	open := func(byDate bool, joined int) string {
		n := cupOf(cup.Swiss, 8)
		if n.ByDate = byDate; byDate {
			n.Starts = now.Now().Add(time.Hour)
		}
		made, err := c.MakeCup(t.Context(), db.Once{}, c.players[0].ID, n, noCupNote)
		for i := 0; err == nil && i < joined; i++ {
			_, err = c.JoinCup(t.Context(), made.ID, c.players[i], "")
		}
		if err != nil {
			t.Fatal(err)
		}
		return made.ID
	}
	starts, few, waits := open(true, 4), open(true, 2), open(false, 4)
	check := func(when, id string, started, ended bool) {
		t.Helper()
		if f, err := c.Cup(t.Context(), id, ""); err != nil || f.Started.IsZero() == started || f.Ended.IsZero() == ended {
			t.Errorf("%s: started %v, ended %v, %v", when, f.Started, f.Ended, err)
		}
	}
	c.heralds()
	check("before", starts, false, false)
	now.Advance(time.Hour)
	c.heralds()
	check("with four", starts, true, false)
	check("with two", few, false, true)
	check("not full", waits, false, false)
	now.Advance(cupWaits)
	c.heralds()
	check("never full", waits, false, true)
}

func TestCupsAreRefused(t *testing.T) {
	t.Parallel()
	c := cupFixture(t, 5)
	for name, tt := range map[string]struct {
		change func(*NewCup)
		want   error
	}{
		"title":  {func(n *NewCup) { n.Title = " \u200b" }, errCupTitle},
		"long":   {func(n *NewCup) { n.Title = string(make([]rune, 61)) }, errCupTitle},
		"format": {func(n *NewCup) { n.Format = "ladder" }, errCupFormat},
		"places": {func(n *NewCup) { n.Places = 33 }, errCupPlaces},
		"rounds": {func(n *NewCup) { n.Rounds = 99 }, errCupRounds},
		"games":  {func(n *NewCup) { n.Games = 2 }, errCupGames},
		"series": {func(n *NewCup) { n.Format = cup.Series }, errCupGame},
		"four":   {func(n *NewCup) { n.Table.Game = "grand-camelot" }, errCupGame},
		"table":  {func(n *NewCup) { n.Format, n.Table.Game, n.Places = cup.Series, "knizia", 6 }, errCupPlaces},
		"clock":  {func(n *NewCup) { n.Table.Clock = nil }, errCupClock},
		"date":   {func(n *NewCup) { n.ByDate = true }, errCupDate},
		"game":   {func(n *NewCup) { n.Table.Game = "chess" }, ErrUnknownGame},
	} {
		n := cupOf(cup.Swiss, 8)
		tt.change(&n)
		if _, err := c.MakeCup(t.Context(), db.Once{}, c.players[0].ID, n, noCupNote); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", name, err, tt.want)
		}
	}
	n := cupOf(cup.Swiss, 4)
	n.Invited = true
	made, err := c.MakeCup(t.Context(), db.Once{}, c.players[0].ID, n, noCupNote)
	if err != nil || made.Invite == "" {
		t.Fatalf("MakeCup = %+v, %v", made, err)
	}
	if _, err := c.JoinCup(t.Context(), made.ID, c.players[1], ""); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("without invitation: %v", err)
	}
	if _, err := c.JoinCup(t.Context(), made.ID, c.players[1], made.Invite); err != nil {
		t.Error(err)
	}
	if _, err := c.JoinCup(t.Context(), made.ID, c.players[1], made.Invite); !errors.Is(err, errInCup) {
		t.Errorf("twice: %v", err)
	}
	if _, err := c.StartCup(t.Context(), made.ID, c.players[1].ID); !errors.Is(err, errNotCupHost) {
		t.Errorf("started by another: %v", err)
	}
	if _, err := c.StartCup(t.Context(), made.ID, c.players[0].ID); !errors.Is(err, errCupFew) {
		t.Errorf("started with one: %v", err)
	}
	if f, err := c.CallOffCup(t.Context(), made.ID, c.players[0].ID); err != nil || f.Ended.IsZero() || !f.Started.IsZero() {
		t.Errorf("CallOffCup = %+v, %v", f, err)
	}
	if _, err := c.JoinCup(t.Context(), made.ID, c.players[2], made.Invite); !errors.Is(err, errCupStarted) {
		t.Errorf("after it was called off: %v", err)
	}
}
