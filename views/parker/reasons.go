package parker

import (
	"strconv"

	rules "tableronde/games/parker"
	"tableronde/views"
	"tableronde/views/board"
)

// reasonQuery returns the query that the squares keep while no move can be made:
// the display, the position shown and the question.
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

// squareReason explains why the touched square cannot be used now, and what
// stands on it; "" if a move can be made or no square was touched.
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

// describeSquare tells whose piece stands on a square, and of the visitor's own,
// before their turn, that it can move then.
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
