package views

import (
	"net/url"
	"strings"

	"tableronde/games"
)

// Explored is a position that somebody looks ahead to: that of a match, and what might be
// played after it. The address holds all of it.
type Explored struct {
	Line  []TriedMove
	View  games.View // after the line; nil where there is nothing to look ahead to
	Mover games.Seat // who would play next, 0 once the game is over

	Staged, Probe string         // the move in the making, and the square that was touched
	Bad           *games.Illegal // why the next move of the address cannot be played
}

// TriedMove is a move of an explored line.
type TriedMove struct {
	Seat games.Seat
	Text string
}

// LineQuery returns the parameter of an address that explores a line, "" for an empty one.
func LineQuery(line []TriedMove, more ...string) string {
	texts := make([]string, 0, len(line)+len(more))
	for _, m := range line {
		texts = append(texts, m.Text)
	}
	if texts = append(texts, more...); len(texts) == 0 {
		return ""
	}
	return "line=" + url.QueryEscape(strings.Join(texts, " "))
}
