package knizia

import (
	"fmt"
	"slices"
	"strings"

	"tableronde/games"
	"tableronde/games/cards"
)

// View is the part of a game that one viewer may see. As JSON it has the keys of the rules
// page and a few more; fields without a key are for the pages. It shares nothing with a state.
type View struct {
	Phase Phase `json:"phase"`
	Color Color `json:"colour"` // of the tournament; null while it is not chosen

	// Active is the seat that chooses the color, has the turn, played the action under way
	// or won.
	Active games.Seat `json:"active"`
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
	Stops   bool          `json:"-"` // a look ahead goes no further: only playing uncovers the rest
	Played  int           `json:"-"` // cards that the active seat has played in its turn, including cancelled actions
	Added   int           `json:"-"` // of these, cards that went to its display; a stunned seat adds one
	Opening bool          `json:"-"` // the opener has not placed a card yet, and has to

	Tournament int `json:"-"` // the number of the current tournament, from 1

	// The fields below are empty for viewers without a seat.

	// NextTurn is the turn that the viewer's orders are for unless they say otherwise.
	// NextTournament is the tournament of that turn.
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
	Seat    games.Seat   `json:"seat"` // the seat that played it
	Line    string       `json:"line"` // as in the record: "dodge 3.2"
	Pending []games.Seat `json:"pending,omitempty"`
	Move    Move         `json:"-"` // the line, taken apart

	// Effect lists the consequences unless the card is cancelled. It omits those that depend on
	// chance or on others; nil in PhaseAdapt.
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
	Best     int            // the highest total of the other seats in the tournament
	Rival    games.Seat     // the first seat clockwise that has it
	Why      *games.Illegal // why the turn cannot end; nil if it can
	WhyStay  *games.Illegal // why the viewer cannot withdraw; nil if it can
	Withdraw []Move         // the lines that withdraw: several if a token is to be chosen
}

// Keeping is a seat's part in Adapt. Positions are counted in its display.
type Keeping struct {
	Groups [][]Place // positions of equal value, oldest first; one of each group is kept
	Kept   []Place   // the answer given already, while others are still asked
	Oldest Move      // the answer that keeps the oldest of each value
}

// Answers reports whether a seat could cancel the action card under way if it held
// Lancelot.
func (v View) Answers(number games.Seat) bool {
	return v.Phase == PhaseReact && number >= 1 && int(number) <= len(v.Seats) && number != v.Active &&
		v.Seats[number-1].In
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
	PhaseAdapt              // seats choose the cards of their displays to keep
	PhaseToken              // the winner of a purple tournament chooses a token
	PhaseOver
)

var phaseNames = [...]string{"open", "turn", "react", "adapt", "token", "over"}

// String returns the word of the rules page: "open", "turn" …
func (p Phase) String() string { return phaseNames[p] }

// MarshalText encodes the word of the rules page.
func (p Phase) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// View returns the view of a viewer. When the game is over, everybody sees everything.
func (s *state) View(viewer games.Seat) games.View {
	all := viewer == games.Omniscient || s.phase == PhaseOver && !s.staged
	v := View{
		Phase: s.phase, Color: s.color, Active: numberOf(s.active), Opener: numberOf(s.opener),
		LastColor: s.last, Target: s.tokensToWin(), Deck: int(s.deck.n), Discard: kindsOf(s.discard.cards()),
		Viewer: viewer, Dealer: numberOf(s.dealer), Result: s.Result(), Window: int(s.opts.window.Seconds()),
		Staged: s.staged, Stops: s.uncovered, Played: int(s.played), Added: int(s.added), Opening: s.openerOwes(),
		Tournament: int(s.tournament),
	}
	for at := range s.around(s.firstAsked) {
		if h := s.shown[at]; !h.Empty() {
			v.Shown = append(v.Shown, Shown{Seat: numberOf(at), Hand: kindsOf(h.List())})
		}
	}
	after := s
	if s.phase == PhaseReact || s.phase == PhaseAdapt {
		after = s.undisturbed()
		v.UnderWay = &UnderWay{Seat: numberOf(s.active), Line: s.underWay.String(), Move: s.underWay}
	}
	if s.phase == PhaseAdapt {
		v.UnderWay.Pending = s.ToAct()
	}
	if s.phase == PhaseReact {
		r := run{state: s.copy(), recorder: &cards.Recorder{Viewer: viewer}}
		r.staged = true
		r.resolve()
		v.UnderWay.Effect = r.recorder.Facts
	}
	for at := range s.around(0) {
		v.Seats = append(v.Seats, s.viewSeat(at, all || numberOf(at) == viewer, after))
	}
	if at, ok := s.seatOf(viewer); ok {
		s.player(at).fillOwn(&v)
	}
	return v
}

