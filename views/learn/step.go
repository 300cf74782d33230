package learn

import (
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
	"tableronde/games/lessons"
	"tableronde/games/parker"
	"tableronde/views"
	"tableronde/views/board"
)

// Step is the model of one lesson.
type Step struct {
	exercise
	Lesson lessons.Lesson
	Game   games.Info
	Done   []string // names of the lessons that the visitor has done
	Key    string   // idempotency key of the form
}

// NewStep returns the model of a lesson of a game, with the touches that a verdict judges.
func NewStep(p views.Page, game games.Info, l lessons.Lesson, v lessons.Verdict, shown bool) Step {
	return Step{exercise: exercise{Page: p, Task: l, Verdict: v, Shown: shown, path: stepPath(l)}, Lesson: l, Game: game}
}

// stepPath returns the address of a lesson.
func stepPath(l lessons.Lesson) string { return "/learn/" + l.Game + "/" + strconv.Itoa(l.Step) }

// all returns the number of lessons of the game.
func (m Step) all() int { return len(lessons.Of(m.Game.ID)) }

// isLast reports whether the lesson is the last one of its game.
func (m Step) isLast() bool { return m.Lesson.Step == m.all() }

// title returns the title of the lesson. Lessons about differences have the name of the game.
func (m Step) title() string {
	if key := "lesson." + m.Lesson.Name() + ".title"; m.Has(key) {
		return m.T(key)
	}
	return m.Lang.Of(m.Game.Name) + " · " + m.place()
}

// place returns the number of the lesson: "3 of 6".
func (m Step) place() string { return m.T("lesson.place", "Step", m.Lesson.Step, "All", m.all()) }

// segment returns the CSS class of a lesson in the progress bar.
func (m Step) segment(step int) string {
	switch {
	case step == m.Lesson.Step:
		return "now"
	case slices.Contains(m.Done, lessons.Of(m.Game.ID)[step-1].Name()):
		return "done"
	}
	return ""
}

// following returns the address after the lesson.
func (m Step) following() string {
	if m.isLast() {
		return "/learn"
	}
	return stepPath(lessons.Of(m.Game.ID)[m.Lesson.Step])
}

// earlier returns the address before the last touch, and whether it is in the same lesson.
func (m Step) earlier() (href string, within bool) {
	st := m.Verdict.Stage
	switch {
	case m.Verdict.At != parker.NoSquare:
		return m.staged(st.Legs), true
	case len(st.Legs) > 0:
		return m.staged(st.Legs[:len(st.Legs)-1]), true
	case m.chosen():
		return stepPath(m.Lesson), true
	case m.Lesson.Step > 1:
		return stepPath(lessons.Of(m.Game.ID)[m.Lesson.Step-2]), false
	}
	return "/learn", false
}

// here returns the address of the page in its present state.
func (m Step) here() string {
	switch {
	case m.Shown:
		return stepPath(m.Lesson) + "?show=1"
	case m.Verdict.At != parker.NoSquare:
		return m.staged(m.Verdict.Stage.Legs, m.name(m.Verdict.At))
	}
	return m.staged(m.Verdict.Stage.Legs)
}

// board returns the part of the board with the answer so far.
func (m Step) board() board.Board {
	l, v := m.Lesson, m.Verdict
	b := board.Board{
		Lang: m.Lang, View: l.View(), Bottom: 1, Crop: board.Crop{From: l.From, To: l.To}, Path: stepPath(l), Here: true,
		Label: m.label(), Stage: v.Stage, Probe: v.At, Tried: v.Tried, Glow: m.glowing(),
	}
	if !m.isRight() {
		b.Href = m.square
	}
	return b
}

// glowing returns the piece to touch, if none is chosen and the lesson points to one.
func (m Step) glowing() []parker.Square {
	if m.Lesson.Find || m.chosen() {
		return nil
	}
	from, _ := m.origin()
	return []parker.Square{from}
}

// origin returns the square of the piece that the first right answer moves, and the key of its
// kind.
func (m Step) origin() (from parker.Square, kind string) {
	from = m.Lesson.Shown().Stage.From
	if m.Lesson.View().At(from).Knight() {
		return from, "knight"
	}
	return from, "man"
}

// label describes the shown part of the board, and the answer on it.
func (m Step) label() string {
	parts := []string{m.T("lesson.board", "From", m.Lesson.From, "To", m.Lesson.To)}
	route := m.Verdict.Stage.Route
	switch {
	case m.isRight():
		parts = append(parts, m.T("lesson.board.done", "Move", route))
	case m.Verdict.State == lessons.Wrong && route != "":
		parts = append(parts, m.T("lesson.board.tried", "Move", route+" – "+m.name(m.Verdict.At)))
	case route != "":
		parts = append(parts, m.T("lesson.board.chosen", "Move", route))
	}
	for _, q := range m.glowing() {
		parts = append(parts, m.T("lesson.board.move", "Square", m.name(q)))
	}
	return strings.Join(parts, " ")
}

// reply returns the reaction to the answer so far.
func (m Step) reply() reply {
	switch m.Verdict.State {
	case lessons.Right:
		return m.praise()
	case lessons.Wrong:
		return reply{class: "bad", role: "alert", sign: badSign, heading: m.T("lesson.wrong"), sentence: m.correction("lesson." + m.Lesson.Name() + ".wrong.")}
	case lessons.Begun:
		return m.goOn()
	}
	if m.Lesson.Find {
		return m.find()
	}
	r := reply{class: "ask", role: "status", sign: askSign()}
	from, kind := m.origin()
	r.heading, r.sentence = m.T("lesson.touch."+kind, "Square", m.name(from)), m.T("lesson.glows")
	return r
}

// praise returns the reaction to the right answer, given or shown.
func (m Step) praise() reply {
	r := reply{class: "good", role: "status", sign: goodSign, rule: true}
	good, move := m.T("lesson."+m.Lesson.Name()+".good"), m.Verdict.Stage.Route
	if m.Shown {
		r.heading, r.sentence = m.T("lesson.shown", "Move", move), good
		return r
	}
	r.heading, r.sentence = good, m.T("lesson.written", "Move", move)
	if key := "lesson." + m.Lesson.Name() + ".then"; m.Has(key) {
		r.sentence = m.T(key)
	}
	return r
}

// rule returns the address of the lesson's paragraph in the rules.
func (m Step) rule() string { return "/rules/" + m.Game.ID + "#" + m.Lesson.Rule }

// barred returns the page with a lesson's header.
func (m Step) barred() views.Page {
	p := m.Page
	p.Bar = bar(m)
	return p
}
