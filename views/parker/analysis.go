package parker

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"tableronde/games"
	rules "tableronde/games/parker"
	judged "tableronde/games/review"
	"tableronde/games/study"
	"tableronde/views"
	"tableronde/views/board"
)

// Names of fields in the forms of the analysis.
const (
	fieldDo   = "do"   // what to do with the line: one of the values below
	fieldPly  = "ply"  // the position at which the line begins
	fieldLine = "line" // the moves of the line
	fieldNote = "note"

	doKeep    = "keep"
	doNote    = "note"
	doPromote = "promote"
	doCut     = "cut"
)

// analysis is the page on which one tries moves from a position of a match.
type analysis struct {
	views.Analysis
	ahead lookAhead
}

func analysisPage(m views.Analysis) templ.Component {
	a := analysis{m, lookAhead{Match: m.Match, Explored: m.Explored, path: m.Address() + "/analysis"}}
	a.ahead.keep, a.ahead.note = a.query(m.Shown), a.note()
	return planPage(plan{
		ahead: a.ahead, name: "analysis", title: a.T("analysis.title"), heading: a.T("analysis.from", "Number", a.Shown),
		problem: a.problem(), asks: a.mover(), more: a.state(), done: a.done(), acts: analysisActs(a), draws: a.Keeps, side: analysisSide(a),
	})
}

// query returns the query of an address of the page that begins at a position: the position, unless
// it is the present one, and the side at the bottom.
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
	return ahead.at(views.LineQuery(nil, views.Each(line, func(step study.Step) string { return step.Text })...))
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

// conditional returns the address at which the line becomes a conditional move, "" if it cannot: it
// must begin with a move of another player, at the present position, and end with an answer of the
// visitor.
func (a analysis) conditional() string {
	line := a.Explored.Line
	if !a.Now || len(line) < 2 || line[0].Seat == a.You || line[len(line)-1].Seat != a.You {
		return ""
	}
	return a.Address() + "/orders?" + views.LineQuery(line)
}

// worth describes a value of the position.
func (a analysis) worth(v judged.Value) string { return match{&a.Match}.worth(v, a.Valued.Exact) }

// onward returns the address of the page after more moves.
func (a analysis) onward(moves ...string) string {
	return a.ahead.at(views.LineQuery(a.Explored.Line, moves...))
}

// valued returns the address of the page with the value of the position.
func (a analysis) valued() string { return a.ahead.at(views.LineQuery(a.Explored.Line) + "&value=1") }

// found returns the address of the moves played in the position in other matches, "" once the game
// would be over.
func (a analysis) found() string {
	v, ok := a.Explored.View.(rules.View)
	if !ok || a.Explored.Mover == 0 {
		return ""
	}
	return "/archive/openings?position=" + url.QueryEscape(v.Position().String())
}

// mover names the player to move, or describes how the game would have ended.
func (a analysis) mover() string {
	if a.Explored.Mover == 0 {
		return a.T("conditions.over")
	}
	return a.T("analysis.mover", "Name", a.Name(a.Explored.Mover))
}

// state describes whether the line is stored, and for which readers.
func (a analysis) state() string {
	switch {
	case !a.Keeps:
		return a.T("analysis.private")
	case !a.isKept():
		return a.T("analysis.unkept")
	}
	return a.T("analysis.yours")
}

// done describes the effect of the visitor's last post, "" for none.
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

// isKept reports whether all of the explored line is stored.
func (a analysis) isKept() bool {
	line := a.Explored.Steps()
	return a.Kept.Known(a.Shown, line) == len(line)
}

// here reports whether something of the explored line can be removed.
func (a analysis) here() bool {
	return a.isKept() && (len(a.Explored.Line) > 0 || a.Kept.Has(a.Shown))
}

// promotes reports whether the explored line is stored and is not the main one.
func (a analysis) promotes() bool {
	return a.isKept() && !a.Kept.IsMain(a.Shown, a.Explored.Steps())
}

// cutLabel names the moves to be removed.
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

// noteTitle names the position that the note is on.
func (a analysis) noteTitle() string {
	if n := len(a.Explored.Line); n > 0 {
		return a.T("analysis.note_on", "Move", a.Explored.Line[n-1].Text)
	}
	return a.T("analysis.note_position", "Number", a.Shown)
}

// note returns the note on the position shown.
func (a analysis) note() string {
	if a.Problem != nil && a.Note != "" {
		return a.Note
	}
	return a.Kept.NoteAt(a.Shown, a.Explored.Steps())
}

// stations are the addresses around the position shown, "" for the position itself.
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