// viewSeat returns a seat, with an open or a hidden hand, and with the total that it will have
// after the action under way.
func (s *state) viewSeat(at seatIndex, open bool, after *state) Seat {
	v := Seat{
		In: s.in(at), Display: kindsOf(s.displays[at].cards()), Total: s.total(at),
		Shield: s.shield == at, Stunned: s.stunned == at, Tokens: s.tokens[at].List(),
		Resigned: s.resigned.Has(at), Seat: numberOf(at), Pending: s.pending.Has(at),
		After: after.total(at), Touched: s.displays[at] != after.displays[at],
	}
	known, unknown := hand{}, s.handSize(at)
	if open {
		known, unknown = s.hands[at], max(0, int(s.unseen[at]))
	}
	v.Hand = append(kindsOf(known.List()), make([]Card, unknown)...)
	return v
}

// fillOwn fills in the part of the view that only its seat has.
func (p player) fillOwn(v *View) {
	v.Moves = p.appendMoves(nil)
	next := p.momentOf()
	v.NextTurn, v.NextTournament = next.turn, next.tournament
	for id := range p.hands[p.at].All() {
		c := id.kind()
		if n := len(v.Hand); n > 0 && v.Hand[n-1].Card == c {
			v.Hand = append(v.Hand, v.Hand[n-1])
			continue
		}
		card := HandCard{Card: c}
		for _, m := range v.Moves {
			if m.Card == c {
				card.Moves = append(card.Moves, m)
			}
		}
		if len(card.Moves) == 0 {
			card.Why = p.whyNot(c)
		}
		v.Hand = append(v.Hand, card)
	}
	switch own := p.at == p.active; {
	case (p.phase == PhaseOpen || p.phase == PhaseToken) && own:
		for _, c := range Colors() {
			m := Move{Do: ChooseColor, Color: c}
			if p.phase == PhaseToken {
				m.Do = TakeToken
			}
			v.Choose = append(v.Choose, Choice{c, m.String(), p.explain(p.check(m), m)})
		}
	case p.phase == PhaseTurn && own:
		best, rival := p.bestRival(p.at)
		v.End = &Ending{
			Total: p.total(p.at), Best: best, Rival: numberOf(rival), Withdraw: p.appendWithdrawals(nil),
			Why: p.explain(p.checkEnd(), Move{Do: EndTurn}),
		}
		if len(v.End.Withdraw) == 0 {
			v.End.WhyStay = p.explain(p.checkWithdraw(NoColor), Move{Do: Withdraw})
		}
	case p.phase == PhaseAdapt && (p.pending.Has(p.at) || p.answered.Has(p.at)):
		v.Keep = &Keeping{Groups: p.groups(p.at), Oldest: Move{Do: KeepCards, Keep: p.preferredKeep(p.at, KeepOldest)}}
		if p.answered.Has(p.at) {
			v.Keep.Kept = p.answers[p.at].List()
		}
	case p.phase == PhaseReact:
		v.Cancel = !own && p.checkReact(Move{Do: Cancel}) == nil
	}
}

