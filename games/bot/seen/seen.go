// Package seen hides from a player the facts that its seat may not see. A Seat gives out
// views, legal actions and imagined states, and never the state of the match.
package seen

import (
	"math/rand/v2"
	"slices"

	"tableronde/games"
)

// Seat is a match from the side of one seat, without the facts hidden from it.
type Seat struct {
	state games.State
	seat  games.Seat
}

// From returns a match from the side of a seat.
func From(s games.State, seat games.Seat) Seat { return Seat{s, seat} }

// Number returns the number of the seat.
func (s Seat) Number() games.Seat { return s.seat }

// View returns the view of the seat.
func (s Seat) View() games.View { return s.state.View(s.seat) }

// Legal lists the legal actions of the seat.
func (s Seat) Legal() []string { return s.state.Legal(s.seat) }

// Owes reports whether the seat owes a decision. Otherwise its legal actions are
// interrupts, which it may leave.
func (s Seat) Owes() bool { return slices.Contains(s.state.ToAct(), s.seat) }

// Imagine returns a state in which everything hidden from the seat is dealt again at random.
// It depends only on the view of the seat and rng; a test of every card game checks that.
func (s Seat) Imagine(rng *rand.Rand) games.State { return s.state.Determinize(s.seat, rng) }