// plies returns links to the positions of the match around the position shown.
func (a analysis) plies() (back, on string) {
	if a.Shown > 0 {
		back = a.at(a.Shown-1, nil)
	}
	if a.Shown < a.Ply {
		on = a.at(a.Shown+1, nil)
	}
	return back, on
}

// many reports whether a move needs the shield of its army, since there are several armies.
func (a analysis) many() bool { return len(a.Seats) > 2 }

// army returns the shield of a seat.
func (a analysis) army(seat games.Seat) string { return views.SeatBadge(a.Game, seat, true) }

// problem describes why the last post, or a move of the address, was refused.
func (a analysis) problem() string {
	switch {
	case a.Problem != nil:
		return a.Problem.Text(a.Lang)
	case a.Explored.Bad != nil:
		return a.Refusal(a.Explored.Bad)
	}
	return ""
}

// lookAhead is a board on which one tries moves that nobody has played. The address of the page has
// these moves.
type lookAhead struct {
	views.Match
	Explored views.Explored
	path     string // of the page
	seat     string // for which the visitor acts at a table of one, "" elsewhere
	keep     string // a part of the query of every address of the page: "ply=12"
	planned  []board.Arrow
	note     string // on the position shown
}

// at returns the address of the page with a query.
func (l lookAhead) at(query string) string {
	if l.seat != "" {
		query += "&as=" + l.seat
	}
	if l.keep != "" {
		query += "&" + l.keep
	}
	if query = strings.TrimPrefix(query, "&"); query == "" {
		return l.path
	}
	return l.path + "?" + query
}

// drawing returns the board, on which the next move of the line is made.
func (l lookAhead) drawing() board.Board {
	v, _ := l.Explored.View.(rules.View)
	g := v.Board()
	b := board.Board{
		Lang: l.Lang, View: v, Bottom: l.Bottom, Path: l.path, Query: l.query(),
		CanMove: l.Explored.Mover != 0, LastMove: l.lastTried(g), You: l.You, Planned: l.planned,
	}
	b = b.With(l.Explored.Staged, l.Explored.Probe)
	b.Label = l.T("match.board", "Game", l.Lang.Of(l.Game.Name), "Squares", g.Len(), "Army", l.Army(l.Game, l.Bottom)) + "."
	match{&l.Match}.drawNote(&b, l.note)
	return b
}

// lastTried returns the way of the last move of the line, or else of the last played move.
func (l lookAhead) lastTried(g *rules.Board) []rules.Leg {
	n := len(l.Explored.Line)
	if n == 0 {
		return match{&l.Match}.lastMove(g)
	}
	legs, _ := g.Route(l.Explored.Line[n-1].Text)
	return legs
}

// ready returns the address of the page with the staged move played, "" if no move is complete.
func (l lookAhead) ready(b board.Board) (route, href string) {
	if l.Explored.Mover == 0 || !b.Status("").Ready {
		return "", ""
	}
	return b.Stage.Route, l.at(views.LineQuery(l.Explored.Line, b.Stage.Route))
}

// back returns the address of the page without the last move.
func (l lookAhead) back() string {
	line := l.Explored.Line
	if len(line) == 0 {
		return ""
	}
	return l.at(views.LineQuery(line[:len(line)-1]))
}

// played names the explored line in words.
func (l lookAhead) played() string {
	return strings.Join(views.Each(l.Explored.Line, func(m views.TriedMove) string { return m.Text }), " ")
}

// query returns the query of the page as it is, without an unfinished move.
func (l lookAhead) query() string {
	_, query, _ := strings.Cut(l.at(views.LineQuery(l.Explored.Line)), "?")
	return query
}

// openVariations is the largest number of moves in all variations of a position that are shown
// unfolded.
const openVariations = 40

// variation is a line that branches off from another one.
type variation struct {
	label string // "B1"
	size  int    // moves in it and in its branches
	open  bool
	steps []triedMove
}

// triedMove is a move of the tree, as the page shows it.
type triedMove struct {
	id      string // of its link, "" for none
	number  string // of its round, "3." or "3…"; "" directly after the move before
	seat    games.Seat
	text    string
	href    string
	note    string
	current bool
	played  bool // it was played in the match
	unkept  bool
	others  []variation // variations that replace it
}

// name names the move with its round.
func (m triedMove) name() string {
	if m.number == "" {
		return m.text
	}
	return m.number + " " + m.text
}

// begins describes a variation by its first move.
func (v variation) begins() string { return v.steps[0].name() }

// rootView is a position of the match, with the lines that begin there.
type rootView struct {
	after int
	href  string
	note  string
	here  bool // the page begins at it
	size  int
	steps []triedMove
}

