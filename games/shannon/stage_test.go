package shannon

import (
	"testing"

	"tableronde/games"
)

// A look ahead shows the consequences of actions, and no more.
func TestStage(t *testing.T) {
	stage := func(s *state, seat games.Seat, lines ...string) View {
		t.Helper()
		v, n, err := s.Stage(seat, lines)
		if n != len(lines) || err != nil {
			t.Errorf("Stage(%q) = %d, %v", lines, n, err)
		}
		return v.(View)
	}
	s := play(t, arrange(t, "O13 S1", "O3 X9 M1 S2", "T9 O4").empower(3, "arthur"), "1: play O13", "2: play O3")
	v := stage(s, 3, "play O4 +3")
	if !v.Staged || len(v.Table) != 3 || v.Table[2].Value != 7 || v.Outlook.Loser != 2 || v.Combat != 1 || v.ToAct != nil {
		t.Errorf("a play: %+v", v)
	}
	if _, n, err := s.Stage(3, []string{"play O4", "play T9"}); n != 1 || err != games.ErrNotYourTurn {
		t.Errorf("two cards: %d, %v", n, err)
	}
	_, n, err := s.Stage(3, []string{"play T9"})
	if wantRefusal(t, "play T9", err, followSuit); n != 0 {
		t.Errorf("%d fit", n)
	}
	s = play(t, arrange(t, "O13 S1", "T3 S2"), "1: play O13")
	s.knights[1].life = 5
	if v := stage(s, 2, "discard T3"); v.Knights[1].Life != 0 || v.Phase != PhaseCombat || v.Result != nil {
		t.Errorf("a last life: %+v", v)
	}
	s = dealt(t, "arthur gawain mordred", "give 1 forced-trade second-sight")
	v = stage(s, 1, "prepare sight 2", "prepare trade 3 "+s.knight(1).hand.First().String())
	if v.Phase != PhasePrepare || v.Mine.Prep.Trade != 3 || v.Knights[1].Hand[0] != Unknown {
		t.Errorf("a preparation: %+v", v)
	}
	s = countedPiles(t, threeKnights(t).empower(1, "raven"), "M1 S3", "O1", "")
	if v := stage(s, 1, "move M1>2"); v.Phase != PhaseCount || v.Knights[1].Wounds != 35 || v.LastCount.Done {
		t.Errorf("moves: %+v", v)
	}
	s = choosingFavors(t, "raven antidote riposte trial standard", "")
	if v := stage(s, 3, "favour raven"); len(v.Shown) != 1 || v.Knights[2].Favors[0].ID != "raven" || v.FavorDeck != 3 {
		t.Errorf("a favor: %+v", v)
	}
	s.favors.recipients = []games.Seat{3, 3}
	for _, first := range []string{"favour deck", "favour raven"} { // the one drawn or turned up is seen first
		if _, n, err := s.Stage(3, []string{first, "favour antidote"}); n != 1 || err != nil {
			t.Errorf("%s: %d favors fit, %v", first, n, err)
		}
	}
}
