package tables

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"tableronde/games"
	"tableronde/games/table"
)

// Conditions returns conditional moves that a seat might give in a match on a board: some
// lines of random play, each up to an answer of the seat.
func Conditions(rng *rand.Rand, m table.Match, seat games.Seat) string {
	lines := []string{fmt.Sprint("after ", m.Ply())}
	for range 1 + rng.IntN(3) {
		if line := conditionalLine(rng, m.State(), seat); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// conditionalLine returns moves of the others and answers, "" if the game ends before.
func conditionalLine(rng *rand.Rand, state games.State, seat games.Seat) string {
	var pairs []string
	for range 1 + rng.IntN(2) {
		var others []string
		for len(state.ToAct()) == 1 && state.ToAct()[0] != seat {
			var move string
			if state, move = playRandom(rng, state); move != "" {
				others = append(others, move)
			}
		}
		if len(others) == 0 || len(state.ToAct()) != 1 {
			break
		}
		var answer string
		state, answer = playRandom(rng, state)
		pairs = append(pairs, strings.Join(others, " ")+": "+answer)
	}
	return strings.Join(pairs, ", ")
}

func playRandom(rng *rand.Rand, state games.State) (games.State, string) {
	legal := state.Legal(state.ToAct()[0])
	next, move, err := state.Apply(state.ToAct()[0], legal[rng.IntN(len(legal))])
	if err != nil {
		panic(fmt.Errorf("a legal move is refused: %w", err))
	}
	return next, move
}

// FirstOf returns the first move that a line of conditions foresees, "" for none.
func FirstOf(rng *rand.Rand, conditions string) string {
	lines := strings.Split(conditions, "\n")[1:]
	if len(lines) == 0 {
		return ""
	}
	move, _, _ := strings.Cut(strings.TrimSpace(lines[rng.IntN(len(lines))]), ":")
	move, _, _ = strings.Cut(move, " ")
	return move
}
