package judge

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tableronde/games"
	"tableronde/games/bot/lab/waits"
	"tableronde/games/effort"
	"tableronde/games/knizia"
	"tableronde/games/twin"
)

// cardNodes is the number of positions in place of the usual one: a few deals.
const cardNodes = 2_500

// Two deals that differ only in facts hidden from a seat give the same judgment of its action,
// at every number of players. Every option of a judgment is legal.
func TestDecisionsDoNotPeek(t *testing.T) {
	for _, rules := range cardRulesets() {
		table := twin.Table{Rules: rules}
		for _, seats := range rules.Info().Seats {
			table.Setups = append(table.Setups, games.Setup{Seats: seats})
		}
		t.Run(rules.Info().ID, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(31, 2))
			pairs, judged, different := 0, 0, 0
			for p, err := range table.Deal(rng) {
				if err != nil {
					t.Fatal(err)
				}
				if pairs++; pairs%50 == 1 { // not of all, as it takes long
					if a, b := mustExpect(t, rules, p.A.State, p.Viewer), mustExpect(t, rules, p.B.State, p.Viewer); a != b {
						t.Fatalf("viewer %d can expect %d, or %d in the other deal", p.Viewer, a, b)
					}
				}
				if p.Viewer == games.Spectator || len(p.A.State.Legal(p.Viewer)) < 2 {
					continue
				}
				if judged++; judged > effort.N(200) {
					break
				}
				if p.Different() {
					different++
				}
				legal := p.A.State.Legal(p.Viewer)
				text := legal[rng.IntN(len(legal))]
				a, b := mustDecide(t, rules, p.A.State, p.Viewer, text), mustDecide(t, rules, p.B.State, p.Viewer, text)
				if diff := cmp.Diff(a, b); diff != "" {
					t.Fatalf("pair %d, seat %d (-one deal +other):\n%s", judged, p.Viewer, diff)
				}
			}
			if different < judged/20 {
				t.Errorf("of %d pairs %d differ", judged, different)
			}
		})
	}
}

// mustExpect returns the expected share of a seat with its hand where a game begins, by a few
// deals, and 0 elsewhere. For a spectator it is the share of the average hand of seat 1.
func mustExpect(t *testing.T, rules games.Ruleset, s games.State, viewer games.Seat) int {
	t.Helper()
	start, err := Start(rules.Info().ID, s, 0, 5, cardNodes, nil)
	if err != nil {
		t.Fatal(err)
	}
	switch {
	case start == nil || start.Hands == nil:
		return 0
	case viewer == games.Spectator:
		return start.Average[0]
	}
	return start.Hands[viewer-1]
}

// Doing nothing where a seat could prevent something is judged like an action; where there is
// nothing to prevent, it is an error.
func TestPassesAreJudged(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	judged := 0
	for seed := byte(1); judged < 3; seed++ {
		s, err := knizia.Rulesets()[0].New(games.Setup{Seats: 3, Seed: waits.SeedOf(uint64(seed))})
		if err != nil {
			t.Fatal(err)
		}
		for s.Result() == nil && judged < 3 {
			for seat := games.Seat(1); seat <= 3; seat++ {
				d, err := Decision("knizia", s, seat, "", 5, cardNodes, nil)
				if may := MayPrevent(s, seat); may != (err == nil) {
					t.Fatalf("seat %d, which may prevent something: %t, is judged %+v, %v", seat, may, d, err)
				} else if may {
					judged++
					if texts := []string{d.Options[0].Text, d.Options[1].Text}; len(d.Options) != 2 || !slices.Contains(texts, "") || !slices.Contains(texts, "lancelot") || d.Played().Text != "" {
						t.Errorf("the options are %+v", d.Options)
					}
				}
			}
			seat := s.ToAct()[0]
			legal := s.Legal(seat)
			if s, _, err = s.Apply(seat, legal[rng.IntN(len(legal))]); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// Where a game begins, some hands promise more than average ones.
func TestLuckOfTheDeal(t *testing.T) {
	for _, rules := range cardRulesets() {
		t.Run(rules.Info().ID, func(t *testing.T) {
			t.Parallel()
			different := false
			for seed := range uint64(4) {
				s, err := rules.New(games.Setup{Seats: 3, Seed: waits.SeedOf(seed)})
				if err != nil {
					t.Fatal(err)
				}
				start, err := Start(rules.Info().ID, s, 0, 5, 20*cardNodes, nil)
				for ; start == nil && err == nil; start, err = Start(rules.Info().ID, s, 0, 5, 20*cardNodes, nil) {
					seat := s.ToAct()[0]
					if s, _, err = s.Apply(seat, s.Legal(seat)[0]); err != nil {
						t.Fatal(err)
					}
				}
				if err != nil || start.Number != 1 || len(start.Average) != 3 || len(start.Hands) != 3 {
					t.Fatalf("Start = %+v, %v", start, err)
				}
				for i, share := range start.Hands {
					different = different || share > start.Average[i]+1
				}
				if again, err := Start(rules.Info().ID, s, 1, 5, cardNodes, nil); again != nil || err != nil {
					t.Errorf("the round begins twice: %+v, %v", again, err)
				}
			}
			if !different {
				t.Error("all deals are equally good")
			}
		})
	}
}

// decision is a judgment without its methods.
type decision struct {
	Text    string
	Deals   int
	Options []string
	Shares  []int
}

func mustDecide(t *testing.T, rules games.Ruleset, s games.State, seat games.Seat, text string) decision {
	t.Helper()
	d, err := Decision(rules.Info().ID, s, seat, text, 5, cardNodes, nil)
	if err != nil {
		t.Fatal(err)
	}
	out := decision{Text: d.Text, Deals: d.Deals}
	for i, o := range d.Options {
		if o.Share < 0 || o.Share > 100 || i > 0 && o.Share > d.Options[i-1].Share {
			t.Fatalf("options %+v", d.Options)
		}
		if o.Text != "" {
			if _, _, err := s.Apply(seat, o.Text); err != nil {
				t.Fatal(err)
			}
		}
		out.Options, out.Shares = append(out.Options, o.Text), append(out.Shares, o.Share)
	}
	if len(d.Options) > 0 && !slices.Contains(out.Options, text) {
		t.Fatalf("%s is not among %v", text, out.Options)
	}
	return out
}

// A decision without a choice is not compared with others, and a game of boards has none.
func TestNoDecision(t *testing.T) {
	s, err := knizia.Rulesets()[0].New(games.Setup{Seed: waits.SeedOf(1)})
	if err != nil {
		t.Fatal(err)
	}
	seat := s.ToAct()[0]
	if d, err := Decision("knizia", s, seat, "nothing", 1, cardNodes, nil); err == nil {
		t.Errorf("an action that is not legal: %+v", d)
	}
	for len(s.Legal(seat)) > 1 {
		if s, _, err = s.Apply(seat, s.Legal(seat)[0]); err != nil {
			t.Fatal(err)
		}
		seat = s.ToAct()[0]
	}
	if d, err := Decision("knizia", s, seat, s.Legal(seat)[0], 1, cardNodes, nil); err != nil || len(d.Options) > 0 || d.Seat != seat {
		t.Errorf("a forced action: %+v, %v", d, err)
	}
	if _, err := Decision("cam", s, seat, s.Legal(seat)[0], 1, cardNodes, nil); err == nil {
		t.Error("a game of boards has decisions of cards")
	}
}
