package club

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"testing"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/catalog"
)

// Every board gives a hint to whoever is to act against bots alone, a move that can be
// played, and to nobody else.
func TestHintsAgainstBots(t *testing.T) {
	t.Parallel()
	for _, info := range Games() {
		if !onBoard(info.ID) {
			continue
		}
		for _, seats := range info.Seats {
			t.Run(fmt.Sprintf("%s for %d", info.ID, seats), func(t *testing.T) {
				t.Parallel()
				c, clock := newBotTable(t, info.ID, seats, 1)
				h, err := c.Hint(t.Context(), c.id, c.players[0].ID, 1)
				if err != nil || h.Ply != 0 || h.Seat != 1 || len(h.Advice.Reasons) == 0 {
					t.Fatalf("Hint = %+v, %v", h, err)
				}
				c.mustPost(1, 0, h.Advice.Line[0])
				if _, err := c.Hint(t.Context(), c.id, c.players[0].ID, 1); !errors.Is(err, games.ErrNotYourTurn) {
					t.Errorf("while a bot is to act: %v", err)
				}
				if _, err := c.Hint(t.Context(), c.id, c.players[1].ID, 1); !errors.Is(err, db.ErrNotFound) {
					t.Errorf("for a stranger: %v", err)
				}
				for range seats - 1 {
					c.mustPlayBot(clock)
				}
				c.mustPost(1, c.ply(), "resign")
				if f := c.loadNow(); f.IsOver() {
					if _, err := c.Hint(t.Context(), c.id, c.players[0].ID, 1); !errors.Is(err, ErrOver) {
						t.Errorf("after the end: %v", err)
					}
				}
			})
		}
	}
}

// A match with another person has no hints, and neither has a table of one.
func TestNoHintsAmongPeople(t *testing.T) {
	t.Parallel()
	c := newTestTable(t, catalog.Find)
	c.open(Proposal{Game: "cam", Seats: 2})
	if _, err := c.Hint(t.Context(), c.id, c.players[0].ID, 1); !errors.Is(err, errNoHint) {
		t.Errorf("against a person: %v", err)
	}
	mixed, err := c.OpenTable(t.Context(), db.Once{}, c.players[0].ID, Proposal{Game: "chivalry-4-teams", Seats: 4, Seat: 1, Bots: map[games.Seat]int{2: 1, 4: 1}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	j := Joining{Match: mixed.ID, Player: c.players[1].ID, Seat: 3, Invite: mixed.Invite}
	if _, err := c.Join(t.Context(), db.Once{}, j, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Hint(t.Context(), mixed.ID, c.players[0].ID, 1); !errors.Is(err, errNoHint) {
		t.Errorf("with a person as partner: %v", err)
	}
	solo, err := c.OpenTable(t.Context(), db.Once{}, c.players[0].ID, Proposal{Game: "cam", Solo: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Hint(t.Context(), solo.ID, c.players[0].ID, 1); !errors.Is(err, errNoHint) {
		t.Errorf("alone: %v", err)
	}
}

// No more people wait for a search than have room, and who gives up frees it.
func TestSearchesThatPeopleWaitForAreBounded(t *testing.T) {
	t.Parallel()
	c, _ := newBotTable(t, "cam", 2, 1)
	ada := c.players[0].ID
	end := c.searches.occupy(t, c.searches.size)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := c.Hint(ctx, c.id, ada, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("who gives up gets %v", err)
	}
	crowd, leave := context.WithCancel(t.Context())
	var waiting sync.WaitGroup
	wait := func(player string) {
		before := c.searches.length()
		waiting.Go(func() {
			if _, err := c.Hint(crowd, c.id, player, 1); !errors.Is(err, context.Canceled) {
				t.Errorf("who waits gets %v", err)
			}
		})
		for c.searches.length() == before {
			runtime.Gosched()
		}
	}
	for range maxPlayerAsks {
		wait(ada)
	}
	if _, err := c.Hint(t.Context(), c.id, ada, 1); !errors.Is(err, errNoRoom) {
		t.Errorf("who asks once more while waiting gets %v", err)
	}
	leave()
	waiting.Wait()
	end()
	if _, err := c.Hint(t.Context(), c.id, ada, 1); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}
