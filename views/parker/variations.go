package parker

import (
	"slices"
	"strconv"

	"tableronde/games"
	"tableronde/games/study"
	"tableronde/views"
)

// openVariations is up to how many moves all variations of a position are unfolded.
const openVariations = 40

// variation is a line that branches off from another one.
type variation struct {
	label string // "B1"
	size  int    // moves in it and in what branches off from it
	open  bool
	steps []triedMove
}

// triedMove is a move of the tree, as the page shows it.
type triedMove struct {
	id      string // of its link, "" for none
	number  string // of its round, "3." or "3…"; "" where it stands behind the one before
	seat    games.Seat
	text    string
	href    string
	note    string
	current bool
	played  bool // it was played in the match
	unkept  bool
	others  []variation // what else was tried in its place
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
	here  bool // it is the position that the page begins at
	size  int
	steps []triedMove
}

// place is where in the tree a move stands.
type place struct {
	path   []study.Step
	round  int
	last   games.Seat // who has moved before it in the round
	played []string   // what was played in the match from here on, nil once the line has left it
	kept   bool
}

// treeView lays out the lines that begin at one position.
type treeView struct {
	a       analysis
	root    views.StudyRoot
	current []study.Step // the explored line, nil if it begins elsewhere
	all     bool         // every variation is unfolded
}

// roots lays out all that is kept, and the explored line.
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

// follow lays out the first of some moves with what follows it; the others branch off.
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

// step lays out one move. A move that does not stand right behind another one has the
// number of its round.
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
