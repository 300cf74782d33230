package rooms_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"tableronde/db"
	"tableronde/db/storetest"
	"tableronde/games"
	"tableronde/handlers/club"
	"tableronde/handlers/club/live"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/rooms"
	"tableronde/handlers/club/tables"
)

// Two players open a table, join it, play to the end and go on to a rematch,
// through the club alone, as a program would.
func TestWholeMatch(t *testing.T) {
	t.Parallel()
	for _, game := range []string{"camette", "knizia"} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			ctx, store := t.Context(), storetest.Open(t, nil)
			house := rooms.New(rooms.Config{Store: store, Hub: live.NewHub(live.Limits{All: 4000, Player: 20, Address: 200})})
			var players [2]db.Player
			for i, name := range []string{"Ada", "Bo"} {
				p, err := store.CreatePlayer(ctx, name)
				if err != nil {
					t.Fatal(err)
				}
				players[i] = p
			}
			opened, err := house.Tables.OpenTable(ctx, db.Once{}, players[0].ID, tables.Proposal{Game: game, Seats: 2, Seat: 1, Public: true}, nil)
			if err != nil {
				t.Fatal(err)
			}
			m, err := house.Tables.Join(ctx, db.Once{}, tables.Joining{Match: opened.ID, Player: players[1].ID, Name: "Bo"}, nil)
			if err != nil {
				t.Fatal(err)
			}
			m = playOut(t, house, m)
			record, err := m.Record(nil)
			if err != nil || !strings.Contains(string(record), `[Seat2 "Bo"]`) {
				t.Errorf("the record: %v\n%s", err, record)
			}
			if err := match.Verify(m.Match); err != nil {
				t.Error(err)
			}
			if _, err := house.Match.Play(ctx, match.Post{Match: m.ID, Player: players[0].ID, Ply: m.Ply, Actions: []string{"resign"}}); club.ErrorOf(err).Kind != club.Invalid {
				t.Errorf("after the end: %v", err)
			}
			offered, err := house.Tables.Rematch(ctx, db.Once{}, m.ID, players[1].ID, "", nil)
			if err != nil || offered.ID != m.ID {
				t.Fatalf("an offer of a rematch: %s, %v", offered.ID, err)
			}
			next, err := house.Tables.Rematch(ctx, db.Once{}, m.ID, players[0].ID, "", nil)
			if err != nil || next.RematchOf != m.ID || next.Started.IsZero() || next.Seats[0].ID != players[1].ID {
				t.Errorf("the rematch: %+v, %v", next.Match, err)
			}
		})
	}
}

// playOut has the players of a match act at random, as they see it, to its end.
func playOut(t *testing.T, house *rooms.Club, m match.Match) match.Match {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	for !m.IsOver() {
		seat := m.Acting()[rng.IntN(len(m.Acting()))]
		player := m.Seats[seat-1].ID
		seen, err := house.Match.Match(t.Context(), m.ID, player)
		if err != nil {
			t.Fatal(err)
		}
		if seen.ViewFor(seat) == nil || seen.ViewFor(games.Spectator) == nil {
			t.Fatalf("seat %d sees nothing at ply %d", seat, seen.Ply)
		}
		legal, _ := seen.Legal(seat)
		action := legal[rng.IntN(len(legal))]
		if m.Ply >= 400 { // a game of two random players need not end by itself
			action = "resign"
		}
		if m, err = house.Match.Play(t.Context(), match.Post{Match: m.ID, Player: player, Ply: seen.Ply, Actions: []string{action}}); err != nil {
			t.Fatal(err)
		}
	}
	return m
}
