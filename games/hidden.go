package games

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// HiddenState is a State of a game with chance or hidden parts, whose Info says
// so: it has all abilities below. CheckStates finds those that are missing.
type HiddenState interface {
	Decider
	Defaulter
	Veiler
	Reporter
	Stager
	Follower
}

// Decider is a State that lists the decisions of chance.
type Decider interface {
	State
	// Decided returns all results of chance so far, as the tags of a record that would fix it
	// (Chance.Decided). It is for finished matches.
	Decided() map[string]string
}

// Defaulter is a State of a game that goes on if a player does not answer.
type Defaulter interface {
	State
	// Default returns the action for a seat in ToAct whose time is up, or that has resigned and
	// still owes decisions. It is always legal.
	Default(Seat) string
}

// Returner is a State of a game in which a player can take over a seat that has resigned.
type Returner interface {
	State
	// Return takes a seat that has resigned back into the game. The error is ErrFinished,
	// or ErrNotYourTurn for a seat that has not resigned.
	Return(Seat) (State, error)
}

// Veiler is a State of a game that may hide the actions of a seat from others, for a time or
// for good.
type Veiler interface {
	State
	// Veil returns the text of an action as the viewer may read it in this state: the seat
	// played it in an earlier state of the same game. Omniscient reads everything; once the
	// game is over everybody does. Once a spectator may read a part right after the action,
	// everybody may read it for good.
	Veil(viewer, seat Seat, before State, action string) string
}

// Fact is one consequence of an action. Fields that its kind does not need are
// zero.
type Fact struct {
	Kind   string   // a word of the ruleset's own: "draw", "announce", "hand_shown"
	Seat   Seat     // the seat that the fact concerns
	Other  Seat     // another seat that takes part in it
	Cards  []string // in the notation of the game, "?" for each that is hidden from the viewer
	Number int      // a total, wounds, points
	Before int      // the former value of Number
	Word   string   // a color, a suit, a place, a reason
}

// Reporter is a State that lists the consequences of an action: one list for the log, for pages
// and for notifications.
type Reporter interface {
	State
	// Tell lists the consequences of an action that a seat plays in this state, without those
	// hidden from the viewer, in the order in which they happen. The action itself comes first,
	// and the list ends where the next decision is owed. An illegal action has none. The action
	// "resign" stands for Resign.
	Tell(viewer, seat Seat, action string) []Fact
}

// Stager is a State in which a player may look ahead before playing.
type Stager interface {
	State
	// Stage returns the view after a list of the seat's own actions, played one after the other
	// until one is illegal or would uncover something hidden. An action whose outcome is
	// hidden, or that others may interrupt, is shown without its hidden part and without an
	// interruption, and is the last that fits. Stage returns the number of actions that fit,
	// and an *Illegal if the rules refuse the next one.
	Stage(seat Seat, actions []string) (view View, fit int, err error)
}

// Explainer is a View of a card game that lists the reasons for and against the actions of its
// viewer. It uses only facts in the view.
type Explainer interface {
	// Moment returns the moment of the game.
	Moment() Moment
	// Explain lists the facts by which a legal action of the viewer differs from others, the
	// weightiest first, given the view that Stage returns for it. The action "" stands for
	// doing nothing where the viewer could prevent something; ahead is then the view itself.
	// Each ruleset defines its own kinds.
	Explain(ahead View, action string) []Fact
}

// Moment is the moment of a game at which a seat decides. Fields that the game does not need
// are zero.
type Moment struct {
	Phase string `json:"phase"`           // a word of the ruleset's own
	Round int    `json:"round"`           // of the game, or number of the tournament, from 1
	Step  int    `json:"step,omitempty"`  // of the round: a combat, a pass of picking
	Turn  int    `json:"turn,omitempty"`  // of the viewer in the step: 1 leads
	Seats int    `json:"seats,omitempty"` // that take part in it
	Word  string `json:"word,omitempty"`  // a color
}

// Follower is a State in which the server posts actions for the seats: the actions of their
// advance orders, and actions without a choice.
//
// Advance orders are a private text of each seat in the ruleset's notation, kept beside the
// match. No other seat sees them, and a replay does not need them: the log has the plain
// actions that were posted.
type Follower interface {
	State
	// ReadOrders parses a seat's advance orders and returns them in canonical text, "" for
	// none, whatever others have ordered. The error is an *Illegal.
	ReadOrders(seat Seat, text string) (string, error)
	// Prepared reports whether orders of a seat, in canonical text, were meant for the decision
	// that it owes now. If Follow posts nothing for them they do not fit: the cards are gone,
	// or the game has taken another course.
	Prepared(seat Seat, orders string) bool
	// Follow returns the next action that the server posts, given everybody's advance orders in
	// canonical text; ok is false while it has nothing to post. One action may lead to the
	// next: the server asks again after each.
	Follow(orders func(Seat) string) (next Posting, ok bool)
}

// Posting is an action that the server posts for a seat.
type Posting struct {
	Seat   Seat
	Action string
	Orders string // the rest of the seat's advance orders

	// Interruptible reports whether others could still prevent the action: a table that gives
	// them time waits before it posts. Wait is the time that the options of the match give
	// them. Neither depends on the seats that could.
	Interruptible bool
	Wait          time.Duration
}

