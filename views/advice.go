package views

import (
	"slices"
	"strconv"

	"tableronde/games"
	"tableronde/games/review"
)

// Hint is a move that is advised to the visitor.
type Hint struct {
	Action  string
	Reasons []review.Reason // on a board
	Number  int             // in this position: 1 is the best move
	More    bool            // there is one with the next number
	Options []HintOption    // at cards: the action, and what else there was
}

// HintOption is an action at cards, and the part of the game that it is expected to win, in
// hundredths; -1 if it is the only one.
type HintOption struct {
	Choice
	Share int
}

// advise puts a hint at cards, or the way to one, on the page of a match.
func (m *Match) advise(t *Table) {
	switch {
	case m.Game.Hidden && m.Hint != nil && len(m.Hint.Options) > 0:
		t.Status = Status{
			Sentence: m.T("hint.move", "Move", m.Hint.Options[0].Does),
			Detail:   m.compared() + " " + m.T("hint.nth", "N", strconv.Itoa(m.Hints)), Steady: true,
		}
		t.Acts = append(t.Acts, Act{ID: "hint-away", Label: m.T("hint.away"), Href: m.To("", "")})
	case m.Game.Hidden && m.mayAsk():
		t.Acts = append(t.Acts, Act{ID: "hint", Label: m.T("hint.ask"), Href: m.To("hint", "1")})
	}
}

// compared tells in a sentence what speaks for the action that is advised at cards: what it
// keeps, and its chance beside that of the next best which is another in words.
func (m *Match) compared() string {
	best := m.Hint.Options[0]
	if best.Share < 0 {
		return Sentence(m.T("hint.by.only")) + "."
	}
	next := slices.IndexFunc(m.Hint.Options, func(o HintOption) bool { return o.Does != best.Does })
	even := next < 0 || m.Hint.Options[next].Share >= best.Share
	key := Either(even, "hint.even", "hint.share")
	if best.Why != "" {
		key = Either(even, "hint.why_even", "hint.why")
	}
	args := []any{"Why", Sentence(best.Why), "Share", strconv.Itoa(best.Share)}
	if !even {
		args = append(args, "Other", strconv.Itoa(m.Hint.Options[next].Share), "Move", m.Hint.Options[next].Does)
	}
	return m.T(key, args...)
}

// mayAsk reports whether the visitor may ask for a hint: against the computer alone.
func (m *Match) mayAsk() bool { return m.Bots && m.BotsPlay && m.Yours() && !m.Asking() }

// CanAsk reports whether the page may show a hint: nothing is staged, and it can be asked for.
func (m *Match) CanAsk() bool { return m.mayAsk() && m.Staged == "" && m.Probe == "" }

// Valued is what a position of the analysis is worth to the seat to act in it.
type Valued struct {
	Seat  games.Seat
	Exact bool
	Value review.Value
	Line  []string
	Moves []ValuedMove // the best first
}

// ValuedMove is a move and its value for the seat that makes it.
type ValuedMove struct {
	Text  string
	Value review.Value
}
