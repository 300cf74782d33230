package kutschke

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/cards"
	"tableronde/games/twin"
)

// TestViewJSON has the keys and forms of the rules page. Of others a viewer sees neither
// hands nor bids before the end (scenario 25).
func TestViewJSON(t *testing.T) {
	s := scene(t, 2, PhaseTourney, inOrder, open3,
		sketch{points: 26, picked: "T", hand: "S1 L2", adventures: "golden-pheasant"},
		sketch{points: 3, picked: "T", hand: "D2"})
	s = play(t, s, 1, "bid S1")
	const places = `["camelot","hidden-valley","dark-forest","enchanted-grove","misty-marsh","fire-mountain","dwarf-caves","ruined-tower"]`
	const want = `{"phase":"tourney","round":2,"pass":4,"places":` + places + `,` +
		`"supply":{"A":1,"EB":1,"ED":1,"EL":1,"ES":1,"G":1,"P":3,"Q":2},` +
		`"piles":{"B":[1,2,3],"D":[1,1,3],"L":[1,3],"S":[1,2,3]},` +
		`"display":["wild-boar","black-knight","tree-of-life"],"deck":10,"done":[],"seats":[` +
		`{"tent":1,"points":26,"reached":1,"at":"camelot","picked":["T"],"hand":%s,"adventures":["golden-pheasant"],"bid":%s},` +
		`{"tent":2,"points":3,"reached":null,"at":"camelot","picked":["T"],"hand":%s,"adventures":[],"bid":null}]}`
	for viewer, hidden := range map[games.Seat][3]string{
		games.Omniscient: {`["S1","L2"]`, `["S1"]`, `["D2"]`},
		games.Spectator:  {`["?","?"]`, `"?"`, `["?"]`},
		1:                {`["S1","L2"]`, `["S1"]`, `["?"]`},
		2:                {`["?","?"]`, `"?"`, `["D2"]`},
	} {
		if got, want := twin.Encode(t, s.View(viewer)), fmt.Sprintf(want, hidden[0], hidden[1], hidden[2]); got != want {
			t.Errorf("%d sees\n%s\nwant\n%s", viewer, got, want)
		}
	}
	s = play(t, s, 2, "bid")
	if text := twin.Encode(t, s.View(games.Spectator)); strings.Contains(text, "?") ||
		!strings.Contains(text, `"phase":"over"`) {
		t.Errorf("after the end a spectator sees %s", text)
	}
	if text := twin.Encode(t, Bid{Placed: true}); text != "[]" {
		t.Errorf("an empty bid is %s", text)
	}
}

// The end leaves round, display and tents as they were.
func TestViewAfterTheEnd(t *testing.T) {
	s := lastTurn(t, 1, sketch{points: 15, tent: 2}, sketch{tent: 1})
	before := s.view(games.Omniscient)
	after := play(t, s, 4, "done").view(3)
	if after.Round != before.Round || after.Pass != before.Pass || !slices.Equal(after.Display, before.Display) ||
		after.Seats[0].Tent != 2 || after.Deck != before.Deck {
		t.Errorf("%s", after)
	}
	if after.Reason != ReasonTarget || !slices.Equal(after.Ranking, []games.Seat{1, 2, 3, 4}) || after.Turn() {
		t.Errorf("%s, %v", after.Reason, after.Ranking)
	}
}

func TestViewOfPicks(t *testing.T) {
	s := pickers(t, sketch{picked: "T"}, sketch{picked: "ES"}, sketch{picked: "P P P"})
	choices := s.view(1).Choices()
	for kind, want := range map[Kind]struct {
		left int
		why  *cards.Refusal
	}{ExerciseSword: {0, noneLeft}, ExerciseLance: {1, nil}, Tournament: {1, tournamentOnce}, Horse: {1, nil}} {
		i := slices.IndexFunc(choices, func(c Choice) bool { return c.Kind == kind })
		c := choices[i]
		if c.Left != want.left || (c.Why == nil) != (want.why == nil) || c.Why != nil && c.Why.Key != want.why.Key ||
			c.Line != "pick "+kind.String() {
			t.Errorf("%s: %+v", kind, c)
		}
	}
	if s.view(3).Choices() != nil || s.view(0).Choices() != nil || s.view(games.Omniscient).Choices() != nil {
		t.Error("choices for seats that pick no more or not at all")
	}
	if c := s.view(2).Choices(); len(c) != len(Kinds()) || s.view(2).Turn() {
		t.Error("no choices for a wish list")
	}
	turn := act(t, inOrder, sketch{picked: "ES P T"})
	if v := play(t, turn, 1, "ES 2").view(2); cards.Line(v.Chosen[0], "") != "ES P T" || len(v.Seats[0].Picked) != 2 {
		t.Errorf("chosen %s, picked %v", v.Chosen[0], v.Seats[0].Picked)
	}
}

