package dbtest

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
)

// A guest becomes an account under the same id, so that seats and tokens stay. It is found by
// its name's key and keeps a hash of a password.
func testAccounts(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ctx := t.Context()
	ada, token, err := s.CreateGuest(ctx, db.Once{}, "Ada", nil)
	if err != nil {
		t.Fatal(err)
	}
	m := MustStart(t, s, ada, MustPlayer(t, s, "Bo"))
	if _, err := s.Account(ctx, ada.ID); err != db.ErrNotFound {
		t.Errorf("Account of a guest: %v, want %v", err, db.ErrNotFound)
	}
	c.Advance(time.Hour)
	if p, err := s.Player(ctx, ada.ID); err != nil || p.Account {
		t.Errorf("a guest has an account: %+v, %v", p, err)
	}
	got, err := s.CreateAccount(ctx, db.Once{}, db.NewAccount{Player: ada.ID, Name: "Lady Ada", Keys: []string{"ladyada"}, Password: "$one"}, nil)
	want := db.Account{Player: db.Player{ID: ada.ID, Name: "Lady Ada", Created: ada.Created}, Password: "$one", Opened: c.Now()}
	if diff := cmp.Diff(want.Player, got); diff != "" || err != nil {
		t.Fatalf("CreateAccount (-want +got):\n%s%v", diff, err)
	}
	if p, err := s.Player(ctx, ada.ID); err != nil || !p.Account {
		t.Errorf("the holder of an account has none: %+v, %v", p, err)
	}
	if name := MustMatch(t, s, m.ID).Seats[0].Name; name != "Lady Ada" {
		t.Errorf("at the table the account is called %s", name)
	}
	if p, _, err := s.PlayerByToken(ctx, token); p.ID != ada.ID || p.Name != "Lady Ada" || err != nil {
		t.Errorf("the token of the guest is that of %v, %v", p, err)
	}
	if err := s.SetPassword(ctx, db.NewPassword{Player: ada.ID, Hash: "$two"}); err != nil {
		t.Fatal(err)
	}
	want.Password = "$two"
	for what, find := range map[string]func() (db.Account, error){
		"Account":       func() (db.Account, error) { return s.Account(ctx, ada.ID) },
		"AccountByName": func() (db.Account, error) { return s.AccountByName(ctx, "ladyada") },
	} {
		got, err := find()
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s (-want +got):\n%s%v", what, diff, err)
		}
	}
	again := db.NewAccount{Player: ada.ID, Name: "Eve", Keys: []string{"eve"}, Password: "$three"}
	if _, err := s.CreateAccount(ctx, db.Once{}, again, nil); err != db.ErrHasAccount {
		t.Errorf("a second account: %v, want %v", err, db.ErrHasAccount)
	}
	if err := s.SetPassword(ctx, db.NewPassword{Player: "nobody", Hash: "$"}); err != db.ErrNotFound {
		t.Errorf("SetPassword of nobody: %v, want %v", err, db.ErrNotFound)
	}
	checkAccountOnce(t, s)
}

// checkAccountOnce checks that the same request makes one account.
func checkAccountOnce(t *testing.T, s db.Store) {
	t.Helper()
	cy := MustPlayer(t, s, "Cy")
	once := db.Once{Caller: cy.ID, Key: "a key of some length", Request: []byte("account")}
	account := db.NewAccount{Player: cy.ID, Name: "Cy", Keys: []string{"cy"}, Password: "$"}
	note := func(p db.Player) (int, []byte) { return 201, []byte(p.ID) }
	if _, err := s.CreateAccount(t.Context(), once, account, note); err != nil {
		t.Fatal(err)
	}
	_, err := s.CreateAccount(t.Context(), once, account, note)
	var done *db.Answered
	if !errors.As(err, &done) || done.Status != 201 || string(done.Note) != cy.ID {
		t.Errorf("the same request again: %v", err)
	}
}

// The name of an account is its own, and stays reserved for a year after a change.
func testAccountNames(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ctx := t.Context()
	ada, bo := mustAccount(t, s, "ada"), mustAccount(t, s, "bo")
	taken := func(key string) {
		t.Helper()
		if err := s.RenameAccount(ctx, bo.ID, "Other", []string{key}); err != db.ErrNameTaken {
			t.Errorf("RenameAccount to %s: %v, want %v", key, err, db.ErrNameTaken)
		}
		guest := MustPlayer(t, s, "Guest")
		if _, err := s.CreateAccount(ctx, db.Once{}, db.NewAccount{Player: guest.ID, Name: "Other", Keys: []string{key}, Password: "$"}, nil); err != db.ErrNameTaken {
			t.Errorf("CreateAccount as %s: %v, want %v", key, err, db.ErrNameTaken)
		}
		if _, err := s.Account(ctx, guest.ID); err != db.ErrNotFound {
			t.Errorf("the guest who was refused has an account, %v", err)
		}
	}
	taken("ada")
	rename := func(p db.Player, key string) {
		t.Helper()
		if err := s.RenameAccount(ctx, p.ID, key, []string{key}); err != nil {
			t.Fatalf("RenameAccount to %s: %v", key, err)
		}
	}
	rename(ada, "eve")
	taken("ada")
	if _, err := s.AccountByName(ctx, "ada"); err != db.ErrNotFound {
		t.Errorf("by a name that was given up: %v, want %v", err, db.ErrNotFound)
	}
	rename(ada, "ada") // the player's former name is still free for the player
	taken("eve")
	c.Advance(db.NameReserved - time.Millisecond)
	taken("eve")
	c.Advance(time.Millisecond)
	rename(bo, "eve")
	rename(bo, "bo")
	c.Advance(db.NameReserved)
	if err := s.Purge(ctx, nil); err != nil {
		t.Fatal(err)
	}
	rename(ada, "eve")
	for key, want := range map[string]db.Player{"eve": ada, "bo": bo} {
		if got, err := s.AccountByName(ctx, key); got.ID != want.ID || err != nil {
			t.Errorf("%s is %s, %v, want %s", key, got.ID, err, want.ID)
		}
	}
	if err := s.RenameAccount(ctx, MustPlayer(t, s, "Guest").ID, "x", []string{"x"}); err != db.ErrNotFound {
		t.Errorf("RenameAccount of a guest: %v, want %v", err, db.ErrNotFound)
	}
}

