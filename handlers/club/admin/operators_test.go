package admin_test

import (
	"errors"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/handlers/club"
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/club/admin"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/rooms/roomstest"
	"tableronde/handlers/club/tables"
)

// operate has the command line do something, and checks the code of the refusal.
func operate(c *roomstest.Table, a admin.Act, code string) {
	c.T.Helper()
	if a.Reason == "" && code != "reason_missing" {
		a.Reason = "a reason"
	}
	if err := c.Admin.Operate(c.T.Context(), a); roomstest.CodeOf(err) != code {
		c.T.Errorf("%+v: %v, want %q", a, err, code)
	}
}

// Only accounts become operators, and each act has a reason.
func TestOperatorsAreAccounts(t *testing.T) {
	t.Parallel()
	c := roomstest.NewTable(t, catalog.Find)
	ctx, ada := t.Context(), c.Players[0]
	if _, err := c.Accounts.CreateAccount(ctx, db.Once{}, ada.ID, roomstest.Account("Lady Ada"), nil); err != nil {
		t.Fatal(err)
	}
	operate(c, admin.Act{Kind: db.ActAppoint, Who: "Lady Ada"}, "reason_missing")
	operate(c, admin.Act{Kind: db.ActAppoint, Who: "Nobody"}, "unknown_player")
	operate(c, admin.Act{Kind: db.ActAppoint, Who: c.Players[1].ID}, "unknown_player")
	operate(c, admin.Act{Kind: db.ActDismiss, Who: "Lady Ada"}, "not_operator")
	operate(c, admin.Act{Kind: db.ActAppoint, Who: "lady ada"}, "")
	operate(c, admin.Act{Kind: db.ActAppoint, Who: ada.ID}, "is_operator")
	operate(c, admin.Act{Kind: db.ActRename, Who: c.Players[1].ID, Name: "Lаdy Adа"}, "name_taken")
	operate(c, admin.Act{Kind: db.ActRename, Who: "Lady Ada", Name: "Nimue"}, "")
	if _, err := c.Accounts.SignIn(ctx, accounts.Credentials{Name: "Nimue", Password: roomstest.GoodPassword}); err != nil {
		t.Errorf("SignIn by the new name: %v", err)
	}
	operate(c, admin.Act{Kind: "dance"}, "unknown_act")
}

