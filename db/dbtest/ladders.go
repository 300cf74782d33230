package dbtest

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/rating"
)

// ladderOf puts new players on a ladder, from the top.
func ladderOf(t *testing.T, s db.Store, names ...string) (players []db.Player) {
	t.Helper()
	for _, name := range names {
		p := MustPlayer(t, s, name)
		players = append(players, p)
		if err := s.JoinLadder(t.Context(), "cam", p.ID); err != nil {
			t.Fatal(err)
		}
	}
	return players
}

// checkLadder checks the players on a ladder, from the first place.
func checkLadder(t *testing.T, s db.Store, want ...string) {
	t.Helper()
	var got []string
	list, err := s.Ladder(t.Context(), "cam", "", time.Time{}, 0, 99)
	for i, r := range list {
		got = append(got, r.Player.Name)
		if r.Place != i+1 || r.Game != "cam" || r.Since.IsZero() {
			t.Errorf("place %d is %+v", i+1, r)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("Ladder (-want +got):\n%s%v", diff, err)
	}
}

// climbs describes a challenge on a ladder within three places.
func climbs(challenger, challenged db.Player, until, again time.Time) db.NewLadderChallenge {
	return db.NewLadderChallenge{Table: db.NewMatch{Game: "cam", Version: 1, Seats: 2, Host: challenger.ID, HostSeat: 1, Challenged: challenged.ID, ToAct: []games.Seat{1}, MaxOpen: 3},
		Until: until, Again: again, Reach: func(int) int { return 3 }}
}

// mustClimb makes a player challenge another on a ladder, for an hour.
func mustClimb(t *testing.T, s db.Store, c *Clock, challenger, challenged db.Player) db.Match {
	t.Helper()
	m, err := s.ChallengeOnLadder(t.Context(), db.Once{}, climbs(challenger, challenged, c.Now().Add(time.Hour), c.Now().Add(-24*time.Hour)), nil)
	if err != nil || !m.Ladder || m.Public || m.KeptFor(challenged.ID) != 2 {
		t.Fatalf("ChallengeOnLadder = %+v, %v", m, err)
	}
	return m
}

// checkDue checks which challenges can be settled.
func checkDue(t *testing.T, s db.Store, want ...string) {
	t.Helper()
	got, err := s.LadderDue(t.Context(), 9)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("LadderDue (-want +got):\n%s%v", diff, err)
	}
}

// checkSettled settles a challenge. It checks the outcome and whether the table was withdrawn,
// and that a second call changes nothing.
func checkSettled(t *testing.T, s db.Store, match string, want db.LadderOutcome, gone bool) {
	t.Helper()
	c, withdrawn, err := s.SettleLadder(t.Context(), match)
	if err != nil || c.Outcome != want || (withdrawn.ID != "") != gone || c.Settled.IsZero() != (want == db.LadderOpen) {
		t.Errorf("SettleLadder = %+v, %s, %v, want %q", c, withdrawn.ID, err, want)
	}
	before, err := s.Ladder(t.Context(), "cam", "", time.Time{}, 0, 99)
	if err != nil {
		t.Fatal(err)
	}
	again, withdrawn, err := s.SettleLadder(t.Context(), match)
	after, _ := s.Ladder(t.Context(), "cam", "", time.Time{}, 0, 99)
	if diff := cmp.Diff(c, again); diff != "" || err != nil || withdrawn.ID != "" {
		t.Errorf("settled again, %v (-first +again):\n%s", err, diff)
	}
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("the ladder has changed (-before +after):\n%s", diff)
	}
}

// endArchived ends a match with a winner, 0 for none, and archives it.
func endArchived(t *testing.T, s db.Store, match string, winner games.Seat) {
	t.Helper()
	MustAppend(t, s, match, Finish(max(winner, 1)))
	checkDue(t, s)
	if err := s.Archive(t.Context(), match, db.Ending{Listed: true, Outcome: winner}); err != nil {
		t.Fatal(err)
	}
	checkDue(t, s, match)
}

