package bot

import (
	"slices"
	"testing"

	"tableronde/games"
	"tableronde/games/parker"
)

// start returns the first state of a game of the family.
func start(t *testing.T, game string) games.State {
	t.Helper()
	for _, rules := range parker.Rulesets() {
		if rules.Info().ID == game {
			s, err := rules.New(games.Setup{})
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
	}
	t.Fatalf("no game %q", game)
	return nil
}

// TestPlayersPlayLegally lets each player make some moves of each game, twice: the same
// seed and number of positions give the same game.
func TestPlayersPlayLegally(t *testing.T) {
	for _, rules := range parker.Rulesets() {
		game := rules.Info().ID
		players := map[string]func() (Chooser, error){
			"plain": func() (Chooser, error) { return NewPlain(game) },
		}
		for level := 1; level <= Levels; level++ {
			players["level "+string(rune('0'+level))] = func() (Chooser, error) { return NewLevel(game, level, 7) }
		}
		for name, open := range players {
			first, second := playSome(t, game, open), playSome(t, game, open)
			if !slices.Equal(first, second) {
				t.Errorf("%s: %s plays %v, then %v", game, name, first, second)
			}
		}
	}
}

// playSome plays four moves and returns them.
func playSome(t *testing.T, game string, open func() (Chooser, error)) (line []string) {
	t.Helper()
	player, err := open()
	if err != nil {
		t.Fatal(err)
	}
	s := start(t, game)
	for range 4 {
		seat := s.ToAct()[0]
		c, err := player.Choose(Turn{State: s, Seat: seat, Nodes: 40})
		if err != nil {
			t.Fatal(err)
		}
		line = append(line, c.Action)
		if s, _, err = s.Apply(seat, c.Action); err != nil {
			t.Fatalf("%s: %v", game, err)
		}
		if s.Result() != nil {
			break
		}
	}
	return line
}

// TestEveryLevelSeesWhatIsWonAtOnce offers each level a step into the castle.
func TestEveryLevelSeesWhatIsWonAtOnce(t *testing.T) {
	p, err := parker.ParsePosition("camelot 1 F15,G16,D8,E8,KH4/KD6,E11,J9,K6")
	if err != nil {
		t.Fatal(err)
	}
	s, err := p.State()
	if err != nil {
		t.Fatal(err)
	}
	for level := 1; level <= Levels; level++ {
		for seed := range uint64(20) {
			player, err := NewLevelWith("camelot", level, seed, LevelOptions{Bytes: tinyTable})
			if err != nil {
				t.Fatal(err)
			}
			c, err := player.Choose(Turn{State: s, Seat: 1, Nodes: 2_000})
			if err != nil || c.Action != "F15-F16" || !c.Decided || c.Moves != 1 {
				t.Errorf("level %d plays %+v, %v; want F15-F16", level, c, err)
			}
		}
	}
}

func TestPlayersRefuse(t *testing.T) {
	if _, err := NewLevel("camelot", 6, 0); err == nil {
		t.Error("there is a level 6")
	}
	if _, err := NewLevel("knizia", 1, 0); err == nil {
		t.Error("there is a level of Knizia's Camelot")
	}
	if _, err := NewPlain("knizia"); err == nil {
		t.Error("there is a plain player of Knizia's Camelot")
	}
	cam, err := NewPlain("cam")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := cam.Choose(Turn{State: start(t, "cam"), Seat: 2, Nodes: 10}); err == nil {
		t.Error("a player plays for a seat that is not to act")
	}
	if _, err := cam.Choose(Turn{State: start(t, "camelot"), Seat: 1, Nodes: 10}); err == nil {
		t.Error("a player of Cam plays Camelot")
	}
}