// place is the place of a move in the tree.
type place struct {
	path   []study.Step
	round  int
	last   games.Seat // the player who moved before it in the round
	played []string   // the moves played in the match from here on, nil once the line has left it
	kept   bool
}

// treeView lays out the lines that begin at one position.
type treeView struct {
	a       analysis
	root    views.StudyRoot
	current []study.Step // the explored line, nil if it begins elsewhere
	all     bool         // every variation is unfolded
}

// roots lays out all stored lines, and the explored line.
func (a analysis) roots() []rootView {
	all := a.Kept.Clone()
	all.Keep(a.Shown, a.Explored.Steps())
	var views []rootView
	for _, r := range all.From {
		t := treeView{a: a, root: a.Root(r.After), all: study.Count(r.Lines) <= openVariations}
		if r.After == a.Shown {
			t.current = a.Explored.Steps()
		}
		views = append(views, rootView{
			after: r.After, href: a.at(r.After, nil), note: r.Note, here: r.After == a.Shown,
			size: study.Count(r.Lines), steps: t.follow("", r.Lines, t.begin()),
		})
	}
	return views
}

// begin returns the place of the first moves.
func (t treeView) begin() place {
	p := place{played: t.root.Played, kept: true}
	if rounds := t.a.Rounds(); t.root.Last >= 0 && t.root.Last < len(rounds) {
		p.round, p.last = rounds[t.root.Last], t.a.Log[t.root.Last].Seat
	}
	return p
}

// after returns the place behind a move.
func (p place) after(m study.Move, kept bool) place {
	next := place{path: append(slices.Clone(p.path), study.Step{Seat: m.Seat, Text: m.Text}), round: p.round, last: m.Seat, kept: kept}
	if p.round == 0 || m.Seat <= p.last {
		next.round++
	}
	if len(p.played) > 0 && p.played[0] == m.Text {
		next.played = p.played[1:]
	}
	return next
}

// follow lays out the first of some moves with its continuation; the others branch off.
func (t treeView) follow(label string, moves []study.Move, at place) []triedMove {
	var steps []triedMove
	branches, broken := 0, true
	for len(moves) > 0 {
		step, next := t.step(moves[0], at, broken)
		for _, other := range moves[1:] {
			step.others = append(step.others, t.branch(branchLabel(label, branches), other, at))
			branches++
		}
		steps = append(steps, step)
		broken = len(step.others) > 0 || step.note != ""
		at, moves = next, moves[0].Lines
	}
	return steps
}

// branch lays out a variation.
func (t treeView) branch(label string, m study.Move, at place) variation {
	v := variation{label: label, size: 1 + study.Count(m.Lines), steps: t.follow(label, []study.Move{m}, at)}
	n := len(at.path)
	v.open = t.all || len(t.current) > n && t.current[n].Text == m.Text && slices.Equal(t.current[:n], at.path)
	return v
}

// step lays out one move. A move that does not directly follow another one has the number of its
// round.
func (t treeView) step(m study.Move, at place, broken bool) (triedMove, place) {
	depth := len(at.path)
	kept := at.kept && t.a.Kept.Known(t.root.After, append(slices.Clone(at.path), study.Step{Seat: m.Seat, Text: m.Text})) > depth
	next := at.after(m, kept)
	step := triedMove{
		seat: m.Seat, text: m.Text, note: m.Note, href: t.a.at(t.root.After, next.path), unkept: !kept,
		current: t.current != nil && slices.Equal(t.current, next.path), played: len(at.played) > 0 && at.played[0] == m.Text,
	}
	switch first := next.round != at.round; {
	case first:
		step.number = strconv.Itoa(next.round) + "."
	case broken:
		step.number = strconv.Itoa(next.round) + "…"
	}
	if len(t.current) > depth && slices.Equal(t.current[:depth+1], next.path) {
		step.id = "tried-" + strconv.Itoa(depth+1)
	}
	return step, next
}

// branchLabel returns the label of a variation, by the one that it branches off from and
// its number there: A, B; A1, A2; A1a, A1b.
func branchLabel(parent string, n int) string {
	if digit := parent != "" && parent[len(parent)-1] >= '0' && parent[len(parent)-1] <= '9'; parent != "" && !digit {
		return parent + strconv.Itoa(n+1)
	}
	letter := 'a'
	if parent == "" {
		letter = 'A'
	}
	if n < 26 {
		return parent + string(letter+rune(n))
	}
	return parent + string(letter+25) + "." + strconv.Itoa(n-25)
}
