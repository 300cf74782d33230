package twin

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/effort"
)

// Plays are random games of a ruleset with hidden parts. They test the conditions that every such
// ruleset must meet and, by Look, the conditions of this ruleset.
type Plays struct {
	Rules games.Ruleset
	Games int // games for each number of seats

	// Setup returns the setup of a game, apart from its seats and its seed; nil for no more.
	Setup func(game int) games.Setup

	// Words are words of the notation. Any line of them is played or refused with a sentence
	// that has all arguments of the refusal, by the sentences of the ruleset.
	Words     []string
	Sentences map[string]string

	// Look checks a state in which an action of a seat is about to be played; "" at the end.
	Look func(t testing.TB, rng *rand.Rand, s games.State, seat games.Seat, action string)
}

// Run plays the games and replays some of them.
func (p Plays) Run(t *testing.T) {
	for _, seats := range p.Rules.Info().Seats {
		t.Run(fmt.Sprint(seats), func(t *testing.T) {
			t.Parallel()
			for game := range effort.N(p.Games) {
				rng := rand.New(rand.NewPCG(uint64(seats), uint64(game)))
				setup := games.Setup{}
				if p.Setup != nil {
					setup = p.Setup(game)
				}
				setup.Seats, setup.Seed = seats, randomSeed(rng)
				s := mustBegin(t, p.Rules, setup)
				side := p.play(t, rng, Side{Setup: setup, State: s}, game%5 == 0)
				if game%20 == 0 {
					fixed := setup
					fixed.Seed, fixed.Fixed = nil, side.State.(games.HiddenState).Decided()
					p.replay(t, setup, side)
					p.replay(t, fixed, side)
				}
			}
		})
	}
}

func mustBegin(t testing.TB, rules games.Ruleset, setup games.Setup) games.State {
	t.Helper()
	s, err := rules.New(setup)
	if err != nil {
		t.Fatalf("%+v: %v", setup, err)
	}
	return s
}

// play plays a game to its end; seats leave it now and then, and return.
func (p Plays) play(t testing.TB, rng *rand.Rand, side Side, leave bool) Side {
	t.Helper()
	for side.State.Result() == nil {
		s := side.State
		act := s.ToAct()
		seat := act[rng.IntN(len(act))]
		legal := s.Legal(seat)
		action := legal[rng.IntN(len(legal))]
		p.Look(t, rng, s, seat, action)
		if rng.IntN(60) == 0 {
			p.ask(t, rng, side, seat, action)
		}
		next, text, err := s.Apply(seat, action)
		if leave && rng.IntN(60) == 0 {
			seat, action, text = games.Seat(1+rng.IntN(side.Setup.Seats)), Resign, Resign
			if next, err = s.Resign(seat); err != nil {
				action, text = "return", "return"
				next, err = PlayStep(s, seat, action)
			}
		}
		if err != nil || text != action {
			t.Fatalf("%d: “%s” is played as “%s”, %v in\n%s", seat, action, text, err, s.View(games.Omniscient))
		}
		side = side.step(next, seat, action)
	}
	p.Look(t, rng, side.State, 0, "")
	if s := side.State.(games.HiddenState); s.ToAct() != nil || s.Default(1) != "" || s.Determinize(1, rng) != s {
		t.Fatalf("a game goes on after its end: %v", s.View(games.Omniscient))
	}
	return side
}

// roller is a state with rollouts.
type roller interface {
	Rollout(rng *rand.Rand, values []float64)
	Quick(seat games.Seat, rng *rand.Rand) string
}

