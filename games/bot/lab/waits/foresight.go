package waits

import (
	"fmt"
	"strings"

	"tableronde/games"
)

// Foresight has the choices of a seat that leaves conditional moves on a board.
type Foresight struct {
	Moves  func(games.State) []string // of the others that it answers, for the seat to act
	Answer func(games.State) string   // its own, "" for none
	Deep   int                        // answers in a row at most
}

// mostForeseen bounds the moves of a line, including the moves of others: a seat may never be
// to move again.
const mostForeseen = 12

// Conditions returns conditional moves of a seat in a position after ply events, in which
// others are to move: a line for each way that it foresees. It is "" if there is none.
func (f Foresight) Conditions(s games.State, ply int, seat games.Seat) string {
	lines := f.lines(s, seat, f.Deep, mostForeseen)
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(append([]string{fmt.Sprint("after ", ply)}, lines...), "\n")
}

// lines lists the ways to answers, each as text.
func (f Foresight) lines(s games.State, seat games.Seat, deep, left int) (list []string) {
	act := s.ToAct()
	if deep == 0 || left == 0 || len(act) != 1 {
		return nil
	}
	if act[0] == seat {
		next, text := f.step(s, f.Answer(s))
		if next == nil {
			return nil
		}
		more := f.lines(next, seat, deep-1, left-1)
		if len(more) == 0 {
			return []string{": " + text}
		}
		for _, line := range more {
			list = append(list, ": "+text+", "+line)
		}
		return list
	}
	for _, move := range f.Moves(s) {
		next, text := f.step(s, move)
		if next == nil {
			continue
		}
		for _, line := range f.lines(next, seat, deep, left-1) {
			if !strings.HasPrefix(line, ":") {
				line = " " + line
			}
			list = append(list, text+line)
		}
	}
	return list
}

// step plays a move. It returns nil if that is illegal.
func (f Foresight) step(s games.State, move string) (games.State, string) {
	next, text, err := s.Apply(s.ToAct()[0], move)
	if move == "" || err != nil {
		return nil, ""
	}
	return next, text
}