// A suspended player cannot come in, and gets the reason and the end. Their open tables go, the
// matches under way stay. Afterwards they come in again.
func TestSuspension(t *testing.T) {
	t.Parallel()
	c := roomstest.NewTable(t, catalog.Find)
	ctx, ada := t.Context(), c.Players[0]
	now := time.Now()
	c.Now = func() time.Time { return now }
	if _, err := c.Accounts.CreateAccount(ctx, db.Once{}, ada.ID, roomstest.Account("Ada"), nil); err != nil {
		t.Fatal(err)
	}
	c.Open(tables.Proposal{Game: "camelot"})
	open, err := c.Tables.OpenTable(ctx, db.Once{}, ada.ID, tables.Proposal{Game: "camelot", Public: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	operate(c, admin.Act{Kind: db.ActSuspend, Who: "Ada"}, "bad_time")
	operate(c, admin.Act{Kind: db.ActSuspend, Who: "Ada", Lasts: time.Hour, Reason: "rude in a match"}, "")
	var barred *accounts.SuspendedError
	if _, err := c.Accounts.SignIn(ctx, accounts.Credentials{Name: "Ada", Password: roomstest.GoodPassword}); !errors.As(err, &barred) || barred.Reason != "rude in a match" || roomstest.CodeOf(err) != "suspended" {
		t.Errorf("SignIn: %v", err)
	}
	pass, err := c.Engine.CreatePass(ctx, ada.ID)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Keys.UsePass(ctx, pass.Code); roomstest.CodeOf(err) != "suspended" {
		t.Errorf("UsePass: %v", err)
	}
	if _, err := c.Engine.Match(ctx, open.ID); err != db.ErrNotFound {
		t.Errorf("the open table: %v", err)
	}
	if m, err := c.Engine.Match(ctx, c.ID); err != nil || m.Over || m.Ply != 0 {
		t.Errorf("the match under way: %+v, %v", m, err)
	}
	now = now.Add(time.Hour + time.Second)
	if _, err := c.Accounts.SignIn(ctx, accounts.Credentials{Name: "Ada", Password: roomstest.GoodPassword}); err != nil {
		t.Errorf("afterwards: %v", err)
	}
	operate(c, admin.Act{Kind: db.ActSuspend, Who: "Ada", Lasts: admin.ForGood}, "")
	operate(c, admin.Act{Kind: db.ActLift, Who: "Ada"}, "")
	if _, err := c.Accounts.SignIn(ctx, accounts.Credentials{Name: "Ada", Password: roomstest.GoodPassword}); err != nil {
		t.Errorf("once lifted: %v", err)
	}
}

// A match goes back to a line, and is closed without a result. The log shows both, and so do the
// acts, and the match that an operator sees.
func TestOperatedMatch(t *testing.T) {
	t.Parallel()
	c := roomstest.NewTable(t, catalog.Find)
	ctx, cy := t.Context(), c.Players[2].ID
	c.Open(tables.Proposal{Game: "camelot"})
	operate(c, admin.Act{Kind: db.ActClose, Match: "nothing"}, "unknown_match")
	operate(c, admin.Act{Kind: db.ActView, Match: c.ID, Seat: 3}, "unknown_seat")
	if _, err := c.Admin.MatchAs(ctx, cy, c.ID, 2); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("unsaid, the match is seen: %v", err)
	}
	operate(c, admin.Act{Kind: db.ActView, Match: c.ID, Seat: 2, Operator: cy}, "")
	if m, err := c.Admin.MatchAs(ctx, cy, c.ID, 2); err != nil || m.ID != c.ID {
		t.Errorf("MatchAs: %v", err)
	}
	for _, other := range []struct {
		player string
		seat   games.Seat
	}{{cy, 1}, {c.Players[3].ID, 2}, {"", 2}} {
		if _, err := c.Admin.MatchAs(ctx, other.player, c.ID, other.seat); !errors.Is(err, db.ErrNotFound) {
			t.Errorf("as another, the match is seen: %v", err)
		}
	}
	operate(c, admin.Act{Kind: db.ActRewind, Match: c.ID}, "illegal_action")
	for ply, action := range []string{"E6-E8", "F10-F9", "F7-F8"} {
		if _, err := c.Match.Play(ctx, match.Post{Match: c.ID, Player: c.Players[ply%2].ID, Ply: ply, Actions: []string{action}}); err != nil {
			t.Fatal(err)
		}
	}
	operate(c, admin.Act{Kind: db.ActRewind, Match: c.ID, Ply: 9}, "illegal_action")
	operate(c, admin.Act{Kind: db.ActRewind, Match: c.ID, Ply: 1}, "")
	m, err := c.Match.Match(ctx, c.ID, c.Players[0].ID)
	if err != nil || m.Ply != 4 || m.Last.Text != "rewind 1" || len(m.Table.Path()) != 1 || m.ToAct[0] != 2 {
		t.Errorf("the match is %+v, %v", m.Match, err)
	}
	if _, err := c.Match.Play(ctx, match.Post{Match: c.ID, Player: c.Players[1].ID, Ply: 4, Actions: []string{"void"}}); roomstest.CodeOf(err) != "illegal_action" {
		t.Errorf("a player closes a match: %v", err)
	}
	operate(c, admin.Act{Kind: db.ActClose, Match: c.ID, Operator: cy}, "")
	m, err = c.Match.Match(ctx, c.ID, c.Players[0].ID)
	if err != nil || !m.Over || m.Result.Reason != games.ReasonAborted || len(m.Result.Winners) != 0 || m.Last.Text != "void" {
		t.Errorf("the match is %+v, %v", m.Match, err)
	}
	operate(c, admin.Act{Kind: db.ActClose, Match: c.ID}, "illegal_action")
	acts, err := c.Match.ActsIn(ctx, m.Match)
	if err != nil || len(acts) != 3 || acts[0].Kind != db.ActClose || acts[0].Operator.Name != "Cy" || acts[1].Detail != "1" || acts[2].Seat != 2 {
		t.Errorf("ActsIn = %+v, %v", acts, err)
	}
}

// A match of cards is closed, too, and never goes back; a table that waits is withdrawn,
// which its host reads.
func TestOperatedCards(t *testing.T) {
	t.Parallel()
	c := roomstest.NewTable(t, catalog.Find)
	ctx := t.Context()
	c.Open(tables.Proposal{Game: "knizia", Seats: 3})
	operate(c, admin.Act{Kind: db.ActRewind, Match: c.ID}, "illegal_action")
	operate(c, admin.Act{Kind: db.ActClose, Match: c.ID}, "")
	if m, err := c.Match.Match(ctx, c.ID, c.Players[0].ID); err != nil || !m.Over || !m.Revealed() {
		t.Errorf("the match is %+v, %v", m.Match, err)
	}
	open, err := c.Tables.OpenTable(ctx, db.Once{}, c.Players[0].ID, tables.Proposal{Game: "camelot", Public: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	operate(c, admin.Act{Kind: db.ActRewind, Match: open.ID}, "not_started")
	operate(c, admin.Act{Kind: db.ActClose, Match: open.ID}, "")
	if _, err := c.Engine.Match(ctx, open.ID); err != db.ErrNotFound {
		t.Errorf("the table: %v", err)
	}
	if acts, err := c.Engine.ActsAbout(ctx, c.Players[0].ID); err != nil || len(acts) != 1 || acts[0].Detail != open.ID {
		t.Errorf("ActsAbout = %+v, %v", acts, err)
	}
}

// Work that does not wait cannot be released.
func TestReleaseOfNothing(t *testing.T) {
	t.Parallel()
	c := roomstest.NewTable(t, catalog.Find)
	if err := c.Admin.Operate(t.Context(), admin.Act{Kind: db.ActRelease, Target: "bench nothing"}); club.ErrorOf(err).Code != "delivered" {
		t.Errorf("release of nothing: %v", err)
	}
}
