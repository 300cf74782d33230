// Package twin tests that a game of hidden cards keeps them hidden.
//
// Twins are two states that differ only in what one viewer cannot see. Whatever
// that viewer can get from the one, it must get from the other, to the byte:
// views, lists of legal actions, the veiled log, the story, looks ahead, the
// texts of refusals, and what the server posts. A Table makes pairs of twins out
// of random games, Check compares the twins of a pair, and Run does both, for
// the tests of a ruleset.
//
// Pairs come about in three ways. Deal lets the ruleset deal anew what the viewer
// cannot see, and then plays both twins on, others doing different things where
// the viewer cannot tell. Replay changes the order of the decks and the other lots
// that a match came from, and plays it again, so that each twin is the end of a
// match with a setup and a log of its own. Part has somebody choose otherwise where
// several seats decide in secret; half of its twins are the ends of such matches.
package twin

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
)

// Table is a game to make twins of.
type Table struct {
	Rules games.Ruleset

	// Setups are those to play, each as often as the others. One without a seed
	// gets a new one for every game.
	Setups []games.Setup

	// Openings are games that have already begun, so that what random games seldom
	// come to is tried as well. Each is played as often as each of the Setups.
	Openings []Opening

	// Choices are openings that lead to a moment at which several seats decide at
	// once. Part plays them alone, if there are any.
	Choices []Opening

	// Orders writes standing orders that a seat might give in a state; nil where
	// seats give none. They need not be canonical, nor even good.
	Orders func(rng *rand.Rand, s games.State, seat games.Seat) string

	// Shows reports whether a viewer may know all of a fact, by the rules: a card
	// drawn by the viewer, a hand laid open. Views may keep less of it than a memory
	// does, so that states of equal views are no twins where it differs.
	Shows func(viewer games.Seat, f games.Fact) bool

	// Secret reports whether what a step says is kept from others, and so from the
	// viewer, in a later state: by the rules, not by Veil, which it tests. Nil where
	// nobody acts in secret.
	Secret func(viewer games.Seat, now games.State, s Step) bool

	// Auto is for rules by which the server posts for a seat according to its hand,
	// so that others may conclude something from it.
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

// Side is one of two twins and how it came about.
type Side struct {
	Setup games.Setup // what Past leads on from; zero where the cards have been dealt anew
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

// Different reports whether the twins differ at all, as one sees who sees
// everything.
func (p Pair) Different() bool {
	return !reflect.DeepEqual(p.A.State.View(games.Omniscient), p.B.State.View(games.Omniscient))
}

// Replays reports whether each twin is the end of a match with a setup and a log of
// its own.
func (p Pair) Replays() bool { return p.A.Setup.Seed != nil && p.B.Setup.Seed != nil }

// do plays a step and returns the state that it leads to.
func do(s games.State, seat games.Seat, action string) (games.State, error) {
	if action == Resign {
		return s.Resign(seat)
	}
	next, _, err := s.Apply(seat, action)
	return next, err
}

// step returns the side after one more action. Sides that part from each other have to
// clip their pasts.
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
		next, err := do(side.State, games.Seat(seat), action)
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

// choose returns an action that some seat could do next: mostly one that owes a
// decision, now and then one that may interrupt, seldom a resignation. It is
// empty where a seat is to act and has no legal action.
func choose(rng *rand.Rand, s games.State, seats int) (games.Seat, string) {
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

// viewer returns one who looks on.
func viewer(rng *rand.Rand, seats int) games.Seat { return games.Seat(rng.IntN(seats + 1)) }

// same reports whether a viewer sees the same in both states.
func same(a, b games.State, viewer games.Seat) bool {
	return reflect.DeepEqual(a.View(viewer), b.View(viewer))
}
