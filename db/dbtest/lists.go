package dbtest

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/games"
)

// pages collects the ids of all pages of a list.
func pages(t *testing.T, list func(after string) ([]db.Match, string, error)) []string {
	t.Helper()
	ids := []string{}
	for after, n := "", 0; n == 0 || after != ""; n++ {
		matches, next, err := list(after)
		if err != nil {
			t.Fatal(err)
		}
		if len(matches) == 0 && n > 0 {
			t.Error("a page is empty")
		}
		ids = append(ids, idsOf(matches)...)
		after = next
	}
	return ids
}

func idsOf(matches []db.Match) []string {
	var ids []string
	for _, m := range matches {
		ids = append(ids, m.ID)
	}
	return ids
}

func testMatchesOf(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo, cy := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo"), MustPlayer(t, s, "Cy")
	want := map[string][]string{}
	add := func(id string, lists ...string) {
		for _, l := range lists {
			want[l] = slices.Insert(want[l], 0, id)
		}
	}
	for range 4 {
		m := MustStart(t, s, ada, bo)
		add(m.ID, "all", "live", "turn", "awaits")
		m = MustStart(t, s, bo, ada)
		add(m.ID, "all", "live")
		m = MustStart(t, s, ada, bo)
		MustAppend(t, s, m.ID, Move("E6-E8"))
		add(m.ID, "all", "live")
		m = MustStart(t, s, ada, bo)
		MustAppend(t, s, m.ID, Finish(2))
		add(m.ID, "all", "over")
		m = MustCreate(t, s, db.NewMatch{Seats: 2, Host: ada.ID, HostSeat: 1})
		add(m.ID, "all", "live") // an open table
		m = MustCreate(t, s, db.NewMatch{Seats: 2, Solo: true, Host: ada.ID, ToAct: []games.Seat{1, 2}})
		add(m.ID, "all", "live", "turn")
		MustStart(t, s, bo, cy)
	}
	yes, no := true, false
	for name, f := range map[string]db.Filter{
		"all": {}, "live": {Over: &no}, "over": {Over: &yes}, "turn": {Turn: true}, "awaits": {Turn: true, Shared: true}, "": {Turn: true, Over: &yes},
	} {
		for _, limit := range []int{1, 3, 4, 100} {
			got := pages(t, func(after string) ([]db.Match, string, error) {
				return s.MatchesOf(t.Context(), ada.ID, f, after, limit)
			})
			if diff := cmp.Diff(append([]string{}, want[name]...), got); diff != "" {
				t.Errorf("%q by %d (-want +got):\n%s", name, limit, diff)
			}
		}
	}
	both := db.Filter{Turn: true, Over: &no}
	if got, _, err := s.MatchesOf(t.Context(), ada.ID, both, "", 100); len(got) != len(want["turn"]) || err != nil {
		t.Errorf("turn and live: %d matches, %v, want %d", len(got), err, len(want["turn"]))
	}
	for player, want := range map[string]int{ada.ID: len(want["awaits"]), bo.ID: 12, cy.ID: 0, "nobody": 0} {
		if got, err := s.Turns(t.Context(), player); got.Count != want || err != nil {
			t.Errorf("Turns = %d, %v, want %d", got.Count, err, want)
		}
	}
	checkNewestTurns(t, s, ada, want["awaits"])
	got, next, err := s.MatchesOf(t.Context(), cy.ID, db.Filter{}, "", 2)
	if err != nil || len(got) != 2 || next == "" {
		t.Fatalf("MatchesOf = %d matches, next %q, %v", len(got), next, err)
	}
	m := MustMatch(t, s, got[0].ID)
	m.Events = nil
	if diff := cmp.Diff(m, got[0]); diff != "" {
		t.Errorf("in a list (-want +got):\n%s", diff)
	}
}

// checkNewestTurns plays the matches that wait for a player, the newest first, and checks which of
// the rest is the newest.
func checkNewestTurns(t *testing.T, s db.Store, p db.Player, awaits []string) {
	t.Helper()
	for i, id := range awaits {
		want := awaits[i:min(i+2, len(awaits))]
		if got, err := s.Turns(t.Context(), p.ID); !slices.Equal(got.First, want) || err != nil {
			t.Errorf("Turns are the newest in %v, %v, want %v", got.First, err, want)
		}
		MustAppend(t, s, id, Move("E6-E8"))
	}
}

