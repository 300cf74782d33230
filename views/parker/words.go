package parker

import (
	"cmp"
	"strconv"
	"strings"

	"tableronde/games"
	rules "tableronde/games/parker"
	judged "tableronde/games/review"
	"tableronde/views"
	"tableronde/views/board"
)

// stripClass returns the classes of a seat's strip: is the seat to act, and is it the visitor's.
func (m match) stripClass(seat games.Seat) string {
	switch {
	case !m.Acts(seat):
		return "strip"
	case m.HasSeat(seat):
		return "strip act mine"
	}
	return "strip act"
}

// detail returns the second line of the status: the possible next legs of the move, or else the
// last event.
func (m match) detail(s scene) string {
	if done := m.Done(); done != "" {
		return strings.TrimSpace(done + " " + s.status.Detail)
	}
	if s.status.Detail != "" || m.Ply == 0 || m.IsYou(m.Log[m.Ply-1].Seat) || m.recentNews() != nil {
		return s.status.Detail
	}
	text := m.T("match.last_was", "What", m.DescribePly(m.Ply))
	if passed := m.passed(); len(passed) > 0 {
		if m.ByArmy(passed[0]) {
			text += " " + views.Sentence(m.T("team.armies_passed", "Armies", m.TheArmies(m.Game, passed)))
		} else {
			text += " " + m.N("team.had_to_pass", len(passed), "Names", m.Names(passed))
		}
	}
	return text
}

// says returns the text that screen readers read after a change: the event, and the next action.
func (m match) says(s scene) string {
	var parts []string
	add := func(text string) {
		if text != "" {
			parts = append(parts, text)
		}
	}
	if l := m.recentNews(); l != nil {
		add(l.latest.text)
		add(l.passed)
	}
	switch {
	case m.Asking():
		add(m.T("ask." + views.EventKey(m.Confirm)))
		add(cmp.Or(m.consequence(), m.Consequence()))
	case !m.Started:
		add(m.T("match.wait_title"))
	case m.Past():
		add(m.pastSentence())
		add(m.WhichPosition() + ".")
	case m.Result != nil:
		add(m.Outcome())
		add(m.Ending())
		add(m.RematchSentence(&m.Party))
	case m.Yours():
		add(s.status.Sentence)
		if s.status.Refusal == nil {
			add(m.detail(s))
		}
	default:
		add(m.WaitSentence())
	}
	for _, wish := range m.wishes() {
		add(wish)
	}
	for _, sentence := range m.OfferSentences(&m.Position) {
		add(sentence)
	}
	return strings.Join(parts, " ")
}

// consequence describes the effect of the event to be confirmed, "" if the general text is enough.
func (m match) consequence() string {
	switch key := views.EventKey(m.Confirm); {
	case m.Many() && key == "resign":
		return m.resignConsequence()
	case m.Many() && (key == "offer_draw" || key == "offer_undo"):
		return m.T("ask."+key+".all", "Names", m.voters(key == "offer_draw"))
	}
	return ""
}

// reasonQuery returns the query that the squares keep while no move is possible: the display, the
// position shown and the question.
func (m match) reasonQuery() string {
	var more []views.Parameter
	if m.Past() {
		more = append(more, views.Parameter{Name: "ply", Value: strconv.Itoa(m.Shown)})
	}
	if m.Asking() {
		more = append(more, views.Parameter{Name: "ask", Value: m.Confirm})
	}
	return m.DisplayQueryWith(more...)
}

// squareReason explains why the touched square cannot be used now, and names the piece on it; "" if
// a move can be made or no square was touched.
func (m match) squareReason(b board.Board) string {
	if !b.Explain || b.Probe == rules.NoSquare {
		return ""
	}
	piece, square := b.View.At(b.Probe), b.View.Board().Name(b.Probe)
	waits, key := false, ""
	var args []any
	switch {
	case m.Asking():
		key = "untimely.asking"
	case !m.Started:
		key = "untimely.unstarted"
	case m.Past():
		key = "untimely.past"
	case m.Result != nil:
		key = "untimely.over"
	case !m.Seated():
		key, args = "untimely.watching", []any{"Names", m.Names(m.ToAct)}
	default:
		waits, key, args = true, "untimely.turn", []any{"Names", m.Names(m.ToAct)}
	}
	return m.T(key, args...) + " " + m.describeSquare(b, piece, square, waits)
}

// describeSquare names the piece on a square and its owner. Before the visitor's turn it adds that
// a piece of the visitor can move then.
func (m match) describeSquare(b board.Board, piece rules.Piece, square string, waits bool) string {
	args := []any{"Square", square, "Piece", board.PieceName(m.Lang, b.View.Board(), piece), "Name", m.Name(piece.Seat())}
	switch yours := m.HasSeat(piece.Seat()) && !m.Solo; {
	case piece == 0:
		return m.T("untimely.empty", args...)
	case yours && waits:
		return m.T("untimely.yours_later."+pieceRank(piece), args...)
	case yours:
		return m.T("untimely.yours."+pieceRank(piece), args...)
	case m.Solo || m.Seats[piece.Seat()-1].Name == "":
		return m.T("untimely.piece", args...)
	}
	return m.T("untimely.theirs", args...)
}

// pressReason explains why the pressed button cannot be used for the staged move,
// "" if none was pressed.
func (m match) pressReason(s scene) string {
	switch {
	case m.Press == "confirm" && s.route == "":
		return s.status.Missing
	case (m.Press == "undo" || m.Press == "restart") && s.restart == "":
		return m.T("missing.undo")
	}
	return ""
}

// hint describes and draws the advised move.
type hint struct{ match }

// hintStatus returns the text of the bar while a hint is shown.
func (m hint) hintStatus() views.Status {
	return views.Status{Sentence: m.T("hint.move", "Move", m.Hint.Action), Detail: m.hintReason(), Steady: true}
}

// hintReason returns a sentence with the reasons for the hint.
func (m hint) hintReason() string {
	return views.Sentence(m.List(views.Each(m.Hint.Reasons, m.clause))) + "."
}

// clause describes a reason for a move: "it takes two knights and a man".
func (m hint) clause(r judged.Reason) string {
	key := "hint.by." + string(r.Kind)
	switch r.Kind {
	case judged.Takes:
		return m.T(key, "Pieces", board.CapturedText(m.Lang, r.Men, r.Knights, "match.both", "match.one"))
	case judged.Parries, judged.Threatens, judged.Runs, judged.WinsIn:
		return m.N(key, r.Number)
	}
	return m.T(key)
}

// hintWay returns the way of the advised move on the board.
func (m hint) hintWay(g *rules.Board) []rules.Leg {
	if m.Hint == nil || !m.Yours() {
		return nil
	}
	legs, _ := g.Route(m.Hint.Action)
	return legs
}
