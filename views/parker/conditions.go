package parker

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"tableronde/games"
	rules "tableronde/games/parker"
	"tableronde/views"
	"tableronde/views/board"
)

// Names of fields in the forms of conditional moves.
const (
	fieldAfter = "after" // the number of events when the page was shown
	fieldKept  = "kept"  // the stored conditions, as the page shows them
	fieldAdd   = "add"   // a branch to add to the conditions
	fieldCut   = "cut"   // a branch from which to remove the last answer
	fieldText  = "text"  // all conditions in the notation
)

// written formats the conditions of a submitted form; the rules refuse the invalid ones.
func written(form url.Values) string {
	var lines []string
	given := form.Get(fieldText) + form.Get(fieldKept)
	if strings.Contains(given+form.Get(fieldAdd), ":") && !strings.HasPrefix(strings.TrimSpace(given), fieldAfter) {
		lines = append(lines, fieldAfter+" "+form.Get(fieldAfter))
	}
	if form.Has(fieldText) {
		return strings.Join(append(lines, form.Get(fieldText)), "\n")
	}
	for line := range strings.Lines(form.Get(fieldKept)) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if cut := strings.TrimSpace(form.Get(fieldCut)); cut != "" && (line == cut || strings.HasPrefix(line, cut+pairEnd)) {
			if line = withoutLast(cut); line == "" {
				continue
			}
		}
		lines = append(lines, line)
	}
	if add := strings.TrimSpace(form.Get(fieldAdd)); add != "" {
		lines = append(lines, add)
	}
	return strings.Join(lines, "\n")
}

// Separators between the moves of a pair, and between pairs.
const (
	pairMiddle = ": "
	pairEnd    = ", "
)

// withoutLast returns a branch without its last pair, "" if it has only one.
func withoutLast(line string) string {
	if i := strings.LastIndex(line, pairEnd); i >= 0 {
		return line[:i]
	}
	return ""
}

// condition is a pair of moves, a move of the others and the answer, with the pairs that follow it.
type condition struct {
	number     int
	text       string // the branch that ends with the pair
	when, then string
	look       string   // address of the position after it
	current    bool     // the page shows that position
	line       []string // its moves and those before it, from the present position on
	drawn      int      // number of its arrow on the board, 0 for none
	more       []*condition
}

// conditions is the page of a seat's conditional moves.
type conditions struct {
	views.Orders
	ahead lookAhead
	pairs []*condition // see tree
}

func conditionsPage(o views.Orders) templ.Component {
	c := conditions{o, lookAhead{Match: o.Match, Explored: o.Explored, path: o.Action(), seat: o.SeatText()}, nil}
	c.pairs = c.tree()
	c.ahead.planned = arrowsOf(rules.BoardOf(c.Game.ID), answersAfter(c.pairs, c.Explored.Line))
	p := plan{
		ahead: c.ahead, name: "conditions", title: c.T("conditions.title"), heading: c.T("conditions.if", "Name", c.rivals()),
		problem: c.problem(), asks: c.asks(), more: c.more(), done: c.done(),
		warning: c.T("conditions.not_move", "Name", c.rivals()), acts: conditionsActs(c), side: conditionsSide(c),
	}
	if p.closed = !c.open(); p.closed {
		p.side = conditionsClosed(c)
	}
	return planPage(p)
}

// tree returns the stored conditions: the pairs for the next move, each with the pairs that follow
// it.
func (c conditions) tree() []*condition {
	var all []*condition
	known, here := make(map[string]*condition), c.branch()
	for line := range strings.Lines(c.Text) {
		if !strings.Contains(line, pairMiddle) {
			continue
		}
		var text string
		var moves []string
		level := &all
		for pair := range strings.SplitSeq(strings.TrimSpace(line), pairEnd) {
			when, then, _ := strings.Cut(pair, pairMiddle)
			moves = append(append(moves, strings.Fields(when)...), then)
			text = strings.TrimPrefix(text+pairEnd+pair, pairEnd)
			one := known[text]
			if one == nil {
				one = &condition{line: slices.Clone(moves), number: len(known) + 1, text: text, when: when, then: then, look: c.ahead.at(views.LineQuery(nil, moves...)), current: text == here}
				known[text], *level = one, append(*level, one)
			}
			level = &one.more
		}
	}
	return all
}

