package knizia

import "tableronde/games"

// View is what one viewer may know of a game. As JSON it has the keys of the rules page
// and a few more; fields without a key are for the pages. It shares nothing with a
// state.
type View struct {
	Phase  Phase      `json:"phase"`
	Color  Color      `json:"colour"` // of the tournament; null while it is not chosen
	Active games.Seat `json:"active"` // the seat that chooses the color, whose turn it is, that played the action under way, or that won
	Opener games.Seat `json:"opener"`

	// LastColor is the final color of the last tournament; after purple the next
	// one cannot be purple.
	LastColor Color  `json:"last_final_colour"`
	Target    int    `json:"target"`  // different tokens that win the game
	Deck      int    `json:"deck"`    // cards left to draw
	Discard   []Card `json:"discard"` // oldest first, all face up
	Seats     []Seat `json:"seats"`   // seat 1 first

	// UnderWay is the action card on the table in PhaseReact and PhaseAdapt, else nil.
	// The lists of cards do not have it.
	UnderWay *UnderWay `json:"under_way,omitempty"`

	// Shown lists the hands that could not open the current tournament, in the order in
	// which they were shown.
	Shown []Shown `json:"shown,omitempty"`

	Viewer  games.Seat    `json:"-"`
	Dealer  games.Seat    `json:"-"` // of the first deal
	Result  *games.Result `json:"-"` // nil while the game goes on
	Window  int           `json:"-"` // seconds for Lancelot by the options of the match, 0 for none
	Staged  bool          `json:"-"` // the view is one of Stage
	Stops   bool          `json:"-"` // a look ahead goes no further: what comes is uncovered only by playing it
	Played  int           `json:"-"` // cards that the active seat has played in its turn, including cancelled actions
	Added   int           `json:"-"` // of these, cards that went to its display; a stunned seat adds one
	Opening bool          `json:"-"` // the opener has not placed a card yet, and has to
	Draws   []Card        `json:"-"` // the deck as it would be drawn, for viewers who see everything

	Tournament int `json:"-"` // the number of the current tournament, from 1

	// The fields below are empty for viewers without a seat.

	// NextTurn is the turn that the viewer's orders are for unless they say otherwise, and
	// NextTournament that in which it is.
	NextTurn, NextTournament int `json:"-"`

	Hand   []HandCard `json:"-"` // of the viewer, in the order of the rules' tables
	Moves  []Move     `json:"-"` // that the viewer may play now: State.Legal, parsed
	Choose []Choice   `json:"-"` // all five colors, for the seat that chooses the color or a token
	End    *Ending    `json:"-"` // of the viewer's turn; nil outside it
	Keep   *Keeping   `json:"-"` // the viewer's answer to Adapt; nil if none is owed or given

	// Cancel reports whether the viewer may cancel the action under way with Lancelot.
	// Pages show the same panel to all seats in the tournament but its player's.
	Cancel bool `json:"-"`
}

// Seat is a seat as the viewer sees it.
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
	After   int        `json:"-"` // the total after the action under way, with the oldest cards kept for Adapt; else Total
	Touched bool       `json:"-"` // the action under way would change the display
}

// UnderWay is an action card that is on the table.
type UnderWay struct {
	Seat    games.Seat   `json:"seat"` // who played it
	Line    string       `json:"line"` // as in the record: "dodge 3.2"
	Pending []games.Seat `json:"pending,omitempty"`
	Move    Move         `json:"-"` // the line, taken apart

	// Effect lists the consequences unless the card is cancelled, as far as they do not
	// depend on chance or on others; nil in PhaseAdapt.
	Effect []games.Fact `json:"-"`
}

// Shown is a hand that everybody has seen.
type Shown struct {
	Seat games.Seat `json:"seat"`
	Hand []Card     `json:"hand"`
}

// HandCard is a card of the viewer's hand, with its legal moves.
type HandCard struct {
	Card  Card
	Moves []Move         // the legal lines that play it, one for each choice of targets
	Why   *games.Illegal // why there is none; nil where there is
}

// Choice is a color, with the line that chooses it or why it cannot be chosen.
type Choice struct {
	Color Color
	Line  string         // that chooses it: "colour red", "token red"
	Why   *games.Illegal // why it cannot be chosen; nil if it can
}

// Ending lists the ways in which the viewer may end its turn.
type Ending struct {
	Total    int            // of the viewer's display, which would be announced
	Best     int            // the highest total of the others who are in
	Rival    games.Seat     // the first seat clockwise that has it
	Why      *games.Illegal // why the turn cannot end; nil if it can
	WhyStay  *games.Illegal // why the viewer cannot withdraw; nil if it can
	Withdraw []Move         // the lines that withdraw: several if a token is to be chosen
}

// Keeping is a seat's part in Adapt. Positions are those of its display.
type Keeping struct {
	Groups [][]Place // positions of equal value, oldest first; one of each group is kept
	Kept   []Place   // the answer given already, while others are still asked
	Oldest Move      // the answer that keeps the oldest of each value
}

// Stays reports whether a seat is in the tournament and has a display.
func (s Seat) Stays() bool { return s.In && len(s.Display) > 0 }

// Answers reports whether a seat could cancel the action card under way if it held
// Lancelot.
func (v View) Answers(number games.Seat) bool {
	return v.Phase == PhaseReact && number >= 1 && int(number) <= len(v.Seats) && number != v.Active && v.Seats[number-1].In
}

// To lists the moves that name a seat as target.
func To(moves []Move, seat games.Seat) []Move {
	var to []Move
	for _, m := range moves {
		if m.Seat == seat {
			to = append(to, m)
		}
	}
	return to
}

// Phase is the kind of decision that a state waits for.
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

// MarshalText encodes the word of the rules page.
func (p Phase) MarshalText() ([]byte, error) { return []byte(p.String()), nil }
