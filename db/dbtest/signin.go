package dbtest

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
)

// A pass lets one more browser play as its player, once, within its lifetime, by its
// token or by its code.
func testPasses(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ctx := t.Context()
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	first, other := mustPass(t, s, ada), mustPass(t, s, bo)
	if !regexp.MustCompile(`^[a-z2-7]{26}$`).MatchString(first.Token) || !regexp.MustCompile(`^[0-9]{8}$`).MatchString(first.Code) {
		t.Errorf("token %q, code %q, want 128 bits of base32 and 8 digits", first.Token, first.Code)
	}
	if want := c.Now().Add(db.PassLifetime); !first.Until.Equal(want) {
		t.Errorf("good until %v, want %v", first.Until, want)
	}
	for range 2 {
		got, err := s.PlayerByPass(ctx, first.Token)
		if diff := cmp.Diff(ada, got); diff != "" || err != nil {
			t.Errorf("PlayerByPass (-want +got):\n%s%v", diff, err)
		}
	}
	if _, err := s.PlayerByPass(ctx, first.Code); err != db.ErrNotFound {
		t.Errorf("PlayerByPass shows that a code is right: %v", err)
	}
	second := mustPass(t, s, ada)
	checkNoPass(t, s, "a pass that was replaced", first.Token, first.Code)
	got, err := s.UsePass(ctx, second.Code)
	if diff := cmp.Diff(ada, got); diff != "" || err != nil {
		t.Errorf("UsePass (-want +got):\n%s%v", diff, err)
	}
	checkNoPass(t, s, "a pass that was used", second.Token, second.Code)
	if got, err := s.PlayerByPass(ctx, other.Token); got.ID != bo.ID || err != nil {
		t.Errorf("Bo's pass is %s's, %v", got.Name, err)
	}
	c.Advance(db.PassLifetime - 1)
	if _, err := s.PlayerByPass(ctx, other.Token); err != nil {
		t.Errorf("just before its end: %v", err)
	}
	c.Advance(1)
	checkNoPass(t, s, "a pass that has expired", other.Token, other.Code)
	if err := s.Purge(ctx, nil); err != nil {
		t.Fatal(err)
	}
	mustPass(t, s, bo)
}

// After ten wrong codes, meant for any player, no earlier code is accepted any more. Tokens
// still are, and so are codes that are made later.
func testWrongCodes(t *testing.T, e Engine) {
	s := e.open(t)
	ctx := t.Context()
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	guess := func(n int, pass db.Pass) {
		t.Helper()
		wrong := "00000000"
		if pass.Code == wrong {
			wrong = "00000001"
		}
		for range n {
			if _, err := s.UsePass(ctx, wrong); err != db.ErrNotFound {
				t.Fatalf("UsePass of a wrong code: %v", err)
			}
		}
	}
	pass := mustPass(t, s, ada)
	guess(db.MaxWrongCodes-1, pass)
	if p, err := s.UsePass(ctx, mustPass(t, s, bo).Code); p.ID != bo.ID || err != nil { // a right one does not count
		t.Errorf("UsePass of Bo = %+v, %v", p, err)
	}
	if p, err := s.UsePass(ctx, pass.Code); p.ID != ada.ID || err != nil {
		t.Errorf("UsePass after nine wrong codes = %+v, %v", p, err)
	}
	pass = mustPass(t, s, ada)
	var all sync.WaitGroup
	for range 2 * db.MaxWrongCodes {
		all.Go(func() { guess(1, pass) })
	}
	all.Wait()
	if _, err := s.UsePass(ctx, pass.Code); err != db.ErrNotFound {
		t.Errorf("UsePass after ten wrong codes: %v, want %v", err, db.ErrNotFound)
	}
	later := mustPass(t, s, bo)
	if p, err := s.UsePass(ctx, pass.Token); p.ID != ada.ID || err != nil {
		t.Errorf("UsePass of the token = %+v, %v", p, err)
	}
	if p, err := s.UsePass(ctx, later.Code); p.ID != bo.ID || err != nil {
		t.Errorf("UsePass of a later code = %+v, %v", p, err)
	}
}

// One of many concurrent uses of a pass succeeds.
func testPassAtTheSameTime(t *testing.T, e Engine) {
	s := e.open(t)
	ada := MustPlayer(t, s, "Ada")
	pass := mustPass(t, s, ada)
	var used atomic.Int64
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			secret := pass.Token
			if i%2 == 0 {
				secret = pass.Code
			}
			switch _, err := s.UsePass(t.Context(), secret); {
			case err == nil:
				used.Add(1)
			case !errors.Is(err, db.ErrNotFound):
				t.Errorf("UsePass: %v", err)
			}
		})
	}
	all.Wait()
	if n := used.Load(); n != 1 {
		t.Errorf("the pass was used %d times", n)
	}
}

func mustPass(t *testing.T, s db.Store, p db.Player) db.Pass {
	t.Helper()
	pass, err := s.CreatePass(t.Context(), p.ID)
	if err != nil {
		t.Fatal(err)
	}
	return pass
}

func checkNoPass(t *testing.T, s db.Store, what string, secrets ...string) {
	t.Helper()
	for _, secret := range secrets {
		if _, err := s.PlayerByPass(t.Context(), secret); err != db.ErrNotFound {
			t.Errorf("PlayerByPass of %s: %v, want %v", what, err, db.ErrNotFound)
		}
		if _, err := s.UsePass(t.Context(), secret); !errors.Is(err, db.ErrNotFound) {
			t.Errorf("UsePass of %s: %v, want %v", what, err, db.ErrNotFound)
		}
	}
}

// newPasskey returns a passkey whose bytes are made of a word.
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
