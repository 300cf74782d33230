package parker

import (
	rules "tableronde/games/parker"
	judged "tableronde/games/review"
	"tableronde/views"
	"tableronde/views/board"
)

// hintStatus returns what the bar says while a hint is shown.
func (m match) hintStatus() views.Status {
	return views.Status{Sentence: m.T("hint.move", "Move", m.Hint.Action), Detail: m.hintReason(), Steady: true}
}

// hintReason tells in a sentence what speaks for the hint.
func (m match) hintReason() string {
	clauses := make([]string, len(m.Hint.Reasons))
	for i, r := range m.Hint.Reasons {
		clauses[i] = m.clause(r)
	}
	return views.Sentence(m.List(clauses)) + "."
}

// clause words a fact that speaks for a move: "it takes two knights and a man".
func (m match) clause(r judged.Reason) string {
	key := "hint.by." + string(r.Kind)
	switch r.Kind {
	case judged.Takes:
		return m.T(key, "Pieces", board.CapturedText(m.Lang, r.Men, r.Knights, "match.both", "match.one"))
	case judged.Parries, judged.Threatens, judged.Runs, judged.WinsIn:
		return m.N(key, r.Number)
	}
	return m.T(key)
}

// hintWay returns the way of the hint on the board.
func (m match) hintWay(g *rules.Board) []rules.Leg {
	if m.Hint == nil || !m.Yours() {
		return nil
	}
	legs, _ := g.Route(m.Hint.Action)
	return legs
}
