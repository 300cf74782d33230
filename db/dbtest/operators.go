package dbtest

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"tableronde/db"
	"tableronde/games"
)

// Operators are accounts, and lists of acts show the operator, the act and the player
// concerned.
func testOperators(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ctx := t.Context()
	ada, bo, guest := mustAccount(t, s, "Ada"), mustAccount(t, s, "Bo"), MustPlayer(t, s, "Cy")
	if err := s.Act(ctx, db.NewAct{Kind: db.ActAppoint, Player: guest.ID}); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("a guest becomes an operator: %v", err)
	}
	mustDo(t, s.Act(ctx, db.NewAct{Kind: db.ActAppoint, Player: ada.ID, Reason: "she cares"}))
	for player, want := range map[string]bool{ada.ID: true, bo.ID: false} {
		if got, err := s.IsOperator(ctx, player); got != want || err != nil {
			t.Errorf("IsOperator = %v, %v, want %v", got, err, want)
		}
	}
	until := c.Now().Add(time.Hour)
	mustDo(t, s.Act(ctx, db.NewAct{Kind: db.ActSuspend, Operator: ada.ID, Player: bo.ID, Until: until, Reason: "rude"}))
	mustDo(t, s.Act(ctx, db.NewAct{Kind: db.ActRename, Operator: ada.ID, Player: bo.ID, Name: "Bob", Keys: []string{"bob"}, Reason: "ruder"}))
	if p, err := s.Player(ctx, bo.ID); err != nil || !p.Suspended.Equal(until) || p.Name != "Bob" {
		t.Errorf("the player is %+v, %v", p, err)
	}
	if a, err := s.AccountByName(ctx, "bob"); err != nil || !a.Suspended.Equal(until) {
		t.Errorf("the account is %+v, %v", a, err)
	}
	if err := s.Act(ctx, db.NewAct{Kind: db.ActRename, Player: bo.ID, Name: "Ada", Keys: []string{"Ada"}}); !errors.Is(err, db.ErrNameTaken) {
		t.Errorf("the name of another: %v", err)
	}
	mustDo(t, s.Act(ctx, db.NewAct{Kind: db.ActLift, Player: bo.ID, Reason: "sorry"}))
	mustDo(t, s.Act(ctx, db.NewAct{Kind: db.ActDismiss, Player: ada.ID, Reason: "rest"}))
	if p, err := s.Player(ctx, bo.ID); err != nil || !p.Suspended.IsZero() {
		t.Errorf("the player is %+v, %v", p, err)
	}
	if list, err := s.ListOperators(ctx); len(list) != 0 || err != nil {
		t.Errorf("operators: %v, %v", list, err)
	}
	got, err := s.ActsAbout(ctx, bo.ID)
	want := []db.Act{
		{Kind: db.ActLift, Reason: "sorry"},
		{Kind: db.ActRename, Operator: db.Player{ID: ada.ID, Name: "Ada"}, Detail: "Bo", Reason: "ruder"},
		{Kind: db.ActSuspend, Operator: db.Player{ID: ada.ID, Name: "Ada"}, Until: until, Reason: "rude"},
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(db.Act{}, "ID", "At", "Player")); diff != "" || err != nil {
		t.Errorf("ActsAbout (-want +got):\n%s%v", diff, err)
	}
	if by, err := s.ActsBy(ctx, ada.ID); len(by) == 0 || err != nil || slices.ContainsFunc(by, func(a db.Act) bool { return a.Operator.ID != ada.ID }) {
		t.Errorf("ActsBy = %+v, %v", by, err)
	}
	if all, err := s.Acts(ctx); len(all) != 5 || err != nil || all[0].Kind != db.ActDismiss || all[0].Player.Name != "Ada" {
		t.Errorf("Acts = %+v, %v", all, err)
	}
}

// An act in a match comes with its change, and is listed at once.
func testActsInMatches(t *testing.T, e Engine) {
	s := e.open(t)
	ctx := t.Context()
	m := MustStart(t, s, MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo"))
	check := func(want ...db.ActKind) {
		t.Helper()
		acts, err := s.ActsIn(ctx, m.ID)
		var got []db.ActKind
		for _, a := range acts {
			got = append(got, a.Kind)
		}
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("ActsIn (-want +got):\n%s%v", diff, err)
		}
		if operated := MustMatch(t, s, m.ID).Operated; operated != (len(want) > 0) {
			t.Errorf("the match has Operated %t with %d acts", operated, len(want))
		}
	}
	check()
	mustDo(t, s.Act(ctx, db.NewAct{Kind: db.ActView, Match: m.ID, Seat: 2, Reason: "a report"}))
	check(db.ActView)
	failed := errors.New("no")
	_, err := s.Append(ctx, db.Once{}, m.ID, func(db.Match, db.Orders) (db.Change, error) {
		return db.Change{Act: &db.NewAct{Kind: db.ActClose, Match: m.ID}}, failed
	})
	if !errors.Is(err, failed) {
		t.Errorf("Append = %v", err)
	}
	check(db.ActView)
	MustAppend(t, s, m.ID, func(before db.Match, o db.Orders) (db.Change, error) {
		change, err := Finish(1)(before, o)
		change.Act = &db.NewAct{Kind: db.ActClose, Match: m.ID, Reason: "cheating"}
		return change, err
	})
	check(db.ActClose, db.ActView)
}

