package dbtest

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/games"
)

func testPlayers(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ctx := t.Context()
	ada := MustPlayer(t, s, "Ada 'Ð' \"Lovelace\"")
	want := db.Player{ID: ada.ID, Name: "Ada 'Ð' \"Lovelace\"", Created: c.Now()}
	if diff := cmp.Diff(want, ada); diff != "" {
		t.Errorf("CreatePlayer (-want +got):\n%s", diff)
	}
	if !regexp.MustCompile(`^[a-z2-7]{12}$`).MatchString(ada.ID) {
		t.Errorf("id %q, want 12 characters of base32", ada.ID)
	}
	c.Advance(time.Hour)
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
	testHabits(t, s, ada)
	if _, err := s.CreatePlayer(ctx, ""); err == nil {
		t.Error("CreatePlayer without a name succeeded")
	}
	if err := s.RenamePlayer(ctx, ada.ID, ""); err == nil || errors.Is(err, db.ErrNotFound) {
		t.Errorf("RenamePlayer to nothing: %v, want another error", err)
	}
}

// testHabits checks that Player, PlayerByToken and the seats of a match return the habits of a
// player.
func testHabits(t *testing.T, s db.Store, p db.Player) {
	t.Helper()
	ctx := t.Context()
	m := MustStart(t, s, p, MustPlayer(t, s, "Bo"))
	_, token, err := s.CreateToken(ctx, db.Once{}, db.NewToken{Player: p.ID, Name: "x", Scopes: db.AllScopes}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, habits := range []string{"auto.next", strings.Repeat("x", db.MaxHabits), ""} {
		if err := s.SetHabits(ctx, p.ID, habits); err != nil {
			t.Fatal(err)
		}
		player, err := s.Player(ctx, p.ID)
		if err != nil {
			t.Fatal(err)
		}
		caller, _, err := s.PlayerByToken(ctx, token)
		if err != nil {
			t.Fatal(err)
		}
		seat := MustMatch(t, s, m.ID).Seats[0]
		if player.Habits != habits || caller.Habits != habits || seat.Habits != habits {
			t.Errorf("habits %q, by token %q, at the table %q, want %q", player.Habits, caller.Habits, seat.Habits, habits)
		}
	}
	if err := s.SetHabits(ctx, p.ID, strings.Repeat("x", db.MaxHabits+1)); err == nil {
		t.Error("habits without end are stored")
	}
	if err := s.SetHabits(ctx, "nobody", "auto"); err != db.ErrNotFound {
		t.Errorf("SetHabits of nobody: %v, want %v", err, db.ErrNotFound)
	}
}

func testRenameShowsInMatches(t *testing.T, e Engine) {
	s := e.open(t)
	ada := MustPlayer(t, s, "Ada")
	m := MustStart(t, s, ada, MustPlayer(t, s, "Bo"))
	MustMatch(t, s, m.ID)
	if err := s.RenamePlayer(t.Context(), ada.ID, "Lady Lovelace"); err != nil {
		t.Fatal(err)
	}
	if got := MustMatch(t, s, m.ID).Seats[0].Name; got != "Lady Lovelace" {
		t.Errorf("Match says %q", got)
	}
	if got := MustAppend(t, s, m.ID, Move("E6-E8")).Seats[0].Name; got != "Lady Lovelace" {
		t.Errorf("Append says %q", got)
	}
}

// Tablemates lists the other people at the open and running tables of a player, each
// name once.
func testTablemates(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo, cy, di := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo"), MustPlayer(t, s, "Cy"), MustPlayer(t, s, "Di")
	MustStart(t, s, ada, bo)
	MustStart(t, s, bo, ada)
	over := MustStart(t, s, ada, di)
	MustAppend(t, s, over.ID, Finish(1))
	MustCreate(t, s, db.NewMatch{Seats: 3, Host: cy.ID, HostSeat: 2, Reserve: map[games.Seat]string{1: ada.ID}})
	MustCreate(t, s, db.NewMatch{Seats: 2, Solo: true, Host: ada.ID})
	MustCreate(t, s, db.NewMatch{Seats: 3, Host: ada.ID, HostSeat: 1, Bots: map[games.Seat]int{2: 1, 3: 4}})
	for player, want := range map[string][]string{ada.ID: {"Bo", "Cy"}, bo.ID: {"Ada"}, di.ID: nil, "nobody": nil} {
		got, err := s.Tablemates(t.Context(), player)
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("Tablemates (-want +got):\n%s%v", diff, err)
		}
	}
}

