package dbtest

import (
	"errors"
	"regexp"
	"sync"
	"sync/atomic"
	"testing"

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
