package sqlite

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	"tableronde/db"
)

func TestOnceAnswersAgain(t *testing.T) {
	s := openStore(t)
	m := mustStart(t, s, mustPlayer(t, s, "Ada"), mustPlayer(t, s, "Bo"))
	o := db.Once{Caller: "ada", Key: "k1", Request: []byte("E6-E8")}
	if err := s.Answer(t.Context(), o); err != nil {
		t.Errorf("Answer of a new request: %v, want none", err)
	}
	post := func(o db.Once) error {
		_, err := s.Append(t.Context(), o, m.ID, func(m db.Match, _ db.Orders) (db.Change, error) {
			c, err := move("E6-E8")(m, nil)
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
	if got := mustMatch(t, s, m.ID).Ply; got != 1 {
		t.Errorf("ply %d, want 1", got)
	}
	stranger := o
	stranger.Caller = "bo"
	if err := post(stranger); err != nil {
		t.Errorf("the same key by another caller: %v, want none", err)
	}
	if got := mustMatch(t, s, m.ID).Ply; got != 2 {
		t.Errorf("ply %d, want 2", got)
	}
}

func TestOnceIsForgottenAfterADay(t *testing.T) {
	s := openStore(t)
	c := newClock()
	s.Now = c.now
	o := db.Once{Caller: "ada", Key: "k", Request: []byte("a")}
	remember := func(o db.Once, status int) error { return s.Remember(t.Context(), o, status, []byte("body")) }
	if err := remember(o, 404); err != nil {
		t.Fatal(err)
	}
	c.advance(24*time.Hour - time.Millisecond)
	if err := s.Purge(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	var a *db.Answered
	if err := s.Answer(t.Context(), o); !errors.As(err, &a) || a.Status != 404 || string(a.Note) != "body" {
		t.Errorf("before a day is over: %v, want the answer", err)
	}
	c.advance(time.Millisecond)
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
	for i := range 1100 { // more than are deleted at once
		if err := remember(db.Once{Caller: "bo", Key: fmt.Sprint(i)}, 200); err != nil {
			t.Fatal(err)
		}
	}
	c.advance(25 * time.Hour)
	if err := s.Purge(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	var left int
	if err := s.r.queryRow(t.Context(), `SELECT count(*) FROM once`).Scan(&left); err != nil || left != 0 {
		t.Errorf("%d answers left after Purge, %v", left, err)
	}
}

func TestOnceWithoutKeyPromisesNothing(t *testing.T) {
	s := openStore(t)
	o := db.Once{Caller: "ada", Request: []byte("a")}
	for range 2 {
		if err := s.Remember(t.Context(), o, 200, nil); err != nil {
			t.Error(err)
		}
		if err := s.Answer(t.Context(), o); err != nil {
			t.Error(err)
		}
		if _, _, err := s.CreateGuest(t.Context(), o, "Ada", nil); err != nil {
			t.Error(err)
		}
	}
	if got := playerNames(t, s); got != "Ada Ada" {
		t.Errorf("stored %q, want %q", got, "Ada Ada")
	}
}

func TestOnceForgetsARefusal(t *testing.T) {
	s := openStore(t)
	m := mustStart(t, s, mustPlayer(t, s, "Ada"), mustPlayer(t, s, "Bo"))
	o := db.Once{Caller: "ada", Key: "k", Request: []byte("a")}
	refused := errors.New("refused")
	if _, err := s.Append(t.Context(), o, m.ID, func(db.Match, db.Orders) (db.Change, error) { return db.Change{}, refused }); err != refused {
		t.Errorf("error %v, want %v", err, refused)
	}
	if _, err := s.Append(t.Context(), o, m.ID, move("E6-E8")); err != nil {
		t.Errorf("the same request when it is possible: %v", err)
	}
	var a *db.Answered
	if err := s.Answer(t.Context(), o); !errors.As(err, &a) || a.Status != 0 || len(a.Note) != 0 {
		t.Errorf("without Change.Note: %v, want an empty answer", err)
	}
}

// A caller who has used up what a day allows is refused, and nothing is done.
func TestOnceBoundsKeys(t *testing.T) {
	s := openStore(t)
	c := newClock()
	s.Now = c.now
	m := mustStart(t, s, mustPlayer(t, s, "Ada"), mustPlayer(t, s, "Bo"))
	post := func(caller, key, text string) error {
		_, err := s.Append(t.Context(), db.Once{Caller: caller, Key: key}, m.ID, move(text))
		return err
	}
	for _, used := range []string{"keys = 99999", "keys = 1, bytes = 33554400"} {
		if err := post("ada", "first "+used, "E6-E8"); err != nil {
			t.Fatal(err)
		}
		err := s.w.do(t.Context(), func(ctx context.Context, t *tx) error {
			_, err := t.exec(ctx, `UPDATE once_use SET `+used)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		before := mustMatch(t, s, m.ID).Ply
		if err := post("ada", "last "+used, "E6-E8"); err != nil {
			t.Errorf("the last key with %s: %v", used, err)
		}
		o := db.Once{Caller: "ada", Key: "more " + used}
		for name, err := range map[string]error{"Append": post("ada", o.Key, "E6-E8"), "Answer": s.Answer(t.Context(), o), "Remember": s.Remember(t.Context(), o, 422, nil)} {
			if !errors.Is(err, db.ErrKeysUsedUp) {
				t.Errorf("%s with one key more than %s: %v", name, used, err)
			}
		}
		if got := mustMatch(t, s, m.ID).Ply; got != before+1 {
			t.Errorf("ply %d, want %d", got, before+1)
		}
		var again *db.Answered
		if err := post("ada", "last "+used, "E6-E8"); !errors.As(err, &again) {
			t.Errorf("a key used before: %v, want its answer", err)
		}
		if err := post("bo", "more "+used, "E6-E8"); err != nil {
			t.Errorf("another caller: %v", err)
		}
		c.advance(24 * time.Hour)
		if err := post("ada", "next "+used, "E6-E8"); err != nil {
			t.Errorf("a day later: %v", err)
		}
	}
	c.advance(24 * time.Hour)
	if err := s.Purge(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	var left int
	if err := s.r.queryRow(t.Context(), `SELECT count(*) FROM once_use`).Scan(&left); err != nil || left != 0 {
		t.Errorf("%d callers left after Purge, %v", left, err)
	}
}

// Answers are not stored, only notes of them.
func TestOnceStoresNotes(t *testing.T) {
	s := openStore(t)
	o := db.Once{Caller: "ada", Key: "k"}
	if err := s.Remember(t.Context(), o, 200, make([]byte, db.MaxNote+1)); err == nil {
		t.Error("a note longer than MaxNote is stored")
	}
	if err := s.Remember(t.Context(), o, 200, make([]byte, db.MaxNote)); err != nil {
		t.Errorf("the longest note: %v", err)
	}
}

// A panic while the answer is made undoes the effect as well.
func TestOnceAnswersWithTheEffectOrNotAtAll(t *testing.T) {
	s := openStore(t)
	o := db.Once{Caller: "ada", Key: "k"}
	_, _, err := s.CreateGuest(t.Context(), o, "Ada", func(db.Player, string) (int, []byte) { panic("no answer") })
	var p *db.Panic
	if !errors.As(err, &p) {
		t.Errorf("error %v, want a *Panic", err)
	}
	if got := playerNames(t, s); got != "" {
		t.Errorf("stored %q, want nothing", got)
	}
	if err := s.Answer(t.Context(), o); err != nil {
		t.Errorf("Answer: %v, want none", err)
	}
}

func TestOnceAtTheSameTime(t *testing.T) {
	s := openStore(t)
	o := db.Once{Caller: "ip", Key: "k", Request: []byte("guest")}
	const n = 32
	var mu sync.Mutex
	tokens := map[string]int{}
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
		})
	}
	wg.Wait()
	if len(tokens) != 1 {
		t.Errorf("%d tokens were given out, want 1", len(tokens))
	}
	if got := playerNames(t, s); got != "Ada" {
		t.Errorf("stored %q, want %q", got, "Ada")
	}
}

// Neither a token, nor the key that an answer with one was given under, can be
// read in the file.
func TestSecretsAreNotInTheFile(t *testing.T) {
	s := openStore(t)
	const key = "a very secret idempotency key"
	const name = "Guinevere"
	_, token, err := s.CreateGuest(t.Context(), db.Once{Caller: "ip", Key: key, Request: []byte("a request")}, name,
		func(_ db.Player, token string) (int, []byte) { return 201, []byte(`{"token":"` + token + `"}`) })
	if err != nil {
		t.Fatal(err)
	}
	var all []byte
	for _, suffix := range []string{"", "-wal"} {
		b, err := os.ReadFile(file(t, s) + suffix)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, b...)
	}
	if !bytes.Contains(all, []byte(name)) {
		t.Fatal("the test does not see what is stored")
	}
	for _, secret := range []string{token, key, "a request", `{"token"`} {
		if bytes.Contains(all, []byte(secret)) {
			t.Errorf("%q is in the file", secret)
		}
	}
}
