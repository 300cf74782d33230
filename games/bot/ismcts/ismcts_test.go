package ismcts_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"tableronde/games"
	"tableronde/games/bot/ismcts"
	"tableronde/games/bot/seen"
	"tableronde/games/effort"
	"tableronde/games/knizia"
	"tableronde/games/kutschke"
	"tableronde/games/shannon"
)

// rollers are the games whose states play on by themselves.
func rollers() []games.Ruleset { return slices.Concat(knizia.Rulesets(), shannon.Rulesets()) }

func seedOf(n uint64) *games.Seed { return &games.Seed{byte(n), byte(n >> 8)} }

// TestRollouts plays on from states of random games: the values are shares of one game, the
// state stays unchanged, and the same random numbers give the same values.
func TestRollouts(t *testing.T) {
	for _, rules := range rollers() {
		for n := range uint64(effort.N(60)) + 8 {
			seats := rules.Info().Seats[int(n)%len(rules.Info().Seats)]
			s, err := rules.New(games.Setup{Seats: seats, Seed: seedOf(n)})
			if err != nil {
				t.Fatal(err)
			}
			rng := rand.New(rand.NewPCG(n, 1))
			for s.Result() == nil {
				if rng.IntN(8) == 0 {
					checkRollout(t, s, seats, rng.Uint64())
				}
				seat := s.ToAct()[rng.IntN(len(s.ToAct()))]
				legal := s.Legal(seat)
				if s, _, err = s.Apply(seat, legal[rng.IntN(len(legal))]); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// TestQuickChoicesAreLegal asks in states of random games for the choice of a rollout, and for
// the actions worth trying.
func TestQuickChoicesAreLegal(t *testing.T) {
	for _, rules := range rollers() {
		shorter := 0
		for n := range uint64(effort.N(40)) + 4 {
			s, err := rules.New(games.Setup{Seats: rules.Info().Seats[int(n)%len(rules.Info().Seats)], Seed: seedOf(n)})
			if err != nil {
				t.Fatal(err)
			}
			rng := rand.New(rand.NewPCG(n, 4))
			for s.Result() == nil {
				seat := s.ToAct()[rng.IntN(len(s.ToAct()))]
				legal, worth := s.Legal(seat), ismcts.Worthwhile(s, seat)
				if len(worth) < len(legal) {
					shorter++
				}
				if len(worth) == 0 || slices.ContainsFunc(worth, func(a string) bool { return !slices.Contains(legal, a) }) {
					t.Fatalf("%s: worth a thought are %q of %q", rules.Info().ID, worth, legal)
				}
				if _, _, err := s.Apply(seat, ismcts.Quick(s, seat, rng)); err != nil {
					t.Fatalf("%s: %v", rules.Info().ID, err)
				}
				if expected := ismcts.Expect(s, seat, rng); expected != "" {
					if _, _, err := s.Apply(seat, expected); err != nil {
						t.Fatalf("%s: %v", rules.Info().ID, err)
					}
				}
				if s, _, err = s.Apply(seat, legal[rng.IntN(len(legal))]); err != nil {
					t.Fatal(err)
				}
			}
		}
		if (shorter > 0) != (rules.Info().ID == "shannon") {
			t.Errorf("%s: %d shorter lists", rules.Info().ID, shorter)
		}
	}
}

func checkRollout(t *testing.T, s games.State, seats int, seed uint64) {
	t.Helper()
	before := s.View(games.Omniscient)
	var values [2][6]float64
	for i := range values {
		rng := rand.New(rand.NewPCG(seed, 2))
		s.(ismcts.Roller).Rollout(rng, values[i][:])
	}
	sum := 0.0
	for i, v := range values[0] {
		if v < 0 || v > 0 && i >= seats {
			t.Fatalf("values %v of %d seats", values[0], seats)
		}
		sum += v
	}
	if math.Abs(sum-1) > 1e-9 || values[0] != values[1] {
		t.Fatalf("values %v, then %v", values[0], values[1])
	}
	if after := s.View(games.Omniscient); !reflect.DeepEqual(before, after) {
		t.Fatalf("a rollout changes its state:\n%+v\n%+v", before, after)
	}
}

// TestSearchRepeats searches twice with one seed, and once with another.
func TestSearchRepeats(t *testing.T) {
	for _, rules := range slices.Concat(rollers(), kutschke.Rulesets()) {
		s, err := rules.New(games.Setup{Seed: seedOf(7)})
		if err != nil {
			t.Fatal(err)
		}
		for len(s.ToAct()) > 1 || len(s.Legal(s.ToAct()[0])) < 3 {
			if s, _, err = s.Apply(s.ToAct()[0], s.Legal(s.ToAct()[0])[0]); err != nil {
				t.Fatal(err)
			}
		}
		seat := seen.From(s, s.ToAct()[0])
		var found [3]ismcts.Found
		for i := range found {
			search := ismcts.New(ismcts.Options{Seed: uint64(i / 2), Playout: ismcts.Roll, Widen: true})
			if found[i], err = search.Choose(seat, ismcts.Limits{Iterations: 60}); err != nil {
				t.Fatal(err)
			}
		}
		if !reflect.DeepEqual(found[0], found[1]) || found[0].Iterations != 60 || found[0].Depth < 1 {
			t.Errorf("%s: %+v, then %+v", rules.Info().ID, found[0], found[1])
		}
		if reflect.DeepEqual(found[0], found[2]) {
			t.Errorf("%s: another seed finds the same: %+v", rules.Info().ID, found[2])
		}
	}
}

// urn is a game of one decision: each of two seats names a card at once; the hidden one is
// 3 in a third of the deals, else 5. Naming the hidden card wins against another answer.
type urn struct {
	games.State
	hidden string
	named  [2]string
}

func (u *urn) ToAct() (seats []games.Seat) {
	for i, n := range u.named {
		if n == "" {
			seats = append(seats, games.Seat(i+1))
		}
	}
	return seats
}

func (u *urn) Legal(seat games.Seat) []string {
	if u.named[seat-1] != "" {
		return nil
	}
	legal := []string{"1", "3", "5"}
	if u.hidden == "3" {
		legal = []string{"3", "5"} // 1 is available in some deals only
	}
	return legal
}

func (u *urn) Apply(seat games.Seat, action string) (games.State, string, error) {
	next := *u
	next.named[seat-1] = action
	return &next, action, nil
}

func (u *urn) View(games.Seat) games.View { return nil }

func (u *urn) Determinize(_ games.Seat, rng *rand.Rand) games.State {
	next := *u
	if next.hidden = "5"; rng.IntN(3) == 0 {
		next.hidden = "3"
	}
	return &next
}

func (u *urn) Result() *games.Result {
	if len(u.ToAct()) > 0 {
		return nil
	}
	r := &games.Result{}
	for i, n := range u.named {
		if n == u.hidden {
			r.Winners = append(r.Winners, games.Seat(i+1))
		}
	}
	return r
}

// TestDealsDecide checks that the search names the card that is likelier by the deals, and
// tries the suggested action first.
func TestDealsDecide(t *testing.T) {
	options := ismcts.Options{Seed: 3, Playout: ismcts.PlayAtRandom}
	options.Answer = func(games.State, games.Seat, []string, *rand.Rand) string { return "1" }
	seat := seen.From(&urn{hidden: "5"}, 1)
	f, err := ismcts.New(options).Choose(seat, ismcts.Limits{Iterations: 400})
	if err != nil || f.Action != "5" || math.Abs(f.Value-2./3) > 0.1 {
		t.Errorf("%+v, %v", f, err)
	}
	options.Suggest = func(games.View, []string, *rand.Rand) []string { return []string{"3 and 5", "1"} }
	if f, err = ismcts.New(options).Choose(seat, ismcts.Limits{Iterations: 1}); err != nil || f.Action != "3 and 5" {
		t.Errorf("what is suggested is not tried first: %+v, %v", f, err)
	}
}

// TestActionsMeetTheSameDeals compares two actions of which one wins in every deal. Tried in
// the same deals, they win the whole, except the first deal, which is played on at random.
func TestActionsMeetTheSameDeals(t *testing.T) {
	for seed := range uint64(5) {
		options := ismcts.Options{Seed: seed, Playout: ismcts.PlayAtRandom}
		options.Answer = func(games.State, games.Seat, []string, *rand.Rand) string { return "1" }
		list := ismcts.New(options).Compare(seen.From(&urn{hidden: "5"}, 1), []string{"3", "5"}, ismcts.Limits{Iterations: 102})
		if len(list) != 2 || list[0].Action != "5" || math.Abs(list[0].Value+list[1].Value-1) > 1./51 || list[0].Visits != 51 {
			t.Errorf("seed %d: %+v", seed, list)
		}
	}
}

// TestDoubtKeepsTheSuggestion searches with a suggestion that is worse than another action.
func TestDoubtKeepsTheSuggestion(t *testing.T) {
	for doubt, want := range map[float64]string{0: "5", 0.1: "5", 50: "3"} {
		options := ismcts.Options{Seed: 3, Playout: ismcts.PlayAtRandom, Doubt: doubt}
		options.Answer = func(games.State, games.Seat, []string, *rand.Rand) string { return "1" }
		options.Suggest = func(games.View, []string, *rand.Rand) []string { return []string{"3"} }
		f, err := ismcts.New(options).Choose(seen.From(&urn{hidden: "5"}, 1), ismcts.Limits{Iterations: 400})
		if err != nil || f.Action != want {
			t.Errorf("with a doubt of %v %+v, %v", doubt, f, err)
		}
	}
}

// guess is a game of two decisions: seat 1 stakes, or keeps half; then seat 2 wins if it
// takes, and loses the stake if it gives.
type guess struct {
	games.State
	said []string
}

func (g *guess) ToAct() []games.Seat {
	if g.Result() != nil {
		return nil
	}
	return []games.Seat{games.Seat(len(g.said) + 1)}
}

func (g *guess) Legal(seat games.Seat) []string {
	switch {
	case int(seat) != len(g.said)+1:
		return nil
	case seat == 1:
		return []string{"keep", "stake"}
	}
	return []string{"give", "take"}
}

func (g *guess) Apply(_ games.Seat, action string) (games.State, string, error) {
	return &guess{said: append(slices.Clone(g.said), action)}, action, nil
}

func (g *guess) Determinize(games.Seat, *rand.Rand) games.State { return g }

func (g *guess) Result() *games.Result {
	switch {
	case len(g.said) > 0 && g.said[0] == "keep":
		return &games.Result{Winners: []games.Seat{1, 2}}
	case len(g.said) < 2:
		return nil
	case g.said[1] == "give":
		return &games.Result{Winners: []games.Seat{1}}
	}
	return &games.Result{Winners: []games.Seat{2}}
}

// TestOthersDoWhatIsExpected stakes against a seat that is expected to give, and not against
// one that takes its best action.
func TestOthersDoWhatIsExpected(t *testing.T) {
	for expected, want := range map[string]string{"give": "stake", "take": "keep", "": "keep"} {
		options := ismcts.Options{Seed: 3, Playout: ismcts.PlayAtRandom}
		options.Expect = func(games.State, games.Seat, *rand.Rand) string { return expected }
		f, err := ismcts.New(options).Choose(seen.From(&guess{}, 1), ismcts.Limits{Iterations: 400})
		if err != nil || f.Action != want {
			t.Errorf("a seat that is expected to %q: %+v, %v", expected, f, err)
		}
	}
}

// TestSearchRefuses asks for a seat that has nothing to do.
func TestSearchRefuses(t *testing.T) {
	seat := seen.From(&urn{hidden: "5", named: [2]string{"3", ""}}, 1)
	search := ismcts.New(ismcts.Options{Playout: ismcts.PlayAtRandom})
	if f, err := search.Choose(seat, ismcts.Limits{Iterations: 1}); err == nil {
		t.Errorf("%+v", f)
	}
}

// BenchmarkPlayouts plays on from the deal: at random through texts to the end of the game
// and by Rollout.
func BenchmarkPlayouts(b *testing.B) {
	for _, rules := range rollers() {
		s, err := rules.New(games.Setup{Seats: 4, Seed: seedOf(3)})
		if err != nil {
			b.Fatal(err)
		}
		for name, play := range map[string]func(games.State, *rand.Rand, []float64){"texts": ismcts.PlayAtRandom, "rollout": ismcts.Roll} {
			b.Run(rules.Info().ID+"/"+name, func(b *testing.B) {
				rng := rand.New(rand.NewPCG(1, 1))
				var values [6]float64
				b.ReportAllocs()
				for b.Loop() {
					play(s, rng, values[:])
				}
			})
		}
	}
}