func TestViewOfQuests(t *testing.T) {
	s := act(t, inOrder,
		sketch{at: "dwarf-caves", picked: "Q Q P", hand: "S1 S2 D1 D1 D2 D3 B1",
			adventures: "dwarf-treasure book-of-wisdom wild-boar"},
		sketch{at: "hidden-valley", picked: "Q", hand: "L1", adventures: "golden-pheasant"},
		sketch{at: "dark-forest", picked: "Q", hand: "L1", adventures: "white-stag"})
	v := s.view(1)
	var lines []string
	for i, step := range v.Uses()[0].Steps {
		if lines = append(lines, strings.TrimPrefix(step.Line, "Q dwarf-treasure ")); step.Best != (i == 0) {
			t.Errorf("%s is the best: %v", step.Line, step.Best)
		}
	}
	if want := []string{"S1 D2", "S1 D1 D1", "S1 D3", "S2 D2", "S2 D1 D1", "S2 D3"}; lines[0] != want[0] ||
		len(lines) != len(want) ||
		slices.ContainsFunc(want, func(line string) bool { return !slices.Contains(lines, line) }) {
		t.Errorf("quests %v, want %v", lines, want)
	}
	errands := v.Errands()
	if len(errands) != 3 || !errands[0].Here || len(errands[0].Payments) != 6 || errands[0].Missing != nil {
		t.Errorf("dwarf-treasure: %+v", errands[0])
	}
	if e := errands[1]; !e.Here || e.Payments != nil || !reflect.DeepEqual(e.Missing, []Lack{{Book, 2}}) {
		t.Errorf("book-of-wisdom: %+v", e)
	}
	if e := errands[2]; e.Here || len(e.Payments) == 0 || cards.Line(e.Payments[0], "") != "S1 D1" {
		t.Errorf("wild-boar: %+v", e)
	}
	for seat, want := range map[games.Seat]string{2: "Your virtue cards are not enough for “Catch the golden pheasant”.",
		3: "None of your adventures is completed in this place: The Dark Forest."} {
		if s.turn = tent(seat); s.view(seat).Uses()[0].Why.Text != want {
			t.Errorf("%+v", s.view(seat).Uses()[0].Why)
		}
	}
}

func TestViewOfCircle(t *testing.T) {
	s := act(t, valley3, sketch{picked: "P"}, sketch{at: "hidden-valley"}, sketch{at: "hidden-valley"})
	spots := s.view(1).Circle()
	if spots[3].Place.String() != "hidden-valley" || !slices.Equal(spots[3].Knights, []games.Seat{2, 3}) ||
		spots[3].Distance != 3 || spots[3].Line != "P hidden-valley" {
		t.Errorf("%+v", spots[3])
	}
	if spots[0].Line != "" || spots[0].Why.Key != horseStays.Key || spots[4].Line != "" ||
		spots[4].Why.Key != horseFar.Key || spots[3].Why != nil || spots[4].Distance != 4 || spots[7].Distance != 1 {
		t.Errorf("%+v", spots)
	}
	for _, spot := range s.view(2).Circle() {
		if spot.Line != "" || spot.Why != nil {
			t.Errorf("seat 2 may %s", spot.Line)
		}
	}
}

func TestPicture(t *testing.T) {
	s := play(t, joust(t, "S2 L1", "S3"), 1, "bid S2")
	text := fmt.Sprint(s.View(games.Spectator))
	for _, want := range []string{"Round 2, tourney", "1 hidden-valley", "[1 Lancelot]", "hand ? ?", "bid ?", "P×4",
		"S1 1 1"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if text := fmt.Sprint(s.View(games.Omniscient)); !strings.Contains(text, "bid S2") || strings.Contains(text, "?") ||
		strings.Count(text, "\n") > 30 {
		t.Errorf("open:\n%s", text)
	}
}