// A challenger who wins takes the place of the challenged player, and the players between move
// down. A drawn or lost match changes nothing. Each of the two is then free again.
func testLadder(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ctx := t.Context()
	p := ladderOf(t, s, "Ada", "Bo", "Cy", "Dan")
	if err := s.JoinLadder(ctx, "cam", p[0].ID); err != nil {
		t.Fatal(err)
	}
	checkLadder(t, s, "Ada", "Bo", "Cy", "Dan")
	m := mustClimb(t, s, c, p[3], p[1])
	list, err := s.Ladder(ctx, "cam", p[3].ID, c.Now().Add(-time.Hour), 1, 2)
	if err != nil || len(list) != 2 || list[0].Place != 2 || list[0].Challenge == nil || list[0].Challenge.Challenger.Name != "Dan" || list[0].Started || !list[0].Barred || list[1].Challenge != nil || list[1].Barred {
		t.Errorf("the ladder from place 2 on: %+v, %v", list, err)
	}
	checkDue(t, s)
	checkSettled(t, s, m.ID, db.LadderOpen, false)
	if _, err := s.JoinMatch(ctx, db.Once{}, db.Joining{Match: m.ID, Player: p[2].ID, Invite: m.Invite}, nil); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("another takes the seat: %v", err)
	}
	if _, err := s.JoinMatch(ctx, db.Once{}, db.Joining{Match: m.ID, Player: p[1].ID}, nil); err != nil {
		t.Fatal(err)
	}
	checkSettled(t, s, m.ID, db.LadderOpen, false)
	if list, err := s.RungsOf(ctx, p[1].ID); err != nil || len(list) != 1 || list[0].Place != 2 || !list[0].Started || list[0].Challenge.Match != m.ID {
		t.Errorf("RungsOf = %+v, %v", list, err)
	}
	endArchived(t, s, m.ID, 1)
	checkSettled(t, s, m.ID, db.LadderWon, false)
	checkDue(t, s)
	checkLadder(t, s, "Ada", "Dan", "Bo", "Cy")
	testLadderStays(t, s, c, p)
}

// testLadderStays makes players draw and lose on the ladder of testLadder. One of them leaves it
// and comes back.
func testLadderStays(t *testing.T, s db.Store, c *Clock, p []db.Player) {
	t.Helper()
	ctx := t.Context()
	for _, tt := range []struct {
		winner games.Seat
		by     db.Player
		want   db.LadderOutcome
	}{{0, p[2], db.LadderDrawn}, {2, p[1], db.LadderLost}} {
		m := mustClimb(t, s, c, tt.by, p[0])
		if _, err := s.JoinMatch(ctx, db.Once{}, db.Joining{Match: m.ID, Player: p[0].ID}, nil); err != nil {
			t.Fatal(err)
		}
		c.Advance(2 * time.Hour) // too late to decline or to be late
		endArchived(t, s, m.ID, tt.winner)
		checkSettled(t, s, m.ID, tt.want, false)
		checkLadder(t, s, "Ada", "Dan", "Bo", "Cy")
	}
	results, err := s.LadderResults(ctx, "cam", 2)
	if err != nil || len(results) != 2 || results[0].Outcome != db.LadderLost || results[0].Challenged.Name != "Ada" || results[1].Outcome != db.LadderDrawn {
		t.Errorf("LadderResults = %+v, %v", results, err)
	}
	if list, err := s.LadderChallengesOf(ctx, p[1].ID, 9); err != nil || len(list) != 2 || list[0].Outcome != db.LadderLost || list[1].Outcome != db.LadderWon {
		t.Errorf("LadderChallengesOf = %+v, %v", list, err)
	}
	if err := s.LeaveLadder(ctx, "cam", p[1].ID); err != nil {
		t.Fatal(err)
	}
	checkLadder(t, s, "Ada", "Dan", "Cy")
	if sizes, err := s.LadderSizes(ctx); err != nil || len(sizes) != 1 || sizes["cam"] != 3 {
		t.Errorf("LadderSizes = %v, %v", sizes, err)
	}
	if err := s.JoinLadder(ctx, "cam", p[1].ID); err != nil {
		t.Fatal(err)
	}
	checkLadder(t, s, "Ada", "Dan", "Cy", "Bo")
}

