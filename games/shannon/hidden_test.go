package shannon

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tableronde/games"
)

// TestTwins deals anew what a viewer cannot see, and wants everything that the
// viewer is told to stay the same: view, legal lines, refusals, the story, the
// log, what is staged. That of a spectator too.
func TestTwins(t *testing.T) {
	pairs := 0
	for n := range uint64(randomGames(100)) {
		rng := random(n)
		seats := 2 + int(n)%5
		s := begin(t, seats, n, nil)
		for s.phase != PhaseOver {
			seat, line := anyLine(t, s, rng)
			for viewer := games.Spectator; int(viewer) <= seats; viewer++ {
				if rng.IntN(10) == 0 {
					pairs++
					sameFor(t, s, viewer, seat, line, rng)
				}
			}
			s = play(t, s, seatText(seat)+": "+line)
		}
	}
	t.Logf("%d pairs", pairs)
	if pairs < 10_000 && !testing.Short() && !raceEnabled {
		t.Errorf("%d pairs, want 10,000", pairs)
	}
}

// sameFor compares a state with one that differs in what a viewer cannot see.
func sameFor(t *testing.T, s *state, viewer, seat games.Seat, line string, rng *rand.Rand) {
	t.Helper()
	twin := s.Determinize(viewer, rng).(*state)
	checkInvariants(t, twin)
	if a, b := encode(t, s.View(viewer)), encode(t, twin.View(viewer)); a != b {
		t.Fatalf("%d sees\n%s\nor\n%s", viewer, a, b)
	}
	if a, b := viewOf(s, viewer), viewOf(twin, viewer); !reflect.DeepEqual(a, b) {
		t.Fatalf("%d sees\n%+v\nor\n%+v", viewer, a, b)
	}
	if a, b := s.Legal(viewer), twin.Legal(viewer); !slices.Equal(a, b) {
		t.Fatalf("%d may do %v or %v", viewer, a, b)
	}
	if !slices.Equal(s.ToAct(), twin.ToAct()) {
		t.Fatalf("to act: %v or %v", s.ToAct(), twin.ToAct())
	}
	if !s.holds(viewer) {
		return
	}
	for _, text := range []string{line, "play S8", "play M1=3", "discard O2 ", "prepare lancelot S3", "prepare trade 1 A4", "prepare discard X1 T5", "move S1>2", "favour deck", "x"} {
		_, _, a := s.Apply(viewer, text)
		_, _, b := twin.Apply(viewer, text)
		if (a == nil) != (b == nil) || a != nil && (a.Error() != b.Error() || !reflect.DeepEqual(a, b)) {
			t.Fatalf("%d: %s is refused by %v or %v", viewer, text, a, b)
		}
		if v, n, a := s.Stage(viewer, []string{text}); true {
			w, m, b := twin.Stage(viewer, []string{text})
			if n != m || !reflect.DeepEqual(a, b) || !reflect.DeepEqual(v, w) {
				t.Fatalf("%d stages %s: %d, %v or %d, %v", viewer, text, n, a, m, b)
			}
		}
		x, a := s.ReadOrders(viewer, "if S "+text)
		y, b := twin.ReadOrders(viewer, "if S "+text)
		if x != y || !reflect.DeepEqual(a, b) {
			t.Fatalf("%d orders %s: %q, %v or %q, %v", viewer, text, x, a, y, b)
		}
	}
}

// TestTwinsHear compares what a viewer is told of a line that is played in two
// games that differ in what the viewer cannot see, and reads of it in the log.
// The line is one of another seat's that is legal in both.
func TestTwinsHear(t *testing.T) {
	pairs := 0
	for n := range uint64(randomGames(100)) {
		rng := random(n)
		s := begin(t, 2+int(n)%5, n, nil)
		for s.phase != PhaseOver {
			seat, line := anyLine(t, s, rng)
			viewer := games.Seat(rng.IntN(s.seats + 1))
			next := play(t, s, seatText(seat)+": "+line)
			// The cards of the one who acts, and what is drawn, stay; everything else
			// may be dealt anew.
			twin := s.Determinize(viewer, rng).(*state)
			if viewer != seat {
				other := twin.knight(seat)
				if _, _, err := twin.Apply(seat, line); err != nil || other.placed != s.knight(seat).placed {
					s = next
					continue
				}
			}
			after, _, err := twin.apply(seat, line, nil)
			if err != nil {
				t.Fatal(err)
			}
			s2, a2 := next, after
			if next.phase == PhasePrepare || next.phase != s.phase || s.phase == PhaseFavor || next.round != s.round {
				s = next
				continue // chance has had a part in it
			}
			pairs++
			if a, b := s.Tell(viewer, seat, line), twin.Tell(viewer, seat, line); !reflect.DeepEqual(a, b) {
				t.Fatalf("%d hears of %d: %s\n%+v\nor\n%+v", viewer, seat, line, a, b)
			}
			if a, b := s2.Veil(viewer, seat, s, line), a2.Veil(viewer, seat, twin, line); a != b {
				t.Fatalf("%d reads %q or %q", viewer, a, b)
			}
			s = next
		}
	}
	if pairs < 5_000 && !testing.Short() && !raceEnabled {
		t.Errorf("%d pairs, want 5,000", pairs)
	}
}