// answersAfter returns the pairs whose answers come next after a line. It numbers them if there are
// several.
func answersAfter(level []*condition, line []views.TriedMove) (next []*condition) {
	for _, one := range level {
		if !follows(one.line, line) {
			continue
		}
		if len(line) < len(one.line) {
			next = append(next, one)
		} else {
			next = append(next, answersAfter(one.more, line)...)
		}
	}
	for i, one := range next {
		if one.drawn = 0; len(next) > 1 {
			one.drawn = i + 1
		}
	}
	return next
}

// follows reports whether one of two lines begins with the other.
func follows(line []string, moves []views.TriedMove) bool {
	n := min(len(line), len(moves))
	return slices.EqualFunc(line[:n], moves[:n], func(text string, m views.TriedMove) bool { return text == m.Text })
}

// arrowsOf returns the arrows of answers, numbered if there are several. Pairs with the same answer
// share its arrow.
func arrowsOf(g *rules.Board, answers []*condition) (arrows []board.Arrow) {
	number := make(map[string]int) // of its arrow, by answer
	for _, one := range answers {
		legs, err := g.Route(one.then)
		if err != nil || len(legs) == 0 {
			continue
		}
		i, known := number[one.then]
		if !known {
			i = len(arrows)
			number[one.then], arrows = i, append(arrows, board.ArrowOf(legs, ""))
		}
		if one.drawn > 0 {
			arrows[i].Label = strings.TrimPrefix(arrows[i].Label+","+strconv.Itoa(one.drawn), ",")
		}
	}
	return arrows
}

// isKept reports whether the explored line is one of the conditions.
func (c conditions) isKept(branch string) bool {
	for line := range strings.Lines(c.Text) {
		if line = strings.TrimSpace(line); line == branch || strings.HasPrefix(line, branch+pairEnd) {
			return true
		}
	}
	return false
}

// open reports whether conditions can be given: it is not the visitor's turn.
func (c conditions) open() bool { return !c.Yours() && c.Explored.View != nil }

// branch returns the explored line as a branch, "" unless it ends in an answer.
func (c conditions) branch() string {
	var text strings.Builder
	line := c.Explored.Line
	for i, m := range line {
		switch own := m.Seat == c.You; {
		case own:
			text.WriteString(pairMiddle)
		case i > 0 && line[i-1].Seat == c.You:
			text.WriteString(pairEnd)
		case i > 0:
			text.WriteString(" ")
		}
		text.WriteString(m.Text)
	}
	if len(line) == 0 || line[len(line)-1].Seat != c.You {
		return ""
	}
	return text.String()
}

// asks describes the move to choose next.
func (c conditions) asks() string {
	switch mover := c.Explored.Mover; {
	case mover == 0:
		return c.T("conditions.over")
	case mover == c.You:
		return c.T("conditions.answer")
	default:
		return c.T("conditions.theirs", "Name", c.Name(mover))
	}
}

// rivals names the players whose moves are to be answered.
func (c conditions) rivals() string {
	others := c.SeatsWhere(func(seat games.Seat) bool { return seat != c.You })
	if len(others) == 1 {
		return c.Name(others[0])
	}
	return c.T("conditions.others")
}

// done returns a sentence about saved conditions, "" if none were saved.
func (c conditions) done() string {
	if c.Saved && len(c.Explored.Line) == 0 && c.problem() == "" {
		return c.T("conditions.saved")
	}
	return ""
}

// more lists the moves before the position shown. At the present position it explains that the
// rivals do not see the conditions.
func (c conditions) more() string {
	if len(c.Explored.Line) > 0 {
		return c.T("conditions.after", "Moves", c.ahead.played())
	}
	return c.T("conditions.secret", "Name", c.rivals())
}

// problem describes why the last post, or a move of the address, was refused.
func (c conditions) problem() string {
	if c.Explored.Bad != nil && c.Problem == nil {
		return c.Refusal(c.Explored.Bad)
	}
	return c.ProblemText()
}
