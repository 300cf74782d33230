package pages

import (
	"strconv"

	"tableronde/games"
	"tableronde/views"
)

// Import is the model of the form that imports a game played elsewhere. A text
// that cannot be played is shown again with a Break.
type Import struct {
	views.Page
	Games []games.Info
	Game  string // chosen; "" as the text says
	Text  string // typed
	Key   string
	Break *Break
}

// Break is the place where a text cannot be played on, and why.
type Break struct {
	Line   int        // from 1, 0 for the text as a whole
	Move   int        // its number in the text, 0 if it has none
	Seat   games.Seat // whose turn it was, 0 if it is not about a move
	Action string     // the action that the text gives the seat
	Text   string     // the line

	Game    games.Info // that was played up to there
	Played  int        // events before it
	Key     string     // of the sentence: looked up as fault.KEY
	Illegal *games.Illegal
}

// placeText returns the place of the problem in the text.
func (m Import) placeText() string {
	b := m.Break
	place := m.T("import.whole")
	switch {
	case b.Line > 0 && b.Move > 0:
		place = m.T("import.line_move", "Line", strconv.Itoa(b.Line), "Move", strconv.Itoa(b.Move))
	case b.Line > 0:
		place = m.T("import.line", "Line", strconv.Itoa(b.Line))
	}
	if b.Seat == 0 {
		return place
	}
	return m.T("import.act", "Where", place, "Army", m.SeatName(b.Game, b.Seat), "Action", b.Action)
}

// problemText returns a sentence about the problem.
func (m Import) problemText() string {
	if m.Break.Illegal != nil {
		return m.Refusal(m.Break.Illegal)
	}
	return views.FaultText(m.Lang, m.Break.Key)
}

// rulePath returns the address of the rule that forbids the move, "" if there is
// none.
func (m Import) rulePath() string {
	b := m.Break
	if b.Illegal == nil || b.Illegal.Rule == "" || b.Game.ID == "" {
		return ""
	}
	return "/rules/" + b.Game.ID + "#" + b.Illegal.Rule
}

// importExamples are examples of records to paste.
var importExamples = []string{
	"1.E6-E8 H11-F9 2.H6-F8 F11-H9\n3.G6-G8 D11-D9 4.E8xC10xC12",
	"[Game \"camelot\"]\n[Seats \"2\"]\n[Seat1 \"Nolan\"]\n[Seat2 \"CHAXX\"]\n\n1: E6-E8\n2: H11-F9",
}
