package dbtest

import (
	"bytes"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
)

// newPasskey returns a passkey with bytes derived from a word.
func newPasskey(word string) db.NewPasskey {
	return db.NewPasskey{ID: []byte("id of " + word), Public: []byte("\xffpublic of " + word), Handle: bytes.Repeat([]byte(word[:1]), 32), Counter: 7, Name: word}
}

// An account has passkeys, each with the handle that the first one set. They are removed one by
// one, because the password remains as a way to sign in.
func testPasskeys(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ctx := t.Context()
	ada, bo := mustAccount(t, s, "ada"), mustAccount(t, s, "bo")
	phone, laptop := newPasskey("phone"), newPasskey("laptop")
	made := c.Now()
	mustAddPasskey(t, s, ada, phone)
	c.Advance(time.Hour)
	mustAddPasskey(t, s, ada, laptop)
	if err := s.AddPasskey(ctx, bo.ID, phone); err != db.ErrTaken {
		t.Errorf("the same passkey again: %v, want %v", err, db.ErrTaken)
	}
	if err := s.AddPasskey(ctx, MustPlayer(t, s, "Guest").ID, newPasskey("tablet")); err != db.ErrNotFound {
		t.Errorf("a passkey of a guest: %v, want %v", err, db.ErrNotFound)
	}
	want := []db.Passkey{
		{ID: laptop.ID, Player: ada.ID, Public: laptop.Public, Counter: 7, Name: "laptop", Made: c.Now()},
		{ID: phone.ID, Player: ada.ID, Public: phone.Public, Counter: 7, Name: "phone", Made: made},
	}
	list, err := s.PasskeysOf(ctx, ada.ID)
	if diff := cmp.Diff(want, list); diff != "" || err != nil {
		t.Errorf("PasskeysOf (-want +got):\n%s%v", diff, err)
	}
	got, handle, err := s.Passkey(ctx, laptop.ID)
	if diff := cmp.Diff(want[0], got); diff != "" || err != nil || !bytes.Equal(handle, phone.Handle) {
		t.Errorf("Passkey of handle %q (-want +got):\n%s%v", handle, diff, err)
	}
	for p, want := range map[db.Player][]byte{ada: phone.Handle, bo: nil} {
		if got, err := s.Handle(ctx, p.ID); !bytes.Equal(got, want) || err != nil {
			t.Errorf("Handle of %s = %q, %v, want %q", p.Name, got, err, want)
		}
	}
	if err := s.RemovePasskey(ctx, bo.ID, phone.ID, "en"); err != db.ErrNotFound {
		t.Errorf("RemovePasskey of somebody else: %v, want %v", err, db.ErrNotFound)
	}
	for _, k := range []db.NewPasskey{phone, laptop} {
		if err := s.RemovePasskey(ctx, ada.ID, k.ID, "en"); err != nil {
			t.Errorf("RemovePasskey %s: %v", k.Name, err)
		}
	}
	if _, _, err := s.Passkey(ctx, phone.ID); err != db.ErrNotFound {
		t.Errorf("a passkey that was removed: %v, want %v", err, db.ErrNotFound)
	}
	for i := range db.MaxPasskeys {
		mustAddPasskey(t, s, bo, newPasskey(fmt.Sprint("number ", i)))
	}
	if err := s.AddPasskey(ctx, bo.ID, newPasskey("one more")); err != db.ErrTooManyPasskeys {
		t.Errorf("one more than allowed: %v, want %v", err, db.ErrTooManyPasskeys)
	}
}

// The counter of a passkey only grows, unless its device does not count, or not any more.
func testPasskeyCounters(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ada := mustAccount(t, s, "ada")
	counting, still := newPasskey("counting"), newPasskey("still")
	counting.Counter, still.Counter = 1<<31, 0
	mustAddPasskey(t, s, ada, counting)
	mustAddPasskey(t, s, ada, still)
	c.Advance(time.Minute)
	for _, tt := range []struct {
		k       db.NewPasskey
		counter uint32
		want    error
	}{
		{counting, 1<<31 + 1, nil},
		{counting, 1<<31 + 1, db.ErrCounter},
		{counting, 1 << 31, db.ErrCounter},
		{counting, 0, nil},
		{counting, 1<<31 + 1, db.ErrCounter},
		{counting, 1<<32 - 1, nil},
		{still, 0, nil},
		{still, 0, nil},
		{still, 1, nil},
		{still, 0, nil},
		{still, 1, db.ErrCounter},
		{newPasskey("nobody's"), 1, db.ErrNotFound},
	} {
		c.Advance(time.Minute)
		if err := s.UsePasskey(t.Context(), tt.k.ID, tt.counter); err != tt.want {
			t.Errorf("UsePasskey of %s with %d: %v, want %v", tt.k.Name, tt.counter, err, tt.want)
		}
		if got, _, err := s.Passkey(t.Context(), tt.k.ID); tt.want == nil && (got.Counter < tt.counter || !got.Used.Equal(c.Now()) || err != nil) {
			t.Errorf("after the use of %s with %d: %+v, %v", tt.k.Name, tt.counter, got, err)
		}
	}
}

