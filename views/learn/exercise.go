package learn

import (
	"net/url"
	"strings"

	"tableronde/games"
	"tableronde/games/lessons"
	"tableronde/games/parker"
	"tableronde/views"
	"tableronde/views/heraldry"
)

// exercise is a task on a board, with the touches of the visitor so far. Each touch is an address:
// the piece, then the squares of its way.
type exercise struct {
	views.Page
	Task    lessons.Lesson
	Verdict lessons.Verdict
	Shown   bool // the visitor has asked for the answer

	path  string     // address of the task
	query url.Values // kept by every touch
}

// chosen reports whether a piece is chosen.
func (m exercise) chosen() bool { return m.Verdict.Stage.From != parker.NoSquare }

// isRight reports whether the right answer is on the board.
func (m exercise) isRight() bool { return m.Verdict.State == lessons.Right }

// name returns the name of a square.
func (m exercise) name(q parker.Square) string { return m.Task.View().Board().Name(q) }

// touched returns the address after touches: a piece, then the squares of its way.
func (m exercise) touched(squares ...string) string {
	query := make(url.Values)
	for name, values := range m.query {
		query[name] = values
	}
	if len(squares) > 0 {
		query["at"], query["to"] = squares[:1], squares[1:]
	}
	if len(query) == 0 {
		return m.path
	}
	return m.path + "?" + query.Encode()
}

// staged returns the address of the chosen piece after some legs.
func (m exercise) staged(legs []parker.Leg, more ...string) string {
	var squares []string
	if m.chosen() {
		squares = append(squares, m.name(m.Verdict.Stage.From))
	}
	for _, leg := range legs {
		squares = append(squares, m.name(leg.To))
	}
	return m.touched(append(squares, more...)...)
}

// square returns the address for touching a square.
func (m exercise) square(q parker.Square) string {
	st, piece := m.Verdict.Stage, m.Task.View().At(q)
	switch {
	case !m.chosen():
		return m.touched(m.name(q))
	case q == st.From && len(st.Legs) == 0:
		return m.touched()
	case q == st.From, piece != 0 && piece.Seat() == m.Task.View().Turn():
		return m.touched(m.name(q))
	}
	for i, leg := range st.Legs[:max(0, len(st.Legs)-1)] {
		if leg.To == q {
			return m.staged(st.Legs[:i+1])
		}
	}
	return m.staged(st.Legs, m.name(q))
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

// army returns the color of a seat's army, as in the keys of the catalogs.
func (m exercise) army(seat games.Seat) string {
	return strings.ToLower(m.Task.View().Board().Army(seat).En)
}

// find returns the request to touch a piece.
func (m exercise) find() reply {
	return reply{class: "ask", role: "status", sign: askSign(), heading: m.T("lesson.find"), sentence: m.T("lesson.side." + m.army(m.Task.View().Turn()))}
}

// goOn returns the request to touch the next square.
func (m exercise) goOn() reply {
	st := m.Verdict.Stage
	r := reply{class: "ask", role: "status", sign: askSign(), heading: m.T("lesson.to"), sentence: m.T("lesson.to.marked")}
	switch n := len(st.Legs); {
	case n > 0:
		r.heading, r.sentence = m.T("lesson.further", "Square", m.name(st.Legs[n-1].To)), m.T("lesson.further.next")
	case len(st.Next)+len(st.Far) == 0:
		r.sentence = m.T("lesson.to.none")
	}
	return r
}

// correction returns the sentence about a wrong answer. The keys of sentences about it alone begin
// with the prefix.
func (m exercise) correction(prefix string) string {
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
		key := "lesson.theirs." + m.army(m.Task.View().At(v.At).Seat())
		return m.T(views.Either(m.Has(key), key, "lesson.theirs"))
	case lessons.Empty, lessons.Partner, lessons.Other:
		return m.T("lesson."+v.Key, args...)
	}
	return m.T(prefix+v.Key, args...)
}
