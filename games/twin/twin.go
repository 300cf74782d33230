// Package twin tests that a game of hidden cards keeps them hidden.
//
// Twins are two states that differ only in facts hidden from one viewer. All that the viewer
// can get from the one, it must get from the other, to the byte. This covers views, lists of
// legal actions, the veiled log, the story, staged views, the texts of refusals, and the
// postings of the server. A Table makes pairs of twins out of random games, Check compares the
// twins of a pair, and Run does both, for the tests of a ruleset.
//
// There are three ways to make pairs. Deal lets the ruleset deal again the cards hidden from
// the viewer. It then plays both twins on, with different actions of others as long as the
// viewer cannot notice. Replay changes the order of the decks and the other results of chance
// of a match, and plays it again. Each twin is then the end of a match with a setup and a log
// of its own. Part makes a seat choose differently when several seats decide in secret; half
// of its twins are the ends of such matches.
package twin

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tableronde/games"
)

// Table describes a game for which to make twins.
type Table struct {
	Rules games.Ruleset

	// Setups are played equally often. A setup without a seed gets a new one for every
	// game.
	Setups []games.Setup

	// Openings are games already begun, for states that random games seldom reach. Each
	// is played as often as each of the Setups.
	Openings []Opening

	// Choices are openings that lead to a state in which several seats decide at once.
	// Part plays only these, if there are any.
	Choices []Opening

	// Orders returns advance orders that a seat might give in a state, not necessarily
	// canonical or valid; nil if the game has none.
	Orders func(rng *rand.Rand, s games.State, seat games.Seat) string

	// Shows reports whether a viewer may see all of a fact, by the rules: a card drawn by the
	// viewer, a hand laid open. Viewers remember it even if views do not show it any more, so
	// states in which it differs are not twins.
	Shows func(viewer games.Seat, f games.Fact) bool

	// Secret reports whether the action of a step is hidden from others, and so from the
	// viewer, in a later state: by the rules, not by Veil, which it tests. It is nil if
	// no seat acts in secret.
	Secret func(viewer games.Seat, now games.State, s Step) bool

	// Auto marks rules by which the server posts for a seat according to its hand, so
	// that others may infer something from it.
	Auto bool
}

// Opening is the beginning of a game: the lines of its record, like "1: pass".
type Opening struct {
	Setup games.Setup
	Lines []string
}

// Pair is two twins.
type Pair struct {
	Rules  games.Ruleset
	Viewer games.Seat // a seat or games.Spectator
	A, B   Side

	dealt bool // they differed when they were made, before they were played on
}

// Side is one of two twins, with its past.
type Side struct {
	Setup games.Setup // that Past begins from; zero if the cards have been dealt again
	Past  []Step
	State games.State
}

// Step is an action of a past, or the word "resign".
type Step struct {
	Before games.State
	Seat   games.Seat
	Action string
}

// Resign is the action of a Step by which a seat leaves.
const Resign = "resign"

// Different reports whether the twins differ for games.Omniscient.
func (p Pair) Different() bool {
	return !reflect.DeepEqual(p.A.State.View(games.Omniscient), p.B.State.View(games.Omniscient))
}

// Replays reports whether each twin is the end of a match with a setup and a log of
// its own.
func (p Pair) Replays() bool { return p.A.Setup.Seed != nil && p.B.Setup.Seed != nil }

// PlayStep plays a step and returns the next state. The action may also be Resign, "return" or
// "default".
func PlayStep(s games.State, seat games.Seat, action string) (games.State, error) {
	switch action {
	case Resign:
		return s.Resign(seat)
	case "return":
		return s.(games.Returner).Return(seat)
	case "default":
		action = s.(games.Defaulter).Default(seat)
	}
	next, _, err := s.Apply(seat, action)
	return next, err
}

// step returns the side after one more action. Sides that share a past must clip it
// first.
func (s Side) step(next games.State, seat games.Seat, action string) Side {
	return Side{Setup: s.Setup, Past: append(s.Past, Step{s.State, seat, action}), State: next}
}

// start begins a random game.
func (t Table) start(rng *rand.Rand) (Side, int, error) {
	var o Opening
	if i := rng.IntN(len(t.Setups) + len(t.Openings)); i < len(t.Setups) {
		o.Setup = t.Setups[i]
	} else {
		o = t.Openings[i-len(t.Setups)]
	}
	if o.Setup.Seed == nil {
		o.Setup.Seed = randomSeed(rng)
	}
	seats := o.Setup.Seats
	if seats == 0 {
		seats = slices.Min(t.Rules.Info().Seats)
	}
	state, err := t.Rules.New(o.Setup)
	if err != nil {
		return Side{}, 0, err
	}
	side := Side{Setup: o.Setup, State: state}
	for _, line := range o.Lines {
		who, action, _ := strings.Cut(line, ": ")
		seat, err := strconv.Atoi(who)
		if err != nil {
			return Side{}, 0, fmt.Errorf("an opening with the line “%s”: %w", line, err)
		}
		next, err := PlayStep(side.State, games.Seat(seat), action)
		if err != nil {
			return Side{}, 0, fmt.Errorf("an opening with the line “%s”: %w", line, err)
		}
		side = side.step(next, games.Seat(seat), action)
	}
	return side, seats, nil
}

