package table_test

import (
	"testing"

	"tableronde/games/table"
)

// Last is the action that the position came about by: not what surrounds it, nor
// what was taken back.
func TestLast(t *testing.T) {
	m := mustNew(t, nim{}, 2)
	if e, ok := m.Last(); ok {
		t.Errorf("Last() = %v at the start", e)
	}
	for _, step := range []struct {
		line string
		want table.Event
	}{
		{"1: take 2", table.Event{Seat: 1, Text: "take 2"}},
		{"2: take 1", table.Event{Seat: 2, Text: "take 1"}},
		{"1: offer undo 1", table.Event{Seat: 2, Text: "take 1"}},
		{"2: accept undo", table.Event{Seat: 1, Text: "take 2"}},
		{"2: resign", table.Event{Seat: 1, Text: "take 2"}},
	} {
		m = mustPlay(t, m, step.line)
		if got, ok := m.Last(); !ok || got != step.want {
			t.Errorf("after %s Last() = %v, %v, want %v", step.line, got, ok, step.want)
		}
	}
}
