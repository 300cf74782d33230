package knizia

import (
	"math"
	"testing"

	"tableronde/games"
)

// TestProspects judges tables between tournaments.
func TestProspects(t *testing.T) {
	first, err := Rulesets()[0].New(games.Setup{Seats: 3, Seed: &games.Seed{7}})
	if err != nil {
		t.Fatal(err)
	}
	judge := func(change func(*position)) (values [maxSeats]float64) {
		s := first.(*state).copy()
		change(&s.position)
		s.judge(values[:])
		if sum := values[0] + values[1] + values[2]; math.Abs(sum-1) > 1e-9 || values[3] != 0 {
			t.Errorf("values %v", values)
		}
		return values
	}
	even := judge(func(*position) {})
	for name, better := range map[string]func(*position){
		"a token": func(p *position) { p.tokens[1].Add(Red) },
		"cards": func(p *position) {
			p.hands[1] = p.hands[1].Or(p.hands[2])
		},
	} {
		if got := judge(better); got[1] <= even[1] || got[0] >= even[0] {
			t.Errorf("with %s %v, before %v", name, got, even)
		}
	}
	if got := judge(func(p *position) { p.resigned.Add(1) }); got[1] != 0 {
		t.Errorf("a seat that has resigned has %v", got[1])
	}
	if got := judge(func(p *position) { p.phase, p.winner = PhaseOver, 2 }); got != [maxSeats]float64{2: 1} {
		t.Errorf("at the end %v", got)
	}
}
