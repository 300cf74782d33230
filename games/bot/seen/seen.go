// Package seen hides from a player what its seat may not see. A Seat gives out views,
// legal actions and imagined states, and never the state of the match.
package seen

import (
	"math/rand/v2"
	"slices"

	"tableronde/games"
)

// Seat is a match as one seat may know it.
type Seat struct {
	state games.State
	seat  games.Seat
}

// From returns a match as a seat may know it.
func From(s games.State, seat games.Seat) Seat { return Seat{s, seat} }

// Number returns the number of the seat.
func (s Seat) Number() games.Seat { return s.seat }

// View returns what the seat sees.
func (s Seat) View() games.View { return s.state.View(s.seat) }

// Legal lists the legal actions of the seat.
func (s Seat) Legal() []string { return s.state.Legal(s.seat) }

// Owes reports whether the seat owes a decision. Otherwise its legal actions are
// interrupts, which it may leave.
func (s Seat) Owes() bool { return slices.Contains(s.state.ToAct(), s.seat) }

// Imagine returns a state in which all that the seat does not see is dealt anew. It depends
// on nothing but the view of the seat and rng: a test of every card game holds that.
func (s Seat) Imagine(rng *rand.Rand) games.State { return s.state.Determinize(s.seat, rng) }