func randomSeed(rng *rand.Rand) *games.Seed {
	var seed games.Seed
	for i := range seed {
		seed[i] = byte(rng.Uint32())
	}
	return &seed
}

// chooseAction returns a random action: mostly of a seat that owes a decision, sometimes an
// interrupt, seldom a resignation. It is "" if a seat is to act and has no legal action.
func chooseAction(rng *rand.Rand, s games.State, seats int) (games.Seat, string) {
	act := s.ToAct()
	seat := act[rng.IntN(len(act))]
	switch r := rng.IntN(300); {
	case r == 0:
		return games.Seat(rng.IntN(seats) + 1), Resign
	case r < 60:
		if other := games.Seat(rng.IntN(seats) + 1); len(s.Legal(other)) > 0 {
			seat = other
		}
	}
	legal := s.Legal(seat)
	if len(legal) == 0 {
		return seat, ""
	}
	return seat, legal[rng.IntN(len(legal))]
}

// randomViewer returns a random viewer.
func randomViewer(rng *rand.Rand, seats int) games.Seat { return games.Seat(rng.IntN(seats + 1)) }

// sameView reports whether a viewer has equal views of both states.
func sameView(a, b games.State, viewer games.Seat) bool {
	return reflect.DeepEqual(a.View(viewer), b.View(viewer))
}

// Run checks the given number of pairs of a table, half of them dealt again and half replayed.
// If seats act in secret, it checks as many again in which a seat has chosen differently. The
// random games are the same in every run. It also fails if twins are hardly ever different,
// since they would prove nothing.
func (t Table) Run(tb testing.TB, pairs int) {
	tb.Helper()
	t.run(tb, "dealt anew", rand.New(rand.NewPCG(1, uint64(pairs))), t.Deal, (pairs+1)/2)
	t.run(tb, "replayed", rand.New(rand.NewPCG(2, uint64(pairs))), t.Replay, pairs/2)
	if t.Secret != nil {
		t.run(tb, "parted", rand.New(rand.NewPCG(3, uint64(pairs))), t.Part, pairs)
	}
}

// minDifferent bounds the share of different twins: at least one pair in minDifferent must differ.
// The twins of finished games are the same, and so are twins with hardly anything hidden.
const minDifferent = 8

func (t Table) run(tb testing.TB, how string, rng *rand.Rand, deal func(*rand.Rand) iter.Seq2[Pair, error], pairs int) {
	tb.Helper()
	checked, different, secret := 0, 0, 0
	for p, err := range deal(rng) {
		if checked >= pairs {
			break
		}
		if err != nil {
			tb.Fatalf("pair %d %s: %v", checked, how, err)
		}
		checked++
		if p.dealt {
			different++
		}
		if p.parted() {
			secret++
		}
		if leaks := t.Check(rng, p); len(leaks) > 0 {
			for _, leak := range leaks[:min(len(leaks), 5)] {
				tb.Error(leak)
			}
			tb.Fatalf("pair %d %s, after %d actions", checked-1, how, len(p.A.Past))
		}
	}
	if different*minDifferent < checked {
		tb.Errorf("of %d pairs %s only %d differ", checked, how, different)
	}
	tb.Logf("%d pairs %s, %d of them different, %d after different actions", checked, how, different, secret)
}

// parted reports whether the twins have different actions in their pasts.
func (p Pair) parted() bool {
	for i := range p.A.Past {
		if p.A.Past[i].Action != p.B.Past[i].Action {
			return true
		}
	}
	return false
}

// ReasonKinds lists the kinds of Fact that View.Explain of a ruleset names, from the text of its
// explain.go.
func ReasonKinds(source string) (kinds []string) {
	for _, found := range regexp.MustCompile(`(?m)^\tWhy\w+ += "(\w+)"`).FindAllStringSubmatch(source, -1) {
		kinds = append(kinds, found[1])
	}
	return kinds
}

// CheckKindsNamed fails for each kind of reason in an explain.go that no test has found, and for each
// found that it does not name.
func CheckKindsNamed(t testing.TB, source string, found map[string]bool) {
	t.Helper()
	for _, kind := range ReasonKinds(source) {
		if !found[kind] {
			t.Errorf("no test names the reason %q", kind)
		}
		delete(found, kind)
	}
	for kind := range found {
		t.Errorf("the reason %q is no constant of explain.go", kind)
	}
}

// Reasons are the kinds of reasons that a test has found.
type Reasons map[string]bool

// Want checks that the facts are among the reasons for an action of a seat, or for none of its
// actions if that is "".
func (r Reasons) Want(t testing.TB, s games.State, seat games.Seat, action string, facts ...games.Fact) {
	t.Helper()
	ahead := s.View(seat)
	if action != "" {
		var err error
		if ahead, _, err = s.(games.Stager).Stage(seat, []string{action}); err != nil {
			t.Fatalf("%s: %v", action, err)
		}
	}
	got := s.View(seat).(games.Explainer).Explain(ahead, action)
	for _, want := range facts {
		r[want.Kind] = true
		if !slices.ContainsFunc(got, func(f games.Fact) bool { return cmp.Equal(f, want) }) {
			t.Errorf("%q has %+v, want %+v", action, got, want)
		}
	}
}
