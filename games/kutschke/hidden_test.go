package kutschke

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/cards"
	"tableronde/games/effort"
	"tableronde/games/twin"
)

// A programme is shown step by step, as it would be played, and the first step that does
// not fit is refused with its reason.
func TestStageProgramme(t *testing.T) {
	s := scene(t, 4, PhaseAct, valley2, "white-stag black-knight tree-of-life", sketch{picked: "A P Q", hand: "L1 D1"})
	list := []string{"A white-stag", "P hidden-valley", "Q white-stag L1 D1", "done"}
	for fit := range len(list) + 1 {
		view, n, err := s.Stage(1, list[:fit])
		if n != fit || err != nil {
			t.Fatalf("of %v %d fit: %v", list[:fit], n, err)
		}
		if at := play(t, s, 1, list[:fit]...); fit < len(list) && twin.Encode(t, view) != twin.Encode(t, at.view(1)) {
			t.Errorf("after %v\n%s\nwant\n%s", list[:fit], twin.Encode(t, view), twin.Encode(t, at.view(1)))
		}
	}
	over := play(t, lastTurn(t, 1, sketch{points: 15}), 4, doneWord)
	for _, c := range []struct {
		s    *state
		seat games.Seat
		list string
		fit  int
		why  *cards.Refusal
	}{
		{s, 1, "P hidden-valley, A white-stag", 1, onlyCamelot},
		{s, 1, "A white-stag, Q white-stag L1 D1", 1, onlyProvince},
		{s, 1, "A white-stag, P dark-forest, Q white-stag L1 D1", 2, elsewhere},
		{s, 1, "A white-stag, A wild-boar", 1, notPicked},
		{s, 1, "done, P hidden-valley", 1, turnOver},
		{s, 1, "jump", 0, malformed},
		{s, 1, "pick Q", 0, actNow},
		{s, 2, "done", 0, notYourTurn},
		{over, 1, "done", 0, gameOver},
	} {
		if _, fit, err := c.s.Stage(c.seat, strings.Split(c.list, ", ")); fit != c.fit || twin.KeyOf(err) != c.why.Key {
			t.Errorf("Stage(%s): %d fit, %v; want %d, %s", c.list, fit, err, c.fit, c.why.Key)
		}
	}
	if _, _, err := over.Apply(1, doneWord); err != games.ErrFinished {
		t.Errorf("after the end: %v", err)
	}
}

// The preview offers next the actions that are legal at that point of the list.
func TestStageOffersWhatIsLegalThere(t *testing.T) {
	s := act(t, inOrder, sketch{picked: "EB P G", at: "camelot"}, sketch{hand: "B1 B1"})
	view, _, _ := s.Stage(1, []string{"EB 2"})
	uses := view.(View).Uses()
	if len(uses) != 2 || uses[0].Kind != Horse || len(uses[0].Steps) != 6 || uses[1].Why == nil ||
		uses[1].Why.Key != onlyProvince.Key {
		t.Errorf("at Camelot: %+v", uses)
	}
	view, _, _ = s.Stage(1, []string{"EB 2", "P hidden-valley"})
	uses = view.(View).Uses()
	if len(uses) != 1 || len(uses[0].Steps) != 1 || uses[0].Steps[0].Line != "G B2" || uses[0].Why != nil {
		t.Errorf("in the valley: %+v", uses)
	}
}

// The last done leads to new adventures and lots, and the last bid to others' bids: none
// of that is shown, unless nobody else is in.
func TestStageLeavesOutWhatIsHidden(t *testing.T) {
	s := lastTurn(t, 1, sketch{}, sketch{}, sketch{points: 14}, sketch{points: 13, picked: "A P G", hand: "B1"})
	view, fit, err := s.Stage(4, []string{"A wild-boar", "P dark-forest", "G B1", "done"})
	v := view.(View)
	if fit != 4 || err != nil || len(v.Display) != 2 || v.Round != 2 || v.Phase != PhaseAct || len(v.ToAct) != 0 ||
		v.Seats[3].Points != 15 || v.Ranking != nil {
		t.Errorf("%d fit, %v:\n%s", fit, err, v)
	}
	if _, fit, err := s.Stage(4, []string{"done", "pick Q"}); fit != 1 || twin.KeyOf(err) != turnOver.Key {
		t.Errorf("after the round: %d, %v", fit, err)
	}
	bids := play(t, joust(t, "S2 L1", "S3"), 1, "bid S2 L1")
	view, fit, err = bids.Stage(2, []string{"bid S3"})
	if v := view.(View); fit != 1 || err != nil || v.Phase != PhaseTourney || len(v.ToAct) != 0 ||
		v.Seats[1].Points != 0 || !v.Seats[0].Bid.Hidden || v.Seats[1].Bid.Hidden {
		t.Errorf("%d fit, %v:\n%s", fit, err, v)
	}
	last := lastTurn(t, 1, sketch{}, sketch{}, sketch{}, sketch{picked: "T ES"})
	view, fit, err = last.Stage(4, []string{"ES 3", "done", "bid S3"})
	if v := view.(View); fit != 3 || err != nil || v.Seats[3].Points != 2 || v.Round != 2 {
		t.Errorf("alone: %d fit, %v:\n%s", fit, err, v)
	}
}

