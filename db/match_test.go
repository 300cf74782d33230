package db

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tableronde/games"
)

func TestMatchHelpers(t *testing.T) {
	a, b := Player{ID: "a"}, Player{ID: "b"}
	m := Match{Seats: []Player{a, {}, a, b}}
	for player, want := range map[string][]games.Seat{"a": {1, 3}, "b": {4}, "c": nil, "": nil} {
		if diff := cmp.Diff(want, m.SeatsOf(player)); diff != "" {
			t.Errorf("SeatsOf(%q) (-want +got):\n%s", player, diff)
		}
	}
	if m.Full() || !(Match{Seats: []Player{a, b}}).Full() {
		t.Error("Full is wrong")
	}
	if seat, err := m.FreeSeat(0); seat != 2 || err != nil {
		t.Errorf("FreeSeat = %d, %v, want 2", seat, err)
	}
}

// A secret shows in no text that is made of a match, and orders in none of theirs.
func TestSecretsAreNotPrinted(t *testing.T) {
	m := Match{Seats: []Player{{ID: "a"}}, Secret: games.Secret{0xde, 0xad, 0xbe, 0xef, 0xfe, 0xed}}
	o := Orders{1: "lancelot any"}
	for _, verb := range []string{"%v", "%+v", "%s", "%q", "%x"} {
		text := fmt.Sprintf(verb, m)
		raw := fmt.Sprintf("%v", m.Secret[:4])
		if strings.Contains(text, m.Secret.Hex()[:8]) || strings.Contains(text, strings.Trim(raw, "[]")) {
			t.Errorf("%s prints the secret: %s", verb, text)
		}
	}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q"} {
		if text := fmt.Sprintf(verb, struct{ O Orders }{o}); strings.Contains(text, "lancelot") {
			t.Errorf("%s prints orders: %s", verb, text)
		}
	}
}

func TestReason(t *testing.T) {
	full := &Unavailable{Reason: "the disk is full", Err: errors.New("code 13")}
	for err, want := range map[error]string{
		nil:                                "",
		ErrNotFound:                        "",
		fmt.Errorf("write: %w", full):      "the disk is full",
		fmt.Errorf("write: %w", ErrGone):   "the database file was removed or replaced",
		fmt.Errorf("read: %w", ErrDamaged): "the database file is damaged",
		ErrClosed:                          "the server is stopping",
	} {
		if got := Reason(err); got != want || IsUnavailable(err) != (want != "") {
			t.Errorf("Reason(%v) = %q, want %q", err, got, want)
		}
	}
	if full.Error() != "code 13" || IsDamaged(full) {
		t.Errorf("error %q, damaged %t", full, IsDamaged(full))
	}
}