// A message that could not be sent is listed with the reason, and becomes due again.
func testUndelivered(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ctx := t.Context()
	ada := mustAccount(t, s, "Ada")
	mustDo(t, s.QueueMail(ctx, db.NewMail{Kind: db.MailConfirm, Player: ada.ID, Address: "ada@example.org", Language: "en"}))
	hook, err := s.AddTarget(ctx, db.Once{}, db.NewTarget{Player: ada.ID, Channel: db.ByWebhook, Address: "https://example.org/", Format: db.FormatJSON, Kinds: db.NoticeKinds}, nil)
	mustDo(t, err)
	if list, err := s.ListUndelivered(ctx); len(list) != 0 || err != nil {
		t.Fatalf("at first %+v, %v", list, err)
	}
	mails, err := s.DueMails(ctx, 1)
	mustDo(t, err)
	mustDo(t, s.DelayMail(ctx, mails[0].ID, "mailbox full", time.Hour))
	c.Advance(time.Minute)
	mustDo(t, s.SwitchOff(ctx, hook.ID, "status_500"))
	list, err := s.ListUndelivered(ctx)
	mustDo(t, err)
	if len(list) != 2 || list[0].Why != "mailbox full" || list[0].Player.Name != "Ada" || list[1].Why != "status_500" || !list[1].Off {
		t.Fatalf("ListUndelivered = %+v", list)
	}
	for _, u := range list {
		mustDo(t, s.Act(ctx, db.NewAct{Kind: db.ActRetry, Detail: u.ID}))
	}
	if due, err := s.DueMails(ctx, 1); len(due) != 1 || err != nil {
		t.Errorf("due mails: %+v, %v", due, err)
	}
	if r, err := s.Recipient(ctx, ada.ID); err != nil || !r.Targets[0].Off.IsZero() {
		t.Errorf("the target is %+v, %v", r.Targets, err)
	}
	if err := s.Act(ctx, db.NewAct{Kind: db.ActRetry, Detail: "nothing"}); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("nothing is sent again: %v", err)
	}
	if acts, err := s.ActsAbout(ctx, ada.ID); len(acts) != 2 || err != nil {
		t.Errorf("ActsAbout = %+v, %v", acts, err)
	}
}

// The counts of a day include only that day. Backups are listed from the newest on.
func testActivity(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ctx := t.Context()
	ada, bo := mustAccount(t, s, "Ada"), MustPlayer(t, s, "Bo")
	old, over := MustStart(t, s, ada, bo), MustStart(t, s, ada, bo)
	MustAppend(t, s, old.ID, Move("E6-E8"))
	MustAppend(t, s, over.ID, Move("E6-E8"))
	c.Advance(25 * time.Hour)
	mustAccount(t, s, "Cy")
	MustAppend(t, s, old.ID, Move("F10-F9"))
	MustAppend(t, s, over.ID, Finish(1))
	got, err := s.ActivitySince(ctx, c.Now().Add(-24*time.Hour), c.Now().Add(-time.Minute))
	mustDo(t, err)
	if got.Schema < 32 {
		t.Errorf("the schema is %d", got.Schema)
	}
	got.Schema = 0
	if want := (db.Activity{Moves: 2, Running: 1, Accounts: 1}); got != want {
		t.Errorf("ActivitySince = %+v, want %+v", got, want)
	}
	MustAppend(t, s, old.ID, func(m db.Match, o db.Orders) (db.Change, error) {
		change, err := Move("E8-E9")(m, o)
		change.WindowEnds = c.Now().Add(time.Minute)
		return change, err
	})
	c.Advance(time.Hour)
	if got, err := s.ActivitySince(ctx, c.Now(), c.Now().Add(-time.Minute)); err != nil || got.Late != 1 || got.Moves != 0 {
		t.Errorf("later, %+v, %v", got, err)
	}
	first := db.Backup{At: c.Now(), Bytes: 1 << 40, Took: time.Second}
	second := db.Backup{At: c.Now().Add(time.Minute), Bytes: 2, Took: time.Millisecond}
	mustDo(t, errors.Join(s.NoteBackup(ctx, first), s.NoteBackup(ctx, second)))
	list, err := s.Backups(ctx, 9)
	if diff := cmp.Diff([]db.Backup{second, first}, list); diff != "" || err != nil {
		t.Errorf("Backups (-want +got):\n%s%v", diff, err)
	}
}

