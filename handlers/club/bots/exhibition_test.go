package bots_test

import (
	"slices"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/games/catalog"
	"tableronde/handlers/club"
	"tableronde/handlers/club/bots"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/rooms"
	"tableronde/handlers/club/rooms/roomstest"
)

// newExhibition returns a club with an exhibition, and a function that lets its worker do a round
// after some time.
func newExhibition(t *testing.T) (c *roomstest.Table, round func(after time.Duration) []db.Match) {
	t.Helper()
	clock := clubtest.NewClock()
	c = roomstest.NewTable(t, catalog.Find, func(cfg *rooms.Config) { cfg.Exhibition, cfg.Now = true, clock.Now })
	c.Now = clock.Now
	worker := c.Shows.Worker(clock.After)
	return c, func(after time.Duration) []db.Match {
		t.Helper()
		clock.Advance(after)
		c.Work(worker)
		list, err := c.Shows.Latest(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
}

// The two best bots play one move a round, where everybody may watch and nobody else's bots are
// worked for. Nothing of it is rated or listed as public.
func TestExhibitionGoesOn(t *testing.T) {
	t.Parallel()
	c, round := newExhibition(t)
	list := round(0)
	if len(list) != 1 || list[0].Ply != 0 || list[0].Started.IsZero() {
		t.Fatalf("after the first round: %+v", list)
	}
	first := list[0]
	levels := []int{first.Seats[0].Bot, first.Seats[1].Bot}
	if slices.Sort(levels); !slices.Equal(levels, []int{4, 5}) || first.Rated || first.Public || !match.Visible(first, "") {
		t.Errorf("the exhibition is %+v", first)
	}
	c.Work(c.Bots.BotWorker(nil))
	for ply := 1; ply <= 3; ply++ {
		if list = round(bots.ExhibitionPace); len(list) != 1 || list[0].Ply != ply {
			t.Fatalf("want ply %d, got %+v", ply, list)
		}
	}
	public, err := c.Lists.PublicMatches(t.Context(), false, 9)
	if err != nil || len(public) != 0 {
		t.Errorf("public matches: %v, %v", public, err)
	}
}

// Without a visit for a while nothing is played. The next visit lets the match go on.
func TestExhibitionRests(t *testing.T) {
	t.Parallel()
	c, round := newExhibition(t)
	round(0)
	if list := round(bots.ExhibitionPace); list[0].Ply != 1 {
		t.Fatalf("while visited: ply %d", list[0].Ply)
	}
	if list := round(bots.ExhibitionIdle); list[0].Ply != 1 {
		t.Errorf("without visits: ply %d", list[0].Ply)
	}
	c.Shows.NoteVisit()
	if list := round(0); list[0].Ply != 2 {
		t.Errorf("after a visit: ply %d", list[0].Ply)
	}
}

// After a match and a pause the next game follows, with the other bot first. Only the last few
// matches stay.
func TestExhibitionsFollowOneAnother(t *testing.T) {
	t.Parallel()
	c, round := newExhibition(t)
	list := round(0)
	var seen []string
	for range 2 * len(match.Games()) {
		now := list[0]
		seen = append(seen, now.Game)
		_, err := c.Match.Play(t.Context(), match.Post{Match: now.ID, Player: now.Seats[0].ID, As: 1, Ply: now.Ply, Actions: []string{"resign"}})
		if err != nil && !club.IsRefusal(err) {
			t.Fatal(err)
		}
		if now = mustLoad(t, c, now.ID); !now.Over { // the others play on
			for seat := range now.Seats[1:] {
				if now = mustLoad(t, c, now.ID); !now.Over {
					resign := match.Post{Match: now.ID, Player: now.Seats[seat+1].ID, As: 0, Ply: now.Ply, Actions: []string{"resign"}}
					if _, err := c.Match.Play(t.Context(), resign); err != nil {
						t.Fatalf("%s, seat %d: %v", now.Game, seat+2, err)
					}
				}
			}
		}
		c.Work(c.Archive.ArchiveWorker())
		if list = round(0); list[0].ID != now.ID {
			t.Fatal("the next exhibition follows without a pause")
		}
		c.Shows.NoteVisit()
		list = round(bots.ExhibitionRest)
		if list[0].ID == now.ID || list[0].Seats[0].Bot == now.Seats[0].Bot {
			t.Fatalf("after %s by %+v: %s by %+v", now.Game, now.Seats, list[0].Game, list[0].Seats)
		}
	}
	half := len(seen) / 2
	if !slices.Equal(seen[:half], seen[half:]) || len(slices.Compact(slices.Sorted(slices.Values(seen)))) != half {
		t.Errorf("the games are %v", seen)
	}
	if stored, err := c.Engine.ListExhibitions(t.Context(), db.MaxPage); err != nil || len(stored) > 6 {
		t.Errorf("%d exhibitions stay, %v", len(stored), err)
	}
}

func mustLoad(t *testing.T, c *roomstest.Table, id string) db.Match {
	t.Helper()
	m, err := c.Engine.Match(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