// A player challenges somebody above and within reach, one at a time, and not the same player
// again for a while. Blocked and suspended players are not challenged, nor are players who
// have blocked the challenger.
func testLadderChallengeIsRefused(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ctx := t.Context()
	p := ladderOf(t, s, "Ada", "Bo", "Cy", "Dan", "Eve")
	nobody := MustPlayer(t, s, "Fay")
	refused := func(challenger, challenged db.Player, want error) {
		t.Helper()
		if _, err := s.ChallengeOnLadder(ctx, db.Once{}, climbs(challenger, challenged, c.Now().Add(time.Hour), c.Now().Add(-24*time.Hour)), nil); !errors.Is(err, want) {
			t.Errorf("%s challenges %s: %v, want %v", challenger.Name, challenged.Name, err, want)
		}
	}
	refused(nobody, p[0], db.ErrNotOnLadder)
	refused(p[4], nobody, db.ErrOutOfReach)
	refused(p[4], p[0], db.ErrOutOfReach)
	refused(p[0], p[1], db.ErrOutOfReach)
	refused(p[1], p[1], db.ErrOutOfReach)
	if err := s.LeaveLadder(ctx, "cam", nobody.ID); !errors.Is(err, db.ErrNotOnLadder) {
		t.Errorf("LeaveLadder: %v", err)
	}
	if err := s.JoinLadder(ctx, "cam", "nobody"); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("JoinLadder of nobody: %v", err)
	}
	if _, _, err := s.SettleLadder(ctx, "nothing"); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("SettleLadder of nothing: %v", err)
	}
	if _, err := s.LadderChallenge(ctx, "nothing"); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("LadderChallenge of nothing: %v", err)
	}
	m := mustClimb(t, s, c, p[4], p[2])
	refused(p[4], p[3], db.ErrLadderBusy)
	refused(p[2], p[1], db.ErrLadderBusy)
	refused(p[3], p[2], db.ErrOutOfReach)
	if err := s.DeleteOpenMatch(ctx, m.ID, p[4].ID); err != nil {
		t.Fatal(err)
	}
	checkDue(t, s, m.ID)
	checkSettled(t, s, m.ID, db.LadderVoid, false)
	refused(p[4], p[2], db.ErrOutOfReach)
	if err := s.SetTie(ctx, p[1].ID, p[2].ID, db.TieBlock); err != nil {
		t.Fatal(err)
	}
	refused(p[2], p[1], db.ErrOutOfReach)
	if err := s.Act(ctx, db.NewAct{Kind: db.ActSuspend, Player: p[0].ID, Until: c.Now().Add(time.Hour), Reason: "x"}); err != nil {
		t.Fatal(err)
	}
	refused(p[1], p[0], db.ErrOutOfReach)
	checkLadder(t, s, "Ada", "Bo", "Cy", "Dan", "Eve")
	c.Advance(25 * time.Hour)
	mustClimb(t, s, c, p[4], p[2])
}

// Concurrent calls to settle a challenge change the places once.
func testLadderIsSettledOnce(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	p := ladderOf(t, s, "Ada", "Bo", "Cy")
	m := mustClimb(t, s, c, p[2], p[1])
	if _, err := s.JoinMatch(t.Context(), db.Once{}, db.Joining{Match: m.ID, Player: p[1].ID}, nil); err != nil {
		t.Fatal(err)
	}
	endArchived(t, s, m.ID, 1)
	var work sync.WaitGroup
	for range 6 {
		work.Go(func() {
			if got, _, err := s.SettleLadder(t.Context(), m.ID); err != nil || got.Outcome != db.LadderWon {
				t.Errorf("SettleLadder = %+v, %v", got, err)
			}
		})
	}
	work.Wait()
	checkLadder(t, s, "Ada", "Cy", "Bo")
}

// A player who declines or does not answer in time loses the place, unless one has blocked the
// other. The table is withdrawn.
func testLadderChallengeIsNotAccepted(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ctx := t.Context()
	p := ladderOf(t, s, "Ada", "Bo", "Cy")
	m := mustClimb(t, s, c, p[1], p[0])
	if _, err := s.EndChallenge(ctx, db.Once{}, m.ID, p[0].ID, true, nil); err != nil {
		t.Fatal(err)
	}
	checkDue(t, s, m.ID)
	checkSettled(t, s, m.ID, db.LadderDeclined, true)
	checkLadder(t, s, "Bo", "Ada", "Cy")
	if _, err := s.Match(ctx, m.ID); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("the table is still there: %v", err)
	}
	m = mustClimb(t, s, c, p[2], p[1])
	c.Advance(time.Hour)
	checkDue(t, s, m.ID)
	checkSettled(t, s, m.ID, db.LadderLate, true)
	checkLadder(t, s, "Cy", "Bo", "Ada")
	m = mustClimb(t, s, c, p[0], p[1])
	if err := s.SetTie(ctx, p[1].ID, p[0].ID, db.TieBlock); err != nil {
		t.Fatal(err)
	}
	c.Advance(time.Hour)
	checkSettled(t, s, m.ID, db.LadderVoid, true)
	checkLadder(t, s, "Cy", "Bo", "Ada")
}

