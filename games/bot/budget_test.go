package bot

import (
	"math/rand/v2"
	"testing"

	"tableronde/games"
	"tableronde/games/effort"
	"tableronde/games/parker"
)

// TestLevelsStayWithinTheirBudget asks every level of every board, boards of four seats
// included, for moves from the first position to late ones. With a limit of positions none
// searches more. A level asks Stop every 1,024 positions. Once Stop returns true, the level
// neither asks again nor searches on, and still answers with a legal move.
func TestLevelsStayWithinTheirBudget(t *testing.T) {
	const nodes, patience, every = 3_000, 2, 1_024
	for _, rules := range parker.Rulesets() {
		game := rules.Info().ID
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			for level := 1; level <= Levels; level++ {
				player, err := NewLevelWith(game, level, 7, LevelOptions{Bytes: tinyTable})
				if err != nil {
					t.Fatal(err)
				}
				for _, s := range statesOf(t, game, uint64(level)) {
					turn := Turn{State: s, Seat: s.ToAct()[0], Nodes: nodes}
					if c := mustChoose(t, player, turn); c.Nodes > nodes {
						t.Errorf("level %d searches %d positions of %d", level, c.Nodes, nodes)
					}
					asked := 0
					turn.Nodes = 0
					turn.Stop = func() bool { asked++; return asked >= patience }
					if c := mustChoose(t, player, turn); asked > patience || c.Nodes > patience*every {
						t.Errorf("level %d searches %d positions and asks %d times; it should stop after %d", level, c.Nodes, asked, patience)
					}
				}
			}
		})
	}
}

// mustChoose returns the choice of a player, which has to be a legal move.
func mustChoose(t *testing.T, player Chooser, turn Turn) Choice {
	t.Helper()
	c, err := player.Choose(turn)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := turn.State.Apply(turn.Seat, c.Action); err != nil {
		t.Errorf("%q: %v", c.Action, err)
	}
	return c
}

// statesOf returns the first state of a game at random and a tenth of the others.
func statesOf(t *testing.T, game string, seed uint64) (states []games.State) {
	t.Helper()
	s := start(t, game)
	last := 10 * effort.N(12)
	rng := rand.New(rand.NewPCG(seed, 10))
	for ply := 0; ply <= last && s.Result() == nil; ply++ {
		if ply == 0 || rng.IntN(10) == 0 {
			states = append(states, s)
		}
		seat := s.ToAct()[0]
		legal := s.Legal(seat)
		var err error
		if s, _, err = s.Apply(seat, legal[rng.IntN(len(legal))]); err != nil {
			t.Fatal(err)
		}
	}
	return states
}
