package bots_test

import (
	"errors"
	"testing"

	"tableronde/db"
	"tableronde/games"
	"tableronde/handlers/club/bots"
	"tableronde/handlers/club/rooms/roomstest"
)

// Every card game gives a hint to whoever is to act against bots alone, an action that can
// be played, with what it is expected to win; and to nobody else.
func TestHintsAtCards(t *testing.T) {
	t.Parallel()
	most := 3
	if testing.Short() {
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
