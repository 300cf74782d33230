package club

import (
	"errors"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/catalog"
)

// operate has the command line do something, and checks the code of the refusal.
func (c *testTable) operate(a Act, code string) {
	c.t.Helper()
	if a.Reason == "" && code != "reason_missing" {
		a.Reason = "a reason"
	}
	if err := c.Operate(c.t.Context(), a); codeOf(err) != code {
		c.t.Errorf("%+v: %v, want %q", a, err, code)
	}
}

// Only accounts become operators, and each act has a reason.
func TestOperatorsAreAccounts(t *testing.T) {
	t.Parallel()
	c := newTestTable(t, catalog.Find)
	ctx, ada := t.Context(), c.players[0]
	if _, err := c.CreateAccount(ctx, db.Once{}, ada.ID, account("Lady Ada"), nil); err != nil {
		t.Fatal(err)
	}
	c.operate(Act{Kind: db.ActAppoint, Who: "Lady Ada"}, "reason_missing")
	c.operate(Act{Kind: db.ActAppoint, Who: "Nobody"}, "unknown_player")
	c.operate(Act{Kind: db.ActAppoint, Who: c.players[1].ID}, "unknown_player")
	c.operate(Act{Kind: db.ActDismiss, Who: "Lady Ada"}, "not_operator")
	c.operate(Act{Kind: db.ActAppoint, Who: "lady ada"}, "")
	c.operate(Act{Kind: db.ActAppoint, Who: ada.ID}, "is_operator")
	c.operate(Act{Kind: db.ActRename, Who: c.players[1].ID, Name: "Lаdy Adа"}, "name_taken")
	c.operate(Act{Kind: db.ActRename, Who: "Lady Ada", Name: "Nimue"}, "")
	if _, err := c.SignIn(ctx, Credentials{"Nimue", goodPassword}); err != nil {
		t.Errorf("SignIn by the new name: %v", err)
	}
	c.operate(Act{Kind: "dance"}, "unknown_act")
}