// Scenario 16: a bid is hidden from others until both are in.
func TestScenario16_BidSecrecy(t *testing.T) {
	start := joust(t, "S2 L1", "S3")
	s := play(t, start, 1, "bid S2 L1")
	for viewer, want := range map[games.Seat]string{1: "bid S2 L1", 2: "bid ?", 3: "bid ?", games.Spectator: "bid ?",
		games.Omniscient: "bid S2 L1"} {
		if got := s.Veil(viewer, 1, start, "bid S2 L1"); got != want {
			t.Errorf("%d reads %q, want %q", viewer, got, want)
		}
		if got := s.Veil(viewer, 1, start, "pick T"); got != "pick T" {
			t.Errorf("%d reads %q", viewer, got)
		}
		if want != "bid ?" {
			continue
		}
		k := s.view(viewer).Seats[0]
		if text := twin.Encode(t, s.view(viewer)); !k.Bid.Placed || !k.Bid.Hidden || k.Bid.Cards != nil || len(k.Hand) != 2 ||
			!strings.Contains(text, `"bid":"?"`) || strings.Contains(text, "S2") {
			t.Errorf("%d sees %s", viewer, text)
		}
	}
	if got := play(t, start, 1, "bid").Veil(2, 1, start, "bid"); got != "bid ?" {
		t.Errorf("a bid of nothing reads %q", got)
	}
	earlier := *start
	earlier.round = 1
	for name, got := range map[string]string{
		"after the reveal":    play(t, s, 2, "bid S3").Veil(2, 1, start, "bid S2 L1"),
		"of the round before": s.Veil(2, 1, &earlier, "bid S2 L1"),
		"after the end":       mustResign(t, s, 2, 3, 4).Veil(2, 1, start, "bid S2 L1"),
	} {
		if got != "bid S2 L1" {
			t.Errorf("%s a bid reads %q", name, got)
		}
	}
}

// Everything that the viewer cannot see comes out in every way, and cards that everybody saw their
// holder take stay where they are.
func TestDeterminize(t *testing.T) {
	rng := newRand(12)
	hands, decks := map[cardSet]bool{}, map[string]bool{}
	for game := range effort.N(400) {
		n := minSeats + game%3
		s := begin(t, n, uint64(game))
		for s.Result() == nil {
			seat := pickOne(rng, s.ToAct())
			s = play(t, s, seat, pickOne(rng, s.Legal(seat)))
			viewer := games.Seat(rng.IntN(n + 1))
			if s.phase != PhaseTourney && rng.IntN(20) > 0 {
				continue
			}
			d := s.Determinize(viewer, rng).(*state)
			for i := range s.seated() {
				if d.knights[i].known != s.knights[i].known || seatOf(i) == viewer &&
					!reflect.DeepEqual(d.knights[i], s.knights[i]) {
					t.Fatalf("seat %d holds %v after %v", i+1, d.knights[i], s.knights[i])
				}
			}
			decks[twin.Encode(t, d.deck)] = true
			if rng.IntN(4) == 0 {
				s = d
			}
		}
	}
	s := begin(t, 4, 1)
	for range 400 {
		hands[s.Determinize(1, rng).(*state).knights[1].hand] = true
	}
	if len(hands) < 8 || len(decks) < 20 || s.Determinize(games.Omniscient, rng).(*state) != s {
		t.Errorf("%d hands of seat 2, %d decks", len(hands), len(decks))
	}
}

// A payment is taken from the cards that everybody saw, where it can be.
func TestDeterminizeKeepsWhatWasSeen(t *testing.T) {
	s := act(t, inOrder, sketch{picked: "ES ED P G", hand: "S1 B1"})
	s.knights[0].known = 0
	s = play(t, s, 1, "ES 1", "ED 3", "P hidden-valley")
	if k := s.knights[0]; !slices.Equal(k.known.list(), mustParse(t, "S1 D3", allCards)) {
		t.Errorf("seen: %v", k.known.list())
	}
	s = play(t, s, 1, "G B1")
	if k := s.knights[0]; k.known.size() != 2 || k.hand.size() != 3 {
		t.Errorf("seen after the Book: %v", k.known.list())
	}
}
