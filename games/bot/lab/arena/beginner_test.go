package arena

import (
	"testing"

	"tableronde/games"
	"tableronde/games/bot"
	"tableronde/games/catalog"
	"tableronde/games/effort"
	"tableronde/games/parker"
)

// beginner returns the contestant for a game.
func beginner(game string) Contestant {
	return Contestant{
		Name:  "beginner",
		New:   func(seed uint64) (bot.Chooser, error) { return NewBeginner(game, seed) },
		Limit: func(*bot.Turn) {},
	}
}

// TestBeginnerBeatsTheFirstLevel plays every game for two against level 1. With TABLERONDE_LONG=1
// the beginner wins three matches of five on boards, and half at cards and on Camette, where captures
// leave little choice. A short run wants one in four.
func TestBeginnerBeatsTheFirstLevel(t *testing.T) {
	for _, game := range []string{"camelot", "cam", "camette", "chivalry", "knizia", "kutschke", "shannon"} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			rules, err := catalog.Find(game, 0)
			if err != nil {
				t.Fatal(err)
			}
			first := Contestant{
				Name:  "1",
				New:   func(seed uint64) (bot.Chooser, error) { return bot.NewPlayer(game, 1, seed) },
				Limit: func(turn *bot.Turn) { turn.Nodes = 20_000 },
			}
			play, want := CardMatch{Rules: rules, A: beginner(game), B: first, Games: effort.N(200), Seed: 3}.Play, 0.5
			if parker.BoardOf(game) != nil {
				play = Match{Rules: rules, A: beginner(game), B: first, Games: effort.N(200), Seed: 3}.Play
				if game != "camette" {
					want = 0.6
				}
			}
			if !effort.Full() {
				want = 0.25
			}
			tally, err := play(nil)
			if err != nil {
				t.Fatal(err)
			}
			if tally.Share() < want {
				t.Errorf("%v", tally)
			}
		})
	}
}

// TestBeginnerTakesTheMost gives the beginner a choice of jumps, and a step into the castle.
func TestBeginnerTakesTheMost(t *testing.T) {
	for text, want := range map[string]string{
		"camelot 1 E8,D8/F9,G11,C9,I13": "E8xG10xG12",
		"camelot 1 E15,G16,D6/D12,KI12": "E15-F16",
	} {
		p, err := parker.ParsePosition(text)
		if err != nil {
			t.Fatal(err)
		}
		s, err := p.State()
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(20) {
			player, err := NewBeginner("camelot", seed)
			if err != nil {
				t.Fatal(err)
			}
			if c, err := player.Choose(bot.Turn{State: s, Seat: games.Seat(1)}); err != nil || c.Action != want {
				t.Errorf("%s: plays %q, %v; want %s", text, c.Action, err, want)
			}
		}
	}
}
