// Package games is the contract that every ruleset of Table Ronde meets, and
// what all of them share: seats, results, refusals.
//
// A ruleset is pure. It reads no clock, does no I/O, starts no goroutine and
// keeps no global state: the same setup and the same actions give the same
// state, bit for bit, on every machine and in every later version. A change of
// rules is a new version of the ruleset; old matches replay under theirs.
package games

import (
	"math/rand/v2"
	"slices"
)

// Seat is a place at the table, counted from 1 in turn order.
type Seat int

// Two viewers without a seat.
const (
	Spectator  Seat = 0  // sees what everybody at the table may see
	Omniscient Seat = -1 // sees everything: for records and finished matches
)

// Text is a short text in the languages of the site.
type Text struct {
	En string `json:"en"`
	Fr string `json:"fr"`
}

// Info describes a ruleset to those who set up a match.
type Info struct {
	ID       string // "camelot"; stable for ever
	Version  int
	Name     Text
	Seats    []int // numbers of players it can be played by, ascending
	Options  []Option
	Armies   []Text   // a name for each seat, where seats have one ("White")
	Partners []Seat   // by seat, from seat 1: who wins and loses with it, 0 for nobody; nil where every seat plays alone
	Chance   bool     // a match needs a seed
	Hidden   bool     // seats see less than the whole state
	Fixes    []string // tags of a record, besides Deck and Chance, that fix a result of chance: "Heroes"
}

// Partner returns the seat that wins and loses with s, 0 if s plays alone.
func (i Info) Partner(s Seat) Seat {
	if s < 1 || int(s) > len(i.Partners) {
		return 0
	}
	return i.Partners[s-1]
}

// Option is a choice made when a match is set up.
type Option struct {
	ID      string   `json:"id"`
	Name    Text     `json:"name"`
	Values  []string `json:"values"` // the first is the default; if empty, the value is any text that the ruleset can parse, absent by default
	Meaning []Text   `json:"meaning"`
}

// Setup determines the first state of a match.
type Setup struct {
	Seats   int               // 0 stands for the smallest number the ruleset allows
	Options map[string]string // by Option.ID; absent means the default
	Seed    *Seed             // source of all chance; nil in games without chance, and where Fixed holds a deck
	Fixed   map[string]string // results fixed in advance, by tag of a record: "Deck", "Deck.2", "Chance", and Info.Fixes
}

// Ruleset makes the first state of a match.
type Ruleset interface {
	Info() Info
	// New returns the first state. The error is for a number of seats or an option
	// that the ruleset does not know, and for results fixed in advance that cannot be.
	New(Setup) (State, error)
}

// State is an immutable state of a game: no method changes it.
type State interface {
	// ToAct lists the seats that owe a decision, ascending; none once the game
	// is over.
	ToAct() []Seat

	// Legal lists every legal action of a seat in its canonical text and a
	// fixed order. It is never empty for a seat in ToAct, and may be filled for
	// others (an interrupt). The caller may keep but not change the list.
	Legal(Seat) []string

	// Apply plays an action for a seat and returns the next state and the canonical
	// text of the action. The error is ErrFinished, ErrNotYourTurn or an *Illegal.
	Apply(Seat, string) (State, string, error)

	// Resign takes a seat out of the game. The ruleset defines the effect: the end
	// of a duel, one army less among four. The error is ErrFinished, or an *Illegal
	// for a seat that has nothing to resign.
	Resign(Seat) (State, error)

	// View returns what a seat, Spectator or Omniscient may know.
	View(Seat) View

	// Determinize returns a state in which everything hidden from the viewer is
	// dealt anew, consistently with the viewer's View. In games without hidden parts
	// it returns the state itself.
	Determinize(viewer Seat, rng *rand.Rand) State

	// Result returns nil while the game goes on.
	Result() *Result
}

// Reshuffler is a State of a game with a deck.
type Reshuffler interface {
	State
	// Reshuffle returns a state in which all that nobody can know is dealt anew, as the
	// order of a deck; hands and other secrets of seats stay. It depends on rng and, of what
	// it deals anew, on nothing.
	Reshuffle(rng *rand.Rand) State
}

// View is what one viewer may know of a state. Each ruleset has its own type and
// builds it only from what that viewer may see. Encoded as JSON it has the keys of
// the game's rules page.
type View any

// Drawer is a State of a game that may end in a draw by agreement or by claim.
type Drawer interface {
	State
	// Voices lists the seats that must all agree to a draw.
	Voices() []Seat
	// Claim returns the Reason for which a draw may be claimed now, or an *Illegal
	// that says what is missing.
	Claim() (string, error)
	// Draw returns the state after a draw for the given reason.
	Draw(reason string) State
}

// Result is the result of a finished game.
type Result struct {
	Scores  map[Seat]float64 `json:"scores"` // for every seat; in games of one winner 1, 0.5 or 0
	Winners []Seat           `json:"winners"`
	Reason  string           `json:"reason"` // one word or two joined by "_": "castle", "resignation"
}

// Place returns the place of a seat among a number of seats: 1 for winners, then by score.
// Equal scores share a place.
func (r Result) Place(seat Seat, seats int) int {
	wins := func(s Seat) bool { return slices.Contains(r.Winners, s) }
	place := 1
	for i := range seats {
		s := Seat(i + 1)
		if wins(s) && !wins(seat) || wins(s) == wins(seat) && r.Scores[s] > r.Scores[seat] {
			place++
		}
	}
	return place
}

// Reasons of results that any game may have.
const (
	ReasonResignation = "resignation"
	ReasonAgreement   = "agreement"
	ReasonTimeout     = "timeout"
	ReasonAborted     = "aborted"
)
