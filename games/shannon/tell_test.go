package shannon

import (
	"strings"
	"testing"

	"tableronde/games"
)

// TestTell: what comes of a line, in the order in which it happens.
func TestTell(t *testing.T) {
	kinds := func(facts []games.Fact) string {
		var list []string
		for _, f := range facts {
			list = append(list, f.Kind)
		}
		return strings.Join(list, " ")
	}
	s := arrange(t, "O13 S1", "S4 S5", "X11 S2", "O7 S3", "M1 S6").empower(1, "arthur")
	for _, c := range []struct{ line, want string }{
		{"1: play O13 +3", "plays declares"},
		{"2: discard S4", "dishonor life"},
		{"3: play X11", "plays"},
		{"4: play O7", "plays"},
		{"5: play M1=11", "plays feint loses takes combat"},
	} {
		seat, text, _ := strings.Cut(c.line, ": ")
		facts := s.Tell(games.Spectator, games.Seat(seat[0]-'0'), text)
		if got := kinds(facts); got != c.want {
			t.Errorf("%s: %s, want %s", c.line, got, c.want)
		}
		if c.line[0] == '5' {
			if f := facts[3]; f.Seat != 4 || f.Number != 45 || len(f.Cards) != 4 {
				t.Errorf("takes: %+v", f)
			}
		}
		s = play(t, s, c.line)
	}
	if s.Tell(1, 1, "play S1") != nil {
		t.Error("a line out of turn leads to something")
	}
	s = threeKnights(t).empower(1, "raven").empower(2, "trial", "healing-balm")
	s.knights[1].targets[PartTrial] = 1
	s.knights[1].life, s.knights[2].life = 180, 300
	s.knights[1].hero = PowerOf("perceval")
	s = countedPiles(t, s, "M1 M2", "S1", "S2")
	if got, want := kinds(s.Tell(3, 1, "move M1>3")), "moves tried wounds life wounds life wounds life heals awakes dealer shows shows"; got != want {
		t.Errorf("count: %s, want %s", got, want)
	}
}

// TestTellNamesOnce: whom somebody names in preparation everybody hears once: who
// names at once, others when all are ready.
func TestTellNamesOnce(t *testing.T) {
	for viewer := games.Omniscient; viewer <= 3; viewer++ {
		s := dealtWith(t, "arthur gawain mordred", "", func(s *state) {
			s.give(2, "second-sight")
			s.give(3, "trial")
		})
		var heard []games.Fact
		for _, line := range []string{"2: prepare sight 1", "3: prepare trial 1"} {
			seat := games.Seat(line[0] - '0')
			for _, f := range s.Tell(viewer, seat, line[3:]) {
				if f.Kind == FactNames || f.Kind == FactNamed {
					if early := f.Kind == FactNames; early != (viewer == f.Seat || viewer == games.Omniscient) || f.Other != 1 {
						t.Errorf("%d is told %+v", viewer, f)
					}
					heard = append(heard, f)
				}
			}
			s = play(t, s, line)
		}
		if len(heard) != 2 {
			t.Errorf("%d is told %+v, want each naming once", viewer, heard)
		}
	}
}
