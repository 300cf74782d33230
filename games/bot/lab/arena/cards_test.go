package arena

import (
	"testing"

	"tableronde/games"
	"tableronde/games/bot"
	"tableronde/games/effort"
	"tableronde/games/knizia"
	"tableronde/games/kutschke"
	"tableronde/games/shannon"
)

func cardPlayer(game string, level int, deals uint64) Contestant {
	return Contestant{
		Name:  "level",
		New:   func(seed uint64) (bot.Chooser, error) { return bot.NewPlayer(game, level, seed) },
		Limit: func(t *bot.Turn) { t.Nodes = deals },
	}
}

// TestCardsSearchBeatsRandom plays every card game with its smallest and its largest number
// of players: alone among players at random a search wins nearly every game.
func TestCardsSearchBeatsRandom(t *testing.T) {
	for _, rules := range []games.Ruleset{knizia.Rulesets()[0], kutschke.Rulesets()[0], shannon.Rulesets()[0]} {
		info := rules.Info()
		for _, seats := range []int{info.Seats[0], info.Seats[len(info.Seats)-1]} {
			t.Run(info.ID, func(t *testing.T) {
				t.Parallel()
				deals := uint64(60)
				if info.ID == "kutschke" {
					deals = 6
				}
				m := CardMatch{Rules: rules, Seats: seats, A: cardPlayer(info.ID, bot.Levels, deals), B: random, Games: effort.N(20), Seed: 1}
				tally, err := m.Play(nil)
				if err != nil {
					t.Fatal(err)
				}
				if tally.Games%seats != 0 || tally.Share() < tally.Chance || effort.Full() && tally.Share() < 0.6 {
					t.Errorf("%d seats: %v", seats, tally)
				}
			})
		}
	}
}

// TestCardMatchesRepeat plays the same match twice: it depends on its seed alone.
func TestCardMatchesRepeat(t *testing.T) {
	sensible := func(game string) Contestant {
		return Contestant{New: func(seed uint64) (bot.Chooser, error) { return bot.NewSensible(game, seed) }, Limit: func(*bot.Turn) {}}
	}
	for _, rules := range []games.Ruleset{knizia.Rulesets()[0], shannon.Rulesets()[0]} {
		game := rules.Info().ID
		m := CardMatch{Rules: rules, Seats: 3, A: cardPlayer(game, 4, 10), B: sensible(game), Games: 4, Seed: 9}
		first, err := m.Play(nil)
		if err != nil {
			t.Fatal(err)
		}
		calls := 0
		if second, err := m.Play(func(Tally) { calls++ }); err != nil || first != second || calls != 6 {
			t.Errorf("%s: %v, then %v, %v, reported %d times", game, first, second, err, calls)
		}
		m.Seed++
		if other, err := m.Play(nil); err != nil || other == first {
			t.Errorf("%s: another seed plays the same games: %v, %v", game, other, err)
		}
	}
}
