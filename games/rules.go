// Package games is the contract that every ruleset of Table Ronde meets. It also has the types
// that all of them share: seats, results, refusals.
//
// A ruleset is pure. It reads no clock, does no I/O, starts no goroutine and keeps no global
// state. The same setup and the same actions give the same state, bit for bit, on every
// machine and in every later version. A change of rules is a new version of the ruleset; old
// matches replay under theirs.
package games

import (
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// Seat is a place at the table, counted from 1 in turn order.
type Seat int

// The two viewers without a seat.
const (
	Spectator  Seat = 0  // sees what every player sees
	Omniscient Seat = -1 // sees everything: for records and finished matches
)

// Text is a short text in the languages of the site.
type Text struct {
	En string `json:"en"`
	Fr string `json:"fr"`
}

// Info describes a ruleset for the player who sets up a match.
type Info struct {
	ID       string // "camelot"; never changes
	Version  int
	Name     Text
	Seats    []int // possible numbers of players, ascending
	Options  []Option
	Armies   []Text   // a name for each seat ("White"), if seats have names
	Partners []Seat   // by seat, from seat 1: the seat that wins and loses with it, 0 for nobody; nil if every seat plays alone
	Chance   bool     // a match needs a seed
	Hidden   bool     // seats see less than the whole state
	Fixes    []string // tags of a record, in addition to Deck and Chance, that fix a result of chance: "Heroes"
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
	Seats   int               // 0 stands for the smallest possible number
	Options map[string]string // by Option.ID; absent means the default
	Seed    *Seed             // source of all chance; nil in games without chance, and where Fixed holds a deck
	Fixed   map[string]string // results fixed in advance, by tag of a record: "Deck", "Deck.2", "Chance", and Info.Fixes
}

// Ruleset makes the first state of a match.
type Ruleset interface {
	Info() Info
	// New returns the first state. The error is for a number of seats or an option outside the
	// ruleset's Info, and for impossible results fixed in advance.
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

	// View returns the view of a seat, Spectator or Omniscient: all that it may see.
	View(Seat) View

	// Determinize returns a state in which everything hidden from the viewer is dealt again at
	// random, consistently with the viewer's View. A game without hidden parts returns the state
	// itself.
	Determinize(viewer Seat, rng *rand.Rand) State

	// Result returns nil until the game is over.
	Result() *Result
}

// Reshuffler is a State of a game with a deck.
type Reshuffler interface {
	State
	// Reshuffle returns a state in which everything hidden from all seats is dealt again at
	// random, for example the order of a deck. Hands and other secrets of seats stay. The new
	// deal depends on rng and not on the old one.
	Reshuffle(rng *rand.Rand) State
}

// View is the part of a state that one viewer may see. Each ruleset has its own type and
// builds it only from that part. Encoded as JSON it has the keys of the game's rules page.
type View any

// Drawer is a State of a game that may end in a draw by agreement or by claim.
type Drawer interface {
	State
	// Voices lists the seats that must all agree to a draw.
	Voices() []Seat
	// Claim returns the Reason for which a draw may be claimed now, or an *Illegal that names
	// the missing condition.
	Claim() (string, error)
	// Draw returns the state after a draw for the given reason.
	Draw(reason string) State
}

// Result is the result of a finished game.
type Result struct {
	Scores  map[Seat]float64 `json:"scores"` // for every seat; in games with one winner 1, 0.5 or 0
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

// Lister is a State of a game that may have more legal actions than any page shows. The cost
// of a call is bounded: beyond the bound actions are legal, but neither counted nor listed.
type Lister interface {
	State
	// LegalUpTo returns Legal, or nil if there are more than most actions; count is the number
	// of actions.
	LegalUpTo(seat Seat, most int) (legal []string, count int)
	// LegalFrom lists the legal actions of the piece on a square: no more than most actions,
	// after the first skip of them. It reports whether there are more.
	LegalFrom(seat Seat, square string, skip, most int) (legal []string, more bool)
	// Fit returns an *Illegal for a state from which no new match may begin: a state that play
	// cannot lead to, or with far more legal actions than play has.
	Fit() error
}

// Searcher is a State of a game without chance and hidden parts that offers a position for
// searches, far faster than Legal and Apply.
type Searcher interface {
	State
	// Search returns a new position for a search. Its moves do not change the state.
	Search() SearchPosition
}

// SearchMove is a legal move of a SearchPosition, as an integer that only the
// ruleset understands. Equal moves of one position are equal integers.
type SearchMove uint64

// SearchPosition is a position on which moves are made and unmade. It ends when the rules end the
// game; draws by agreement or claim (Drawer) are left to the search. Only one goroutine may use it
// at a time.
type SearchPosition interface {
	// ToAct returns the seat to act, 0 once the game is over.
	ToAct() Seat

	// Moves appends to list the moves of the seat to act, none once the game is over. It has
	// the same moves as Legal, each once, in a fixed order.
	Moves(list []SearchMove) []SearchMove

	// Make plays one of the Moves of the position.
	Make(SearchMove)

	// Unmake takes back the last move that has not been taken back yet. There must be one.
	Unmake()

	// Key returns a hash of the pieces on the board and of the seat to move. Equal positions
	// have equal keys, after any moves and on any machine.
	Key() uint64

	// Outcome returns the result of the game, nil until it is over.
	Outcome() *Result

	// Text returns the canonical text of one of the Moves.
	Text(SearchMove) string

	// Parse returns the move that a text stands for, in any form that Apply takes. The errors
	// are the errors of Apply.
	Parse(text string) (SearchMove, error)
}

// Refusals without further explanation.
var (
	ErrNotYourTurn = errors.New("it is not your turn")
	ErrFinished    = errors.New("the game is over")
)

// Illegal is a refusal by the rules. Its text explains the reason and, if possible, names an action
// that would be legal.
type Illegal struct {
	Key  string            // of the sentence in the catalogues of package views: "parker.capture"
	Args map[string]string // of the sentence: squares, pieces, actions
	Rule string            // the section of the rules page: "moves.obligation"
	Text string            // the whole sentence in English
}

func (e *Illegal) Error() string { return e.Text }

// Refusal is a template of an Illegal: one of a ruleset's reasons to refuse something.
type Refusal struct {
	Key  string // of the sentence in the catalogues
	Rule string // the section of the rules page
	Text string // the sentence, with the names of its arguments in braces
}

// With formats the refusal; args alternate names and values. Arguments that the
// sentence does not name are dropped.
func (r Refusal) With(args ...string) *Illegal {
	e := &Illegal{Key: r.Key, Rule: r.Rule, Args: make(map[string]string)}
	var text strings.Builder
	for rest := r.Text; ; {
		before, after, found := strings.Cut(rest, "{")
		text.WriteString(before)
		if !found {
			e.Text = text.String()
			return e
		}
		name, behind, _ := strings.Cut(after, "}")
		for i := 0; i < len(args); i += 2 {
			if args[i] == name {
				e.Args[name] = args[i+1]
			}
		}
		text.WriteString(e.Args[name])
		rest = behind
	}
}

// Sentences returns the English sentence of every refusal by its key, with the
// names of its arguments in braces.
func Sentences[R ~struct{ Key, Rule, Text string }](refusals []R) map[string]string {
	all := make(map[string]string, len(refusals))
	for _, r := range refusals {
		all[Refusal(r).Key] = Refusal(r).Text
	}
	return all
}

// Sections lists the sections of a rules page that refusals name, sorted and
// without duplicates.
func Sections[R ~struct{ Key, Rule, Text string }](refusals []R) []string {
	var all []string
	for _, r := range refusals {
		all = append(all, Refusal(r).Rule)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// chanceRefusals are the sentences for records that fix impossible results of chance.
var chanceRefusals = map[string]string{
	"chance.no_seed": "The record of this card game lacks the seed, or the order of a deck.",
	"chance.form":    "Results of chance are numbers from 0. “{text}” is not one.",
	"chance.range":   "The record gives {index} as the next result of chance, but here it is at most {most}.",
	"chance.card":    "The deck in the record has “{card}”, which does not belong there or is there too often.",
}

// Refusals returns the English sentence of every refusal of this package by its
// key, with the names of its arguments in braces.
func Refusals() map[string]string { return maps.Clone(chanceRefusals) }

// refuse formats a refusal; args alternate names and values.
func refuse(key string, args ...string) *Illegal {
	return Refusal{Key: key, Rule: "fair", Text: chanceRefusals[key]}.With(args...)
}

// Excerpt returns a text for a refusal to quote, cut to its first most characters with an
// ellipsis.
func Excerpt(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}