// A muted player writes no message until the time is over, or until an operator ends it.
func testMuted(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ctx := t.Context()
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	m := MustStart(t, s, ada, bo)
	say := func(want error) {
		t.Helper()
		if _, err := s.AddMessage(ctx, db.Once{}, db.NewMessage{Match: m.ID, Player: bo.ID, To: []games.Seat{1, 2}, Text: "x"}, nil); !errors.Is(err, want) {
			t.Errorf("AddMessage: %v, want %v", err, want)
		}
	}
	until := c.Now().Add(time.Hour)
	mustDo(t, s.Act(ctx, db.NewAct{Kind: db.ActMute, Player: bo.ID, Until: until, Reason: "rude"}))
	if p, err := s.Player(ctx, bo.ID); err != nil || !p.Silent.Equal(until) || !p.Suspended.IsZero() {
		t.Errorf("the player is %+v, %v", p, err)
	}
	say(db.ErrSilent)
	c.Advance(time.Hour)
	say(nil)
	mustDo(t, s.Act(ctx, db.NewAct{Kind: db.ActMute, Player: bo.ID, Until: c.Now().Add(time.Hour), Reason: "again"}))
	say(db.ErrSilent)
	mustDo(t, s.Act(ctx, db.NewAct{Kind: db.ActUnmute, Player: bo.ID, Reason: "sorry"}))
	say(nil)
	mustDo(t, s.Act(ctx, db.NewAct{Kind: db.ActMute, Player: bo.ID, Until: c.Now().Add(time.Hour), Reason: "once more"}))
	mustDo(t, s.Leave(ctx, bo.ID))
	if p, err := s.Player(ctx, bo.ID); err != nil || !p.Silent.IsZero() {
		t.Errorf("who has left is %+v, %v", p, err)
	}
}

// A player takes the seat of another, or of a bot, with its turns but without the unread
// messages. The former player has no seat any more.
func testReplaced(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo, cy, dan := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo"), MustPlayer(t, s, "Cy"), MustPlayer(t, s, "Dan")
	m := MustCreate(t, s, db.NewMatch{Seats: 3, Host: ada.ID, HostSeat: 1, Reserve: map[games.Seat]string{2: bo.ID}, Bots: map[games.Seat]int{3: 3}, ToAct: []games.Seat{2, 3}})
	mustSay(t, s, db.NewMessage{Match: m.ID, Player: ada.ID, To: []games.Seat{1, 2, 3}, Text: "x"})
	m = MustAppend(t, s, m.ID, func(db.Match, db.Orders) (db.Change, error) {
		return db.Change{Replaced: map[games.Seat]string{2: cy.ID, 3: dan.ID}, BotDue: time.Time{}, Act: &db.NewAct{Kind: db.ActReplace, Match: m.ID, Player: bo.ID, Seat: 2, Reason: "x"}}, nil
	})
	stored := MustMatch(t, s, m.ID)
	if diff := cmp.Diff(m, stored, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("the match (-returned +stored):\n%s", diff)
	}
	if stored.Seats[1].ID != cy.ID || stored.Seats[2].ID != dan.ID || len(stored.ToAct) != 2 || !stored.BotDue.IsZero() {
		t.Errorf("the match is %+v", stored)
	}
	for p, want := range map[string]int{ada.ID: 0, bo.ID: 0, cy.ID: 1, dan.ID: 1} {
		if turns, err := s.Turns(t.Context(), p); turns.Count != want || err != nil {
			t.Errorf("%s has %+v, %v, want %d", p, turns, err, want)
		}
	}
	if list, _, err := s.MatchesOf(t.Context(), bo.ID, db.Filter{}, "", 9); len(list) != 0 || err != nil {
		t.Errorf("who was replaced has %v, %v", list, err)
	}
	_, err := s.Append(t.Context(), db.Once{}, m.ID, func(db.Match, db.Orders) (db.Change, error) {
		return db.Change{Replaced: map[games.Seat]string{1: "nobody"}}, nil
	})
	if !errors.Is(err, db.ErrNotFound) {
		t.Errorf("somebody who is not there: %v", err)
	}
}
