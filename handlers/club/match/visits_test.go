package match_test

import (
	"testing"
	"time"

	"tableronde/db"
	"tableronde/games/clock"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/rooms/roomstest"
)

// Opening a match after a long pause begins a new visit.
func TestVisits(t *testing.T) {
	noon := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	v := match.VisitAfterLook(db.Visit{}, 3, noon)
	if want := (db.Visit{Seen: 3, Began: noon, Latest: noon}); v != want {
		t.Errorf("the first look: %+v, want %+v", v, want)
	}
	v = match.VisitAfterLook(v, 5, noon.Add(29*time.Minute))
	v = match.VisitAfterLook(v, 5, noon.Add(58*time.Minute))
	if v.Told != 0 || v.Seen != 5 || !v.Began.Equal(noon) {
		t.Errorf("looking again: %+v", v)
	}
	later := noon.Add(2 * time.Hour)
	next := match.VisitAfterLook(v, 7, later)
	if want := (db.Visit{Seen: 7, Told: 5, Began: later, Latest: later}); next != want {
		t.Errorf("another visit: %+v, want %+v", next, want)
	}
	if done := match.VisitAfterAction(v, 6, noon.Add(time.Hour)); done.Told != 6 || done.Seen != 6 {
		t.Errorf("after acting: %+v", done)
	}
}

// A player who posts sees the match with all later posts of the server. None of these is new
// at the player's next visit.
func TestVisitAfterAPostKnowsWhatFollows(t *testing.T) {
	t.Parallel()
	c := roomstest.NewClockTable(t, "knizia", 4, clock.Control{Move: roomstest.Day})
	f := c.MustPost(2, 0, "resign")
	f = c.MustPost(1, f.Ply, "offer bot 2 4")
	f = c.MustPost(3, f.Ply, "accept bot")
	leaver := c.Players[3].ID // whose consent was missing
	after, err := c.Match.Play(t.Context(), match.Post{Match: c.ID, Player: leaver, Ply: f.Ply, Actions: []string{"resign"}, Seen: true})
	if err != nil || after.Seats[1].Bot != 4 || after.Ply < f.Ply+2 {
		t.Fatalf("%v, %v", roomstest.Texts(after.Events), err)
	}
	if v, err := c.Engine.Visit(t.Context(), c.ID, leaver); err != nil || v.Seen != after.Ply {
		t.Errorf("seen are %d events, want %d, %v", v.Seen, after.Ply, err)
	}
}

// A visit that was read before a post and is stored after it takes nothing back.
func TestVisitsAreNotLost(t *testing.T) {
	t.Parallel()
	c := roomstest.NewClockTable(t, "camelot", 2, clock.Control{Move: roomstest.Day})
	player := c.Players[0].ID
	stale := c.LoadNow()
	_, looked, err := c.Match.Visits(t.Context(), stale, player, false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Match.Play(t.Context(), match.Post{Match: c.ID, Player: player, Actions: []string{stale.Table.Legal(1)[0]}, Seen: true}); err != nil {
		t.Fatal(err)
	}
	if err := c.Engine.NoteVisit(t.Context(), c.ID, player, looked); err != nil {
		t.Fatal(err)
	}
	if v, err := c.Engine.Visit(t.Context(), c.ID, player); err != nil || v.Seen != 1 || v.Told != 1 {
		t.Errorf("the visit is %+v, %v", v, err)
	}
}
