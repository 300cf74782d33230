package knizia

import "tableronde/games"

// View is what one viewer may know of a game. As JSON it has the keys of the
// rules page and a few more; fields without a key are for the pages, which need
// nothing besides to draw the table. Nothing in it is shared with a state.
type View struct {
	Phase  Phase      `json:"phase"`
	Color  Color      `json:"colour"` // of the tournament; null while it is not chosen
	Active games.Seat `json:"active"` // who chooses the color, whose turn it is, who played the action under way, who won
	Opener games.Seat `json:"opener"`

	// LastColor is the final color of the last tournament; after purple the next
	// one cannot be purple.
	LastColor Color  `json:"last_final_colour"`
	Target    int    `json:"target"`  // different tokens that win the game
	Deck      int    `json:"deck"`    // cards left to draw
	Discard   []Card `json:"discard"` // oldest first, all face up
	Seats     []Seat `json:"seats"`   // seat 1 first

	// UnderWay is the action card on the table in PhaseReact and PhaseAdapt, else
	// nil. In the lists of cards it is nowhere.
	UnderWay *UnderWay `json:"under_way,omitempty"`

	// Shown are the hands that had to be shown because they could not open the
	// tournament now being opened or played, in the order of the showing.
	Shown []Shown `json:"shown,omitempty"`

	Viewer  games.Seat    `json:"-"`
	Dealer  games.Seat    `json:"-"` // of the first deal
	Result  *games.Result `json:"-"` // nil while the game goes on
	Window  int           `json:"-"` // seconds for Lancelot by the options of the match, 0 for none
	Staged  bool          `json:"-"` // the view is one of Stage
	Played  int           `json:"-"` // cards that the active seat has played in its turn, cancelled actions too
	Added   int           `json:"-"` // of these, cards that went to its display; a stunned seat adds one
	Opening bool          `json:"-"` // the opener has not placed a card yet, and has to
	Draws   []Card        `json:"-"` // the deck as it would be drawn, for viewers who see everything

	// What follows is for a viewer who has a seat; of Spectator and Omniscient it is
	// empty.

	Hand   []HandCard `json:"-"` // one's own, in the order of the rules' tables
	Moves  []Move     `json:"-"` // what one may play now: State.Legal, taken apart
	Choose []Choice   `json:"-"` // all five colors, for the seat that chooses the color or a token
	End    *Ending    `json:"-"` // whether one's turn may end; nil outside one's turn
	Keep   *Keeping   `json:"-"` // one's answer to Adapt; nil where none is owed or given

	// Cancel tells whether one may cancel the action under way with Lancelot. Of
	// the seats that are in, all but its player are shown the same panel.
	Cancel bool `json:"-"`
}

// Seat is what everybody sees of a seat, and its hand.
type Seat struct {
	In       bool    `json:"in"`      // has not withdrawn from the tournament
	Display  []Card  `json:"display"` // oldest first
	Total    int     `json:"total"`   // of the display: printed values, or cards when the tournament is green
	Shield   bool    `json:"shield"`
	Stunned  bool    `json:"stunned"`
	Tokens   []Color `json:"tokens"`   // in the order of the rules
	Hand     []Card  `json:"hand"`     // Unknown for each card that the viewer may not see
	Resigned bool    `json:"resigned"` // out of the game for good

	Seat    games.Seat `json:"-"`
	Pending bool       `json:"-"` // owes an answer to Adapt
	After   int        `json:"-"` // the total once the action under way has taken effect, whatever Adapt keeps; else Total
	Touched bool       `json:"-"` // the action under way would change the display
}

// UnderWay is an action card that is on the table.
type UnderWay struct {
	Seat    games.Seat   `json:"seat"` // who played it
	Line    string       `json:"line"` // as in the record: "dodge 3.2"
	Pending []games.Seat `json:"pending,omitempty"`
	Move    Move         `json:"-"` // the line, taken apart

	// Effect is what follows unless the card is cancelled, as far as that does not
	// hang on chance or on the choice of others; nil in PhaseAdapt.
	Effect []games.Fact `json:"-"`
}

// Shown is a hand that everybody has seen.
type Shown struct {
	Seat games.Seat `json:"seat"`
	Hand []Card     `json:"hand"`
}

// HandCard is a card of one's own hand and what can be done with it now.
type HandCard struct {
	Card  Card
	Moves []Move         // the legal lines that play it, one for each choice of targets
	Why   *games.Illegal // why there is none; nil where there is
}

// Choice is a color that a seat may or may not choose.
type Choice struct {
	Color Color
	Line  string         // what choosing it is called: "colour red", "token red"
	Why   *games.Illegal // why it cannot be chosen; nil if it can
}

// Ending is what a seat may do to end its turn.
type Ending struct {
	Total    int            // what one's display is worth, and would be announced
	Best     int            // the highest total of the others who are in
	Rival    games.Seat     // who has that; the first in turn order after one's own seat
	Why      *games.Illegal // why the turn cannot end; nil if it can
	Stay     *games.Illegal // why one cannot withdraw; nil if one can
	Withdraw []Move         // the lines that withdraw: several where a token is to be chosen
}

// Keeping is a seat's part in Adapt. Positions are those of its display.
type Keeping struct {
	Groups [][]Place // positions of equal value, oldest first; one of each group is kept
	Kept   []Place   // what one has answered already, while others are still asked
	Oldest Move      // the answer that keeps the oldest of each value
}

// Stays reports whether a seat is in the tournament and has cards before it.
func (s Seat) Stays() bool { return s.In && len(s.Display) > 0 }

// Answers reports whether a seat could cancel the action card under way if it held
// Lancelot.
func (v View) Answers(number games.Seat) bool {
	return v.Phase == PhaseReact && number >= 1 && int(number) <= len(v.Seats) && number != v.Active && v.Seats[number-1].In
}

// To lists the moves among the given ones that name a seat as target.
func To(moves []Move, seat games.Seat) []Move {
	var to []Move
	for _, m := range moves {
		if m.Seat == seat {
			to = append(to, m)
		}
	}
	return to
}

// Phase is what a moment of the game waits for.
type Phase uint8

// The phases.
const (
	PhaseOpen  Phase = iota // the opener chooses the color of a tournament
	PhaseTurn               // the active seat plays cards, ends its turn or withdraws
	PhaseReact              // an action card is on the table and may be cancelled
	PhaseAdapt              // seats choose what they keep of their displays
	PhaseToken              // the winner of a purple tournament chooses a token
	PhaseOver
)

var phaseNames = [...]string{"open", "turn", "react", "adapt", "token", "over"}

// String returns the word of the rules page: "open", "turn" …
func (p Phase) String() string { return phaseNames[p] }

// MarshalText writes the word of the rules page.
func (p Phase) MarshalText() ([]byte, error) { return []byte(p.String()), nil }