// ask calls every method of a state, which must not change it; it plays default actions, and plays
// on from states that a viewer may imagine.
func (p Plays) ask(t testing.TB, rng *rand.Rand, side Side, seat games.Seat, action string) {
	t.Helper()
	s := side.State.(games.HiddenState)
	before := encode(t, s, games.Omniscient)
	for _, other := range s.ToAct() {
		if _, _, err := s.Apply(other, s.Default(other)); err != nil {
			t.Fatalf("%d: the default “%s”: %v", other, s.Default(other), err)
		}
	}
	if _, _, err := s.Apply(games.Seat(side.Setup.Seats+1), action); !errors.Is(err, games.ErrNotYourTurn) {
		t.Fatalf("a seat that is not there plays: %v", err)
	}
	if _, fit, err := s.Stage(seat, []string{action}); fit != 1 || err != nil {
		t.Fatalf("%d looks ahead at “%s”: %v", seat, action, err)
	}
	s.Tell(games.Omniscient, seat, action)
	for range 20 {
		line := action
		if rng.IntN(3) > 0 {
			line = p.Words[rng.IntN(len(p.Words))]
		}
		for range 1 + rng.IntN(4) {
			line += " " + p.Words[rng.IntN(len(p.Words))]
		}
		_, _, err := s.Apply(seat, line)
		p.checkRefusal(t, line, err)
	}
	viewer := randomViewer(rng, side.Setup.Seats)
	imagined := s.Determinize(viewer, rng)
	if encode(t, imagined, viewer) != encode(t, s, viewer) {
		t.Fatalf("%d imagines\n%s\nand sees\n%s", viewer, imagined.View(viewer), s.View(viewer))
	}
	if r, ok := imagined.(roller); ok && imagined.Result() == nil {
		values, sum := make([]float64, side.Setup.Seats), 0.
		r.Rollout(rng, values)
		for _, v := range values {
			sum += v
		}
		if math.Abs(sum-1) > 1e-9 || slices.Min(values) < 0 {
			t.Fatalf("chances to win: %v", values)
		}
		quick := r.Quick(imagined.ToAct()[0], rng)
		if _, _, err := imagined.Apply(imagined.ToAct()[0], quick); err != nil {
			t.Fatalf("a quick choice, “%s”: %v", quick, err)
		}
	}
	for range 5 {
		if imagined.Result() != nil {
			break
		}
		other := imagined.ToAct()[0]
		legal := imagined.Legal(other)
		line := legal[rng.IntN(len(legal))]
		p.Look(t, rng, imagined, other, line)
		next, _, err := imagined.Apply(other, line)
		if err != nil {
			t.Fatalf("%d: “%s”: %v", other, line, err)
		}
		imagined = next
	}
	if after := encode(t, s, games.Omniscient); before != after {
		t.Fatalf("a state was\n%s\nand is\n%s", before, after)
	}
}

func (p Plays) checkRefusal(t testing.TB, line string, err error) {
	t.Helper()
	var why *games.Illegal
	if !errors.As(err, &why) {
		return
	}
	sentence, ok := p.Sentences[why.Key]
	for name := range why.Args {
		ok = ok && strings.Contains(sentence, "{"+name+"}")
	}
	if !ok || why.Rule == "" || why.Text == "" || strings.ContainsAny(why.Text, "{}") {
		t.Fatalf("“%s” is refused by %+v", line, why)
	}
}

// replay plays the steps of a side again and expects the same states.
func (p Plays) replay(t testing.TB, setup games.Setup, want Side) {
	t.Helper()
	s := mustBegin(t, p.Rules, setup)
	for i, step := range want.Past {
		if a, b := encode(t, s, games.Omniscient), encode(t, step.Before, games.Omniscient); a != b {
			t.Fatalf("step %d of a replay is\n%s\nwant\n%s", i, a, b)
		}
		next, err := PlayStep(s, step.Seat, step.Action)
		if err != nil {
			t.Fatalf("step %d of a replay: “%s”: %v", i, step.Action, err)
		}
		s = next
	}
	a, b := s.(games.HiddenState).Decided(), want.State.(games.HiddenState).Decided()
	if !reflect.DeepEqual(a, b) || !reflect.DeepEqual(s.Result(), want.State.Result()) {
		t.Fatalf("a replay ends with %+v and %v, want %+v and %v", s.Result(), a, want.State.Result(), b)
	}
}

func encode(t testing.TB, s games.State, viewer games.Seat) string {
	t.Helper()
	return Encode(t, s.View(viewer))
}

