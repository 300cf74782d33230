package bot

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tableronde/games"
	"tableronde/games/effort"
	"tableronde/games/knizia"
	"tableronde/games/kutschke"
	"tableronde/games/shannon"
	"tableronde/games/twin"
)

// cardRulesets are the games of cards.
func cardRulesets() []games.Ruleset {
	return slices.Concat(knizia.Rulesets(), kutschke.Rulesets(), shannon.Rulesets())
}

// dealsOf bounds the deals that the players of a test imagine.
func dealsOf(game string) uint64 {
	if game == "kutschke" {
		return 4
	}
	return 25
}

// TestPlayersDoNotPeek has every level, and the baseline, choose in two deals that differ only
// in facts hidden from their seat. The same seed gives the same choice, to the last number in
// it.
func TestPlayersDoNotPeek(t *testing.T) {
	for _, rules := range cardRulesets() {
		table := twin.Table{Rules: rules}
		for _, seats := range rules.Info().Seats {
			table.Setups = append(table.Setups, games.Setup{Seats: seats})
		}
		t.Run(rules.Info().ID, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(21, 2))
			chosen, different := 0, 0
			for p, err := range table.Deal(rng) {
				if err != nil {
					t.Fatal(err)
				}
				if p.Viewer == games.Spectator || len(p.A.State.Legal(p.Viewer)) == 0 {
					continue
				}
				if chosen++; chosen > effort.N(1_000) {
					break
				}
				if p.Different() {
					different++
				}
				level := chosen%(Levels+1) + 1
				a, b := chooseIn(t, rules, p.A.State, p.Viewer, level), chooseIn(t, rules, p.B.State, p.Viewer, level)
				if a != b {
					t.Fatalf("pair %d, seat %d, level %d: %s or %s", chosen, p.Viewer, level, a, b)
				}
			}
			if different < chosen/20 {
				t.Errorf("of %d pairs %d differ", chosen, different)
			}
		})
	}
}

// chooseIn returns the choice of a player in every number. Above the levels is the
// baseline.
func chooseIn(t *testing.T, rules games.Ruleset, s games.State, seat games.Seat, level int) string {
	t.Helper()
	game, seed := rules.Info().ID, uint64(level)
	var player Chooser
	var err error
	if level > Levels {
		player, err = NewISMCTS(game, seed)
	} else {
		player, err = NewPlayer(game, level, seed)
	}
	if err != nil {
		t.Fatal(err)
	}
	c, err := player.Choose(Turn{State: s, Seat: seat, Nodes: dealsOf(game)})
	if err != nil {
		t.Fatal(err)
	}
	if c.Action != "" {
		apply(t, s, seat, c.Action)
	} else if slices.Contains(s.ToAct(), seat) {
		t.Fatalf("seat %d owes a decision", seat)
	}
	return fmt.Sprintf("%+v", c)
}

// TestCardPlayersFinish plays games of every number of players by all levels at one table.
func TestCardPlayersFinish(t *testing.T) {
	for _, rules := range cardRulesets() {
		for _, seats := range rules.Info().Seats {
			t.Run(fmt.Sprint(rules.Info().ID, seats), func(t *testing.T) {
				t.Parallel()
				for n := range uint64(max(1, effort.N(2))) {
					playLevels(t, rules, seats, n)
				}
			})
		}
	}
}

func playLevels(t *testing.T, rules games.Ruleset, seats int, n uint64) {
	t.Helper()
	game := rules.Info().ID
	players := make([]Chooser, seats)
	for i := range players {
		var err error
		if players[i], err = NewPlayer(game, (i+int(n)*3+2)%Levels+1, n); err != nil {
			t.Fatal(err)
		}
	}
	s, err := rules.New(games.Setup{Seats: seats, Seed: seedOf(n)})
	if err != nil {
		t.Fatal(err)
	}
	for plies := 0; s.Result() == nil; plies++ {
		if plies > 5000 {
			t.Fatal("the game does not end")
		}
		seat := s.ToAct()[0]
		c, err := players[seat-1].Choose(Turn{State: s, Seat: seat, Nodes: dealsOf(game)})
		if err != nil {
			t.Fatal(err)
		}
		s = apply(t, s, seat, c.Action)
	}
}

// TestPlayersStop ends a search by Stop, with a legal action, and is bounded by its level
// where the turn bounds nothing.
func TestPlayersStop(t *testing.T) {
	for _, rules := range cardRulesets() {
		game := rules.Info().ID
		s, err := rules.New(games.Setup{Seed: seedOf(1)})
		if err != nil {
			t.Fatal(err)
		}
		for len(s.Legal(s.ToAct()[0])) < 2 {
			s = apply(t, s, s.ToAct()[0], s.Legal(s.ToAct()[0])[0])
		}
		seat := s.ToAct()[0]
		player, err := NewPlayer(game, Levels, 1)
		if err != nil {
			t.Fatal(err)
		}
		asked := 0
		c, err := player.Choose(Turn{State: s, Seat: seat, Stop: func() bool { asked++; return asked > 2 }})
		if err != nil || c.Nodes != 3 || !slices.Contains(s.Legal(seat), c.Action) {
			t.Errorf("%s: stopped with %+v, %v", game, c, err)
		}
		seen := make(map[uint64]bool)
		for seed := range uint64(40) {
			if player, err = NewPlayer(game, 3, seed); err != nil {
				t.Fatal(err)
			}
			c, err := player.Choose(Turn{State: s, Seat: seat})
			if err != nil || !slices.Contains(s.Legal(seat), c.Action) {
				t.Fatalf("%s: without bounds %+v, %v", game, c, err)
			}
			seen[c.Nodes] = true
		}
		if deals := cardGames[game].levels[2].deals; len(seen) != 2 || !seen[0] || !seen[deals] {
			t.Errorf("%s: level 3 looks ahead in %v deals, want none or %d", game, seen, deals)
		}
	}
	if _, err := NewPlayer("nim", 1, 1); err == nil {
		t.Error("there is a player of nim")
	}
	for _, level := range []int{0, Levels + 1} {
		if _, err := NewPlayer("knizia", level, 1); err == nil {
			t.Errorf("there is a level %d", level)
		}
	}
}

// TestLancelotIsUsed asks a seat that holds Lancelot about the actions of others in imagined
// deals: it cancels some, and lets some pass.
func TestLancelotIsUsed(t *testing.T) {
	cancels, passes := 0, 0
	for n := uint64(0); n < 200 && (cancels == 0 || passes == 0); n++ {
		rng := rand.New(rand.NewPCG(n, 3))
		s, err := knizia.Rulesets()[0].New(games.Setup{Seats: 3, Seed: seedOf(n)})
		if err != nil {
			t.Fatal(err)
		}
		for s.Result() == nil {
			acting := s.ToAct()[0]
			for seat := games.Seat(1); seat <= 3; seat++ {
				if slices.Contains(s.ToAct(), seat) || len(s.Legal(seat)) == 0 {
					continue
				}
				player, err := NewPlayer("knizia", Levels, n)
				if err != nil {
					t.Fatal(err)
				}
				c, err := player.Choose(Turn{State: s, Seat: seat, Nodes: 150})
				switch {
				case err != nil:
					t.Fatal(err)
				case c.Action == "":
					passes++
				case c.Action == "lancelot":
					cancels++
				default:
					t.Fatalf("seat %d answers with %q", seat, c.Action)
				}
			}
			legal := s.Legal(acting)
			s = apply(t, s, acting, legal[rng.IntN(len(legal))])
		}
	}
	if cancels == 0 || passes == 0 {
		t.Errorf("%d cancelled, %d let pass", cancels, passes)
	}
}
