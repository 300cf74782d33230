package parker

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"tableronde/games"
	rules "tableronde/games/parker"
	judged "tableronde/games/review"
	"tableronde/games/study"
	"tableronde/views"
)

// The fields of the forms of the analysis.
const (
	fieldDo   = "do"   // what becomes of the line: one of the values below
	fieldPly  = "ply"  // the position that it begins at
	fieldLine = "line" // its moves
	fieldNote = "note"

	doKeep    = "keep"
	doNote    = "note"
	doPromote = "promote"
	doCut     = "cut"
)

// analysis is the page on which moves are tried from a position of a match.
type analysis struct {
	views.Analysis
	ahead lookAhead
}

func analysisPage(m views.Analysis) templ.Component {
	a := analysis{m, lookAhead{Match: m.Match, Explored: m.Explored, path: m.Address() + "/analysis"}}
	a.ahead.keep = a.query(m.Shown)
	return planPage(plan{
		ahead: a.ahead, name: "analysis", title: a.T("analysis.title"), heading: a.T("analysis.from", "Number", a.Shown),
		problem: a.problem(), asks: a.mover(), more: a.state(), done: a.done(), acts: analysisActs(a), side: analysisSide(a),
	})
}

// query returns what an address of the page that begins at a position has in its query: the
// position, unless it is the present one, and the side at the bottom.
func (a analysis) query(ply int) string {
	var query []string
	if ply != a.Ply {
		query = append(query, "ply="+strconv.Itoa(ply))
	}
	if a.Bottom != a.DefaultSeat() {
		query = append(query, "turn="+strconv.Itoa(int(a.Bottom)))
	}
	return strings.Join(query, "&")
}

// at returns the address of the page after a line from a position.
func (a analysis) at(ply int, line []study.Step) string {
	ahead := a.ahead
	ahead.keep = a.query(ply)
	texts := make([]string, len(line))
	for i, step := range line {
		texts[i] = step.Text
	}
	return ahead.at(views.LineQuery(nil, texts...))
}

// movers lists the squares of the pieces that can move, with the address that chooses each.
func (a analysis) movers() []namedLink {
	v, ok := a.Explored.View.(rules.View)
	if !ok || a.Explored.Mover == 0 {
		return nil
	}
	var all []namedLink
	for _, q := range v.Movers() {
		name := v.Board().Name(q)
		all = append(all, namedLink{name, a.ahead.at(views.LineQuery(a.Explored.Line) + "&m=" + name)})
	}
	return all
}

// conditional returns the address at which the line becomes a conditional move, "" where it
// cannot: it must begin with a move of somebody else, at the present position, and end
// with an answer of the visitor.
func (a analysis) conditional() string {
	line := a.Explored.Line
	if !a.Now || len(line) < 2 || line[0].Seat == a.You || line[len(line)-1].Seat != a.You {
		return ""
	}
	return a.Address() + "/orders?" + views.LineQuery(line)
}

// worth words a value of the position.
func (a analysis) worth(v judged.Value) string { return match{&a.Match}.worth(v, a.Valued.Exact) }

// onward returns the address of the page after more moves.
func (a analysis) onward(moves ...string) string {
	return a.ahead.at(views.LineQuery(a.Explored.Line, moves...))
}

// valued returns the address of the page with the value of the position.
func (a analysis) valued() string { return a.ahead.at(views.LineQuery(a.Explored.Line) + "&value=1") }

// found returns the address of what was played in the position in other matches, "" once
// the game would be over.
func (a analysis) found() string {
	v, ok := a.Explored.View.(rules.View)
	if !ok || a.Explored.Mover == 0 {
		return ""
	}
	return "/archive/openings?position=" + url.QueryEscape(v.Position().String())
}

// mover says who is to move, or how the game would have ended.
func (a analysis) mover() string {
	if a.Explored.Mover == 0 {
		return a.T("conditions.over")
	}
	return a.T("analysis.mover", "Name", a.Name(a.Explored.Mover))
}

// state says what becomes of the line.
func (a analysis) state() string {
	switch {
	case !a.Keeps:
		return a.T("analysis.private")
	case !a.isKept():
		return a.T("analysis.unkept")
	}
	return a.T("analysis.yours")
}

// done says what the visitor's last post did, "" for nothing.
func (a analysis) done() string {
	switch a.Done {
	case doKeep:
		return a.T("analysis.done_keep")
	case doNote:
		return a.T("analysis.done_note")
	case doPromote:
		return a.T("analysis.done_promote")
	case doCut:
		return a.T("analysis.done_cut")
	}
	return ""
}

// isKept reports whether all of the explored line is kept.
func (a analysis) isKept() bool {
	line := a.Explored.Steps()
	return a.Kept.Known(a.Shown, line) == len(line)
}

// here reports whether there is something of the explored line to be removed.
func (a analysis) here() bool {
	return a.isKept() && (len(a.Explored.Line) > 0 || a.Kept.Has(a.Shown))
}

// promotes reports whether the explored line is kept and is not the main one.
func (a analysis) promotes() bool {
	return a.isKept() && !a.Kept.IsMain(a.Shown, a.Explored.Steps())
}

// cutLabel says what would be removed.
func (a analysis) cutLabel() string {
	line := a.Explored.Steps()
	if len(line) == 0 {
		return a.T("analysis.cut_all", "Number", a.Shown)
	}
	below := study.Count(a.Kept.After(a.Shown, line))
	if below == 0 {
		return a.T("analysis.cut", "Move", line[len(line)-1].Text)
	}
	return a.N("analysis.cut_more", below, "Move", line[len(line)-1].Text)
}

// noteTitle names the position that a note would be on.
func (a analysis) noteTitle() string {
	if n := len(a.Explored.Line); n > 0 {
		return a.T("analysis.note_on", "Move", a.Explored.Line[n-1].Text)
	}
	return a.T("analysis.note_position", "Number", a.Shown)
}

// note returns the note on the position that is looked at.
func (a analysis) note() string {
	if a.Problem != nil && a.Note != "" {
		return a.Note
	}
	return a.Kept.NoteAt(a.Shown, a.Explored.Steps())
}

// stations are the addresses around the position that is looked at, "" where it is one of
// them.
type stations struct{ first, back, on, last string }

func (a analysis) stations() stations {
	line := a.Explored.Steps()
	s := stations{}
	if len(line) > 0 {
		s.first, s.back = a.at(a.Shown, nil), a.at(a.Shown, line[:len(line)-1])
	}
	for lines := a.Kept.After(a.Shown, line); len(lines) > 0; lines = lines[0].Lines {
		line = append(line, study.Step{Seat: lines[0].Seat, Text: lines[0].Text})
		if s.last = a.at(a.Shown, line); s.on == "" {
			s.on = s.last
		}
	}
	return s
}

// plies returns links to the positions of the match around the one that is looked at.
func (a analysis) plies() (back, on string) {
	if a.Shown > 0 {
		back = a.at(a.Shown-1, nil)
	}
	if a.Shown < a.Ply {
		on = a.at(a.Shown+1, nil)
	}
	return back, on
}

// many reports whether a move needs the shield of its army to tell whose it is.
func (a analysis) many() bool { return len(a.Seats) > 2 }

// army returns the shield of a seat.
func (a analysis) army(seat games.Seat) string { return views.SeatBadge(a.Game, seat, true) }

// problem says why the last post was refused, or a move of the address.
func (a analysis) problem() string {
	switch {
	case a.Problem != nil:
		return a.Problem.Text(a.Lang)
	case a.Explored.Bad != nil:
		return a.Refusal(a.Explored.Bad)
	}
	return ""
}
