package parker

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/views"
)

// The fields of the forms of conditional moves.
const (
	fieldAfter = "after" // the number of events after which the page was shown
	fieldKept  = "kept"  // the conditions that are kept, as the page shows them
	fieldAdd   = "add"   // a branch to add to them
	fieldCut   = "cut"   // a branch to take the last answer off
	fieldText  = "text"  // all conditions in the notation
)

// written formats the conditions of a submitted form; the rules refuse what is wrong in
// them.
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
		if line == strings.TrimSpace(form.Get(fieldCut)) {
			if line = withoutLast(line); line == "" {
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

// withoutLast returns a branch without its last pair, "" for the only one.
func withoutLast(line string) string {
	if i := strings.LastIndex(line, ", "); i >= 0 {
		return line[:i]
	}
	return ""
}

// condition is a pair of moves: what the others play, and the answer.
type condition struct {
	when, then string
}

// conditionalLine is a branch as it is kept.
type conditionalLine struct {
	text  string
	pairs []condition
	look  string // address of the position after it
}

// conditions is the page of a seat's conditional moves.
type conditions struct {
	views.Orders
	ahead lookAhead
}

func conditionsPage(o views.Orders) templ.Component {
	return conditionsSheet(conditions{o, lookAhead{Match: o.Match, Explored: o.Explored, path: o.Action(), seat: o.SeatText()}})
}

// lines returns the branches that are kept.
func (c conditions) lines() []conditionalLine {
	var all []conditionalLine
	for text := range strings.Lines(c.Text) {
		text = strings.TrimSpace(text)
		if !strings.Contains(text, ":") {
			continue
		}
		line := conditionalLine{text: text}
		var moves []string
		for pair := range strings.SplitSeq(text, ", ") {
			when, then, _ := strings.Cut(pair, ": ")
			line.pairs = append(line.pairs, condition{when, then})
			moves = append(append(moves, strings.Fields(when)...), then)
		}
		line.look = c.ahead.at(views.LineQuery(nil, moves...))
		all = append(all, line)
	}
	return all
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
			text.WriteString(": ")
		case i > 0 && line[i-1].Seat == c.You:
			text.WriteString(", ")
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

// asks says what is to be chosen next.
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

// rivals names those whose moves are answered.
func (c conditions) rivals() string {
	var others []games.Seat
	for i := range c.Seats {
		if seat := games.Seat(i + 1); seat != c.You {
			others = append(others, seat)
		}
	}
	if len(others) == 1 {
		return c.Name(others[0])
	}
	return c.T("conditions.others")
}

func nth(i int) string { return strconv.Itoa(i + 1) }
