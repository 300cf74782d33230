package dbtest

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/games"
)

// leaver is a player with an account and all other data that a store has of players.
type leaver struct {
	db.Player
	token string
	pass  db.Pass
}

// mustLeaver makes an account named Ada, with a session named "session".
func mustLeaver(t *testing.T, s db.Store, until time.Time) leaver {
	t.Helper()
	ctx := t.Context()
	ada, token, err := s.CreateGuest(ctx, db.Once{}, "Ada", nil)
	if err == nil {
		_, err = s.CreateAccount(ctx, db.Once{}, db.NewAccount{Player: ada.ID, Name: "Ada", Keys: []string{"ada"}, Password: "$"}, nil)
	}
	if err == nil {
		err = s.Sessions().CommitFor(ctx, "session", []byte("x"), until, ada.ID, "Firefox")
	}
	if err == nil {
		err = s.AddPasskey(ctx, ada.ID, newPasskey("phone"))
	}
	if err == nil {
		err = s.SetHabits(ctx, ada.ID, "auto")
	}
	var pass db.Pass
	if err == nil {
		pass, err = s.CreatePass(ctx, ada.ID)
	}
	if err != nil {
		t.Fatal(err)
	}
	return leaver{ada, token, pass}
}

// A player who leaves loses everything except the seats, which show a former player. Nobody
// can take the name for a year.
func testLeave(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ctx := t.Context()
	ada, bo := mustLeaver(t, s, c.Now().Add(time.Hour)), MustPlayer(t, s, "Bo")
	live, over := MustStart(t, s, ada.Player, bo), MustStart(t, s, bo, ada.Player)
	MustAppend(t, s, live.ID, func(m db.Match, o db.Orders) (db.Change, error) {
		change, err := Move("E6-E8")(m, o)
		change.Orders = db.Orders{1: "of Ada", 2: "of Bo"}
		change.Visits = map[string]db.Visit{ada.ID: {Seen: 1, Began: c.Now(), Latest: c.Now()}}
		return change, err
	})
	MustAppend(t, s, over.ID, Finish(1))
	if _, err := s.VoteRematch(ctx, db.Once{}, db.RematchVote{Match: over.ID, Player: ada.ID, Lasts: time.Hour}, nil); err != nil {
		t.Fatal(err)
	}
	mustStudy(t, s, over.ID, ada.ID, "of Ada")
	left := c.Now()
	for range 2 { // the second time nothing is left to do
		if err := s.Leave(ctx, ada.ID); err != nil {
			t.Fatal(err)
		}
		c.Advance(time.Minute)
	}
	if err := s.Leave(ctx, "nobody"); err != db.ErrNotFound {
		t.Errorf("Leave of nobody: %v, want %v", err, db.ErrNotFound)
	}
	for _, id := range []string{live.ID, over.ID} {
		m := MustMatch(t, s, id)
		if seats := m.SeatsOf(ada.ID); len(seats) != 1 || m.Seats[seats[0]-1].Name != db.FormerName || m.Seats[seats[0]-1].Habits != "" || m.Offered.By != 0 || len(m.Asked) != 0 {
			t.Errorf("the match is %+v", m)
		}
	}
	checkGone(t, s, ada)
	checkLeaving(t, s, db.Departed{Player: ada.ID, Since: left})
	for range 2 {
		if err := s.HasLeft(ctx, ada.ID); err != nil {
			t.Fatal(err)
		}
	}
	checkLeaving(t, s)
	if orders, err := s.OrdersOf(ctx, live.ID, 1); orders != "" || err != nil {
		t.Errorf("orders %q, %v", orders, err)
	}
	if orders, err := s.OrdersOf(ctx, live.ID, 2); orders != "of Bo" || err != nil {
		t.Errorf("orders of the other: %q, %v", orders, err)
	}
	checkStudy(t, s, over.ID, ada.ID, "")
	if v, err := s.Visit(ctx, live.ID, ada.ID); v != (db.Visit{}) || err != nil {
		t.Errorf("visit %+v, %v", v, err)
	}
	account := db.NewAccount{Player: bo.ID, Name: "Ada", Keys: []string{"ada"}, Password: "$"}
	if _, err := s.CreateAccount(ctx, db.Once{}, account, nil); err != db.ErrNameTaken {
		t.Errorf("the name of who has left: %v, want %v", err, db.ErrNameTaken)
	}
	c.Advance(db.NameReserved)
	if _, err := s.CreateAccount(ctx, db.Once{}, account, nil); err != nil {
		t.Errorf("the name a year later: %v", err)
	}
}

