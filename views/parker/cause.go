package parker

import (
	"tableronde/games"
	judged "tableronde/games/review"
	"tableronde/views"
)

// captured are the kinds of causes whose sentence depends on the kind of the capture.
var captured = map[judged.CauseKind]string{judged.MissedCapture: "missed", judged.Took: "took"}

// cause returns a sentence about the reason why a move of a seat, at an index of the log, changed
// the chances; "" if no reason is known.
func cause(m *views.Match, c judged.Cause, seat games.Seat, index int) string {
	if c.Kind == "" {
		return ""
	}
	key := "cause." + string(c.Kind)
	if verb := captured[c.Kind]; verb != "" {
		key = "cause." + verb + views.Either(c.Charge, "_charge", "_jump")
	}
	if c.Kind == judged.LeftCastle && c.Played {
		key += ".played"
	}
	if m.IsYou(seat) {
		key += ".you"
	}
	args := []any{"Name", m.NameAt(seat, index), "Move", c.Move, "Square", c.Square, "Number", m.InWords(c.Number), "Then", then(m, c)}
	if c.Number > 0 && c.Kind != judged.LeftPiece && c.Kind != judged.Exposed {
		return m.N(key, c.Number, args...)
	}
	return m.T(key, args...)
}

// then describes the capture that answers a move.
func then(m *views.Match, c judged.Cause) string {
	key := "cause.then." + views.Either(c.Charge, "charge", "jump")
	if c.Played {
		key += ".played"
	}
	return m.N(key, c.Number, "Number", m.InWords(c.Number))
}
