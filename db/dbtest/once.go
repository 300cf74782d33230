package dbtest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"tableronde/db"
)

func testOnceAnswersAgain(t *testing.T, e Engine) {
	s := e.open(t)
	m := MustStart(t, s, MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo"))
	o := db.Once{Caller: "ada", Key: "k1", Request: []byte("E6-E8")}
	if err := s.Answer(t.Context(), o); err != nil {
		t.Errorf("Answer of a new request: %v, want none", err)
	}
	post := func(o db.Once) error {
		_, err := s.Append(t.Context(), o, m.ID, func(m db.Match, _ db.Orders) (db.Change, error) {
			c, err := Move("E6-E8")(m, nil)
			c.Note = func(m db.Match) (int, []byte) { return 200, fmt.Appendf(nil, "ply %d", m.Ply) }
			return c, err
		})
		return err
	}
	if err := post(o); err != nil {
		t.Fatal(err)
	}
	again := func(err error) {
		t.Helper()
		var a *db.Answered
		if !errors.As(err, &a) || a.Status != 200 || string(a.Note) != "ply 1" {
			t.Errorf("again: %v, want the first answer", err)
		}
	}
	again(post(o))
	again(s.Answer(t.Context(), o))
	again(s.Remember(t.Context(), o, 422, nil))
	other := o
	other.Request = []byte("E6-E7")
	for name, err := range map[string]error{
		"Append": post(other), "Answer": s.Answer(t.Context(), other), "Remember": s.Remember(t.Context(), other, 422, nil),
	} {
		if !errors.Is(err, db.ErrKeyReused) {
			t.Errorf("%s of another request: %v, want %v", name, err, db.ErrKeyReused)
		}
	}
	if got := MustMatch(t, s, m.ID).Ply; got != 1 {
		t.Errorf("ply %d, want 1", got)
	}
	stranger := o
	stranger.Caller = "bo"
	if err := post(stranger); err != nil {
		t.Errorf("the same key by another caller: %v, want none", err)
	}
	if got := MustMatch(t, s, m.ID).Ply; got != 2 {
		t.Errorf("ply %d, want 2", got)
	}
}

func testOnceIsForgottenAfterADay(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	o := db.Once{Caller: "ada", Key: "k", Request: []byte("a")}
	remember := func(o db.Once, status int) error { return s.Remember(t.Context(), o, status, []byte("body")) }
	if err := remember(o, 404); err != nil {
		t.Fatal(err)
	}
	c.Advance(24*time.Hour - time.Millisecond)
	if err := s.Purge(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	var a *db.Answered
	if err := s.Answer(t.Context(), o); !errors.As(err, &a) || a.Status != 404 || string(a.Note) != "body" {
		t.Errorf("before a day is over: %v, want the answer", err)
	}
	c.Advance(time.Millisecond)
	if err := s.Answer(t.Context(), o); err != nil {
		t.Errorf("after a day: %v, want none", err)
	}
	other := db.Once{Caller: "ada", Key: "k", Request: []byte("b")}
	if err := remember(other, 409); err != nil {
		t.Errorf("another request under the key after a day: %v", err)
	}
	if err := s.Answer(t.Context(), other); !errors.As(err, &a) || a.Status != 409 {
		t.Errorf("the second request: %v, want its answer", err)
	}
	c.Advance(25 * time.Hour)
	if err := s.Purge(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if err := s.Answer(t.Context(), other); err != nil {
		t.Errorf("after Purge: %v, want none", err)
	}
}

func testOnceWithoutKeyPromisesNothing(t *testing.T, e Engine) {
	s := e.open(t)
	o := db.Once{Caller: "ada", Request: []byte("a")}
	guests := make(map[string]bool)
	for range 2 {
		if err := s.Remember(t.Context(), o, 200, nil); err != nil {
			t.Error(err)
		}
		if err := s.Answer(t.Context(), o); err != nil {
			t.Error(err)
		}
		p, token, err := s.CreateGuest(t.Context(), o, "Ada", nil)
		if found, _, findErr := s.PlayerByToken(t.Context(), token); found != p || errors.Join(err, findErr) != nil {
			t.Errorf("CreateGuest: %v, stored %+v, %v", err, found, findErr)
		}
		guests[p.ID] = true
	}
	if len(guests) != 2 {
		t.Errorf("%d guests, want 2", len(guests))
	}
}

func testOnceForgetsARefusal(t *testing.T, e Engine) {
	s := e.open(t)
	m := MustStart(t, s, MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo"))
	o := db.Once{Caller: "ada", Key: "k", Request: []byte("a")}
	refused := errors.New("refused")
	if _, err := s.Append(t.Context(), o, m.ID, func(db.Match, db.Orders) (db.Change, error) { return db.Change{}, refused }); err != refused {
		t.Errorf("error %v, want %v", err, refused)
	}
	if _, err := s.Append(t.Context(), o, m.ID, Move("E6-E8")); err != nil {
		t.Errorf("the same request when it is possible: %v", err)
	}
	var a *db.Answered
	if err := s.Answer(t.Context(), o); !errors.As(err, &a) || a.Status != 0 || len(a.Note) != 0 {
		t.Errorf("without Change.Note: %v, want an empty answer", err)
	}
}

// The store has only notes of answers, not the answers.
func testOnceStoresNotes(t *testing.T, e Engine) {
	s := e.open(t)
	o := db.Once{Caller: "ada", Key: "k"}
	if err := s.Remember(t.Context(), o, 200, make([]byte, db.MaxNote+1)); err == nil {
		t.Error("a note longer than MaxNote is stored")
	}
	if err := s.Remember(t.Context(), o, 200, make([]byte, db.MaxNote)); err != nil {
		t.Errorf("the longest note: %v", err)
	}
}

// A panic while the answer is made undoes the effect as well.
func testOnceAnswersWithTheEffectOrNotAtAll(t *testing.T, e Engine) {
	s := e.open(t)
	o := db.Once{Caller: "ada", Key: "k"}
	var guest db.Player
	_, _, err := s.CreateGuest(t.Context(), o, "Ada", func(p db.Player, _ string) (int, []byte) {
		guest = p
		panic("no answer")
	})
	var p *db.Panic
	if !errors.As(err, &p) {
		t.Errorf("error %v, want a *Panic", err)
	}
	if _, err := s.Player(t.Context(), guest.ID); guest.ID == "" || !errors.Is(err, db.ErrNotFound) {
		t.Errorf("the guest %q is stored: %v", guest.ID, err)
	}
	if err := s.Answer(t.Context(), o); err != nil {
		t.Errorf("Answer: %v, want none", err)
	}
}

func testOnceAtTheSameTime(t *testing.T, e Engine) {
	s := e.open(t)
	o := db.Once{Caller: "ip", Key: "k", Request: []byte("guest")}
	const n = 32
	var mu sync.Mutex
	tokens, created := map[string]int{}, 0
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() {
			_, token, err := s.CreateGuest(context.Background(), o, "Ada", func(_ db.Player, token string) (int, []byte) { return 201, []byte(token) })
			var a *db.Answered
			if errors.As(err, &a) {
				token, err = string(a.Note), nil
			}
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			tokens[token]++
			if a == nil {
				created++
			}
		})
	}
	wg.Wait()
	if len(tokens) != 1 {
		t.Errorf("%d tokens were given out, want 1", len(tokens))
	}
	if created != 1 {
		t.Errorf("%d guests were created, want 1", created)
	}
}
