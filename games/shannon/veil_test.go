package shannon

import (
	"strings"
	"testing"

	"tableronde/games"
)

func TestRule9_Veil(t *testing.T) {
	s := dealtWith(t, "guinevere arthur gawain mordred", "", func(s *state) {
		s.knights[0].awake = true
		s.give(1, "second-sight", "forced-trade", "trial")
	})
	h := s.knight(1).hand.Without(enchanterCards).List()
	line := "prepare lancelot " + h[0].String() + " sight 4 trade 2 " + h[1].String() + " trial 3 discard " + h[2].String()
	after := play(t, s, "1: "+line)
	if after.phase != PhaseCombat {
		t.Fatalf("phase %v", after.phase)
	}
	revealed := *after
	revealed.phase = PhaseCount
	over := *after
	over.phase = PhaseOver
	open := "prepare lancelot ? sight 4 trade 2 ? trial 3 discard ?"
	for _, c := range []struct {
		name   string
		now    *state
		viewer games.Seat
		want   string
	}{
		{"others", after, 3, open},
		{"spectators", after, games.Spectator, open},
		{"the knight traded with", after, 2, strings.Replace(open, "trade 2 ?", "trade 2 "+h[1].String(), 1)},
		{"Lancelot is revealed", &revealed, 3, strings.Replace(open, "lancelot ?", "lancelot "+h[0].String(), 1)},
		{"oneself", after, 1, line},
		{"everything", after, games.Omniscient, line},
		{"when it is over", &over, 3, line},
	} {
		if got := c.now.Veil(c.viewer, 1, s, line); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	next := play(t, after, seatText(after.turn())+": "+after.Legal(after.turn())[0])
	if got := next.Veil(3, after.turn(), after, "play S1"); got != "play S1" {
		t.Errorf("a play reads %q", got)
	}
}