// Who is suspended cannot come in, and hears why and until when; their open tables go, the
// matches under way stay. Afterwards they come in again.
func TestSuspension(t *testing.T) {
	t.Parallel()
	c := newTestTable(t, catalog.Find)
	ctx, ada := t.Context(), c.players[0]
	now := time.Now()
	c.now = func() time.Time { return now }
	if _, err := c.CreateAccount(ctx, db.Once{}, ada.ID, account("Ada"), nil); err != nil {
		t.Fatal(err)
	}
	c.open(Proposal{Game: "camelot"})
	open, err := c.OpenTable(ctx, db.Once{}, ada.ID, Proposal{Game: "camelot", Public: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.operate(Act{Kind: db.ActSuspend, Who: "Ada"}, "bad_time")
	c.operate(Act{Kind: db.ActSuspend, Who: "Ada", Lasts: time.Hour, Reason: "rude in a match"}, "")
	var barred *SuspendedError
	if _, err := c.SignIn(ctx, Credentials{"Ada", goodPassword}); !errors.As(err, &barred) || barred.Reason != "rude in a match" || codeOf(err) != "suspended" {
		t.Errorf("SignIn: %v", err)
	}
	pass, err := c.CreatePass(ctx, ada.ID)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.UsePass(ctx, pass.Code); codeOf(err) != "suspended" {
		t.Errorf("UsePass: %v", err)
	}
	if _, err := c.engine.Match(ctx, open.ID); err != db.ErrNotFound {
		t.Errorf("the open table: %v", err)
	}
	if m, err := c.engine.Match(ctx, c.id); err != nil || m.Over || m.Ply != 0 {
		t.Errorf("the match under way: %+v, %v", m, err)
	}
	now = now.Add(time.Hour + time.Second)
	if _, err := c.SignIn(ctx, Credentials{"Ada", goodPassword}); err != nil {
		t.Errorf("afterwards: %v", err)
	}
	c.operate(Act{Kind: db.ActSuspend, Who: "Ada", Lasts: ForGood}, "")
	c.operate(Act{Kind: db.ActLift, Who: "Ada"}, "")
	if _, err := c.SignIn(ctx, Credentials{"Ada", goodPassword}); err != nil {
		t.Errorf("once lifted: %v", err)
	}
}

// A match goes back to a line, and is closed without a result; the log tells of both, and
// so do the acts, and what an operator looks at.
func TestOperatedMatch(t *testing.T) {
	t.Parallel()
	c := newTestTable(t, catalog.Find)
	ctx, cy := t.Context(), c.players[2].ID
	c.open(Proposal{Game: "camelot"})
	c.operate(Act{Kind: db.ActClose, Match: "nothing"}, "unknown_match")
	c.operate(Act{Kind: db.ActView, Match: c.id, Seat: 3}, "unknown_seat")
	if _, err := c.MatchAs(ctx, cy, c.id, 2); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("unsaid, the match is seen: %v", err)
	}
	c.operate(Act{Kind: db.ActView, Match: c.id, Seat: 2, Operator: cy}, "")
	if m, err := c.MatchAs(ctx, cy, c.id, 2); err != nil || m.ID != c.id {
		t.Errorf("MatchAs: %v", err)
	}
	for _, other := range []struct {
		player string
		seat   games.Seat
	}{{cy, 1}, {c.players[3].ID, 2}, {"", 2}} {
		if _, err := c.MatchAs(ctx, other.player, c.id, other.seat); !errors.Is(err, db.ErrNotFound) {
			t.Errorf("as another, the match is seen: %v", err)
		}
	}
	c.operate(Act{Kind: db.ActRewind, Match: c.id}, "illegal_action")
	for ply, action := range []string{"E6-E8", "F10-F9", "F7-F8"} {
		if _, err := c.Play(ctx, Post{Match: c.id, Player: c.players[ply%2].ID, Ply: ply, Actions: []string{action}}); err != nil {
			t.Fatal(err)
		}
	}
	c.operate(Act{Kind: db.ActRewind, Match: c.id, Ply: 9}, "illegal_action")
	c.operate(Act{Kind: db.ActRewind, Match: c.id, Ply: 1}, "")
	m, err := c.Match(ctx, c.id, c.players[0].ID)
	if err != nil || m.Ply != 4 || m.Last.Text != "rewind 1" || len(m.Table.Path()) != 1 || m.ToAct[0] != 2 {
		t.Errorf("the match is %+v, %v", m.Match, err)
	}
	if _, err := c.Play(ctx, Post{Match: c.id, Player: c.players[1].ID, Ply: 4, Actions: []string{"void"}}); codeOf(err) != "illegal_action" {
		t.Errorf("a player closes a match: %v", err)
	}
	c.operate(Act{Kind: db.ActClose, Match: c.id, Operator: cy}, "")
	m, err = c.Match(ctx, c.id, c.players[0].ID)
	if err != nil || !m.Over || m.Result.Reason != games.ReasonAborted || len(m.Result.Winners) != 0 || m.Last.Text != "void" {
		t.Errorf("the match is %+v, %v", m.Match, err)
	}
	c.operate(Act{Kind: db.ActClose, Match: c.id}, "illegal_action")
	acts, err := c.ActsIn(ctx, m.Match)
	if err != nil || len(acts) != 3 || acts[0].Kind != db.ActClose || acts[0].Operator.Name != "Cy" || acts[1].Detail != "1" || acts[2].Seat != 2 {
		t.Errorf("ActsIn = %+v, %v", acts, err)
	}
}

// A match of cards is closed, too, and never goes back; a table that waits is withdrawn,
// which its host reads.
func TestOperatedCards(t *testing.T) {
	t.Parallel()
	c := newTestTable(t, catalog.Find)
	ctx := t.Context()
	c.open(Proposal{Game: "knizia", Seats: 3})
	c.operate(Act{Kind: db.ActRewind, Match: c.id}, "illegal_action")
	c.operate(Act{Kind: db.ActClose, Match: c.id}, "")
	if m, err := c.Match(ctx, c.id, c.players[0].ID); err != nil || !m.Over || !m.Revealed() {
		t.Errorf("the match is %+v, %v", m.Match, err)
	}
	open, err := c.OpenTable(ctx, db.Once{}, c.players[0].ID, Proposal{Game: "camelot", Public: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.operate(Act{Kind: db.ActRewind, Match: open.ID}, "not_started")
	c.operate(Act{Kind: db.ActClose, Match: open.ID}, "")
	if _, err := c.engine.Match(ctx, open.ID); err != db.ErrNotFound {
		t.Errorf("the table: %v", err)
	}
	if acts, err := c.ActsAbout(ctx, c.players[0].ID); err != nil || len(acts) != 1 || acts[0].Detail != open.ID {
		t.Errorf("ActsAbout = %+v, %v", acts, err)
	}
}

// Work that does not wait cannot be released.
func TestReleaseOfNothing(t *testing.T) {
	t.Parallel()
	c := newTestTable(t, catalog.Find)
	if err := c.Operate(t.Context(), Act{Kind: db.ActRelease, Target: "bench nothing"}); ErrorOf(err).Code != "delivered" {
		t.Errorf("release of nothing: %v", err)
	}
}
