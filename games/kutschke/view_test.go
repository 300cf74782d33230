package kutschke

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/effort"
)

// TestViewJSON has the keys and forms of the rules page.
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
		if got, want := encode(t, s.View(viewer)), fmt.Sprintf(want, hidden[0], hidden[1], hidden[2]); got != want {
			t.Errorf("%d sees\n%s\nwant\n%s", viewer, got, want)
		}
	}
	s = play(t, s, 2, "bid")
	if text := encode(t, s.View(games.Spectator)); strings.Contains(text, "?") || !strings.Contains(text, `"phase":"over"`) {
		t.Errorf("after the end a spectator sees %s", text)
	}
	if text := encode(t, Bid{Placed: true}); text != "[]" {
		t.Errorf("an empty bid is %s", text)
	}
}

// The end leaves round, display and tents as they were.
func TestViewAfterTheEnd(t *testing.T) {
	s := lastTurn(t, 1, sketch{points: 15, tent: 2}, sketch{tent: 1})
	before := s.view(games.Omniscient)
	after := play(t, s, 4, "done").view(3)
	if after.Round != before.Round || after.Pass != before.Pass || !slices.Equal(after.Display, before.Display) || after.Seats[0].Tent != 2 || after.Deck != before.Deck {
		t.Errorf("%s", after)
	}
	if after.Reason != ReasonTarget || !slices.Equal(after.Ranking, []games.Seat{1, 2, 3, 4}) || after.Turn() {
		t.Errorf("%s, %v", after.Reason, after.Ranking)
	}
}

func TestViewOfPicks(t *testing.T) {
	s := pickers(t, sketch{picked: "T"}, sketch{picked: "ES"}, sketch{picked: "P P P"})
	choices := s.view(1).Choices()
	for _, want := range []struct {
		kind Kind
		left int
		why  *refusal
	}{{ExerciseSword, 0, &noneLeft}, {ExerciseLance, 1, nil}, {Tournament, 1, &tournamentOnce}, {Horse, 1, nil}} {
		i := slices.IndexFunc(choices, func(c Choice) bool { return c.Kind == want.kind })
		c := choices[i]
		if c.Left != want.left || (c.Why == nil) != (want.why == nil) || c.Why != nil && c.Why.Key != want.why.Key || c.Line != "pick "+want.kind.String() {
			t.Errorf("%s: %+v", want.kind, c)
		}
	}
	if s.view(3).Choices() != nil || s.view(0).Choices() != nil || s.view(games.Omniscient).Choices() != nil {
		t.Error("choices for those who pick no more or not at all")
	}
	if c := s.view(2).Choices(); len(c) != len(Kinds()) || s.view(2).Turn() {
		t.Error("no choices for a wish list")
	}
}

// Every line that a view offers is legal, and every legal line is offered.
func TestViewOffersWhatIsLegal(t *testing.T) {
	rng := newRand(6)
	for game := range effort.N(300) {
		var s games.State = begin(t, minSeats+game%3, uint64(game))
		for s.Result() == nil {
			seat := pickOne(rng, s.ToAct())
			if got, want := linesOf(s.View(seat).(View)), s.Legal(seat); !slices.Equal(got, want) {
				t.Fatalf("offered %v, legal are %v", got, want)
			}
			s = randomStep(t, s, rng)
		}
	}
}

// linesOf lists the lines that a view offers, in the order of Legal.
func linesOf(v View) []string {
	var lines []string
	for _, c := range v.Choices() {
		if c.Why == nil {
			lines = append(lines, c.Line)
		}
	}
	if uses := v.Uses(); v.Phase == PhaseAct {
		slices.SortStableFunc(uses, func(a, b Use) int { return int(a.Kind) - int(b.Kind) })
		for i, u := range uses {
			if i > 0 && uses[i-1].Kind == u.Kind {
				continue
			}
			for _, s := range u.Steps {
				lines = append(lines, s.Line)
			}
		}
		lines = append(lines, doneWord)
	}
	if stakes, ok := v.Stakes(); ok {
		hand := sumCards(stakes.Cards)
		for _, p := range allLines().bid {
			if hand.has(p.cards) && (!stakes.Lone || p.cards.size() < 2) {
				lines = append(lines, p.line)
			}
		}
	}
	return lines
}

