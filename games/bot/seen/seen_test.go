package seen_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"tableronde/games"
	"tableronde/games/bot/seen"
	"tableronde/games/effort"
	"tableronde/games/knizia"
	"tableronde/games/kutschke"
	"tableronde/games/shannon"
	"tableronde/games/twin"
)

// TestImaginedDealsDependOnTheViewAlone imagines from two states that differ only in facts
// hidden from a seat: the same random numbers give the same deal.
func TestImaginedDealsDependOnTheViewAlone(t *testing.T) {
	for _, rules := range []games.Ruleset{knizia.Rulesets()[0], kutschke.Rulesets()[0], shannon.Rulesets()[0]} {
		table := twin.Table{Rules: rules}
		for _, seats := range rules.Info().Seats {
			table.Setups = append(table.Setups, games.Setup{Seats: seats})
		}
		t.Run(rules.Info().ID, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(21, 1))
			checked, different := 0, 0
			for p, err := range table.Deal(rng) {
				if err != nil {
					t.Fatal(err)
				}
				if checked++; checked > effort.N(5_000) {
					break
				}
				if p.Different() {
					different++
				}
				if diff := imagineBoth(p, uint64(checked)); diff != "" {
					t.Fatalf("pair %d, seat %d, after %d actions: %s", checked, p.Viewer, len(p.A.Past), diff)
				}
			}
			if different < checked/3 {
				t.Errorf("of %d pairs %d differ", checked, different)
			}
		})
	}
}

// imagineBoth compares the imagined states of both twins.
func imagineBoth(p twin.Pair, seed uint64) string {
	var deals [2]games.State
	for i, side := range []twin.Side{p.A, p.B} {
		seat := seen.From(side.State, p.Viewer)
		deals[i] = seat.Imagine(rand.New(rand.NewPCG(seed, 5)))
		if v := deals[i].View(p.Viewer); !reflect.DeepEqual(v, seat.View()) {
			return fmt.Sprintf("another view is imagined:\n%+v\n%+v", v, seat.View())
		}
	}
	a, b := deals[0].View(games.Omniscient), deals[1].View(games.Omniscient)
	if !reflect.DeepEqual(a, b) {
		return fmt.Sprintf("two deals:\n%+v\n%+v", a, b)
	}
	return ""
}

// TestReshufflingKeepsWhatSeatsSee deals again the cards hidden from all seats: the view of
// every seat stays the same, and the new deal does not depend on the old one.
func TestReshufflingKeepsWhatSeatsSee(t *testing.T) {
	for _, rules := range []games.Ruleset{knizia.Rulesets()[0], kutschke.Rulesets()[0], shannon.Rulesets()[0]} {
		t.Run(rules.Info().ID, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(3, 9))
			s, err := rules.New(games.Setup{Seats: 3, Seed: &games.Seed{4}})
			if err != nil {
				t.Fatal(err)
			}
			moved := false
			for n := uint64(0); s.Result() == nil && n < 100; n++ {
				once := s.(games.Reshuffler).Reshuffle(rand.New(rand.NewPCG(n, 1)))
				other := s.(games.Reshuffler).Reshuffle(rng).(games.Reshuffler).Reshuffle(rand.New(rand.NewPCG(n, 1)))
				for seat := games.Spectator; seat <= 3; seat++ {
					if !reflect.DeepEqual(once.View(seat), s.View(seat)) {
						t.Fatalf("after %d actions seat %d sees something else", n, seat)
					}
				}
				if n%10 == 0 {
					end := playedOn(t, once)
					if !reflect.DeepEqual(end, playedOn(t, other)) {
						t.Fatalf("after %d actions it depends on what was dealt", n)
					}
					moved = moved || !reflect.DeepEqual(end, playedOn(t, s))
				}
				legal := s.Legal(s.ToAct()[0])
				if s, _, err = s.Apply(s.ToAct()[0], legal[rng.IntN(len(legal))]); err != nil {
					t.Fatal(err)
				}
			}
			if !moved {
				t.Error("nothing is ever dealt anew")
			}
		})
	}
}

// playedOn returns all that there is to see after some more actions, always the same ones as
// long as these are legal.
func playedOn(t *testing.T, s games.State) games.View {
	t.Helper()
	rng := rand.New(rand.NewPCG(8, 8))
	for n := 0; n < 150 && s.Result() == nil; n++ {
		legal := s.Legal(s.ToAct()[0])
		var err error
		if s, _, err = s.Apply(s.ToAct()[0], legal[rng.IntN(len(legal))]); err != nil {
			t.Fatal(err)
		}
	}
	return s.View(games.Omniscient)
}
