package shannon

import (
	"testing"

	"tableronde/games"
)

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
		s := dealtWith(t, "arthur gawain mordred", "", func(s *state) { s.give(1, "forced-trade", "second-sight") })
		card := s.knight(1).hand.First().String()
		v, n, err := s.Stage(1, []string{"prepare sight 2", "prepare trade 3 " + card})
		view := v.(View)
		if n != 2 || err != nil || view.Phase != PhasePrepare || view.Mine.Prep.Trade != 3 || len(view.Trades) != 0 || view.Knights[1].Hand[0] != Unknown {
			t.Errorf("Stage = %+v, %d, %v", view, n, err)
		}
	})
	t.Run("moves", func(t *testing.T) {
		s := countedPiles(t, threeKnights(t).empower(1, "raven"), "M1 S3", "O1", "")
		v, n, err := s.Stage(1, []string{"move M1>2"})
		if view := v.(View); n != 1 || err != nil || view.Phase != PhaseCount || view.Knights[1].Wounds != 35 || view.LastCount.Done {
			t.Errorf("Stage = %+v, %d, %v", view, n, err)
		}
	})
	t.Run("favors", func(t *testing.T) {
		s := choosingFavors(t, "raven antidote riposte trial standard", "")
		v, n, err := s.Stage(3, []string{"favour raven"})
		if view := v.(View); n != 1 || err != nil || len(view.Shown) != 1 || view.Knights[2].Favors[0].ID != "raven" || view.FavorDeck != 3 {
			t.Errorf("Stage = %+v, %d, %v", view, n, err)
		}
		if _, n, _ := s.Stage(3, []string{"favour deck", "favour deck"}); n != 1 {
			t.Errorf("%d unseen favors", n)
		}
	})
}
