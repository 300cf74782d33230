package ismcts

import (
	"math/rand/v2"

	"tableronde/games"
)

// Roller is a state that plays on by itself, without texts.
type Roller interface {
	games.State
	// Rollout plays on by quick choices as far as is worth it, and fills in the part of
	// the game that each seat will win, by seat-1.
	Rollout(rng *rand.Rand, values []float64)
	// Quick returns the choice of a seat that Rollout would make. It need not be listed as
	// legal.
	Quick(seat games.Seat, rng *rand.Rand) string
}

// Trimmer is a state that knows of legal actions that are not worth a thought.
type Trimmer interface {
	// Worthwhile lists the legal actions of a seat that are, at least one of those that it has.
	Worthwhile(seat games.Seat) []string
}

// Worthwhile lists the legal actions of a seat without those not worth a thought.
func Worthwhile(state games.State, seat games.Seat) []string {
	if t, ok := state.(Trimmer); ok {
		return t.Worthwhile(seat)
	}
	return state.Legal(seat)
}

// Roll is a Playout by the state's own Rollout, at random if it has none.
func Roll(state games.State, rng *rand.Rand, values []float64) {
	if r, ok := state.(Roller); ok {
		r.Rollout(rng, values)
		return
	}
	PlayAtRandom(state, rng, values)
}

// Quick returns the choice of a seat in the state's own Rollout, "" if it has none.
func Quick(state games.State, seat games.Seat, rng *rand.Rand) string {
	if r, ok := state.(Roller); ok {
		return r.Quick(seat, rng)
	}
	return ""
}

// Predictor is a state that knows what a seat is likely to do.
type Predictor interface {
	// Expect returns a legal action that a seat which owes a decision is likely to take, "" where
	// it is rather to be expected to take the best one.
	Expect(seat games.Seat, rng *rand.Rand) string
}

// Expect returns the action that a seat is likely to take, "" if the state knows none.
func Expect(state games.State, seat games.Seat, rng *rand.Rand) string {
	if p, ok := state.(Predictor); ok {
		return p.Expect(seat, rng)
	}
	return ""
}

// mostPlies is the length of a random game that is broken off and shared by all.
const mostPlies = 5000

// PlayAtRandom is a Playout that plays at random to the end of the game. Nobody interrupts.
func PlayAtRandom(state games.State, rng *rand.Rand, values []float64) {
	for range mostPlies {
		if r := state.Result(); r != nil {
			Score(r, values)
			return
		}
		seat := state.ToAct()[0]
		legal := state.Legal(seat)
		state = apply(state, seat, legal[rng.IntN(len(legal))])
	}
	for i := range values {
		values[i] = 1. / float64(len(values))
	}
}