func testOpenTables(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	var all, cam []string
	for range 5 {
		m := MustCreate(t, s, db.NewMatch{Seats: 2, Public: true, Host: ada.ID})
		all = slices.Insert(all, 0, m.ID)
		m = MustCreate(t, s, db.NewMatch{Game: "cam", Seats: 2, Public: true, Host: ada.ID})
		all, cam = slices.Insert(all, 0, m.ID), slices.Insert(cam, 0, m.ID)
		MustCreate(t, s, db.NewMatch{Seats: 2, Host: ada.ID})
		MustCreate(t, s, db.NewMatch{Seats: 2, Public: true, Solo: true, Host: ada.ID})
		MustStart(t, s, ada, bo)
	}
	check := func() {
		t.Helper()
		for game, want := range map[string][]string{"": all, "cam": cam, "chess": {}} {
			for _, limit := range []int{-1, 1, 3, 5, 1000} {
				got := pages(t, func(after string) ([]db.Match, string, error) {
					return s.OpenTables(t.Context(), "", db.TableFilter{Game: game}, after, limit)
				})
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("%q by %d (-want +got):\n%s", game, limit, diff)
				}
			}
		}
		if got, err := s.CountOpenTables(t.Context(), ""); got != len(all) || err != nil {
			t.Errorf("CountOpenTables = %d, %v, want %d", got, err, len(all))
		}
	}
	check()
	if _, err := s.JoinMatch(t.Context(), db.Once{}, db.Joining{Match: cam[1], Player: bo.ID}, nil); err != nil {
		t.Fatal(err)
	}
	if err := s.DeleteOpenMatch(t.Context(), cam[3], ada.ID); err != nil {
		t.Fatal(err)
	}
	gone := []string{cam[1], cam[3]}
	all = slices.DeleteFunc(all, func(id string) bool { return slices.Contains(gone, id) })
	cam = slices.DeleteFunc(cam, func(id string) bool { return slices.Contains(gone, id) })
	check()
}

// A page begins where the previous one ended, even after matches were added or deleted.
func testPagesStayTogether(t *testing.T, e Engine) {
	s := e.open(t)
	ada := MustPlayer(t, s, "Ada")
	var ids []string
	for range 6 {
		ids = append(ids, MustCreate(t, s, db.NewMatch{Seats: 2, Public: true, Host: ada.ID}).ID)
	}
	_, next, err := s.OpenTables(t.Context(), "", db.TableFilter{}, "", 3)
	if err != nil {
		t.Fatal(err)
	}
	MustCreate(t, s, db.NewMatch{Seats: 2, Public: true, Host: ada.ID})
	if err := s.DeleteOpenMatch(t.Context(), ids[3], ada.ID); err != nil { // the last match of the page
		t.Fatal(err)
	}
	got, next, err := s.OpenTables(t.Context(), "", db.TableFilter{}, next, 3)
	if err != nil || next != "" || len(got) != 3 || got[0].ID != ids[2] || got[2].ID != ids[0] {
		t.Errorf("the second page: %d matches, next %q, %v", len(got), next, err)
	}
	got, next, err = s.OpenTables(t.Context(), "", db.TableFilter{}, ids[2], 3)
	if err != nil || next != "" || len(got) != 2 || got[0].ID != ids[1] {
		t.Errorf("after an id: %d matches, next %q, %v", len(got), next, err)
	}
	for _, after := range []string{"aaaaaaaaaaaa", "-1", "0", "x y", "ZZ", "01", "zzzzzzzzzzzzzzzzzzzz"} {
		if _, _, err := s.OpenTables(t.Context(), "", db.TableFilter{}, after, 3); !errors.Is(err, db.ErrCursor) {
			t.Errorf("OpenTables after %q: %v, want %v", after, err, db.ErrCursor)
		}
		if _, _, err := s.MatchesOf(t.Context(), ada.ID, db.Filter{}, after, 3); !errors.Is(err, db.ErrCursor) {
			t.Errorf("MatchesOf after %q: %v, want %v", after, err, db.ErrCursor)
		}
	}
}