func TestViewOfQuests(t *testing.T) {
	s := act(t, inOrder, sketch{at: "dwarf-caves", picked: "Q Q P", hand: "S1 S2 D1 D1 D2 D3 B1", adventures: "dwarf-treasure book-of-wisdom wild-boar"})
	v := s.view(1)
	quest := v.Uses()[0]
	var lines []string
	for _, step := range quest.Steps {
		line := step.Line
		if step.Best {
			line += " *"
		}
		lines = append(lines, line)
	}
	want := []string{
		"Q dwarf-treasure S1 D2 *", "Q dwarf-treasure S1 D1 D1", "Q dwarf-treasure S1 D3",
		"Q dwarf-treasure S2 D2", "Q dwarf-treasure S2 D1 D1", "Q dwarf-treasure S2 D3",
	}
	slices.Sort(want)
	got := slices.Sorted(slices.Values(lines))
	if !slices.Equal(got, want) || lines[0] != "Q dwarf-treasure S1 D2 *" {
		t.Errorf("quests %v, want %v", lines, want)
	}
	errands := v.Errands()
	if len(errands) != 3 || !errands[0].Here || len(errands[0].Payments) != 6 || errands[0].Missing != nil {
		t.Errorf("dwarf-treasure: %+v", errands[0])
	}
	if e := errands[1]; !e.Here || e.Payments != nil || !reflect.DeepEqual(e.Missing, []Lack{{Book, 2}}) {
		t.Errorf("book-of-wisdom: %+v", e)
	}
	if e := errands[2]; e.Here || len(e.Payments) == 0 || !slices.Equal(codesOf(e.Payments[0]), []string{"S1", "D1"}) {
		t.Errorf("wild-boar: %+v", e)
	}
}

func TestViewOfCircle(t *testing.T) {
	s := act(t, valley3, sketch{picked: "P"}, sketch{at: "hidden-valley"}, sketch{at: "hidden-valley"})
	spots := s.view(1).Circle()
	if spots[3].Place.String() != "hidden-valley" || !slices.Equal(spots[3].Knights, []games.Seat{2, 3}) || spots[3].Distance != 3 || spots[3].Line != "P hidden-valley" {
		t.Errorf("%+v", spots[3])
	}
	if spots[0].Line != "" || spots[0].Why.Key != horseStays.Key || spots[4].Line != "" || spots[4].Why.Key != horseFar.Key || spots[3].Why != nil || spots[4].Distance != 4 || spots[7].Distance != 1 {
		t.Errorf("%+v", spots)
	}
	for _, spot := range s.view(2).Circle() {
		if spot.Line != "" || spot.Why != nil {
			t.Errorf("seat 2 may %s", spot.Line)
		}
	}
}

// Used cards leave the picks but not what was chosen this round.
func TestViewOfChosen(t *testing.T) {
	s := act(t, inOrder, sketch{picked: "ES P T"})
	v := play(t, s, 1, "ES 2").view(2)
	if got := strings.Join(codesOf(v.Chosen[0]), " "); got != "ES P T" || len(v.Seats[0].Picked) != 2 {
		t.Errorf("chosen %s, picked %v", got, v.Seats[0].Picked)
	}
}

func TestVeil(t *testing.T) {
	s := joust(t, "S2 L1", "S3")
	after := play(t, s, 1, "bid S2 L1")
	for viewer, want := range map[games.Seat]string{1: "bid S2 L1", 2: "bid ?", games.Spectator: "bid ?", games.Omniscient: "bid S2 L1"} {
		if got := after.Veil(viewer, 1, s, "bid S2 L1"); got != want {
			t.Errorf("%d reads %q, want %q", viewer, got, want)
		}
		if got := after.Veil(viewer, 1, s, "pick T"); got != "pick T" {
			t.Errorf("%d reads %q", viewer, got)
		}
	}
	nothing := play(t, s, 1, "bid")
	if got := nothing.Veil(2, 1, s, "bid"); got != "bid ?" {
		t.Errorf("a bid of nothing reads %q", got)
	}
	earlier := *s
	earlier.round = 1
	if got := after.Veil(2, 1, &earlier, "bid S1"); got != "bid S1" {
		t.Errorf("a bid of the round before reads %q", got)
	}
	over := mustResign(t, mustResign(t, mustResign(t, after, 2), 3), 4)
	if got := over.Veil(2, 1, s, "bid S2 L1"); got != "bid S2 L1" {
		t.Errorf("after the end a bid reads %q", got)
	}
}

func TestPicture(t *testing.T) {
	s := play(t, joust(t, "S2 L1", "S3"), 1, "bid S2")
	text := fmt.Sprint(s.View(games.Spectator))
	for _, want := range []string{"Round 2, tourney", "1 hidden-valley", "[1 Lancelot]", "hand ? ?", "bid ?", "P×4", "S1 1 1"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if lines := strings.Count(text, "\n"); lines > 30 {
		t.Errorf("%d lines", lines)
	}
	if text := fmt.Sprint(s.View(games.Omniscient)); !strings.Contains(text, "bid S2") || strings.Contains(text, "?") {
		t.Errorf("open:\n%s", text)
	}
	if !json.Valid([]byte(encode(t, s.View(games.Omniscient)))) {
		t.Error("no JSON")
	}
}
