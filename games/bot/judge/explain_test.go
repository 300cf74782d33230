package judge

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tableronde/games"
	"tableronde/games/bot"
	"tableronde/games/bot/lab/waits"
	"tableronde/games/effort"
	"tableronde/games/knizia"
	"tableronde/games/kutschke"
	"tableronde/games/shannon"
	"tableronde/games/twin"
)

func cardRulesets() []games.Ruleset {
	return slices.Concat(knizia.Rulesets(), kutschke.Rulesets(), shannon.Rulesets())
}

// In games of the sensible players, every option of a decision at cards has a reason. Where
// the seat's views after the options differ, so do the reasons of some.
func TestOptionsHaveReasonsOfTheirOwn(t *testing.T) {
	for _, rules := range cardRulesets() {
		t.Run(rules.Info().ID, func(t *testing.T) {
			t.Parallel()
			player, _ := bot.PlayerOf(rules.Info().ID)
			rng := rand.New(rand.NewPCG(11, 7))
			decisions, alike := 0, 0
			for n := range max(6, effort.N(20)) {
				seats := rules.Info().Seats[n%len(rules.Info().Seats)]
				s, err := rules.New(games.Setup{Seats: seats, Seed: waits.SeedOf(rng.Uint64())})
				if err != nil {
					t.Fatal(err)
				}
				for moves := 0; s.Result() == nil && moves < 400; moves++ {
					seat := s.ToAct()[0]
					legal := s.Legal(seat)
					if options := someOf(rng, legal); len(options) > 1 {
						decisions++
						if differ(options) && !tellsApart(t, s, seat, options) {
							t.Logf("nothing tells %q apart: %v", options, Explain(s, seat, options)[0])
							alike++
						}
					}
					if s, _, err = s.Apply(seat, player.Choose(s.View(seat), legal, rng)); err != nil {
						t.Fatal(err)
					}
				}
			}
			if decisions < 500 || alike > decisions/100 {
				t.Errorf("of %d decisions %d have options that nothing tells apart", decisions, alike)
			}
		})
	}
}

// someOf returns up to four different actions of a list.
func someOf(rng *rand.Rand, legal []string) []string {
	legal = slices.Clone(legal)
	rng.Shuffle(len(legal), func(i, j int) { legal[i], legal[j] = legal[j], legal[i] })
	return legal[:min(len(legal), 4)]
}

// differ reports whether some actions do not only give other values to one card.
func differ(options []string) bool {
	card := func(action string) string {
		words := strings.Fields(action)
		code, _, _ := strings.Cut(words[min(1, len(words)-1)], "=")
		return code
	}
	return slices.ContainsFunc(options, func(o string) bool { return card(o) != card(options[0]) })
}

// tellsApart fails if an option has no reason, and reports whether the reasons of options that
// lead to different views are not all the same.
func tellsApart(t *testing.T, s games.State, seat games.Seat, options []string) bool {
	t.Helper()
	reasons := Explain(s, seat, options)
	for i, facts := range reasons {
		if len(facts) == 0 {
			t.Fatalf("nothing speaks for %q among %q, in %+v", options[i], options, s.View(seat))
		}
		if len(facts) > 2 {
			t.Fatalf("%q has the reasons %v", options[i], facts)
		}
	}
	return slices.ContainsFunc(reasons, func(facts []games.Fact) bool { return !cmp.Equal(facts, reasons[0]) })
}

// Twins get the same reasons and the same moment, whatever the hidden cards are.
func TestReasonsDoNotPeek(t *testing.T) {
	for _, rules := range cardRulesets() {
		table := twin.Table{Rules: rules}
		for _, seats := range rules.Info().Seats {
			table.Setups = append(table.Setups, games.Setup{Seats: seats})
		}
		t.Run(rules.Info().ID, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(31, 3))
			pairs, different, kinds := 0, 0, map[string]bool{}
			for p, err := range table.Deal(rng) {
				if err != nil {
					t.Fatal(err)
				}
				if p.Viewer == games.Spectator {
					continue
				}
				options := someOf(rng, p.A.State.Legal(p.Viewer))
				if MayPrevent(p.A.State, p.Viewer) {
					options = append(options, "")
				}
				if len(options) == 0 {
					continue
				}
				if pairs++; pairs > max(100, effort.N(400)) {
					break
				}
				if p.Different() {
					different++
				}
				a, b := Explain(p.A.State, p.Viewer, options), Explain(p.B.State, p.Viewer, options)
				if diff := cmp.Diff(a, b); diff != "" {
					t.Fatalf("pair %d, seat %d, options %q (-one deal +other):\n%s", pairs, p.Viewer, options, diff)
				}
				if one, other := Moment(p.A.State.View(p.Viewer)), Moment(p.B.State.View(p.Viewer)); one != other {
					t.Fatalf("pair %d, seat %d: at %+v, or %+v", pairs, p.Viewer, one, other)
				}
				for _, f := range slices.Concat(a...) {
					kinds[strings.Clone(f.Kind)] = true
				}
			}
			if different < pairs/20 || len(kinds) < 10 {
				t.Errorf("of %d pairs %d differ, with %d kinds of reasons", pairs, different, len(kinds))
			}
		})
	}
}
