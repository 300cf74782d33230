package tables

import (
	"fmt"

	"tableronde/games/table"
	"tableronde/games/twin"
)

// Matches returns the matches that led to the twins of a pair made by Replay.
func Matches(p twin.Pair) (a, b table.Match, err error) {
	if a, err = match(p, p.A); err != nil {
		return a, b, err
	}
	b, err = match(p, p.B)
	return a, b, err
}

func match(p twin.Pair, s twin.Side) (table.Match, error) {
	m, err := table.New(p.Rules, s.Setup)
	if err != nil {
		return m, err
	}
	for i, step := range s.Past {
		if m, err = m.Replay(table.Event{Seat: step.Seat, Text: step.Action}); err != nil {
			return m, fmt.Errorf("line %d, seat %d: %s: %w", i+1, step.Seat, step.Action, err)
		}
	}
	return m, nil
}
