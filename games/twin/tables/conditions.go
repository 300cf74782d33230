package tables

import (
	"math/rand/v2"
	"strings"

	"tableronde/games"
	"tableronde/games/bot/lab/waits"
	"tableronde/games/table"
)

// Conditions returns conditional moves that a seat might give in a match on a board: some
// lines of random play, each up to an answer of the seat; "" while it is to move itself.
func Conditions(rng *rand.Rand, m table.Match, seat games.Seat) string {
	if act := m.ToAct(); len(act) != 1 || act[0] == seat {
		return ""
	}
	random := func(s games.State) string {
		legal := s.Legal(s.ToAct()[0])
		return legal[rng.IntN(len(legal))]
	}
	f := waits.Foresight{Answer: random, Deep: 1 + rng.IntN(2), Moves: func(s games.State) []string {
		one, other := random(s), random(s)
		if one == other {
			return []string{one}
		}
		return []string{one, other}
	}}
	return f.Conditions(m.State(), m.Ply(), seat)
}

// FirstOf returns a move that conditions foresee next, "" for none.
func FirstOf(rng *rand.Rand, conditions string) string {
	lines := strings.Split(conditions, "\n")[1:]
	if len(lines) == 0 {
		return ""
	}
	move, _, _ := strings.Cut(strings.TrimSpace(lines[rng.IntN(len(lines))]), ":")
	move, _, _ = strings.Cut(move, " ")
	return move
}