// checkLeaving checks which players are leaving.
func checkLeaving(t *testing.T, s db.Store, want ...db.Departed) {
	t.Helper()
	list, err := s.Leaving(t.Context())
	if diff := cmp.Diff(want, list); diff != "" || err != nil {
		t.Errorf("Leaving (-want +got):\n%s%v", diff, err)
	}
}

// checkGone checks that nothing leads to a player who has left.
func checkGone(t *testing.T, s db.Store, gone leaver) {
	t.Helper()
	ctx := t.Context()
	if p, err := s.Player(ctx, gone.ID); p.Name != db.FormerName || err != nil {
		t.Errorf("the player is %+v, %v", p, err)
	}
	if _, _, err := s.PlayerByToken(ctx, gone.token); err != db.ErrNotFound {
		t.Errorf("the token: %v, want %v", err, db.ErrNotFound)
	}
	if _, err := s.Account(ctx, gone.ID); err != db.ErrNotFound {
		t.Errorf("the account: %v, want %v", err, db.ErrNotFound)
	}
	if _, err := s.AccountByName(ctx, "ada"); err != db.ErrNotFound {
		t.Errorf("the account by its name: %v, want %v", err, db.ErrNotFound)
	}
	if list, err := s.PasskeysOf(ctx, gone.ID); len(list) != 0 || err != nil {
		t.Errorf("passkeys %+v, %v", list, err)
	}
	if _, err := s.PlayerByPass(ctx, gone.pass.Code); err != db.ErrNotFound {
		t.Errorf("the pass: %v, want %v", err, db.ErrNotFound)
	}
	if _, found, err := s.Sessions().FindCtx(ctx, "session"); found || err != nil {
		t.Errorf("the session is there: %t, %v", found, err)
	}
}

// A player can give back a seat at an open table, before the match begins.
func testLeaveTable(t *testing.T, e Engine) {
	s := e.open(t)
	ctx := t.Context()
	ada, bo, cy := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo"), MustPlayer(t, s, "Cy")
	m := MustCreate(t, s, db.NewMatch{Seats: 3, Public: true, Host: ada.ID, HostSeat: 1, Chance: true})
	join := func(p db.Player, seat games.Seat) {
		t.Helper()
		if _, err := s.JoinMatch(ctx, db.Once{}, db.Joining{Match: m.ID, Player: p.ID, Seat: seat, Contribution: "words"}, nil); err != nil {
			t.Fatal(err)
		}
	}
	join(bo, 2)
	if _, err := s.LeaveTable(ctx, m.ID, cy.ID); err != db.ErrNotFound {
		t.Errorf("LeaveTable without a seat: %v, want %v", err, db.ErrNotFound)
	}
	got, err := s.LeaveTable(ctx, m.ID, bo.ID)
	if err != nil || got.Seats[1] != (db.Player{}) || got.Contributions[1] != "" || got.Seats[0].ID != ada.ID {
		t.Errorf("LeaveTable = %+v, %v", got, err)
	}
	if diff := cmp.Diff(got, MustMatch(t, s, m.ID)); diff != "" {
		t.Errorf("the table (-returned +stored):\n%s", diff)
	}
	join(cy, 2)
	join(bo, 3)
	if _, err := s.LeaveTable(ctx, m.ID, bo.ID); err != db.ErrStarted {
		t.Errorf("LeaveTable of a match: %v, want %v", err, db.ErrStarted)
	}
}