// TestTwinsPrepare compares preparations that differ in what others may not know
// before everybody is ready.
func TestTwinsPrepare(t *testing.T) {
	s := dealt(t, "guinevere arthur gawain mordred", "", func(s *state) {
		s.knights[0].awake = true
		s.give(1, "second-sight", "forced-trade", "lake-gift")
		s.give(2, "trial")
	})
	h := s.knight(1).hand.without(enchanters).cards()
	for _, pair := range [][2]string{
		{"prepare lancelot " + h[0].String(), "prepare lancelot " + h[1].String()},
		{"prepare lancelot " + h[0].String() + " sight 2", "prepare lancelot " + h[1].String() + " sight 4"},
		{"prepare lancelot " + h[0].String(), "prepare lancelot " + h[0].String() + " sight 4 trade 2 " + h[1].String() + " discard " + h[2].String()},
	} {
		a, b := play(t, s, "1: "+pair[0]), play(t, s, "1: "+pair[1])
		for _, viewer := range []games.Seat{games.Spectator, 2, 3, 4} {
			if x, y := viewOf(a, viewer), viewOf(b, viewer); !reflect.DeepEqual(x, y) {
				t.Errorf("%d sees %s\nor %s", viewer, encode(t, x), encode(t, y))
			}
			if x, y := s.Tell(viewer, 1, pair[0]), s.Tell(viewer, 1, pair[1]); !reflect.DeepEqual(x, y) || len(x) != 1 {
				t.Errorf("%d hears %v or %v", viewer, x, y)
			}
			for _, line := range pair {
				if x := a.Veil(viewer, 1, s, line); x != "prepare ?" {
					t.Errorf("%d reads %q of %q", viewer, x, line)
				}
			}
		}
		if x := a.Veil(1, 1, s, pair[0]); x != pair[0] {
			t.Errorf("1 reads %q", x)
		}
	}
}

func TestRule9_Veil(t *testing.T) {
	s := dealt(t, "guinevere arthur gawain mordred", "", func(s *state) {
		s.knights[0].awake = true
		s.give(1, "second-sight", "forced-trade", "trial")
	})
	h := s.knight(1).hand.without(enchanters).cards()
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
		{"everything", after, games.Open, line},
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

// TestDeterminize: what the viewer knows stays, and the rest can be played on.
func TestDeterminize(t *testing.T) {
	moved := false
	for n := range uint64(randomGames(60)) + 5 {
		rng := random(n)
		seats := 2 + int(n)%5
		s := begin(t, seats, n, nil)
		for step := 0; s.phase != PhaseOver; step++ {
			seat, line := anyLine(t, s, rng)
			if step%20 == 0 {
				viewer := games.Seat(rng.IntN(seats + 1))
				twin := s.Determinize(viewer, rng).(*state)
				for i := range s.knights[:seats] {
					moved = moved || twin.knights[i].hand != s.knights[i].hand
					if games.Seat(i+1) == viewer && twin.knights[i].hand != s.knights[i].hand {
						t.Fatal("the viewer's own hand has changed")
					}
				}
				for range 40 {
					if twin.phase == PhaseOver {
						break
					}
					who, what := anyLine(t, twin, rng)
					twin = play(t, twin, seatText(who)+": "+what)
					checkInvariants(t, twin)
				}
			}
			s = play(t, s, seatText(seat)+": "+line)
		}
		if s.Determinize(1, rng) != games.State(s) || begin(t, 2, n, nil).Determinize(games.Open, rng) == nil {
			t.Fatal("what is over is dealt anew")
		}
	}
	if !moved {
		t.Error("nothing is ever dealt anew")
	}
}

// TestDeterminizeKnowsTrades: a card that the viewer has given stays where it is.
func TestDeterminizeKnowsTrades(t *testing.T) {
	s := dealt(t, "arthur gawain mordred", "", func(s *state) { s.give(1, "forced-trade") })
	given := s.knight(1).hand.first()
	s = play(t, s, "1: prepare trade 3 "+given.String())
	taken := s.trades[0].Taken
	rng := random(2)
	for range 50 {
		if twin := s.Determinize(1, rng).(*state); !twin.knight(3).hand.has(given) {
			t.Fatal("1 knows that 3 has the card given")
		}
		if twin := s.Determinize(3, rng).(*state); !twin.knight(1).hand.has(taken) {
			t.Fatal("3 knows that 1 has the card taken")
		}
	}
}

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
	s = three(t).empower(1, "raven").empower(2, "trial", "healing-balm")
	s.knights[1].trial = 1
	s.knights[1].life, s.knights[2].life = 180, 300
	s.knights[1].hero = PowerOf("perceval")
	s = counted(t, s, "M1 M2", "S1", "S2")
	if got, want := kinds(s.Tell(3, 1, "move M1>3")), "moves tried wounds life wounds life wounds life heals awakes dealer shows shows"; got != want {
		t.Errorf("count: %s, want %s", got, want)
	}
}