// An invitation makes one account, until it expires.
func testAccountInvites(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ctx := t.Context()
	invite := func() string {
		t.Helper()
		token, err := s.InviteAccount(ctx, c.Now().Add(time.Hour))
		if good, err2 := s.IsAccountInvite(ctx, token); err != nil || err2 != nil || !good {
			t.Fatalf("InviteAccount: %v, %v", err, err2)
		}
		return token
	}
	join := func(name, token string) error {
		_, err := s.CreateAccount(ctx, db.Once{}, db.NewAccount{Player: MustPlayer(t, s, name).ID, Name: name, Keys: []string{name}, Password: "$", Invite: token}, nil)
		return err
	}
	token, late := invite(), invite()
	if err := join("ada", token); err != nil {
		t.Error(err)
	}
	c.Advance(time.Hour)
	for _, bad := range []string{token, late, "nothing"} {
		if good, err := s.IsAccountInvite(ctx, bad); good || err != nil {
			t.Errorf("%s is good, %v", bad, err)
		}
		if err := join("bo", bad); err != db.ErrNoInvite {
			t.Errorf("CreateAccount by %s: %v, want %v", bad, err, db.ErrNoInvite)
		}
	}
	if err := s.Purge(ctx, nil); err != nil {
		t.Error(err)
	}
	if list, err := s.ListAccounts(ctx, 10); err != nil || len(list) != 1 || list[0].Name != "ada" {
		t.Errorf("ListAccounts = %+v, %v", list, err)
	}
}

// Guests who have done nothing are purged after a month, with their sessions and tokens. A
// player who has an account, or has done anything, stays.
func testGuestsArePurged(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ctx := t.Context()
	idle, token, err := s.CreateGuest(ctx, db.Once{}, "Idle", nil)
	mustDo(t, err)
	mustDo(t, s.SetLanguage(ctx, idle.ID, "fr", true))
	mustDo(t, s.Sessions().CommitFor(ctx, "session", []byte("x"), c.Now().Add(400*24*time.Hour), idle.ID, ""))
	stay := []db.Player{MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo"), MustPlayer(t, s, "Cy"), MustPlayer(t, s, "Di")}
	MustStart(t, s, stay[0], stay[1])
	_, err = s.CreateAccount(ctx, db.Once{}, db.NewAccount{Player: stay[2].ID, Name: "Cy", Keys: []string{"cy"}, Password: "$"}, nil)
	mustDo(t, err)
	_, err = s.AddTarget(ctx, db.Once{}, db.NewTarget{Player: stay[3].ID, Channel: db.ByWebhook, Address: "https://di.example", Kinds: []db.NoticeKind{db.NoticeTurn}}, nil)
	mustDo(t, err)
	c.Advance(db.GuestLifetime - time.Hour)
	later := MustPlayer(t, s, "Later")
	purge := func(gone bool, id string) {
		t.Helper()
		mustDo(t, s.Purge(ctx, nil))
		if _, err := s.Player(ctx, id); (err == db.ErrNotFound) != gone {
			t.Errorf("%s at %s: %v", id, c.Now(), err)
		}
	}
	purge(false, idle.ID)
	c.Advance(time.Hour)
	purge(true, idle.ID)
	if _, _, err := s.PlayerByToken(ctx, token); err != db.ErrNotFound {
		t.Errorf("the token of who is gone: %v", err)
	}
	if _, found, err := s.Sessions().FindCtx(ctx, "session"); found || err != nil {
		t.Errorf("the session of who is gone is there, %v", err)
	}
	for _, p := range stay {
		purge(false, p.ID)
	}
	c.Advance(db.GuestLifetime)
	purge(true, later.ID)
}

// One of many concurrent requests for a name succeeds.
func testAccountsAtTheSameTime(t *testing.T, e Engine) {
	s := e.open(t)
	var made atomic.Int64
	var all sync.WaitGroup
	for i := range 12 {
		p := MustPlayer(t, s, fmt.Sprint("Guest ", i))
		all.Go(func() {
			_, err := s.CreateAccount(t.Context(), db.Once{}, db.NewAccount{Player: p.ID, Name: "Ada", Keys: []string{"ada"}, Password: "$"}, nil)
			switch {
			case err == nil:
				made.Add(1)
			case !errors.Is(err, db.ErrNameTaken):
				t.Errorf("CreateAccount: %v", err)
			}
		})
	}
	all.Wait()
	if n := made.Load(); n != 1 {
		t.Errorf("%d accounts bear one name", n)
	}
}

func mustAccount(t *testing.T, s db.Store, name string) db.Player {
	t.Helper()
	p := MustPlayer(t, s, name)
	if _, err := s.CreateAccount(t.Context(), db.Once{}, db.NewAccount{Player: p.ID, Name: name, Keys: []string{name}, Password: "$"}, nil); err != nil {
		t.Fatal(err)
	}
	return p
}
