package games

import "time"

// What follows are abilities that a State may have besides those of every
// game. Games of chance and of hidden cards have all of them but Lister.

// Lister is a State of a game that may offer more legal actions than anybody
// wants to list. What a look at it costs is bounded: actions beyond are legal,
// but neither counted nor listed.
type Lister interface {
	State
	// LegalUpTo is Legal where there are at most so many actions, nil where there
	// are more; count is how many there are.
	LegalUpTo(seat Seat, most int) (legal []string, count int)
	// LegalFrom lists the legal actions of the piece on a square: so many at most,
	// without the first skip of them, and whether there are more.
	LegalFrom(seat Seat, square string, skip, most int) (legal []string, more bool)
	// Fit refuses, with an *Illegal, a state that no new match begins from: one
	// that play does not lead to, or with far more legal actions than play has.
	Fit() error
}

// Decider is a State of a game with chance.
type Decider interface {
	State
	// Decided is all that chance has decided so far, as the tags of a record that
	// would fix it (Chance.Decided). It is for finished matches.
	Decided() map[string]string
}

// Defaulter is a State of a game that goes on when somebody does not answer.
type Defaulter interface {
	State
	// Default is the action that is played for a seat in ToAct whose time is up,
	// or that has resigned and still owes decisions: always a legal one.
	Default(Seat) string
}

// Veiler is a State of a game in which what a seat has done may be hidden from
// others, for a time or for good.
type Veiler interface {
	State
	// Veil is the text of an action as the viewer may read it in this state: the
	// seat played it in an earlier state of the same game. Open reads everything;
	// when the game is over everybody does.
	Veil(viewer, seat Seat, before State, action string) string
}

// Fact is something that an action led to: a word of the ruleset's own, and
// what it is about. Fields that the word does not need are zero.
type Fact struct {
	Kind   string   // "draw", "announce", "hand_shown"
	Seat   Seat     // whom it happened to
	Other  Seat     // who else has to do with it
	Cards  []string // in the notation of the game, "?" for each that the viewer may not know
	Number int      // a total, wounds, points
	Before int      // what the number was
	Word   string   // a colour, a suit, a place, a reason
}

// Teller is a State that can tell what came of an action, beyond its text: one
// telling for the log, for pages and for messages.
type Teller interface {
	State
	// Tell lists what follows from an action that a seat plays in this state, as
	// far as the viewer may know it, in the order in which it happens: the action
	// itself comes first. It ends where the next decision is owed. An action that
	// is not legal leads to nothing. The action "resign" stands for Resign, of which
	// a ruleset may tell too.
	Tell(viewer, seat Seat, action string) []Fact
}

// Stager is a State in which a player may look ahead before playing.
type Stager interface {
	State
	// Stage is what a seat may know of where a list of its own actions leads, as
	// far as they are legal one after the other and uncover nothing hidden; an
	// action whose outcome is hidden, or that others may interrupt, is shown as it
	// would turn out undisturbed, with its hidden part left out. It tells how many
	// of the actions fit, and why the next one does not (an *Illegal).
	Stage(seat Seat, actions []string) (view View, fit int, err error)
}

// Follower is a State in which the server posts actions for the seats: what
// their standing orders say, and what nobody has to decide.
//
// Standing orders are a private text of each seat in the ruleset's notation,
// kept beside the match. Nobody else learns of them, and a replay does not need
// them: it finds the plain actions that came of them.
type Follower interface {
	State
	// ReadOrders understands a seat's standing orders and returns them in their
	// canonical text, "" for none; the same text whatever others hold. The error
	// is an *Illegal.
	ReadOrders(seat Seat, text string) (string, error)
	// Follow is what the server posts next, given everybody's standing orders in
	// canonical text; ok is false while it has nothing to post. One action may
	// lead to the next: the server asks again after each.
	Follow(orders func(Seat) string) (next Posting, ok bool)
}

// Posting is an action that the server posts for a seat.
type Posting struct {
	Seat   Seat
	Action string
	Orders string // what remains of the seat's standing orders

	// Interruptible tells that others could still prevent it: a table that gives
	// them time waits before it is posted. Wait is the time that the options of
	// the match give them. Neither depends on who could.
	Interruptible bool
	Wait          time.Duration
}
