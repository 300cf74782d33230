package arena

import (
	"slices"
	"testing"

	"tableronde/games"
	"tableronde/games/bot"
	"tableronde/games/parker"
)

// TestBaselinesPlayLegally lets each baseline make some moves of each game, twice: the same
// seed gives the same game. None plays for a seat that is not to act.
func TestBaselinesPlayLegally(t *testing.T) {
	for name, open := range map[string]func() bot.Chooser{
		"random": func() bot.Chooser { return NewRandom(7) },
		"uct":    func() bot.Chooser { return NewUCT(7) },
	} {
		for _, rules := range parker.Rulesets() {
			line := func() (line []string) {
				s, err := rules.New(games.Setup{})
				if err != nil {
					t.Fatal(err)
				}
				player := open()
				for range 4 {
					seat := s.ToAct()[0]
					if _, err := player.Choose(bot.Turn{State: s, Seat: seat + 1, Nodes: 10}); err == nil {
						t.Errorf("%s plays for a seat that is not to act", name)
					}
					c, err := player.Choose(bot.Turn{State: s, Seat: seat, Nodes: 40})
					if err != nil {
						t.Fatal(err)
					}
					line = append(line, c.Action)
					if s, _, err = s.Apply(seat, c.Action); err != nil {
						t.Fatalf("%s: %v", rules.Info().ID, err)
					}
				}
				return line
			}
			if first, second := line(), line(); !slices.Equal(first, second) {
				t.Errorf("%s: %s plays %v, then %v", rules.Info().ID, name, first, second)
			}
		}
	}
}