// whyNot returns the reason why a card of a seat's hand cannot be played now.
func (p player) whyNot(c Card) *games.Illegal {
	m := Move{Do: PlayCard, Card: c}
	if c.IsAction() {
		m.Do = PlayAction
	}
	switch {
	case p.phase == PhaseOver:
		return gameOver.With()
	case p.phase == PhaseReact && c == Lancelot:
		return p.explain(p.checkReact(Move{Do: Cancel}), m)
	case p.phase == PhaseAdapt && p.pending.Has(p.at):
		return p.explain(adaptFirst, Move{})
	case p.phase == PhaseAdapt:
		return p.explain(actionUnderWay, m)
	case p.at != p.active:
		return p.explain(otherTurn, m)
	case p.phase != PhaseTurn:
		return p.explain(p.check(m), Move{})
	case !c.IsAction():
		return p.explain(p.checkPlay(c), m)
	}
	if why := p.checkCard(m); why != nil {
		return p.explain(why, m)
	}
	why, m := p.whyNoAction(m)
	return p.explain(why, m)
}

// whyNoAction returns the reason why an action card has no legal choice of targets, and
// a choice to which it applies: the common reason of all opponents, or noTarget.
func (p player) whyNoAction(m Move) (*cards.Refusal, Move) {
	switch m.Card {
	case Retreat:
		if m.Own = 1; p.displays[p.at].n == 0 {
			return ownSole, m
		}
		return p.checkAction(m), m
	case Unhorse, ChangeWeapon:
		if m.Color = Red; p.color == Red {
			m.Color = Blue
		}
		return p.checkAction(m), m
	case BreakLance, Riposte, Dodge, KnockDown, Stunned:
	case Outwit:
		return noTarget, m
	default:
		return p.checkAction(m), m
	}
	var common *cards.Refusal
	var of Move
	for to := range p.around(0) {
		if to == p.at || !p.in(to) && m.Card != KnockDown {
			continue
		}
		m.Seat, m.At = numberOf(to), NoPlace
		if m.Card == Dodge {
			m.At = 1
		}
		why := p.checkAction(m)
		if common != nil && why != common {
			return noTarget, m
		}
		common, of = why, m
	}
	if common == nil {
		return noTarget, m
	}
	return common, of
}

// String returns the view in plain text.
func (v View) String() string {
	var b strings.Builder
	switch {
	case v.Color != NoColor:
		fmt.Fprintf(&b, "A %s tournament, opened by %d", v.Color, v.Opener)
	case v.Phase == PhaseOpen:
		fmt.Fprintf(&b, "%d opens a tournament", v.Opener)
	default:
		b.WriteString("No tournament yet")
	}
	fmt.Fprintf(&b, "; %d different tokens win\n", v.Target)
	for _, s := range v.Seats {
		mark := " "
		if s.Seat == v.Active && v.Phase != PhaseOver {
			mark = ">"
		}
		hand := fmt.Sprintf("of %d", len(s.Hand))
		if slices.ContainsFunc(s.Hand, func(c Card) bool { return c != Unknown }) {
			hand = cards.Line(s.Hand, "-")
		}
		fmt.Fprintf(&b, "%s %d  %s\n      hand %s\n", mark, s.Seat, s.line(), hand)
	}
	if u := v.UnderWay; u != nil {
		fmt.Fprintf(&b, "Under way: %d: %s\n", u.Seat, u.Line)
	}
	fmt.Fprintf(&b, "Deck %d, discard %s", v.Deck, cards.Line(v.Discard, "-"))
	return b.String()
}

// line returns the text of a display, of status cards and of tokens.
func (s Seat) line() string {
	text := cards.Line(s.Display, "-")
	switch {
	case s.Resigned:
		text = "resigned"
	case !s.In:
		text = "withdrawn"
	case len(s.Display) > 0:
		text += fmt.Sprintf(" = %d", s.Total)
	}
	if s.Shield {
		text += " + shield"
	}
	if s.Stunned {
		text += " + stunned"
	}
	if len(s.Tokens) > 0 {
		text += "; tokens " + cards.Line(s.Tokens, "")
	}
	return text
}
