package web

import (
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"
)

// Wrong guesses slow the address that makes them, right ones and other errors slow nobody. An
// address that guesses at one account is slowed there, and the owner elsewhere is not.
func TestGuesses(t *testing.T) {
	now := time.Unix(1e9, 0)
	g := NewSignIns(func() time.Time { return now })
	wrong := Refuse(http.StatusUnauthorized, "wrong_credentials", "wrong")
	try := func(address, account string, answer error) error {
		return g.Try(address, account, func() error { return answer })
	}
	for i := range 100 {
		if err := try("here", "ada", nil); err != nil {
			t.Fatalf("right guess %d: %v", i, err)
		}
		if err := try("here", "ada", errors.ErrUnsupported); err != errors.ErrUnsupported {
			t.Fatalf("other error %d: %v", i, err)
		}
	}
	for i := range 15 {
		if err := try("there", "ada", wrong); err != wrong {
			t.Errorf("wrong guess %d: %v", i, err)
		}
	}
	for who, want := range map[[2]string]error{{"there", "ada"}: errManyGuesses, {"there", "bo"}: nil, {"here", "ada"}: nil} {
		if err := try(who[0], who[1], nil); err != want {
			t.Errorf("then from %s at %s: %v, want %v", who[0], who[1], err, want)
		}
	}
	for i := range 15 {
		try("there", fmt.Sprint(i), wrong)
	}
	if err := try("there", "cy", nil); err != errManyGuesses {
		t.Errorf("after 30 wrong guesses: %v", err)
	}
	if err := g.Count("there", "passkey", nil); err != nil {
		t.Errorf("a passkey from there: %v", err)
	}
	if err := g.Count("there", "passkey", wrong); err != errManyGuesses {
		t.Errorf("a wrong one: %v", err)
	}
	now = now.Add(5 * time.Second)
	if err := try("there", "cy", wrong); err != wrong {
		t.Errorf("five seconds later: %v", err)
	}
	if err := try("there", "cy", nil); err != errManyGuesses {
		t.Errorf("once more: %v", err)
	}
	now = now.Add(time.Hour)
	for i := range 3_000 {
		try(fmt.Sprint("address ", i), "ada", wrong)
		now = now.Add(time.Minute)
	}
	if n := len(g.over); n > 1_200 {
		t.Errorf("%d keys are kept", n)
	}
}