// A string that cannot be an id or a token is not found, like one that does not exist.
func testOddIDs(t *testing.T, e Engine) {
	s := e.open(t)
	ada := MustPlayer(t, s, "Ada")
	ctx := t.Context()
	for _, id := range []string{"", "\x00", "abcdefgh\x00jkl", "\xff\xfe", "é", strings.Repeat("x", 10_000), "' OR '1'='1", "?1"} {
		for name, find := range map[string]func() error{
			"Match":         func() error { _, err := s.Match(ctx, id); return err },
			"MatchByInvite": func() error { _, err := s.MatchByInvite(ctx, id); return err },
			"MatchByShare":  func() error { _, err := s.MatchByShare(ctx, id); return err },
			"Player":        func() error { _, err := s.Player(ctx, id); return err },
			"PlayerByToken": func() error { _, _, err := s.PlayerByToken(ctx, id); return err },
			"RevokeToken":   func() error { return s.RevokeToken(ctx, ada.ID, id) },
			"PlayerByPass":  func() error { _, err := s.PlayerByPass(ctx, id); return err },
			"UsePass":       func() error { _, err := s.UsePass(ctx, id); return err },
			"Account":       func() error { _, err := s.Account(ctx, id); return err },
			"AccountByName": func() error { _, err := s.AccountByName(ctx, id); return err },
			"CreateAccount": func() error {
				_, err := s.CreateAccount(ctx, db.Once{}, db.NewAccount{Player: id, Name: "x", Keys: []string{"x"}, Password: "x"}, nil)
				return err
			},
			"RenameAccount": func() error { return s.RenameAccount(ctx, id, "x", []string{"x"}) },
			"CreatePass":    func() error { _, err := s.CreatePass(ctx, id); return err },
			"Leave":         func() error { return s.Leave(ctx, id) },
			"LeaveTable":    func() error { _, err := s.LeaveTable(ctx, id, ada.ID); return err },
			"CanJoin":       func() error { _, err := s.CanJoin(ctx, db.Joining{Match: id, Player: ada.ID}); return err },
			"JoinMatch": func() error {
				_, err := s.JoinMatch(ctx, db.Once{}, db.Joining{Match: id, Player: ada.ID}, nil)
				return err
			},
			"Append":    func() error { _, err := s.Append(ctx, db.Once{Caller: id, Key: "k"}, id, Move("x")); return err },
			"SetHabits": func() error { return s.SetHabits(ctx, id, "auto") },
			"NoteVisit": func() error { return s.NoteVisit(ctx, id, ada.ID, db.Visit{}) },
			"Delete":    func() error { return s.DeleteOpenMatch(ctx, id, ada.ID) },
			"ShowMatch": func() error { _, err := s.ShowMatch(ctx, id, true); return err },
			"Rematch":   func() error { _, err := s.DeclineRematch(ctx, db.Once{}, id, ada.ID, nil); return err },
		} {
			if err := find(); !errors.Is(err, db.ErrNotFound) {
				t.Errorf("%s(%.20q): %v, want %v", name, id, err, db.ErrNotFound)
			}
		}
		if _, found, err := s.Sessions().FindCtx(ctx, id); found || err != nil {
			t.Errorf("session %.20q: %v, %v", id, found, err)
		}
		if list, _, err := s.MatchesOf(ctx, id, db.Filter{}, "", 9); len(list) != 0 || err != nil {
			t.Errorf("matches of %.20q: %d, %v", id, len(list), err)
		}
		if _, _, err := s.OpenTables(ctx, "", db.TableFilter{}, id, 9); id != "" && !errors.Is(err, db.ErrCursor) {
			t.Errorf("OpenTables after %.20q: %v, want %v", id, err, db.ErrCursor)
		}
		if orders, err := s.OrdersOf(ctx, id, 1); orders != "" || err != nil {
			t.Errorf("orders in %.20q: %q, %v", id, orders, err)
		}
	}
}

// A player's lessons are kept once each, until the player leaves.
func testLessons(t *testing.T, e Engine) {
	s := e.open(t)
	ctx := t.Context()
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	check := func(player string, want ...string) {
		t.Helper()
		got, err := s.LessonsOf(ctx, player)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("LessonsOf (-want +got):\n%s%v", diff, err)
		}
	}
	add := func(player string, lessons ...string) {
		t.Helper()
		if err := s.AddLessons(ctx, player, lessons...); err != nil {
			t.Fatal(err)
		}
	}
	check(ada.ID)
	add(ada.ID)
	add(ada.ID, "camelot.2", "camelot.1")
	add(ada.ID, "camelot.2", "cam.1", "cam.1")
	add(bo.ID, strings.Repeat("x", db.MaxLesson))
	check(ada.ID, "cam.1", "camelot.1", "camelot.2")
	check(bo.ID, strings.Repeat("x", db.MaxLesson))
	check("nobody")
	for _, name := range []string{"", strings.Repeat("x", db.MaxLesson+1)} {
		if err := s.AddLessons(ctx, bo.ID, "camelot.3", name); err == nil {
			t.Errorf("a lesson with a name of %d bytes is stored", len(name))
		}
	}
	check(bo.ID, strings.Repeat("x", db.MaxLesson))
	if err := s.AddLessons(ctx, "nobody", "camelot.1"); err != db.ErrNotFound {
		t.Errorf("AddLessons of nobody: %v, want %v", err, db.ErrNotFound)
	}
	if err := s.Leave(ctx, ada.ID); err != nil {
		t.Fatal(err)
	}
	check(ada.ID)
}