// FuzzText plays any text in one of the states, and reads it as orders. The text must be refused
// with a complete refusal, or have a canonical text with the same effect. A line that is posted for
// orders must be legal.
func FuzzText(f *testing.F, states []games.State, texts ...string) {
	for i, s := range states {
		for _, text := range slices.Concat(s.Legal(s.ToAct()[0]), texts) {
			f.Add(uint8(i), text)
		}
	}
	whole := func(t *testing.T, text string, err error) {
		var e *games.Illegal
		if errors.As(err, &e) && (e.Key == "" || e.Rule == "" || e.Text == "") {
			t.Fatalf("%q is refused by %+v", text, e)
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, text string) {
		s := states[int(which)%len(states)].(games.HiddenState)
		before := encode(t, s, games.Omniscient)
		for _, seat := range append(s.ToAct(), 0, 9) {
			next, line, err := s.Apply(seat, text)
			if whole(t, text, err); err != nil {
				continue
			}
			again, same, err := s.Apply(seat, line)
			if err != nil || same != line || encode(t, again, games.Omniscient) != encode(t, next, games.Omniscient) {
				t.Fatalf("%q is %q, which is %q, %v", text, line, same, err)
			}
			s.Tell(games.Spectator, seat, text)
			next.(games.HiddenState).Veil(games.Spectator, seat, s, line)
			if _, fit, err := s.Stage(seat, []string{text, line, text}); fit == 0 {
				t.Fatalf("looking ahead at %q: %v", text, err)
			}
		}
		if after := encode(t, s, games.Omniscient); before != after {
			t.Fatalf("%q changes the state in which it is played", text)
		}
		fuzzOrders(t, s, text, whole)
	})
}

func fuzzOrders(t *testing.T, s games.HiddenState, text string, whole func(*testing.T, string, error)) {
	seat := s.ToAct()[0]
	canonical, err := s.ReadOrders(seat, text)
	if whole(t, text, err); err != nil {
		return
	}
	if again, err := s.ReadOrders(seat, canonical); again != canonical || err != nil {
		t.Fatalf("%q is %q, which is %q, %v", text, canonical, again, err)
	}
	p, ok := s.Follow(func(games.Seat) string { return canonical })
	if !ok {
		return
	}
	next, line, err := s.Apply(p.Seat, p.Action)
	if err != nil || line != p.Action {
		t.Fatalf("%q posts %q: %q, %v", canonical, p.Action, line, err)
	}
	if _, err := next.(games.HiddenState).ReadOrders(p.Seat, p.Orders); err != nil {
		t.Fatalf("%q leaves %q, which is refused: %v", canonical, p.Orders, err)
	}
}

// Benchmark plays whole games at random, and measures single calls in a state; the look-aheads go
// through the list.
func Benchmark(b *testing.B, rules games.Ruleset, s games.State, list ...string) {
	seat, rng := s.ToAct()[0], rand.New(rand.NewPCG(1, 1))
	line := s.Legal(seat)[0]
	calls := map[string]func(){
		"apply": func() { _, _, _ = s.Apply(seat, line) },
		"legal": func() { s.Legal(seat) },
		"view":  func() { s.View(seat) },
		"json":  func() { encode(b, s, seat) },
		"stage": func() { _, _, _ = s.(games.HiddenState).Stage(seat, list) },
		"deal":  func() { s.Determinize(seat, rng) },
	}
	if r, ok := s.(roller); ok {
		calls["rollout"] = func() { r.Rollout(rng, make([]float64, 8)) }
	}
	for _, seats := range rules.Info().Seats {
		calls[fmt.Sprint("game/", seats)] = func() {
			for s := mustBegin(b, rules, games.Setup{Seats: seats, Seed: randomSeed(rng)}); s.Result() == nil; {
				act := s.ToAct()
				seat := act[rng.IntN(len(act))]
				legal := s.Legal(seat)
				s, _, _ = s.Apply(seat, legal[rng.IntN(len(legal))])
			}
		}
	}
	for name, call := range calls {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				call()
			}
		})
	}
}