// TestTellNamesOnce: whom somebody names in preparation everybody hears once: who
// names at once, others when all are ready.
func TestTellNamesOnce(t *testing.T) {
	for viewer := games.Open; viewer <= 3; viewer++ {
		s := dealt(t, "arthur gawain mordred", "", func(s *state) {
			s.give(2, "second-sight")
			s.give(3, "trial")
		})
		var heard []games.Fact
		for _, line := range []string{"2: prepare sight 1", "3: prepare trial 1"} {
			seat := games.Seat(line[0] - '0')
			for _, f := range s.Tell(viewer, seat, line[3:]) {
				if f.Kind == FactNames || f.Kind == FactNamed {
					if early := f.Kind == FactNames; early != (viewer == f.Seat || viewer == games.Open) || f.Other != 1 {
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

func TestStage(t *testing.T) {
	s := play(t, arrange(t, "O13 S1", "O3 X9 M1 S2", "T9 O4").empower(3, "arthur"), "1: play O13", "2: play O3")
	v, n, err := s.Stage(3, []string{"play O4 +3"})
	view := v.(View)
	if n != 1 || err != nil || !view.Staged || len(view.Table) != 3 || view.Table[2].Value != 7 || view.Outlook.Loser != 2 || view.Combat != 1 || view.ToAct != nil {
		t.Errorf("Stage = %+v, %d, %v", view, n, err)
	}
	if len(s.knight(2).pile) != 0 || s.cards != 2 {
		t.Error("the look ahead has changed the state")
	}
	if _, n, err := s.Stage(3, []string{"play O4", "play T9"}); n != 1 || err != games.ErrNotYourTurn {
		t.Errorf("two cards: %d, %v", n, err)
	}
	_, n, err = s.Stage(3, []string{"play T9"})
	wantRefusal(t, "play T9", err, followSuit)
	if n != 0 {
		t.Errorf("%d fit", n)
	}
	t.Run("a last life is only shown", func(t *testing.T) {
		s := play(t, arrange(t, "O13 S1", "T3 S2"), "1: play O13")
		s.knights[1].life = 5
		v, n, err := s.Stage(2, []string{"discard T3"})
		if view := v.(View); n != 1 || err != nil || view.Knights[1].Life != 0 || view.Phase != PhaseCombat || view.Result != nil {
			t.Errorf("Stage = %+v, %d, %v", view, n, err)
		}
	})
	t.Run("preparation", func(t *testing.T) {
		s := dealt(t, "arthur gawain mordred", "", func(s *state) { s.give(1, "forced-trade", "second-sight") })
		card := s.knight(1).hand.first().String()
		v, n, err := s.Stage(1, []string{"prepare sight 2", "prepare trade 3 " + card})
		view := v.(View)
		if n != 2 || err != nil || view.Phase != PhasePrepare || view.Mine.Prep.Trade != 3 || len(view.Trades) != 0 || view.Knights[1].Hand[0] != Unknown {
			t.Errorf("Stage = %+v, %d, %v", view, n, err)
		}
	})
	t.Run("moves", func(t *testing.T) {
		s := counted(t, three(t).empower(1, "raven"), "M1 S3", "O1", "")
		v, n, err := s.Stage(1, []string{"move M1>2"})
		if view := v.(View); n != 1 || err != nil || view.Phase != PhaseCount || view.Knights[1].Wounds != 35 || view.LastCount.Done {
			t.Errorf("Stage = %+v, %d, %v", view, n, err)
		}
	})
	t.Run("favors", func(t *testing.T) {
		s := favoring(t, "raven antidote riposte trial standard", "")
		v, n, err := s.Stage(3, []string{"favour raven"})
		if view := v.(View); n != 1 || err != nil || len(view.Shown) != 1 || view.Knights[2].Favors[0].ID != "raven" || view.FavorDeck != 3 {
			t.Errorf("Stage = %+v, %d, %v", view, n, err)
		}
		if _, n, _ := s.Stage(3, []string{"favour deck", "favour deck"}); n != 1 {
			t.Errorf("%d unseen favors", n)
		}
	})
}
