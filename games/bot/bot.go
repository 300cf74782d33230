// Package bot has players that choose among legal actions by what a person in
// their place would see: Level for the board games, Kutschke for Kutschke's Camelot,
// and the baselines that they are measured against. Package search below it looks
// ahead, and package arena lets players play each other.
package bot

import (
	"fmt"
	"math/rand/v2"

	"tableronde/games"
)

// Chooser chooses actions of one match. It is for one goroutine at a time.
type Chooser interface {
	// Choose returns a legal action for the seat of the turn.
	Choose(Turn) (Choice, error)
}

// Turn is what a player is asked to decide.
type Turn struct {
	State games.State
	Seat  games.Seat // owes a decision

	// Nodes and Stop bound the search, if there is one: Stop is asked now and then
	// whether the time is over. At most one of them may be absent.
	Nodes uint64
	Stop  func() bool

	// Setup and Past are the match so far, for players that replay it.
	Setup games.Setup
	Past  []Action
}

// Action is an action of a match.
type Action struct {
	Seat games.Seat
	Text string
}

// Choice is the decision of a player, and what it knows about it.
type Choice struct {
	Action  string
	Search  bool     // the fields below are set
	Value   int      // for the seat, in hundredths of a man
	Decided bool     // the game is decided with best play
	Moves   int      // moves to its end if it is decided, negative if it is lost
	Depth   int      // moves looked ahead, without captures and other forced ones
	Nodes   uint64   // positions searched
	Line    []string // the actions that the player expects, its own first
}

// Random is a player that takes any legal action.
type Random struct{ rng *rand.Rand }

// NewRandom returns a Random player.
func NewRandom(seed uint64) *Random { return &Random{rand.New(rand.NewPCG(seed, 0x72616e646f6d))} }

// Choose implements Chooser.
func (r *Random) Choose(t Turn) (Choice, error) {
	s, ok := t.State.(games.Searcher)
	if !ok {
		legal := t.State.Legal(t.Seat)
		if len(legal) == 0 {
			return Choice{}, fmt.Errorf("seat %d has no legal action", t.Seat)
		}
		return Choice{Action: legal[r.rng.IntN(len(legal))]}, nil
	}
	x := s.Search()
	n := x.Len()
	if n == 0 || x.ToAct() != t.Seat {
		return Choice{}, fmt.Errorf("seat %d is not to act", t.Seat)
	}
	return Choice{Action: x.Text(x.At(r.rng.IntN(n)))}, nil
}