// Delayer is a State of a game in which the server may make decisions without a choice after a
// pause. Then nobody can distinguish them from other decisions.
type Delayer interface {
	// Delays reports whether the options of the match ask for pauses.
	Delays() bool
	// Forced returns the only action of a seat, if the game plays such actions by itself for
	// everybody.
	Forced(Seat) (action string, ok bool)
}

// OptionAuto is the option of a game with hidden parts that decides whether forced decisions are
// made after a pause: AutoLater.
const (
	OptionAuto = "auto"
	AutoLater  = "later"
)

// PauseOption returns OptionAuto, for a game that makes decisions only for players who have
// chosen it.
func PauseOption() Option {
	return Option{
		ID: OptionAuto, Name: Text{En: "Moves without a choice", Fr: "Coups sans choix"}, Values: []string{"now", AutoLater},
		Meaning: []Text{
			{En: "made at once", Fr: "joués aussitôt"},
			{En: "made after a random pause", Fr: "joués après une pause aléatoire"},
		},
	}
}

// CheckStates returns an error if a game with chance or hidden parts has states that do not
// implement HiddenState. It names the missing methods. Without Veil, for example, everybody
// would read secret actions.
func CheckStates(info Info, s State) error {
	if !info.Chance && !info.Hidden {
		return nil
	}
	var missing []string
	need := func(method string, has bool) {
		if !has {
			missing = append(missing, method)
		}
	}
	_, decides := s.(Decider)
	need("Decided", decides)
	_, defaults := s.(Defaulter)
	need("Default", defaults)
	_, veils := s.(Veiler)
	need("Veil", veils)
	_, tells := s.(Reporter)
	need("Tell", tells)
	_, stages := s.(Stager)
	need("Stage", stages)
	_, follows := s.(Follower)
	need("ReadOrders, Prepared and Follow", follows)
	if len(missing) > 0 {
		return fmt.Errorf("%s has chance or hidden parts, and its states lack %s", info.ID, strings.Join(missing, ", "))
	}
	return nil
}

// Plain replaces typographic signs in a text by signs of a keyboard: hyphens, dashes and minus
// signs, crosses, full-width characters, and spaces of all widths. Characters without any
// width are removed. Moves and records are parsed after this.
func Plain(text string) string {
	typeset := func(r rune) bool { return r >= utf8.RuneSelf }
	if !strings.ContainsFunc(text, typeset) || !utf8.ValidString(text) {
		return text
	}
	return strings.Map(keyOf, text)
}

// keyOf returns the keyboard sign for a sign, a negative number for none.
func keyOf(r rune) rune {
	const fullWidth = '！' - '!'
	switch {
	case r < utf8.RuneSelf:
	case r >= '\u2010' && r <= '\u2015', r == '\u2212', r == '\uFE63':
		return '-'
	case r == '×', r == '✕', r == '✖', r == '⨯':
		return 'x'
	case r >= '！' && r <= '～':
		return r - fullWidth
	case r == '\u00AD', r >= '\u200B' && r <= '\u200D', r == '\u2060', r == '\uFEFF':
		return -1
	case unicode.IsSpace(r) && r != '\u0085' && r != '\u2028' && r != '\u2029':
		return ' '
	}
	return r
}

// ErrSavedFormat reports something saved by a program of another version, or for another version of
// the rules.
var ErrSavedFormat = errors.New("it was saved in another format")

// Saver is a State that can be stored, so that a long match need not be replayed from its first
// action. A ruleset can do without it.
type Saver interface {
	State
	// Save returns the state as bytes, the same for every state that the same actions
	// lead to. They begin with the number of their format.
	Save() []byte
	// Load restores a state that Save has written; its receiver is the first state of the match.
	// The error is ErrSavedFormat for another format, or describes a text that is not a state.
	Load(saved []byte) (State, error)
}

// AppendText appends a text to saved bytes, in the form that SavedReader.Text reads.
func AppendText[T string | []byte](saved []byte, text T) []byte {
	return append(binary.AppendUvarint(saved, uint64(len(text))), text...)
}

// SavedReader reads the values that a Saver has saved. After a missing value the reader has failed,
// and reads no more values.
type SavedReader struct {
	rest   []byte
	failed bool
}

// NewSavedReader returns a reader from the beginning.
func NewSavedReader(saved []byte) *SavedReader { return &SavedReader{rest: saved} }

// Number reads a number up to most, as binary.AppendUvarint writes it.
func (r *SavedReader) Number(most uint64) uint64 {
	n, size := binary.Uvarint(r.rest)
	if size <= 0 || n > most {
		r.rest, r.failed = nil, true
		return 0
	}
	r.rest = r.rest[size:]
	return n
}

// Bytes reads the next n bytes.
func (r *SavedReader) Bytes(n uint64) []byte {
	if n > uint64(len(r.rest)) {
		r.rest, r.failed = nil, true
		return nil
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

// Text reads a text that AppendText has written.
func (r *SavedReader) Text() []byte { return r.Bytes(r.Number(math.MaxInt32)) }

// Left returns the number of bytes still to be read.
func (r *SavedReader) Left() uint64 { return uint64(len(r.rest)) }

// Failed reports whether a value was missing.
func (r *SavedReader) Failed() bool { return r.failed }
