package bots_test

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/handlers/club/rooms"
	"tableronde/handlers/club/rooms/roomstest"
	"tableronde/handlers/club/tables"
)

// However many matches a player has against bots, the bot of another player moves in turn.
func TestBotsTakeTurnsBetweenPlayers(t *testing.T) {
	t.Parallel()
	c := roomstest.NewTable(t, catalog.Find, func(cfg *rooms.Config) { cfg.BotPause = 1 })
	var clock atomic.Int64 // each reading of it takes a millisecond
	clock.Store(time.Now().UnixMilli())
	c.Now = func() time.Time { return time.UnixMilli(clock.Add(1)).UTC() }
	begin := func(player string) string {
		f, err := c.Tables.OpenTable(t.Context(), db.Once{}, player, tables.Proposal{Game: "camette", Seat: 2, Bots: map[games.Seat]int{1: 1}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return f.ID
	}
	var many []string
	for range 50 {
		many = append(many, begin(c.Players[0].ID))
	}
	other := begin(c.Players[1].ID)
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	workers := c.Workers(slog.New(slog.DiscardHandler), time.After)
	running.Go(func() { workers.Run(ctx, c.Bots.BotWorker(time.After)) })
	moved := func(id, player string) time.Time {
		for {
			if f, err := c.Match.Match(t.Context(), id, player); err != nil {
				t.Fatal(err)
			} else if f.Ply > 0 {
				return f.Events[0].At
			}
			time.Sleep(time.Millisecond)
		}
	}
	at, before := moved(other, c.Players[1].ID), 0
	for _, id := range many {
		if moved(id, c.Players[0].ID).Before(at) {
			before++
		}
	}
	stop()
	running.Wait()
	if before > 10 {
		t.Errorf("%d bots of a player with 50 matches moved before the bot of another", before)
	}
}
