package learn

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
	"tableronde/games/lessons"
	"tableronde/games/parker"
	"tableronde/views"
	"tableronde/views/board"
	"tableronde/views/heraldry"
)

// Step is the model of one lesson.
type Step struct {
	views.Page
	Game    games.Info
	Lesson  lessons.Lesson
	Verdict lessons.Verdict
	Shown   bool     // the visitor has asked for the answer
	Done    []string // names of the lessons done
	Key     string   // idempotency key of the form
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

// chosen reports whether a piece is chosen.
func (m Step) chosen() bool { return m.Verdict.Stage.From != parker.NoSquare }

// isRight reports whether the right answer is on the board.
func (m Step) isRight() bool { return m.Verdict.State == lessons.Right }

// name returns the name of a square.
func (m Step) name(q parker.Square) string { return m.Lesson.View().Board().Name(q) }

// touched returns the address after touches: a piece, then the squares of its way.
func (m Step) touched(squares ...string) string {
	if len(squares) == 0 {
		return stepPath(m.Lesson)
	}
	return stepPath(m.Lesson) + "?" + url.Values{"at": squares[:1], "to": squares[1:]}.Encode()
}

// staged returns the address of the chosen piece after some legs.
func (m Step) staged(legs []parker.Leg, more ...string) string {
	var squares []string
	if m.chosen() {
		squares = append(squares, m.name(m.Verdict.Stage.From))
	}
	for _, leg := range legs {
		squares = append(squares, m.name(leg.To))
	}
	return m.touched(append(squares, more...)...)
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

// square returns the address for touching a square.
func (m Step) square(q parker.Square) string {
	st, piece := m.Verdict.Stage, m.Lesson.View().At(q)
	switch {
	case !m.chosen():
		return m.touched(m.name(q))
	case q == st.From && len(st.Legs) == 0:
		return stepPath(m.Lesson)
	case q == st.From, piece != 0 && piece.Seat() == m.Lesson.View().Turn():
		return m.touched(m.name(q))
	}
	for i, leg := range st.Legs[:max(0, len(st.Legs)-1)] {
		if leg.To == q {
			return m.staged(st.Legs[:i+1])
		}
	}
	return m.staged(st.Legs, m.name(q))
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

// reply is the page's reaction to a touch.
type reply struct {
	class, role string
	sign        string // a drawing
	heading     string
	sentence    string
	rule        bool // followed by a link to the rule
}

// Signs of the replies, in units of 30.
const (
	badSign  = `<svg viewBox="0 0 30 30" aria-hidden="true"><circle class="sg-bad" cx="15" cy="15" r="12.5"/><path class="sg-bad" d="M10 10l10 10M20 10L10 20"/></svg>`
	goodSign = `<svg viewBox="0 0 30 30" aria-hidden="true"><circle class="sg-good" cx="15" cy="15" r="14"/><path class="sg-tick" d="M8.5 15.500l4.500 4.500 8.500-9.500"/></svg>`
)

// askSign returns the sign of a request: a hand on a disc.
func askSign() string {
	return `<svg viewBox="0 0 30 30" aria-hidden="true"><circle class="c-ink" cx="15" cy="15" r="14"/><g class="sg-hand" transform="translate(5 5) scale(.833)">` + heraldry.Charge("hand") + `</g></svg>`
}

// reply returns the reaction to the answer so far.
func (m Step) reply() reply {
	st := m.Verdict.Stage
	switch m.Verdict.State {
	case lessons.Right:
		return m.praise()
	case lessons.Wrong:
		return reply{class: "bad", role: "alert", sign: badSign, heading: m.T("lesson.wrong"), sentence: m.correction()}
	case lessons.Begun:
		r := reply{class: "ask", role: "status", sign: askSign(), heading: m.T("lesson.to"), sentence: m.T("lesson.to.marked")}
		switch n := len(st.Legs); {
		case n > 0:
			r.heading, r.sentence = m.T("lesson.further", "Square", m.name(st.Legs[n-1].To)), m.T("lesson.further.next")
		case len(st.Next)+len(st.Far) == 0:
			r.sentence = m.T("lesson.to.none")
		}
		return r
	}
	r := reply{class: "ask", role: "status", sign: askSign()}
	if m.Lesson.Find {
		r.heading, r.sentence = m.T("lesson.find"), m.T("lesson.side."+m.army(m.Lesson.View().Turn()))
		return r
	}
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

// correction returns a sentence about a wrong answer.
func (m Step) correction() string {
	v := m.Verdict
	square := v.At
	if n := len(v.Stage.Legs); n > 0 {
		square = v.Stage.Legs[n-1].To
	}
	args := []any{"Square", m.name(square), "Answer", v.Answer}
	switch v.Key {
	case "":
		return views.Stop(m.Refusal(v.Why))
	case lessons.Theirs:
		return m.T("lesson.theirs." + m.army(m.Lesson.View().At(v.At).Seat()))
	case lessons.Empty, lessons.Partner, lessons.Other:
		return m.T("lesson."+v.Key, args...)
	}
	return m.T("lesson."+m.Lesson.Name()+".wrong."+v.Key, args...)
}

// army returns the color of a seat's army, as in the keys of the catalogs.
func (m Step) army(seat games.Seat) string {
	return strings.ToLower(m.Lesson.View().Board().Army(seat).En)
}

// rule returns the address of the lesson's paragraph in the rules.
func (m Step) rule() string { return "/rules/" + m.Game.ID + "#" + m.Lesson.Rule }

// barred returns the page with a lesson's header.
func (m Step) barred() views.Page {
	p := m.Page
	p.Bar = bar(m)
	return p
}
