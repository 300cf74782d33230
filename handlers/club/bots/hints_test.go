package bots_test

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
	"tableronde/games/effort"
	"tableronde/handlers/club/bots"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/rooms/roomstest"
	"tableronde/handlers/club/tables"
)

// Every board gives a hint to the player who is to act against bots alone, a move that can be
// played, and to nobody else.
func TestHintsAgainstBots(t *testing.T) {
	t.Parallel()
	for _, info := range match.Games() {
		if !match.OnBoard(info.ID) {
			continue
		}
		for _, seats := range info.Seats {
			t.Run(fmt.Sprintf("%s for %d", info.ID, seats), func(t *testing.T) {
				t.Parallel()
				c, clock := roomstest.NewBotTable(t, info.ID, seats, 1)
				h, err := c.Bots.Hint(t.Context(), c.ID, c.Players[0].ID, 1)
				if err != nil || h.Ply != 0 || h.Seat != 1 || len(h.Advice.Reasons) == 0 {
					t.Fatalf("Hint = %+v, %v", h, err)
				}
				c.MustPost(1, 0, h.Advice.Line[0])
				if _, err := c.Bots.Hint(t.Context(), c.ID, c.Players[0].ID, 1); !errors.Is(err, games.ErrNotYourTurn) {
					t.Errorf("while a bot is to act: %v", err)
				}
				if _, err := c.Bots.Hint(t.Context(), c.ID, c.Players[1].ID, 1); !errors.Is(err, db.ErrNotFound) {
					t.Errorf("for a stranger: %v", err)
				}
				for range seats - 1 {
					c.MustPlayBot(clock)
				}
				c.MustPost(1, c.Ply(), "resign")
				if f := c.LoadNow(); f.IsOver() {
					if _, err := c.Bots.Hint(t.Context(), c.ID, c.Players[0].ID, 1); !errors.Is(err, match.ErrOver) {
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
	c := roomstest.NewTable(t, catalog.Find)
	c.Open(tables.Proposal{Game: "cam", Seats: 2})
	if _, err := c.Bots.Hint(t.Context(), c.ID, c.Players[0].ID, 1); !errors.Is(err, bots.ErrNoHint) {
		t.Errorf("against a person: %v", err)
	}
	mixed, err := c.Tables.OpenTable(t.Context(), db.Once{}, c.Players[0].ID, tables.Proposal{Game: "chivalry-4-teams", Seats: 4, Seat: 1, Bots: map[games.Seat]int{2: 1, 4: 1}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	j := tables.Joining{Match: mixed.ID, Player: c.Players[1].ID, Seat: 3, Invite: mixed.Invite}
	if _, err := c.Tables.Join(t.Context(), db.Once{}, j, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Bots.Hint(t.Context(), mixed.ID, c.Players[0].ID, 1); !errors.Is(err, bots.ErrNoHint) {
		t.Errorf("with a person as partner: %v", err)
	}
	solo, err := c.Tables.OpenTable(t.Context(), db.Once{}, c.Players[0].ID, tables.Proposal{Game: "cam", Solo: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Bots.Hint(t.Context(), solo.ID, c.Players[0].ID, 1); !errors.Is(err, bots.ErrNoHint) {
		t.Errorf("alone: %v", err)
	}
}

// Only as many people wait for a search as have room, and one who gives up frees it.
func TestSearchesThatPeopleWaitForAreBounded(t *testing.T) {
	t.Parallel()
	c, _ := roomstest.NewBotTable(t, "cam", 2, 1)
	ada := c.Players[0].ID
	end := c.Bots.Searches().Occupy(t, c.Bots.Searches().Size())
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := c.Bots.Hint(ctx, c.ID, ada, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("who gives up gets %v", err)
	}
	crowd, leave := context.WithCancel(t.Context())
	var waiting sync.WaitGroup
	wait := func(player string) {
		before := c.Bots.Searches().Length()
		waiting.Go(func() {
			if _, err := c.Bots.Hint(crowd, c.ID, player, 1); !errors.Is(err, context.Canceled) {
				t.Errorf("who waits gets %v", err)
			}
		})
		for c.Bots.Searches().Length() == before {
			runtime.Gosched()
		}
	}
	for range bots.MaxPlayerAsks {
		wait(ada)
	}
	if _, err := c.Bots.Hint(t.Context(), c.ID, ada, 1); !errors.Is(err, bots.ErrNoRoom) {
		t.Errorf("who asks once more while waiting gets %v", err)
	}
	leave()
	waiting.Wait()
	end()
	if _, err := c.Bots.Hint(t.Context(), c.ID, ada, 1); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

// Every card game gives a hint to the player who is to act against bots alone. The hint is an
// action that can be played, with its expected share. Nobody else gets one.
func TestHintsAtCards(t *testing.T) {
	t.Parallel()
	most := 3
	if !effort.Full() {
		most = 1
	}
	for _, game := range []string{"knizia", "kutschke", "shannon"} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			c, clock := roomstest.NewBotTable(t, game, 3, 1)
			f := c.LoadNow()
			compared := false
			for hints := 0; (hints < most || !compared) && !f.IsOver(); f = c.LoadNow() {
				if !f.BotDue.IsZero() {
					if _, err := c.Bots.Hint(t.Context(), c.ID, c.Players[0].ID, 1); len(f.Acting()) == 1 && !errors.Is(err, games.ErrNotYourTurn) {
						t.Errorf("while a bot is to act: %v", err)
					}
					c.MustPlayBot(clock)
					continue
				}
				h, err := c.Bots.Hint(t.Context(), c.ID, c.Players[0].ID, 1)
				if err != nil || h.Ply != f.Ply || h.Seat != 1 || h.Moment.Phase == "" || len(h.Cards) == 0 || len(h.Cards) > bots.MostCardOptions {
					t.Fatalf("Hint = %+v, %v", h, err)
				}
				for _, o := range h.Cards {
					if o.Action == "" || o.Share > 100 || (o.Share < 0) != (len(h.Cards) == 1) || len(o.Reasons) == 0 {
						t.Errorf("an option is %+v", o)
					}
				}
				compared = compared || len(h.Cards) > 1
				hints++
				c.MustPost(1, f.Ply, h.Cards[0].Action)
			}
			if !compared {
				t.Error("no two actions were ever compared")
			}
			if _, err := c.Bots.Hint(t.Context(), c.ID, c.Players[1].ID, 1); !errors.Is(err, db.ErrNotFound) {
				t.Errorf("for a stranger: %v", err)
			}
		})
	}
}