// A player who leaves the ladder or the site ends the challenge. The other player is then free.
func testLadderOfWhoLeaves(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ctx := t.Context()
	p := ladderOf(t, s, "Ada", "Bo", "Cy", "Dan")
	m := mustClimb(t, s, c, p[1], p[0])
	if err := s.LeaveLadder(ctx, "cam", p[0].ID); err != nil {
		t.Fatal(err)
	}
	checkDue(t, s, m.ID)
	checkSettled(t, s, m.ID, db.LadderVoid, true)
	m = mustClimb(t, s, c, p[2], p[1])
	if err := s.Leave(ctx, p[1].ID); err != nil {
		t.Fatal(err)
	}
	checkDue(t, s)
	checkLadder(t, s, "Cy", "Dan")
	if list, err := s.RungsOf(ctx, p[2].ID); err != nil || len(list) != 1 || list[0].Challenge != nil || list[0].Place != 1 {
		t.Errorf("RungsOf = %+v, %v", list, err)
	}
	if list, err := s.LadderChallengesOf(ctx, p[2].ID, 9); err != nil || len(list) != 0 {
		t.Errorf("LadderChallengesOf = %+v, %v", list, err)
	}
	mustClimb(t, s, c, p[3], p[2])
}

// A player who joined long ago, and neither signs in nor plays, is removed from the ladder.
func testLadderOfTheAbsent(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ctx := t.Context()
	p := ladderOf(t, s, "Ada", "Bo", "Cy", "Dan", "Eve")
	mustClimb(t, s, c, p[1], p[0])
	c.Advance(48 * time.Hour)
	MustStart(t, s, p[2], MustPlayer(t, s, "Fay"))
	if err := s.Sessions().CommitFor(ctx, "x", nil, c.Now().Add(time.Hour), p[3].ID, "a browser"); err != nil {
		t.Fatal(err)
	}
	if err := s.LeaveAbsent(ctx, c.Now().Add(-49*time.Hour)); err != nil {
		t.Fatal(err)
	}
	checkLadder(t, s, "Ada", "Bo", "Cy", "Dan", "Eve")
	if err := s.LeaveAbsent(ctx, c.Now().Add(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	checkLadder(t, s, "Ada", "Bo", "Cy", "Dan")
}

// A table that asks for finished matches or a rating fits only players who have them.
func testNeeds(t *testing.T, e Engine) {
	s := e.open(t)
	ctx := t.Context()
	host, ada, bo := MustPlayer(t, s, "Host"), MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	over := MustStart(t, s, ada, bo)
	MustAppend(t, s, over.ID, Finish(1))
	end := db.Ending{Listed: true, Outcome: 1, Played: []db.Played{{Player: ada.ID, Score: db.Won}}, Rated: []string{ada.ID}, Rate: func(map[string]rating.Rating) map[string]rating.Rating {
		return map[string]rating.Rating{ada.ID: {Points: 1599.7, Deviation: 50, Volatility: 0.06, Matches: 1, At: time.Now()}}
	}}
	if err := s.Archive(ctx, over.ID, end); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		needs db.Needs
		fits  bool
	}{
		{db.Needs{}, true},
		{db.Needs{Played: 1}, true},
		{db.Needs{Played: 2}, false},
		{db.Needs{Low: 1600}, true},
		{db.Needs{Low: 1601}, false},
		{db.Needs{High: 1600}, true},
		{db.Needs{High: 1599}, false},
		{db.Needs{Played: 1, Low: 1500, High: 1700}, true},
	} {
		m := MustCreate(t, s, db.NewMatch{Seats: 2, Public: true, Host: host.ID, Needs: tt.needs})
		if got := MustMatch(t, s, m.ID).Needs; got != tt.needs {
			t.Errorf("stored are %+v, want %+v", got, tt.needs)
		}
		list, err := s.FittingTables(ctx, ada.ID, db.TableFilter{}, 9)
		if fits := len(list) == 1; err != nil || fits != tt.fits {
			t.Errorf("%+v: fits %v, %v, want %v", tt.needs, fits, err, tt.fits)
		}
		if list, _, err := s.OpenTables(ctx, ada.ID, db.TableFilter{}, "", 9); err != nil || len(list) != 1 {
			t.Errorf("%+v: %d tables are open, %v", tt.needs, len(list), err)
		}
		if err := s.DeleteOpenMatch(ctx, m.ID, host.ID); err != nil {
			t.Fatal(err)
		}
	}
}
