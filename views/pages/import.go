package pages

import (
	"strconv"

	"tableronde/games"
	"tableronde/views"
)

// Import is the model of the form for importing a game. A text that cannot be played is shown again
// with a Break.
type Import struct {
	views.Page
	Games []games.Info
	Game  string // chosen; "" for the one named in the text
	Text  string // typed
	Key   string
	Break *Break
}

// Break is the place where a text cannot be played further, and the reason.
type Break struct {
	Line   int        // from 1, 0 for the whole text
	Move   int        // number of the move in the text, 0 for none
	Seat   games.Seat // seat to move, 0 if the fault is not about a move
	Action string     // the faulty action
	Text   string     // the faulty line

	Game    games.Info // the game that was played
	Played  int        // number of playable events
	Key     string     // of the sentence: see fault.KEY
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

// rulePath returns the address of the rule that forbids the move, "" for none.
func (m Import) rulePath() string {
	b := m.Break
	if b.Illegal == nil || b.Illegal.Rule == "" || b.Game.ID == "" {
		return ""
	}
	return "/rules/" + b.Game.ID + "#" + b.Illegal.Rule
}

// importExamples are records to paste as examples.
var importExamples = []string{
	"1.E6-E8 H11-F9 2.H6-F8 F11-H9\n3.G6-G8 D11-D9 4.E8xC10xC12",
	"[Game \"camelot\"]\n[Seats \"2\"]\n[Seat1 \"Nolan\"]\n[Seat2 \"CHAXX\"]\n\n1: E6-E8\n2: H11-F9",
}