// A guest becomes an account by a passkey alone, which cannot be removed before there
// is another way in.
func testAccountWithPasskeyOnly(t *testing.T, e Engine) {
	s := e.open(t)
	ctx := t.Context()
	ada, phone, laptop := MustPlayer(t, s, "Ada"), newPasskey("phone"), newPasskey("laptop")
	mustAddPasskey(t, s, mustAccount(t, s, "bo"), laptop)
	account := db.NewAccount{Player: ada.ID, Name: "Ada", Keys: []string{"ada"}, Passkey: &laptop}
	if _, err := s.CreateAccount(ctx, db.Once{}, account, nil); err != db.ErrTaken {
		t.Errorf("with somebody else's passkey: %v, want %v", err, db.ErrTaken)
	}
	account.Passkey = &phone
	if _, err := s.CreateAccount(ctx, db.Once{}, account, nil); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Account(ctx, ada.ID); got.Password != "" || err != nil {
		t.Errorf("Account = %+v, %v, want no password", got, err)
	}
	remove := func(k db.NewPasskey, want error) {
		t.Helper()
		if err := s.RemovePasskey(ctx, ada.ID, k.ID, "en"); err != want {
			t.Errorf("RemovePasskey %s: %v, want %v", k.Name, err, want)
		}
	}
	remove(phone, db.ErrLastWayIn)
	tablet := newPasskey("tablet")
	mustAddPasskey(t, s, ada, tablet)
	remove(phone, nil)
	remove(tablet, db.ErrLastWayIn)
	if err := s.SetPassword(ctx, db.NewPassword{Player: ada.ID, Hash: "$hash"}); err != nil {
		t.Fatal(err)
	}
	remove(tablet, nil)
}

// If all ways to sign in are removed at the same time, one remains. One of two uses with the same
// counter succeeds.
func testPasskeysAtTheSameTime(t *testing.T, e Engine) {
	s := e.open(t)
	ctx := t.Context()
	ada, first := MustPlayer(t, s, "Ada"), newPasskey("0")
	if _, err := s.CreateAccount(ctx, db.Once{}, db.NewAccount{Player: ada.ID, Name: "Ada", Keys: []string{"ada"}, Passkey: &first}, nil); err != nil {
		t.Fatal(err)
	}
	for i := 1; i < 8; i++ {
		mustAddPasskey(t, s, ada, newPasskey(fmt.Sprint(i)))
	}
	var used atomic.Int64
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			switch err := s.UsePasskey(ctx, first.ID, 8); {
			case err == nil:
				used.Add(1)
			case !errors.Is(err, db.ErrCounter):
				t.Errorf("UsePasskey: %v", err)
			}
		})
	}
	all.Wait()
	for i := range 8 {
		all.Go(func() {
			if err := s.RemovePasskey(ctx, ada.ID, newPasskey(fmt.Sprint(i)).ID, "en"); err != nil && !errors.Is(err, db.ErrLastWayIn) {
				t.Errorf("RemovePasskey: %v", err)
			}
		})
	}
	all.Wait()
	if list, err := s.PasskeysOf(ctx, ada.ID); len(list) != 1 || used.Load() != 1 || err != nil {
		t.Errorf("%d passkeys are left, one was used %d times with a counter, %v", len(list), used.Load(), err)
	}
}

func mustAddPasskey(t *testing.T, s db.Store, p db.Player, k db.NewPasskey) {
	t.Helper()
	if err := s.AddPasskey(t.Context(), p.ID, k); err != nil {
		t.Fatal(err)
	}
}
