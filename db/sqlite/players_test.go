package sqlite

import (
	"errors"
	"regexp"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/db/internal/secret"
)

func TestPlayers(t *testing.T) {
	s := openStore(t)
	c := newClock()
	s.Now = c.now
	ctx := t.Context()
	ada := mustPlayer(t, s, "Ada 'Ð' \"Lovelace\"")
	want := db.Player{ID: ada.ID, Name: "Ada 'Ð' \"Lovelace\"", Created: c.now()}
	if diff := cmp.Diff(want, ada); diff != "" {
		t.Errorf("CreatePlayer (-want +got):\n%s", diff)
	}
	if !regexp.MustCompile(`^[a-z2-7]{12}$`).MatchString(ada.ID) {
		t.Errorf("id %q, want 12 characters of base32", ada.ID)
	}
	c.advance(time.Hour)
	if err := s.RenamePlayer(ctx, ada.ID, "Ada"); err != nil {
		t.Fatal(err)
	}
	want.Name = "Ada"
	got, err := s.Player(ctx, ada.ID)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("Player (-want +got):\n%s%v", diff, err)
	}
	if _, err := s.Player(ctx, "nobody"); err != db.ErrNotFound {
		t.Errorf("Player of nobody: %v, want %v", err, db.ErrNotFound)
	}
	if err := s.RenamePlayer(ctx, "nobody", "x"); err != db.ErrNotFound {
		t.Errorf("RenamePlayer of nobody: %v, want %v", err, db.ErrNotFound)
	}
	if _, err := s.CreatePlayer(ctx, ""); err == nil {
		t.Error("CreatePlayer without a name succeeded")
	}
	if err := s.RenamePlayer(ctx, ada.ID, ""); err == nil || errors.Is(err, db.ErrNotFound) {
		t.Errorf("RenamePlayer to nothing: %v, want another error", err)
	}
}

func TestRenameShowsInMatches(t *testing.T) {
	s := openStore(t)
	ada := mustPlayer(t, s, "Ada")
	m := mustStart(t, s, ada, mustPlayer(t, s, "Bo"))
	mustMatch(t, s, m.ID)
	if err := s.RenamePlayer(t.Context(), ada.ID, "Lady Lovelace"); err != nil {
		t.Fatal(err)
	}
	if got := mustMatch(t, s, m.ID).Seats[0].Name; got != "Lady Lovelace" {
		t.Errorf("Match says %q", got)
	}
	if got := mustAppend(t, s, m.ID, move("E6-E8")).Seats[0].Name; got != "Lady Lovelace" {
		t.Errorf("Append says %q", got)
	}
}

func TestTokens(t *testing.T) {
	s := openStore(t)
	ctx := t.Context()
	ada, first, err := s.CreateGuest(ctx, db.Once{}, "Ada", nil)
	if err != nil {
		t.Fatal(err)
	}
	second, err := s.CreateToken(ctx, ada.ID)
	if err != nil {
		t.Fatal(err)
	}
	if first == second {
		t.Error("two tokens are the same")
	}
	for _, token := range []string{first, second} {
		if !regexp.MustCompile(`^[a-z2-7]{52}$`).MatchString(token) {
			t.Errorf("token %q, want 256 bits of base32", token)
		}
		got, err := s.PlayerByToken(ctx, token)
		if diff := cmp.Diff(ada, got); diff != "" || err != nil {
			t.Errorf("PlayerByToken (-want +got):\n%s%v", diff, err)
		}
	}
	for _, token := range []string{"", "x", first[1:], first + "a", string(secret.HashToken(first))} {
		if _, err := s.PlayerByToken(ctx, token); err != db.ErrNotFound {
			t.Errorf("PlayerByToken(%q): %v, want %v", token, err, db.ErrNotFound)
		}
	}
	if _, err := s.CreateToken(ctx, "nobody"); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("CreateToken for nobody: %v, want %v", err, db.ErrNotFound)
	}
}
