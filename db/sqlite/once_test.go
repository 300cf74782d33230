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
	"tableronde/db/dbtest"
	"tableronde/db/internal/sqlstore"
)

// A caller who has used up the limits of a day is refused, and nothing is done.
func TestOnceBoundsKeys(t *testing.T) {
	s := openStore(t)
	c := dbtest.NewClock()
	s.Now = c.Now
	m := dbtest.MustStart(t, s, dbtest.MustPlayer(t, s, "Ada"), dbtest.MustPlayer(t, s, "Bo"))
	post := func(caller, key, text string) error {
		_, err := s.Append(t.Context(), db.Once{Caller: caller, Key: key}, m.ID, dbtest.Move(text))
		return err
	}
	for _, used := range []string{"keys = 99999", "keys = 1, bytes = 33554400"} {
		if err := post("ada", "first "+used, "E6-E8"); err != nil {
			t.Fatal(err)
		}
		err := s.w.do(t.Context(), func(ctx context.Context, t sqlstore.Tx) error {
			_, err := t.Exec(ctx, `UPDATE once_use SET `+used)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		before := dbtest.MustMatch(t, s, m.ID).Ply
		if err := post("ada", "last "+used, "E6-E8"); err != nil {
			t.Errorf("the last key with %s: %v", used, err)
		}
		o := db.Once{Caller: "ada", Key: "more " + used}
		for name, err := range map[string]error{"Append": post("ada", o.Key, "E6-E8"), "Answer": s.Answer(t.Context(), o), "Remember": s.Remember(t.Context(), o, 422, nil)} {
			if !errors.Is(err, db.ErrKeysUsedUp) {
				t.Errorf("%s with one key more than %s: %v", name, used, err)
			}
		}
		if got := dbtest.MustMatch(t, s, m.ID).Ply; got != before+1 {
			t.Errorf("ply %d, want %d", got, before+1)
		}
		var again *db.Answered
		if err := post("ada", "last "+used, "E6-E8"); !errors.As(err, &again) {
			t.Errorf("a key used before: %v, want its answer", err)
		}
		if err := post("bo", "more "+used, "E6-E8"); err != nil {
			t.Errorf("another caller: %v", err)
		}
		c.Advance(24 * time.Hour)
		if err := post("ada", "next "+used, "E6-E8"); err != nil {
			t.Errorf("a day later: %v", err)
		}
	}
	c.Advance(24 * time.Hour)
	if err := s.Purge(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	var left int
	if err := s.r.QueryRow(t.Context(), `SELECT count(*) FROM once_use`).Scan(&left); err != nil || left != 0 {
		t.Errorf("%d callers left after Purge, %v", left, err)
	}
}

// Neither a token, nor the key that an answer with one was given under, can be
// read in the file.
func TestSecretsAreNotInTheFile(t *testing.T) {
	s := openStore(t)
	const key = "a very secret idempotency key"
	const name = "Guinevere"
	_, token, err := s.CreateGuest(t.Context(), db.Once{Caller: "ip", Key: key, Request: []byte("the request of Ada")}, name,
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
	for _, secret := range []string{token, key, "the request of Ada", `{"token"`} {
		if bytes.Contains(all, []byte(secret)) {
			t.Errorf("%q is in the file", secret)
		}
	}
}

// Nothing that has expired is left in the file.
func TestPurgeLeavesNothing(t *testing.T) {
	s := openStore(t)
	c := dbtest.NewClock()
	s.Now = c.Now
	var wg sync.WaitGroup
	for i := range 1100 { // more than are deleted at once
		wg.Go(func() {
			if err := s.Remember(t.Context(), db.Once{Caller: "bo", Key: fmt.Sprint(i)}, 200, nil); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for _, token := range []string{"a", "b"} {
		if err := s.Sessions().Commit(token, nil, c.Now().Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	c.Advance(25 * time.Hour)
	if err := s.Purge(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"once", "once_use", "sessions"} {
		var left int
		if err := s.r.QueryRow(t.Context(), `SELECT count(*) FROM `+table).Scan(&left); err != nil || left != 0 {
			t.Errorf("%d rows of %s are left, %v", left, table, err)
		}
	}
}

// The token of a shared match is stored hashed.
func TestSharedTokenIsNotStored(t *testing.T) {
	s := openStore(t)
	m := dbtest.MustStart(t, s, dbtest.MustPlayer(t, s, "Ada"), dbtest.MustPlayer(t, s, "Bo"))
	dbtest.MustAppend(t, s, m.ID, dbtest.Finish(1))
	token, err := s.ShareMatch(t.Context(), db.Once{}, m.ID, nil)
	if err != nil {
		t.Fatal(err)
	}
	var stored int
	if err := s.r.QueryRow(t.Context(), `SELECT count(*) FROM matches WHERE instr(CAST(share AS TEXT), ?) > 0`, token).Scan(&stored); err != nil || stored != 0 {
		t.Errorf("the token itself is stored: %d, %v", stored, err)
	}
}
